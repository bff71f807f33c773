/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "solver/cmd/curve.h"

static double budget_of(const struct boa_frontier *frontier, size_t p,
			size_t n_point)
{
	double least = boa_frontier_least(frontier);
	double most = boa_frontier_most(frontier);

	if (!n_point)
		return frontier->edge[p].spend_per_hour;
	if (p + 1 == n_point)
		return most;
	return least + (most - least) * (double)p / (double)(n_point - 1);
}

static void fill(struct widths_curve *curve, const struct boa_frontier *bound,
		 size_t n_point)
{
	for (size_t p = 0; p < curve->n; p++) {
		double budget = budget_of(&curve->frontier, p, n_point);
		struct widths_curve_point *point = &curve->point[p];

		point->at = boa_frontier_at(&curve->frontier, budget);
		point->bound_s =
			boa_frontier_at(bound, point->at.spend_per_hour)
				.objective_s;
	}
}

int widths_curve_init(struct widths_curve *curve, const struct boa_classes *set,
		      const struct boa_widths_rule *rule, size_t n_point,
		      struct boa_err *err)
{
	struct widths_curve fresh = { .set = set, .sampled = n_point > 0 };
	struct boa_problem relaxed = { 0 };
	struct boa_frontier bound = { 0 };
	int rc = boa_problem_init(&fresh.problem, set, rule, err);

	if (!rc)
		rc = boa_frontier_init(&fresh.frontier, &fresh.problem, err);
	if (!rc)
		rc = boa_problem_relax(&fresh.problem, &relaxed, err);
	if (!rc)
		rc = boa_frontier_init(&bound, &relaxed, err);
	if (rc)
		goto out;
	fresh.n = n_point ? n_point : fresh.frontier.n_edge + 1;
	fresh.point = calloc(fresh.n, sizeof(*fresh.point));
	if (!fresh.point) {
		rc = boa_err_set(err, BOA_ENOMEM, "%zu points", fresh.n);
		goto out;
	}
	fill(&fresh, &bound, n_point);
	*curve = fresh;
	fresh = (struct widths_curve){ 0 };
out:
	boa_frontier_free(&bound);
	boa_problem_free(&relaxed);
	widths_curve_free(&fresh);
	return rc;
}

void widths_curve_free(struct widths_curve *curve)
{
	free(curve->point);
	boa_frontier_free(&curve->frontier);
	boa_problem_free(&curve->problem);
	*curve = (struct widths_curve){ 0 };
}
