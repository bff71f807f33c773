/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * share_impl.h - what share.c and share_text.c have in common.
 */
#ifndef BOA_SHARE_IMPL_H
#define BOA_SHARE_IMPL_H

#include "src/share.h"

#define BOA_CREDIT_UNIT INT64_C(1000000000) /* of one job: exact, no locale */

struct boa_credit {
	uint64_t key;  /* of the plan: its types and widths */
	int64_t units; /* within BOA_CREDIT_MAX jobs of 0 */
};

/* The mix of one class in one account. */
struct boa_share_group {
	char *class;
	char *account; /* "" for none */
	size_t n_credit;
	struct boa_credit *credit; /* [n_credit] */
};

struct boa_shares {
	size_t n_group;
	size_t room;
	struct boa_share_group *group; /* [n_group], by class, then account */
};

/*
 * The group of CLASS and ACCOUNT, made without credits if it is not there.
 * NULL when memory ran out; SHARES is then unchanged.
 */
struct boa_share_group *boa_shares_group(struct boa_shares *shares,
					 const char *class,
					 const char *account);

#endif /* BOA_SHARE_IMPL_H */
