/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8.h - well-formed UTF-8 (Unicode 15, table 3-7). */
#ifndef BOA_UTF8_H
#define BOA_UTF8_H

#include <stddef.h>

/*
 * Bytes of the well-formed character that TEXT (LEN bytes, >= 1) begins with,
 * 1 to 4, or 0 when it begins with none.
 */
size_t boa_utf8_len(const char *text, size_t len);

/* The most bytes, up to MOST, of TEXT (LEN bytes) that cut no character. */
size_t boa_utf8_clip(const char *text, size_t len, size_t most);

/* Write code point CODE (not a surrogate) to OUT, [4]; returns its bytes. */
size_t boa_utf8_put(unsigned code, char *out);

#endif /* BOA_UTF8_H */
