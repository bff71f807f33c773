/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solver/labels.h"
#include "solver/lp.h"
#include "solver/unmixed.h"

#define LABELS_MAX ((size_t)20000000) /* some 600 MB */
#define GAP_TOL    1e-10 /* of the objective: what counts as no difference */
#define FIRST_PART 64.0  /* of the gap is let in first */

struct run {
	const struct boa_problem *problem;
	double budget;
	double lower; /* the LP's */
	double mu;
	double deadline;
	struct boa_labels *labels; /* [n_item] */
	size_t *path_at;           /* [n_item] */
	double best;               /* objective of the best known */
	uint32_t *state;           /* [n_path] its plans */
	double *x;                 /* [n_column] */
	size_t n_column;
};

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static struct boa_worth worth_of(const struct run *run, size_t i)
{
	return (struct boa_worth){
		run->problem->item[i].weight,
		boa_spend_worth(run->problem, run->mu),
	};
}

static void drop_labels(struct run *run)
{
	for (size_t i = 0; run->labels && i < run->problem->n_item; i++)
		boa_labels_free(&run->labels[i]);
}

static void run_fini(struct run *run)
{
	drop_labels(run);
	free(run->labels);
	free(run->path_at);
	free(run->state);
	free(run->x);
}

/* The mixed item, if any, at its cheap plan: within the budget. */
static void round_down(struct run *run, const struct boa_search *search)
{
	run->best = 0.0;
	for (size_t i = 0; i < run->problem->n_item; i++) {
		const struct boa_item *item = &run->problem->item[i];
		const struct boa_side *side =
			search->split[i] < 1.0 ? &search->cheap : &search->fast;

		memcpy(run->state + run->path_at[i],
		       side->state + run->path_at[i],
		       item->n_epoch * sizeof(*run->state));
		run->best += item->rate_per_hour * item->weight *
			     side->time_s[i] / run->problem->rate_per_hour;
	}
}

static int run_init(struct run *run, const struct boa_problem *problem,
		    double budget, const struct boa_search *search,
		    struct boa_err *err)
{
	size_t at = 0;

	*run = (struct run){
		.problem = problem,
		.budget = budget,
		.lower = search->dual_bound_s,
		.mu = search->shadow_price,
		.labels = calloc(problem->n_item, sizeof(*run->labels)),
		.path_at = calloc(problem->n_item, sizeof(*run->path_at)),
		.state = calloc(problem->n_path, sizeof(*run->state)),
	};
	if (!run->labels || !run->path_at || !run->state) {
		run_fini(run);
		return boa_err_set(err, BOA_ENOMEM, "%zu classes",
				   problem->n_item);
	}
	for (size_t i = 0; i < problem->n_item; i++) {
		run->path_at[i] = at;
		at += problem->item[i].n_epoch;
	}
	round_down(run, search);
	return 0;
}

/* Plans of every item whose reduced cost is at most GAP, in s of objective. */
static int list_plans(struct run *run, double gap, struct boa_err *err)
{
	const struct boa_problem *problem = run->problem;
	int rc = 0;

	drop_labels(run);
	run->n_column = 0;
	for (size_t i = 0; !rc && i < problem->n_item; i++) {
		const struct boa_item *item = &problem->item[i];
		double per_job = 0.0;

		/* one that never comes has its best plan, whatever the gap */
		if (item->rate_per_hour > 0.0)
			per_job = gap * problem->rate_per_hour /
				  item->rate_per_hour;
		rc = boa_labels_init(&run->labels[i], item, worth_of(run, i),
				     per_job, LABELS_MAX, err);
		if (!rc)
			run->n_column += run->labels[i].n[item->n_epoch - 1];
	}
	return rc;
}

static int add_columns(const struct run *run, struct boa_lp *lp, double scale,
		       struct boa_err *err)
{
	const struct boa_problem *problem = run->problem;
	int rc = 0;

	for (size_t i = 0; !rc && i < problem->n_item; i++) {
		const struct boa_item *item = &problem->item[i];
		const struct boa_labels *labels = &run->labels[i];
		size_t last = item->n_epoch - 1;
		const size_t row[] = { 0, i + 1 };

		for (size_t q = 0; !rc && q < labels->n[last]; q++) {
			const struct boa_label *plan = &labels->label[last][q];
			const double value[] = {
				item->rate_per_hour * plan->spend / 3600.0 /
					run->budget,
				1.0,
			};
			const struct boa_lp_column column = {
				.cost = item->rate_per_hour * item->weight *
					plan->time_s / problem->rate_per_hour /
					scale,
				.is_binary = true,
				.n = 2,
				.row = row,
				.value = value,
			};

			rc = boa_lp_add_column(lp, &column, err);
		}
	}
	return rc;
}

/* Take the chosen plans over when they are better than the best known. */
static void adopt(struct run *run)
{
	const struct boa_problem *problem = run->problem;
	double objective = 0.0;
	size_t c = 0;

	for (int copy = 0; copy < 2; copy++, c = 0) {
		for (size_t i = 0; i < problem->n_item; i++) {
			const struct boa_item *item = &problem->item[i];
			const struct boa_labels *labels = &run->labels[i];
			size_t last = item->n_epoch - 1;

			for (size_t q = 0; q < labels->n[last]; q++, c++) {
				if (run->x[c] < 0.5)
					continue;
				if (copy)
					boa_labels_trace(
						labels, q,
						run->state + run->path_at[i]);
				else
					objective +=
						item->rate_per_hour *
						item->weight *
						labels->label[last][q].time_s /
						problem->rate_per_hour;
			}
		}
		if (!copy && objective >= run->best)
			return;
		run->best = objective;
	}
}

/* Branch and bound over the plans listed; *DONE unless the time ran out. */
static int choose(struct run *run, bool *done, struct boa_err *err)
{
	struct boa_lp *lp = NULL;
	struct boa_lp_branched found = { 0 };
	enum boa_lp_status status = BOA_LP_TIME_LIMIT;
	double scale = run->best > 0.0 ? run->best : 1.0;
	int rc = boa_lp_new(&lp, err);

	free(run->x);
	run->x = calloc(run->n_column, sizeof(*run->x));
	if (!rc && !run->x)
		rc = boa_err_set(err, BOA_ENOMEM, "%zu plans", run->n_column);
	if (!rc)
		rc = boa_lp_add_row(lp, BOA_LP_AT_MOST, 1.0, err);
	for (size_t i = 0; !rc && i < run->problem->n_item; i++)
		rc = boa_lp_add_row(lp, BOA_LP_EQUAL, 1.0, err);
	if (!rc)
		rc = add_columns(run, lp, scale, err);
	if (!rc)
		rc = boa_lp_solve(lp, run->deadline - now_s(), &status, err);
	if (!rc && status == BOA_LP_OPTIMAL)
		rc = boa_lp_branch(lp, run->deadline - now_s(), &found, run->x,
				   err);
	if (!rc && found.has_answer)
		adopt(run);
	*done = status == BOA_LP_INFEASIBLE ||
		(status == BOA_LP_OPTIMAL && found.status != BOA_LP_TIME_LIMIT);
	boa_lp_free(lp);
	return rc;
}

/* Let plans in by growing reduced cost until the best known is proven. */
static int close_gap(struct run *run, bool *proven, struct boa_err *err)
{
	double let_in = (run->best - run->lower) / FIRST_PART;
	int rc = 0;

	*proven = run->best - run->lower <= GAP_TOL * run->best;
	while (!*proven) {
		bool done = false;
		double gap = run->best - run->lower;

		let_in = fmin(let_in, gap);
		rc = list_plans(run, let_in * (1.0 + GAP_TOL), err);
		if (!rc)
			rc = choose(run, &done, err);
		/* too many plans is no failure: the best known stands */
		if (rc == BOA_ERANGE)
			rc = 0;
		if (rc || !done)
			return rc;
		*proven = run->best - run->lower <= let_in * (1.0 + GAP_TOL);
		let_in *= 4.0;
	}
	return 0;
}

int boa_unmixed_solve(const struct boa_problem *problem, double budget_per_hour,
		      const struct boa_search *search, double limit_s,
		      struct boa_unmixed *unmixed, struct boa_err *err)
{
	struct boa_unmixed fresh = { 0 };
	struct run run;
	int rc = run_init(&run, problem, budget_per_hour, search, err);

	if (rc)
		return rc;
	run.deadline = now_s() + limit_s;
	rc = close_gap(&run, &fresh.proven, err);
	if (!rc) {
		fresh.objective_s = run.best;
		fresh.bound_s = fresh.proven ? run.best : run.lower;
		fresh.state = run.state;
		run.state = NULL;
		*unmixed = fresh;
	}
	run_fini(&run);
	return rc;
}

void boa_unmixed_free(struct boa_unmixed *unmixed)
{
	free(unmixed->state);
	*unmixed = (struct boa_unmixed){ 0 };
}
