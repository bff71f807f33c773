/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * curve.h - the frontier as boa-widths shows it: points by rising budget.
 */
#ifndef BOA_WIDTHS_CURVE_H
#define BOA_WIDTHS_CURVE_H

#include <stdbool.h>
#include <stdio.h>

#include "solver/frontier.h"
#include "solver/problem.h"

#include "src/class.h"
#include "src/err.h"

struct widths_curve_point {
	struct boa_frontier_point at;
	double bound_s; /* no policy does better at this spend */
};

struct widths_curve {
	const struct boa_classes *set; /* borrowed */
	const char *unit;              /* borrowed */
	struct boa_problem problem;
	struct boa_frontier frontier;
	size_t n;
	struct widths_curve_point *point; /* [n] */
	bool sampled; /* not the breakpoints, but budgets evenly spaced */
};

/*
 * Compute the frontier of SET under RULE: every breakpoint, or N_POINT budgets
 * evenly spaced from the least to the fastest when that is not 0. On success
 * *CURVE is new; release it with widths_curve_free(). Returns as
 * boa_problem_init().
 */
int widths_curve_init(struct widths_curve *curve, const struct boa_classes *set,
		      const struct boa_widths_rule *rule, size_t n_point,
		      struct boa_err *err);
void widths_curve_free(struct widths_curve *curve);

/* Print CURVE on OUT; errors are left in OUT (ferror). */
void widths_curve_text(FILE *out, const struct widths_curve *curve);
void widths_curve_csv(FILE *out, const struct widths_curve *curve);

/* The same as JSON (boa-widths(1), FRONTIER). Returns 0 or BOA_ENOMEM. */
int widths_curve_json(FILE *out, const struct widths_curve *curve,
		      struct boa_err *err);

/*
 * Draw CURVE as SVG on OUT with gnuplot, BUDGET marked when it is above 0.
 * Returns 0 or BOA_EIO (no gnuplot, or it failed).
 */
int widths_curve_plot(FILE *out, const struct widths_curve *curve,
		      double budget, struct boa_err *err);

#endif /* BOA_WIDTHS_CURVE_H */
