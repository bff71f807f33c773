/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * token.h - the two words BOA reads in a job's comment, and the one it writes.
 *
 *     class:NAME     the job's class
 *     epoch:N.R      epoch N's work began in the run after R restarts
 *     epoch:N        the same, of no particular run (said by hand)
 *
 * A word counts at the start of the comment or after a space, tab, newline or
 * comma; it ends before the next of these or at the end. The first of a kind
 * that is well formed counts: NAME as boa_name_is_valid() has it, N from 1 and
 * R from 0, in decimal digits, below 2^32. All else in a comment belongs to
 * others and is left as it is, byte for byte.
 */
#ifndef BOA_TOKEN_H
#define BOA_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"

/* slurmctld refuses longer comments (22.05.8 job_mgr.c:7898). */
#define BOA_COMMENT_MAX 1024

struct boa_token_class {
	const char *name; /* borrowed from the comment; NULL: no class */
	size_t len;
	const char *other; /* a second, different class; NULL: none */
	size_t other_len;
};

struct boa_token_epoch {
	bool given;
	unsigned epoch;   /* >= 1 */
	bool has_restart; /* RESTART was given */
	unsigned restart;
};

/* The class named by COMMENT (may be NULL). */
struct boa_token_class boa_token_class(const char *comment);

/* The epoch reported in COMMENT (may be NULL). */
struct boa_token_epoch boa_token_epoch(const char *comment);

/*
 * COMMENT (may be NULL) with its epoch token set to EPOCH.RESTART: replaced
 * where it stands, else added at the end after a space. *OUT is new, free()
 * it; it is untouched on failure. Returns 0; BOA_EINVAL when EPOCH is 0;
 * BOA_ERANGE when the result is longer than BOA_COMMENT_MAX; BOA_ENOMEM.
 */
int boa_token_set_epoch(const char *comment, unsigned epoch, unsigned restart,
			char **out, struct boa_err *err);

#endif /* BOA_TOKEN_H */
