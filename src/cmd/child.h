/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * child.h - run another program and read what it says.
 */
#ifndef BOA_CHILD_H
#define BOA_CHILD_H

#include <stddef.h>

#include "src/err.h"

struct boa_child_result {
	int exit;  /* its exit status */
	char *out; /* what it wrote to stdout, new, NUL-terminated */
	size_t out_len;
	char *err; /* the same of stderr */
};

/*
 * Run ARGV (NULL at the end; ARGV[0] a path) to its end, at most LIMIT_S
 * seconds; longer, it is killed. Its stdin is empty. *RESULT is new, release
 * it with boa_child_free(); untouched on failure. Returns 0; BOA_EIO (cannot be
 * started, killed by a signal, out of time: ERR says which); BOA_ENOMEM.
 */
int boa_child_run(char *const argv[], double limit_s,
		  struct boa_child_result *result, struct boa_err *err);

void boa_child_free(struct boa_child_result *result);

#endif /* BOA_CHILD_H */
