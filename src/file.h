/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * file.h - files read whole, and files replaced whole.
 */
#ifndef BOA_FILE_H
#define BOA_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "src/err.h"

/*
 * Read the regular file PATH of at most MOST bytes. On success *TEXT is new
 * (free() it), has *LEN bytes and a NUL after them. Never waits for a FIFO or
 * a device: those are refused, as a folder is.
 *
 * Returns 0; BOA_EIO (ERR names PATH and why); BOA_ENOMEM.
 */
int boa_file_read(const char *path, size_t most, char **text, size_t *len,
		  struct boa_err *err);

/*
 * Replace PATH, or make it (mode 0666 less the umask), by what PRINT(out, arg,
 * err) prints: a reader sees the old file or the new one, never a part, also
 * after a crash of the machine (temporary file beside it, fsync, rename). Where
 * PATH is a symbolic link the file it points to is replaced. What exists and is
 * no regular file is refused.
 *
 * Returns 0, what PRINT returns, BOA_EIO or BOA_ENOMEM; on failure PATH is as
 * it was.
 */
typedef int boa_file_print_f(FILE *out, const void *arg, struct boa_err *err);
int boa_file_replace(const char *path, boa_file_print_f *print, const void *arg,
		     struct boa_err *err);

#endif /* BOA_FILE_H */
