/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unmixed.h - exactly one plan per class: the paper's programme [BOA eq. (8)].
 *
 * A multiple-choice knapsack. The shared LP gives a lower bound and prices, a
 * rounding an upper bound; only plans whose reduced cost is at most the
 * difference can matter (labels.h). They are let in by growing reduced cost,
 * and GLPK's branch and bound chooses among them, until all that can matter
 * have been there: then the answer is proven.
 */
#ifndef BOA_UNMIXED_H
#define BOA_UNMIXED_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/problem.h"
#include "solver/search.h"

#include "src/err.h"

struct boa_unmixed {
	double objective_s;
	bool proven;     /* that no unmixed answer is better */
	double bound_s;  /* no unmixed answer is below; objective_s if proven */
	uint32_t *state; /* [n_path], the items' epochs one after another */
};

/*
 * Solve PROBLEM unmixed at BUDGET_PER_HOUR, which SEARCH has found feasible,
 * within LIMIT_S; when the time is up the best known is given, not proven. On
 * success *UNMIXED is new; release it with boa_unmixed_free(). Returns 0,
 * BOA_ENOMEM or BOA_ESOLVER.
 */
int boa_unmixed_solve(const struct boa_problem *problem, double budget_per_hour,
		      const struct boa_search *search, double limit_s,
		      struct boa_unmixed *unmixed, struct boa_err *err);
void boa_unmixed_free(struct boa_unmixed *unmixed);

#endif /* BOA_UNMIXED_H */
