/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * share.h - carrying out a mix: the n-th job of a class gets the plan whose
 * quota lags most (largest remainder), so that spend tracks the optimum with
 * bounded error instead of a random walk.
 */
#ifndef BOA_SHARE_H
#define BOA_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/err.h"
#include "src/table.h"

/*
 * How many jobs of (class, account) got each plan. Counters follow the plans,
 * not the tables: a plan that a new table repeats (same types and widths)
 * keeps its count; see boa_shares_pick().
 */
struct boa_shares;

int boa_shares_new(struct boa_shares **shares, struct boa_err *err);
void boa_shares_free(struct boa_shares *shares);

/*
 * The plan of CLASS to give next in ACCOUNT ("" for none) among the plans
 * ALLOWED (NULL: all; [n_plan]): the one with the largest share * (n + 1) -
 * given, the lower index on ties; n counts the jobs given so far. Plans of
 * share 0 are picked only when no allowed plan has a share, the first of them.
 * Changes nothing. Returns the index, or -1 when none is allowed.
 */
ptrdiff_t boa_shares_pick(const struct boa_shares *shares,
			  const struct boa_table_class *class,
			  const char *account, const bool *allowed);

/* Count that plan PLAN of CLASS was given in ACCOUNT. 0 or BOA_ENOMEM. */
int boa_shares_count(struct boa_shares *shares,
		     const struct boa_table_class *class, const char *account,
		     size_t plan, struct boa_err *err);

/* As text lines and back, for the state file. *TEXT is new, free() it. */
int boa_shares_print(const struct boa_shares *shares, char **text,
		     struct boa_err *err);
int boa_shares_parse(const char *text, struct boa_shares **shares,
		     struct boa_err *err);

#endif /* BOA_SHARE_H */
