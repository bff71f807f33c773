/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plugin_file.h - which Slurm a plugin was built for, read from the file. (To
 * load it would need all of slurmctld.)
 */
#ifndef BOA_PLUGIN_FILE_H
#define BOA_PLUGIN_FILE_H

#include <stdint.h>

#include "src/err.h"

/*
 * The value of plugin_version in the 64-bit ELF file PATH, of this machine's
 * byte order: SLURM_VERSION_NUM(major, minor, micro) of Slurm's header.
 * Returns 0; BOA_EIO (cannot be read); BOA_EPARSE (is no plugin).
 */
int boa_plugin_file_version(const char *path, uint32_t *version,
			    struct boa_err *err);

/* VERSION as "22.05.8" in BUF. Returns BUF. */
const char *boa_plugin_version_print(uint32_t version, char buf[static 16]);

#endif /* BOA_PLUGIN_FILE_H */
