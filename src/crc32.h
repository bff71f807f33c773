/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * crc32.h - the CRC-32 of IEEE 802.3 (zlib's, gzip's): finds torn or changed
 * bytes; no defence against a forger.
 */
#ifndef BOA_CRC32_H
#define BOA_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of what had CRC so far (0: nothing) with DATA [LEN] after it. */
uint32_t boa_crc32(uint32_t crc, const void *data, size_t len);

#endif /* BOA_CRC32_H */
