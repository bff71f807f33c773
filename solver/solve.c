/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "solver/constrained.h"
#include "solver/hysteresis.h"
#include "solver/problem.h"
#include "solver/rows.h"
#include "solver/search.h"
#include "solver/solve.h"
#include "solver/tabulate.h"
#include "solver/unmixed.h"

#define TIME_LIMIT_S 60.0

/* What is to be solved. */
struct task {
	const struct boa_classes *set;
	const struct boa_problem *problem;
	double budget;
	const struct boa_solve_options *options;
};

/* Where the plans of a table come from: SEARCH, or UNMIXED when not NULL. */
struct source {
	const struct boa_search *search;
	const struct boa_unmixed *unmixed;
};

static int add_entry(struct boa_tabulator *tab, const struct source *source,
		     size_t i, size_t path_at, struct boa_table_class *entry)
{
	const struct boa_search *search = source->search;
	struct boa_candidate in_use[2];
	size_t n = 0;

	if (source->unmixed) {
		in_use[0] = (struct boa_candidate){
			.share = 1.0,
			.state = source->unmixed->state + path_at,
		};
		return boa_tabulate(tab, i, in_use, 1, entry);
	}
	if (search->split[i] > 0.0)
		in_use[n++] = (struct boa_candidate){
			.share = search->split[i],
			.state = search->fast.state + path_at,
		};
	if (search->split[i] < 1.0)
		in_use[n++] = (struct boa_candidate){
			.share = 1.0 - search->split[i],
			.state = search->cheap.state + path_at,
		};
	return boa_tabulate(tab, i, in_use, n, entry);
}

static int add_entries(struct boa_tabulator *tab, const struct source *source,
		       struct boa_table *table)
{
	size_t n = tab->problem->n_item, path_at = 0;

	table->class = calloc(n, sizeof(*table->class));
	if (!table->class)
		return BOA_ENOMEM;
	for (size_t i = 0; i < n; i++) {
		int rc = add_entry(tab, source, i, path_at, &table->class[i]);

		if (rc)
			return rc;
		table->n_class = i + 1;
		path_at += tab->problem->item[i].n_epoch;
	}
	return 0;
}

/* Classes and their plans, as found under the budget alone. */
static int tabulate(const struct task *task, const struct source *source,
		    struct boa_table *table, struct boa_err *err)
{
	struct boa_tabulator tab = { 0 };
	struct boa_rows rows = { 0 };
	int rc = boa_rows_init(&rows, task->set, task->budget, NULL, 0, err);

	if (!rc)
		rc = boa_tabulator_init(&tab, task->set, task->problem, &rows,
					&source->search->shadow_price, 2);
	if (!rc)
		rc = add_entries(&tab, source, table);
	boa_tabulator_fini(&tab);
	boa_rows_free(&rows);
	if (rc)
		return boa_err_set(err, rc, "a table of %zu classes",
				   task->problem->n_item);
	return 0;
}

/* The no-rescale bound of PROBLEM at BUDGET. */
static int bound(const struct boa_problem *problem, double budget, double hint,
		 double *bound_s, struct boa_err *err)
{
	struct boa_problem relaxed = { 0 };
	struct boa_search search = { 0 };
	int rc = boa_problem_relax(problem, &relaxed, err);

	if (!rc)
		rc = boa_search_run(&relaxed, budget, hint, &search, err);
	if (!rc)
		*bound_s = search.feasible ? search.dual_bound_s : NAN;
	boa_search_free(&search);
	boa_problem_free(&relaxed);
	return rc;
}

/* Where the price may be: where it was. */
static double hint_of(const struct boa_solve_options *options)
{
	return options->previous ? options->previous->expected.shadow_price
				 : 0.0;
}

static double time_limit(const struct boa_solve_options *options)
{
	return options->time_limit_s > 0.0 ? options->time_limit_s
					   : TIME_LIMIT_S;
}

/* The budget and the constraints of OPTIONS together. */
static int solve_constrained(const struct task *task,
			     struct boa_solve_result *result,
			     struct boa_err *err)
{
	const struct boa_solve_options *options = task->options;
	struct boa_table fresh = { .budget = task->budget };
	struct boa_rows rows = { 0 };
	struct boa_constrained what = {
		.set = task->set,
		.problem = task->problem,
		.rows = &rows,
		.constraint = options->constraint,
		.limit_s = time_limit(options),
	};
	bool *conflict = calloc(options->n_constraint + 1, sizeof(*conflict));
	bool feasible = false;
	int rc = conflict ? 0 : boa_err_set(err, BOA_ENOMEM, "a set of limits");

	if (!rc)
		rc = boa_rows_init(&rows, task->set, task->budget,
				   options->constraint, options->n_constraint,
				   err);
	if (!rc)
		rc = boa_constrained_solve(&what, &fresh, &feasible, conflict,
					   err);
	if (!rc && feasible)
		rc = bound(task->problem, task->budget, hint_of(options),
			   &fresh.expected.no_rescale_bound_s, err);
	boa_rows_free(&rows);
	if (rc || feasible) {
		free(conflict);
		conflict = NULL;
	}
	if (rc) {
		boa_table_free(&fresh);
		return rc;
	}
	result->status = feasible ? BOA_SOLVED : BOA_INFEASIBLE;
	result->table = fresh;
	result->conflict = conflict;
	return 0;
}

/* The table of a budget that the search has found feasible. */
static int make_table(const struct task *task, const struct source *source,
		      struct boa_table *table, struct boa_err *err)
{
	struct boa_table fresh = { .budget = task->budget };
	struct boa_expected *expected = &fresh.expected;
	int rc = tabulate(task, source, &fresh, err);

	if (!rc)
		rc = bound(task->problem, task->budget,
			   source->search->shadow_price,
			   &expected->no_rescale_bound_s, err);
	if (rc) {
		boa_table_free(&fresh);
		return rc;
	}
	boa_tabulate_expect(task->set, &fresh);
	expected->shadow_price = source->search->shadow_price;
	/* Both are sums of some thousand terms: only rounding can put the
	 * bound above the objective. */
	expected->dual_bound_s =
		fmin(source->search->dual_bound_s, expected->objective_s);
	expected->gap = expected->objective_s - expected->dual_bound_s;
	*table = fresh;
	return 0;
}

/* The budget alone: what SEARCH found, or one plan per class. */
static int solve_budget(const struct task *task,
			const struct boa_search *search,
			struct boa_solve_result *result, struct boa_err *err)
{
	struct boa_unmixed unmixed = { 0 };
	struct source source = { search, NULL };
	int rc = 0;

	if (task->options->unmixed) {
		rc = boa_unmixed_solve(task->problem, task->budget, search,
				       time_limit(task->options), &unmixed,
				       err);
		source.unmixed = &unmixed;
		result->unmixed_bound_s = unmixed.bound_s;
	}
	if (!rc)
		rc = make_table(task, &source, &result->table, err);
	if (!rc)
		result->status = BOA_SOLVED;
	/* the table adds up in another order: make the two agree to the bit */
	if (!rc && unmixed.proven)
		result->unmixed_bound_s = result->table.expected.objective_s;
	boa_unmixed_free(&unmixed);
	return rc;
}

/* Keep to the previous table's plans where that costs little. */
static int keep_widths(const struct task *task, struct boa_table *table,
		       struct boa_err *err)
{
	const struct boa_solve_options *options = task->options;
	struct boa_rows rows = { 0 };
	const struct boa_hysteresis what = {
		.set = task->set,
		.problem = task->problem,
		.rows = &rows,
		.old = options->previous,
		.fraction = options->hysteresis,
		.limit_s = time_limit(options),
	};
	int rc = boa_rows_init(&rows, task->set, task->budget,
			       options->constraint, options->n_constraint, err);

	if (!rc)
		rc = boa_hysteresis_apply(&what, table, err);
	boa_rows_free(&rows);
	return rc;
}

/* The answer to TASK, after SEARCH under the budget alone. */
static int answer(const struct task *task, const struct boa_search *search,
		  struct boa_solve_result *result, struct boa_err *err)
{
	struct boa_solve_result fresh = {
		.status = BOA_INFEASIBLE,
		.least_budget = search->least_budget,
		.unmixed_bound_s = NAN,
	};
	int rc = 0;

	if (search->feasible && task->options->n_constraint)
		rc = solve_constrained(task, &fresh, err);
	else if (search->feasible)
		rc = solve_budget(task, search, &fresh, err);
	if (!rc && fresh.status == BOA_SOLVED && task->options->previous &&
	    task->options->hysteresis > 0.0)
		rc = keep_widths(task, &fresh.table, err);
	if (rc) {
		boa_table_free(&fresh.table);
		return rc;
	}
	*result = fresh;
	return 0;
}

int boa_solve(const struct boa_classes *set, double budget_per_hour,
	      const struct boa_solve_options *options,
	      struct boa_solve_result *result, struct boa_err *err)
{
	struct boa_problem problem = { 0 };
	struct boa_search search = { 0 };
	const struct task task = { set, &problem, budget_per_hour, options };
	int rc;

	if (!(budget_per_hour > 0.0) || !isfinite(budget_per_hour))
		return boa_err_set(err, BOA_EINVAL,
				   "the budget is %g, expected one above 0",
				   budget_per_hour);
	if (options->unmixed &&
	    (options->n_constraint || options->hysteresis > 0.0))
		return boa_err_set(err, BOA_EINVAL,
				   "unmixed plans under more than the budget");
	rc = boa_problem_init(&problem, set, &options->rule, err);
	if (rc)
		return rc;
	rc = boa_search_run(&problem, budget_per_hour, hint_of(options),
			    &search, err);
	if (!rc)
		rc = answer(&task, &search, result, err);
	boa_search_free(&search);
	boa_problem_free(&problem);
	return rc;
}
