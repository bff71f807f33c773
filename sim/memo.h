/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memo.h - what a policy remembers of each job, one entry of fixed size per
 * living job, in the order of the view's jobs.
 */
#ifndef BOA_MEMO_H
#define BOA_MEMO_H

#include <stddef.h>
#include <stdint.h>

#include "sim/policy.h"

struct boa_memo {
	size_t size;               /* bytes of an entry; set by the owner */
	void (*drop)(void *entry); /* releases what an entry holds; or NULL */
	size_t n;
	size_t room;
	uint64_t *id; /* [n] */
	char *entry;  /* [n][size] */
};

/*
 * Forget the jobs that are gone and make entries, zeroed, for those that are
 * new: then entry i is of VIEW's job i. Returns 0 or BOA_ENOMEM.
 */
int boa_memo_follow(struct boa_memo *memo, const struct boa_view *view,
		    struct boa_err *err);

/* Entry I, borrowed until the next boa_memo_follow(). */
void *boa_memo_at(const struct boa_memo *memo, size_t i);

void boa_memo_fini(struct boa_memo *memo);

#endif /* BOA_MEMO_H */
