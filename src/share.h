/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * share.h - carrying out a mix: the n-th job of a class gets the plan whose
 * quota lags most (largest remainder), so that spend tracks the optimum with
 * bounded error instead of a random walk.
 *
 * What a plan lags by is its credit, in jobs: each job of the class adds the
 * plan's share to it, and a job that gets the plan takes 1 away. Under one
 * table that is share * n - given after n jobs, and less than one job from 0
 * for a class of up to three plans. From table to table only this remainder is
 * carried over: what an older table gave by its own shares was right then and
 * is not made good.
 */
#ifndef BOA_SHARE_H
#define BOA_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/err.h"
#include "src/table.h"

/*
 * The credits of every (class, account). They follow the plans, not the
 * tables: a plan that a new table repeats (same types and widths) keeps its
 * credit. Jobs that may not have every plan (the user chose a type) move the
 * credits too, so that the free ones make up for them; but by no more than
 * BOA_CREDIT_MAX jobs, lest a year of one habit bind the next.
 */
struct boa_shares;

#define BOA_CREDIT_MAX 10

int boa_shares_new(struct boa_shares **shares, struct boa_err *err);
void boa_shares_free(struct boa_shares *shares);

/* A second SHARES: *COPY is new. Returns 0 or BOA_ENOMEM. */
int boa_shares_copy(const struct boa_shares *shares, struct boa_shares **copy,
		    struct boa_err *err);

/*
 * The plan of CLASS to give next in ACCOUNT ("" for none) among the plans
 * ALLOWED (NULL: all; [n_plan]): the one with the largest credit + share, the
 * lower index on ties (a millionth of a job). Plans of share 0 are picked only
 * when no allowed plan has a share, the first of them. SHARES may be NULL: all
 * credits are 0. Changes nothing. Returns the index, or -1 when none is
 * allowed.
 */
ptrdiff_t boa_shares_pick(const struct boa_shares *shares,
			  const struct boa_table_class *class,
			  const char *account, const bool *allowed);

/*
 * Count that plan PLAN of CLASS was given in ACCOUNT. A plan of share 0 is
 * outside the mix and moves no credit. Returns 0, or BOA_ENOMEM with SHARES
 * unchanged.
 */
int boa_shares_count(struct boa_shares *shares,
		     const struct boa_table_class *class, const char *account,
		     size_t plan, struct boa_err *err);

/* What PLAN of CLASS lags by in ACCOUNT, in jobs: > 0 when it got too few. */
double boa_shares_credit(const struct boa_shares *shares,
			 const struct boa_table_class *class,
			 const char *account, size_t plan);

/*
 * As text lines "CLASS ACCOUNT KEY CREDIT" for the state file, and back; the
 * account percent-encoded, "-" for none. *TEXT and *SHARES are new. Parsing
 * returns 0, BOA_EPARSE (ERR names the line) or BOA_ENOMEM.
 */
int boa_shares_print(const struct boa_shares *shares, char **text,
		     struct boa_err *err);
int boa_shares_parse(const char *text, struct boa_shares **shares,
		     struct boa_err *err);

#endif /* BOA_SHARE_H */
