/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solver_bench.c - the width solver on public problems and on large random
 * ones, beside the same problem with all its plans handed to GLPK where they
 * can be listed. Solving only: input in memory, no file written.
 */
#include "config.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "solver/frontier.h"
#include "solver/labels.h"
#include "solver/lp.h"
#include "solver/solve.h"
#include "tests/bench/bench.h"
#include "tests/bench/big_set.h"

#include "src/class_json.h"

#define LABELS_MOST 3000000 /* plans that are undominated, to be listed */

static void fail(const char *what)
{
	fprintf(stderr, "solver_bench: %s\n", what);
	exit(EXIT_FAILURE);
}

struct work {
	const struct boa_classes *set;
	double budget;
	struct boa_solve_options options;
};

static void solve(const struct work *work)
{
	struct boa_solve_result got = { 0 };
	struct boa_err err;

	if (boa_solve(work->set, work->budget, &work->options, &got, &err))
		fail(err.text);
	if (got.status != BOA_SOLVED)
		fail("infeasible");
	boa_table_free(&got.table);
}

static void sweep(const struct work *work)
{
	struct boa_problem problem = { 0 };
	struct boa_frontier frontier = { 0 };

	if (boa_problem_init(&problem, work->set, &work->options.rule, NULL) ||
	    boa_frontier_init(&frontier, &problem, NULL))
		fail("no frontier");
	boa_frontier_free(&frontier);
	boa_problem_free(&problem);
}

/* Median CPU seconds of N runs of JOB. */
static double measure(void (*job)(const struct work *), const struct work *work,
		      size_t n)
{
	double *seconds = calloc(n, sizeof(*seconds)), median;

	if (!seconds)
		fail("out of memory");
	for (size_t r = 0; r < n; r++) {
		double start = bench_now_s();

		job(work);
		seconds[r] = bench_now_s() - start;
	}
	qsort(seconds, n, sizeof(*seconds), bench_by_value);
	median = seconds[n / 2];
	free(seconds);
	return median;
}

static void add_plans(struct boa_lp *lp, const struct boa_problem *problem,
		      size_t i, const struct boa_labels *labels, double budget)
{
	const struct boa_item *item = &problem->item[i];
	size_t last = labels->n_epoch - 1;
	const size_t row[] = { 0, i + 1 };

	for (size_t q = 0; q < labels->n[last]; q++) {
		const struct boa_label *plan = &labels->label[last][q];
		const double value[] = {
			item->rate_per_hour * plan->spend / 3600.0 / budget,
			1.0,
		};
		const struct boa_lp_column column = {
			.cost = item->rate_per_hour * item->weight *
				plan->time_s / problem->rate_per_hour,
			.n = 2,
			.row = row,
			.value = value,
		};

		if (boa_lp_add_column(lp, &column, NULL))
			fail("a column");
	}
}

/*
 * CPU seconds that GLPK takes for WORK with every undominated plan a column,
 * the listing of which is not counted; NAN when there are too many.
 */
static double all_columns(const struct work *work, size_t *n_column)
{
	const struct boa_worth worth = { 1.0, 1.0 };
	struct boa_problem problem = { 0 };
	struct boa_lp *lp = NULL;
	enum boa_lp_status status;
	double start = NAN;

	*n_column = 0;
	if (boa_problem_init(&problem, work->set, &work->options.rule, NULL) ||
	    boa_lp_new(&lp, NULL))
		fail("out of memory");
	for (size_t r = 0; r <= problem.n_item; r++)
		boa_lp_add_row(lp, r ? BOA_LP_EQUAL : BOA_LP_AT_MOST, 1.0,
			       NULL);
	for (size_t i = 0; i < problem.n_item; i++) {
		struct boa_labels labels = { 0 };

		if (boa_labels_init(&labels, &problem.item[i], worth, HUGE_VAL,
				    LABELS_MOST, NULL))
			goto out;
		*n_column += labels.n[labels.n_epoch - 1];
		add_plans(lp, &problem, i, &labels, work->budget);
		boa_labels_free(&labels);
	}
	start = bench_now_s();
	if (boa_lp_solve(lp, 600.0, &status, NULL) || status != BOA_LP_OPTIMAL)
		fail("GLPK has no answer");
	start = bench_now_s() - start;
out:
	boa_lp_free(lp);
	boa_problem_free(&problem);
	return start;
}

static void print(const char *what, double seconds, double target_s)
{
	printf("%-58s %10.3f ms  (target %g ms)\n", what, 1e3 * seconds,
	       1e3 * target_s);
	fflush(stdout);
}

static void print_ratio(double seconds, const struct work *work)
{
	size_t n_column;
	double glpk_s = all_columns(work, &n_column);

	if (isnan(glpk_s))
		printf("%-58s\n", "  all plans to GLPK: too many to list");
	else
		printf("  %zu undominated plans, all to GLPK: %.3f ms, %.0f "
		       "times as long\n",
		       n_column, 1e3 * glpk_s, glpk_s / seconds);
	fflush(stdout);
}

static void load(const char *name, struct boa_classes *set)
{
	const char *data = getenv("BOA_DATA");
	char path[4096];
	struct boa_err err;

	snprintf(path, sizeof(path), "%s/problems/%s.json", data ? data : "",
		 name);
	if (boa_classes_load(path, set, &err))
		fail(err.text);
}

static void bench_public(const char *name, double budget,
			 const double target_s[3])
{
	struct boa_classes set = { 0 };
	struct work work = { .set = &set, .budget = budget };
	char what[80];
	double seconds;

	load(name, &set);
	snprintf(what, sizeof(what), "%s at %g, one budget", name, budget);
	seconds = measure(solve, &work, 101);
	print(what, seconds, target_s[0]);
	print_ratio(seconds, &work);
	snprintf(what, sizeof(what), "%s, whole frontier", name);
	print(what, measure(sweep, &work, 101), target_s[1]);
	work.options.unmixed = true;
	snprintf(what, sizeof(what), "%s at %g, unmixed, proven", name, budget);
	print(what, measure(solve, &work, 5), target_s[2]);
	boa_classes_free(&set);
}

/* Half way between what all need at least and twice that. */
static double medium_budget(const struct boa_classes *set)
{
	struct boa_solve_result got = { 0 };
	const struct boa_solve_options options = { 0 };

	if (boa_solve(set, 1e-9, &options, &got, NULL))
		fail("no least budget");
	return 1.5 * got.least_budget;
}

static double bench_big(size_t n_class, double target_s)
{
	struct boa_classes set = { 0 };
	struct work work = { .set = &set };
	char what[80];
	double seconds;

	big_set(&set, n_class);
	work.budget = medium_budget(&set);
	snprintf(what, sizeof(what),
		 "%zu classes x 10 epochs x 3 types x 32 widths", n_class);
	seconds = measure(solve, &work, n_class > 1000 ? 3 : 11);
	print(what, seconds, target_s);
	boa_classes_free(&set);
	return seconds;
}

/* Limits that bind: what each takes without them, less a tenth. */
static void bench_constrained(void)
{
	struct boa_constraint limit[BIG_N_TYPE + BIG_N_ACCOUNT];
	char account[BIG_N_ACCOUNT][32];
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	struct work work = { .set = &set };

	big_set(&set, 1000);
	work.budget = medium_budget(&set);
	for (size_t r = 0; r < BIG_N_TYPE + BIG_N_ACCOUNT; r++) {
		limit[r] = (struct boa_constraint){ .kind = BOA_ROW_TYPE,
						    .index = r,
						    .limit = 1e12 };
		if (r < BIG_N_TYPE)
			continue;
		snprintf(account[r - BIG_N_TYPE], 32, "acct%zu",
			 r - BIG_N_TYPE);
		limit[r].kind = BOA_ROW_ACCOUNT;
		limit[r].account = account[r - BIG_N_TYPE];
	}
	work.options.n_constraint = BIG_N_TYPE + BIG_N_ACCOUNT;
	work.options.constraint = limit;
	if (boa_solve(&set, work.budget, &work.options, &got, NULL) ||
	    got.status != BOA_SOLVED)
		fail("no answer without limits");
	for (size_t r = 0; r < got.table.n_limit; r++)
		limit[r].limit = 0.9 * got.table.limit[r].used + 1e-9;
	boa_table_free(&got.table);
	print("1000 classes, 3 type caps, 20 account budgets, all bind",
	      measure(solve, &work, 3), 2.0);
	boa_classes_free(&set);
}

int main(void)
{
	static const double t4[] = { 0.5e-3, 5e-3, 0.3 };
	static const double hetero[] = { 2e-3, 20e-3, 2.0 };
	const char *data = getenv("BOA_DATA");
	char path[4096];
	double one, ten;

	snprintf(path, sizeof(path), "%s/problems/t4-full.json",
		 data ? data : "");
	if (access(path, R_OK)) {
		puts("the public problems are not at hand (BOA_DATA)");
	} else {
		bench_public("t4-full", 149.8, t4);
		bench_public("hetero-full", 135.0, hetero);
	}
	one = bench_big(1000, 0.1);
	ten = bench_big(10000, 1.2);
	printf("  10 times the classes take %.1f times as long (target 12)\n",
	       ten / one);
	bench_constrained();
	return EXIT_SUCCESS;
}
