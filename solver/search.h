/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search.h - the shadow price of one budget, and the plans that tie at it.
 *
 * The Lagrangian bound of the width problem (solve.h),
 *
 *     D(mu) = sum_i (lambda_i/lambda) min_q ( w_i T_q + mu' C_q ) - mu b,
 *     mu' = mu lambda / 3600,
 *
 * is concave and piecewise linear. The search keeps a plan of every item on
 * either side of its top: on the fast side they spend more than b together, on
 * the cheap side at most b. Pricing every item where the two lines meet gives
 * a new line or shows that this is the top: there the plans of both sides tie,
 * and a mix of them that spends b is optimal. An item whose plan is the same on
 * both sides is settled, and priced no more.
 */
#ifndef BOA_SEARCH_H
#define BOA_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/problem.h"

#include "src/err.h"

/* One plan per item. */
struct boa_side {
	double *time_s;  /* [n_item] */
	double *spend;   /* [n_item] */
	uint32_t *state; /* [n_path], the items' epochs one after another */
};

struct boa_search {
	bool feasible;
	double least_budget; /* per hour; always set */
	/* The rest is set when feasible. */
	double shadow_price;  /* mu, s per unit of budget per hour */
	double dual_bound_s;  /* D(mu), from priced values alone */
	struct boa_side fast; /* optimal at mu */
	struct boa_side cheap;
	double *split;  /* [n_item] share of the fast plan, 1 where both agree;
			   strictly between 0 and 1 for one item at most */
	size_t n_round; /* pricing rounds, for the curious */
};

/*
 * Search PROBLEM at BUDGET_PER_HOUR (> 0, finite), around the price HINT first
 * when that is above 0: it makes no difference but to the time. On success
 * *SEARCH is new; release it with boa_search_free(). Returns 0 or BOA_ENOMEM.
 */
int boa_search_run(const struct boa_problem *problem, double budget_per_hour,
		   double hint, struct boa_search *search, struct boa_err *err);

void boa_search_free(struct boa_search *search);

/* mu' for mu = SHADOW_PRICE: worth of one unit of spend to one job, in s. */
double boa_spend_worth(const struct boa_problem *problem, double shadow_price);

#endif /* BOA_SEARCH_H */
