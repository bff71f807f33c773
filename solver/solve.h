/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solve.h - the width problem of one budget, solved exactly.
 *
 *     minimise    sum_i (lambda_i/lambda) w_i sum_q T_q y_iq
 *     subject to  sum_i lambda_i sum_q C_q y_iq / 3600 <= b
 *                 sum_q y_iq = 1 for every class i,   y >= 0
 *
 * over all plans q (one GPU type and one width per epoch), where
 *
 *     T_q = r0 + sum_j ( x_j / s_j(k_j) + r [j > 1, k_j != k_{j-1}] )
 *     C_q = c_h ( r0 k_1 + sum_j k_j ( x_j / s_j(k_j) + r [..] ) )
 *
 * [BOA, arXiv 2602.01404, Thm 4.3-4.5, eq. (3), (4); mixing plans is ours].
 */
#ifndef BOA_SOLVE_H
#define BOA_SOLVE_H

#include <stdbool.h>

#include "solver/problem.h"
#include "solver/rows.h"

#include "src/class.h"
#include "src/table.h"

enum boa_solve_status {
	BOA_SOLVED,
	BOA_INFEASIBLE, /* no plans keep to the budget and the limits */
};

struct boa_solve_options {
	struct boa_widths_rule rule;             /* problem.h */
	size_t n_constraint;                     /* limits beside the budget */
	const struct boa_constraint *constraint; /* [n_constraint], rows.h */
	bool unmixed; /* exactly one plan per class; no constraints then */
	const struct boa_table *previous; /* to start from, or NULL */
	/*
	 * Above 0: move as few jobs as possible to plans that PREVIOUS does not
	 * have, at an objective at most this fraction above the optimum
	 * (hysteresis.h). The gap in the table is then what that costs.
	 */
	double hysteresis;
	double time_limit_s; /* where GLPK is at work; 0: a minute */
};

struct boa_solve_result {
	enum boa_solve_status status;
	double least_budget;    /* of the budget alone, per hour; always set */
	struct boa_table table; /* when BOA_SOLVED: new, the caller's */
	/*
	 * When BOA_INFEASIBLE though the budget is not below the least: the
	 * smallest set of limits in conflict, [1 + n_constraint], the budget
	 * first; new, free() it. Else NULL.
	 */
	bool *conflict;
	/*
	 * With unmixed: no such table's objective is below this; it equals the
	 * table's own when that is proven to be the best. Else NAN. (The dual
	 * bound in the table is that of the mixed problem.)
	 */
	double unmixed_bound_s;
};

/*
 * Solve the problem of SET (finished) under BUDGET_PER_HOUR (> 0, finite).
 *
 * The table has the plans in use by falling share, then the alternates (share
 * 0): per usable type the best at the shadow price, and the cheapest of all.
 * generation, generated_at, inputs_crc32 and unit are left zero for the caller.
 *
 * Returns 0 with RESULT written; BOA_EINVAL (no such budget;
 * unmixed with constraints or hysteresis), BOA_ERANGE (a class has no
 * width left under the rule, or gpus_per_node is not known), BOA_ENOMEM,
 * BOA_ESOLVER (with constraints: GLPK failed, or the time was not enough).
 */
int boa_solve(const struct boa_classes *set, double budget_per_hour,
	      const struct boa_solve_options *options,
	      struct boa_solve_result *result, struct boa_err *err);

#endif /* BOA_SOLVE_H */
