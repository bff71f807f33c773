/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/dp.h"
#include "solver/problem.h"
#include "solver/search.h"
#include "solver/solve.h"
#include "solver/tabulate.h"

/* All that is known when the table is written. */
struct answer {
	const struct boa_classes *set;
	const struct boa_problem *problem;
	const struct boa_search *search;
	struct boa_dp dp;
	struct boa_candidate *candidate; /* [max_segment + 3] */
	uint32_t *state;                 /* [max_segment + 1][max_epoch] */
};

static int answer_init(struct answer *answer, struct boa_err *err)
{
	const struct boa_problem *problem = answer->problem;
	size_t n = problem->max_segment;
	int rc = boa_dp_init(&answer->dp, problem, err);

	if (rc)
		return rc;
	answer->candidate = calloc(n + 3, sizeof(*answer->candidate));
	answer->state =
		calloc((n + 1) * problem->max_epoch, sizeof(*answer->state));
	if (!answer->candidate || !answer->state)
		return boa_err_set(err, BOA_ENOMEM, "a table of %zu classes",
				   problem->n_item);
	return 0;
}

static void answer_fini(struct answer *answer)
{
	boa_dp_fini(&answer->dp);
	free(answer->candidate);
	free(answer->state);
}

/* The best of every type at the shadow price, and the cheapest of all. */
static size_t add_alternates(struct answer *answer, const struct boa_item *item,
			     struct boa_candidate *candidate)
{
	struct boa_worth worth = {
		item->weight,
		boa_spend_worth(answer->problem, answer->search->shadow_price),
	};
	struct boa_path path = { .state = answer->state };
	double best;
	size_t n = item->n_segment;

	boa_dp_set_worth(&answer->dp, item, worth);
	boa_dp_best(&answer->dp, item, &path);
	best = path.value;
	for (size_t g = 0; g < n; g++) {
		path.state = answer->state + g * item->n_epoch;
		boa_dp_best_of_type(&answer->dp, item, g, &path);
		candidate[g] = (struct boa_candidate){
			0.0, fmax(path.value - best, 0.0), path.state
		};
	}
	path.state = answer->state + n * item->n_epoch;
	boa_dp_cheapest(&answer->dp, item, &path);
	candidate[n] = (struct boa_candidate){
		0.0,
		fmax(worth.time * path.time_s + worth.spend * path.spend - best,
		     0.0),
		path.state,
	};
	return n + 1;
}

static int add_entry(struct answer *answer, size_t i, size_t path_at,
		     struct boa_table_class *entry)
{
	const struct boa_item *item = &answer->problem->item[i];
	const struct boa_search *search = answer->search;
	struct boa_candidate *candidate = answer->candidate;
	size_t n = 0;

	if (search->split[i] > 0.0)
		candidate[n++] =
			(struct boa_candidate){ search->split[i], 0.0,
						search->fast.state + path_at };
	if (search->split[i] < 1.0)
		candidate[n++] =
			(struct boa_candidate){ 1.0 - search->split[i], 0.0,
						search->cheap.state + path_at };
	n += add_alternates(answer, item, candidate + n);
	return boa_tabulate(answer->set, i, item, candidate, n, entry);
}

static int add_entries(struct answer *answer, struct boa_table *table,
		       struct boa_err *err)
{
	size_t path_at = 0;

	table->class = calloc(answer->problem->n_item, sizeof(*table->class));
	if (!table->class)
		return boa_err_set(err, BOA_ENOMEM, "a table of %zu classes",
				   answer->problem->n_item);
	for (size_t i = 0; i < answer->problem->n_item; i++) {
		int rc = add_entry(answer, i, path_at, &table->class[i]);

		if (rc)
			return boa_err_set(err, rc, "plans of %s",
					   answer->set->class[i].name);
		table->n_class = i + 1;
		path_at += answer->problem->item[i].n_epoch;
	}
	return 0;
}

/* The no-rescale bound of PROBLEM at BUDGET. */
static int bound(const struct boa_problem *problem, double budget,
		 double *bound_s, struct boa_err *err)
{
	struct boa_problem relaxed = { 0 };
	struct boa_search search = { 0 };
	int rc = boa_problem_relax(problem, &relaxed, err);

	if (!rc)
		rc = boa_search_run(&relaxed, budget, &search, err);
	if (!rc)
		*bound_s = search.feasible ? search.dual_bound_s : NAN;
	boa_search_free(&search);
	boa_problem_free(&relaxed);
	return rc;
}

static int tabulate(struct answer *answer, double budget,
		    struct boa_table *table, struct boa_err *err)
{
	struct boa_table fresh = { .budget = budget };
	struct boa_expected *expected = &fresh.expected;
	int rc = answer_init(answer, err);

	if (!rc)
		rc = add_entries(answer, &fresh, err);
	if (!rc)
		rc = bound(answer->problem, budget,
			   &expected->no_rescale_bound_s, err);
	if (rc) {
		boa_table_free(&fresh);
		return rc;
	}
	boa_tabulate_expect(answer->set, &fresh);
	expected->shadow_price = answer->search->shadow_price;
	/* Both are sums of some thousand terms: only rounding can put the
	 * bound above the objective. */
	expected->dual_bound_s =
		fmin(answer->search->dual_bound_s, expected->objective_s);
	expected->gap = expected->objective_s - expected->dual_bound_s;
	*table = fresh;
	return 0;
}

int boa_solve(const struct boa_classes *set, double budget_per_hour,
	      const struct boa_solve_options *options,
	      struct boa_solve_result *result, struct boa_err *err)
{
	struct boa_solve_result fresh = { .status = BOA_INFEASIBLE };
	struct boa_problem problem = { 0 };
	struct boa_search search = { 0 };
	struct answer answer = { set, &problem, &search, { 0 }, NULL, NULL };
	int rc;

	if (!(budget_per_hour > 0.0) || !isfinite(budget_per_hour))
		return boa_err_set(err, BOA_EINVAL,
				   "the budget is %g, wanted more than 0",
				   budget_per_hour);
	rc = boa_problem_init(&problem, set, &options->rule, err);
	if (rc)
		return rc;
	rc = boa_search_run(&problem, budget_per_hour, &search, err);
	if (rc)
		goto out;
	fresh.least_budget = search.least_budget;
	if (search.feasible) {
		fresh.status = BOA_SOLVED;
		rc = tabulate(&answer, budget_per_hour, &fresh.table, err);
	}
	if (!rc)
		*result = fresh;
out:
	answer_fini(&answer);
	boa_search_free(&search);
	boa_problem_free(&problem);
	return rc;
}
