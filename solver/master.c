/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "solver/dp.h"
#include "solver/lp.h"
#include "solver/master.h"
#include "solver/search.h"

#define ROUNDS_MAX 1000
#define GAP_TOL    1e-11 /* of the objective */
#define EXCESS_TOL 1e-9  /* of a limit: what counts as none */

/*
 * A master under way. Rows of the LP: those active, as fractions of their
 * limits, then one per item (its shares add up to 1). Columns: one excess per
 * active row, then those of the pool. Costs are in units of SCALE.
 */
struct run {
	struct boa_pool *pool;
	const bool *active;
	struct boa_lp *lp;
	struct boa_dp dp;
	size_t n_active;
	size_t n_loaded;   /* columns of the pool in the LP */
	double objective;  /* 0 while looking for any feasible choice, else 1 */
	double scale;      /* s */
	double *price;     /* [rows->n] real units, 0 when not active */
	size_t *row_buf;   /* [rows->n + 1] */
	double *value_buf; /* [rows->n + 1] */
	uint32_t *state_buf; /* [max_epoch] */
	double deadline;
	double upper, lower; /* of the LP's objective, last round */
	size_t n_round;
	bool out_of_time;
};

static double now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void run_fini(struct run *run)
{
	boa_lp_free(run->lp);
	boa_dp_fini(&run->dp);
	free(run->price);
	free(run->row_buf);
	free(run->value_buf);
	free(run->state_buf);
}

static int add_rows(struct run *run, struct boa_err *err)
{
	size_t n_item = run->pool->problem->n_item;
	int rc = 0;

	for (size_t a = 0; !rc && a < run->n_active; a++)
		rc = boa_lp_add_row(run->lp, BOA_LP_AT_MOST, 1.0, err);
	for (size_t i = 0; !rc && i < n_item; i++)
		rc = boa_lp_add_row(run->lp, BOA_LP_EQUAL, 1.0, err);
	for (size_t a = 0; !rc && a < run->n_active; a++) {
		const double less = -1.0;
		const struct boa_lp_column excess = { 1.0, false, 1, &a,
						      &less };

		rc = boa_lp_add_column(run->lp, &excess, err);
	}
	return rc;
}

static int run_init(struct run *run, struct boa_pool *pool, const bool *active,
		    double limit_s, struct boa_err *err)
{
	size_t n = pool->rows->n;
	int rc;

	*run = (struct run){
		.pool = pool,
		.active = active,
		.scale = 1.0,
		.deadline = now_s() + limit_s,
	};
	for (size_t r = 0; r < n; r++)
		run->n_active += active[r];
	run->price = calloc(n, sizeof(*run->price));
	run->row_buf = calloc(n + 1, sizeof(*run->row_buf));
	run->value_buf = calloc(n + 1, sizeof(*run->value_buf));
	run->state_buf =
		calloc(pool->problem->max_epoch, sizeof(*run->state_buf));
	if (!run->price || !run->row_buf || !run->value_buf || !run->state_buf)
		rc = boa_err_set(err, BOA_ENOMEM, "a master of %zu rows", n);
	else
		rc = boa_dp_init(&run->dp, pool->problem, err);
	if (!rc)
		rc = boa_lp_new(&run->lp, err);
	if (!rc)
		rc = add_rows(run, err);
	if (rc)
		run_fini(run);
	return rc;
}

static double cost_of(const struct run *run, const struct boa_column *column)
{
	return run->objective * column->objective_s / run->scale;
}

/* Bring the LP up to the pool. */
static int load(struct run *run, struct boa_err *err)
{
	const struct boa_pool *pool = run->pool;
	int rc = 0;

	for (; !rc && run->n_loaded < pool->n; run->n_loaded++) {
		const struct boa_column *from = &pool->column[run->n_loaded];
		struct boa_lp_column column = {
			.cost = cost_of(run, from),
			.row = run->row_buf,
			.value = run->value_buf,
		};
		size_t a = 0;

		for (size_t r = 0; r < pool->rows->n; r++) {
			if (!run->active[r])
				continue;
			if (from->use[r] != 0.0) {
				run->row_buf[column.n] = a;
				run->value_buf[column.n++] = from->use[r];
			}
			a++;
		}
		run->row_buf[column.n] = run->n_active + from->item;
		run->value_buf[column.n++] = 1.0;
		rc = boa_lp_add_column(run->lp, &column, err);
	}
	return rc;
}

/* Turn from any feasible choice to the best one. */
static int start_optimising(struct run *run, struct boa_err *err)
{
	double total = 0.0;
	int rc = 0;

	for (size_t c = 0; c < run->pool->n; c++)
		total += run->pool->column[c].objective_s;
	run->objective = 1.0;
	run->scale = total > 0.0 ? total / (double)run->pool->n : 1.0;
	for (size_t a = 0; !rc && a < run->n_active; a++)
		rc = boa_lp_close_column(run->lp, a, err);
	for (size_t c = 0; !rc && c < run->n_loaded; c++)
		rc = boa_lp_set_cost(run->lp, run->n_active + c,
				     cost_of(run, &run->pool->column[c]), err);
	return rc;
}

/* Take the row duals over as prices; returns what they are worth in all. */
static double read_prices(struct run *run)
{
	const struct boa_rows *rows = run->pool->rows;
	double all = 0.0;
	size_t a = 0;

	for (size_t r = 0; r < rows->n; r++) {
		double dual;

		if (!run->active[r])
			continue;
		dual = fmin(boa_lp_dual(run->lp, a++), 0.0);
		run->price[r] =
			dual < 0.0 ? -dual * run->scale / rows->row[r].limit
				   : 0.0;
		all += dual;
	}
	return all;
}

/*
 * The best plan of item I at the prices joins the pool if it improves on what
 * is there. Writes its value to *VALUE, in the LP's units.
 */
static int price_item(struct run *run, size_t i, double *value, bool *added,
		      struct boa_err *err)
{
	const struct boa_problem *problem = run->pool->problem;
	const struct boa_item *item = &problem->item[i];
	double dual = boa_lp_dual(run->lp, run->n_active + i);
	struct boa_path path = { .state = run->state_buf };

	*added = false;
	if (!(item->rate_per_hour > 0.0)) {
		*value = dual; /* weighs nothing; the seeds must do */
		return 0;
	}
	boa_rows_price(run->pool->rows, problem, i, run->objective, run->price,
		       &run->dp);
	boa_dp_best(&run->dp, item, &path);
	*value = path.value * item->rate_per_hour / problem->rate_per_hour /
		 run->scale;
	if (*value >= dual - 1e-12 * fabs(dual))
		return 0;
	return boa_pool_add(run->pool, i, path.state, added, err);
}

/* Solve and price once; *DONE when no plan can improve on the choice. */
static int do_round(struct run *run, bool *done, struct boa_err *err)
{
	enum boa_lp_status status;
	size_t n_added = 0;
	int rc = load(run, err);

	if (!rc)
		rc = boa_lp_solve(run->lp, run->deadline - now_s(), &status,
				  err);
	if (rc)
		return rc;
	if (status == BOA_LP_TIME_LIMIT) {
		run->out_of_time = *done = true;
		return 0;
	}
	if (status != BOA_LP_OPTIMAL)
		return boa_err_set(err, BOA_ESOLVER,
				   "the master is not optimal (status %d)",
				   (int)status);
	run->upper = boa_lp_objective(run->lp);
	run->lower = read_prices(run);
	for (size_t i = 0; !rc && i < run->pool->problem->n_item; i++) {
		double value;
		bool added;

		rc = price_item(run, i, &value, &added, err);
		run->lower += value;
		n_added += added;
	}
	*done = !n_added ||
		run->upper - run->lower <= GAP_TOL * fabs(run->upper);
	return rc;
}

/* Rounds until nothing improves, or STOP_BELOW is reached. */
static int improve(struct run *run, double stop_below, struct boa_err *err)
{
	bool done = false;
	int rc = 0;

	while (!rc && !done && run->n_round < ROUNDS_MAX) {
		run->n_round++;
		rc = do_round(run, &done, err);
		if (run->upper <= stop_below)
			done = true;
		if (now_s() > run->deadline)
			run->out_of_time = done = true;
	}
	return rc;
}

static int add_path(struct run *run, size_t i, const struct boa_path *path,
		    struct boa_err *err)
{
	bool added;

	return boa_pool_add(run->pool, i, path->state, &added, err);
}

/*
 * Plans to begin with: the ends of each hull, and those best around the price
 * MU that the budget alone would have, on every type.
 */
static int seed_item(struct run *run, size_t i, double mu, struct boa_err *err)
{
	static const double around[] = { 0.25, 0.5, 1.0, 2.0, 4.0 };
	const struct boa_problem *problem = run->pool->problem;
	const struct boa_item *item = &problem->item[i];
	struct boa_path path = { .state = run->state_buf };
	int rc;

	boa_dp_cheapest(&run->dp, item, &path);
	rc = add_path(run, i, &path, err);
	boa_dp_fastest(&run->dp, item, &path);
	if (!rc)
		rc = add_path(run, i, &path, err);
	for (size_t k = 0; !rc && k < 5; k++) {
		double spend = boa_spend_worth(problem, mu * around[k]);

		boa_dp_set_worth(&run->dp, item,
				 (struct boa_worth){ item->weight, spend });
		boa_dp_best(&run->dp, item, &path);
		rc = add_path(run, i, &path, err);
		for (size_t g = 0;
		     !rc && around[k] == 1.0 && g < item->n_segment; g++) {
			boa_dp_best_of_type(&run->dp, item, g, &path);
			rc = add_path(run, i, &path, err);
		}
	}
	return rc;
}

static int seed(struct run *run, struct boa_err *err)
{
	const struct boa_problem *problem = run->pool->problem;
	struct boa_search search = { 0 };
	int rc = boa_search_run(problem, run->pool->rows->row[0].limit, 0.0,
				&search, err);

	for (size_t i = 0; !rc && i < problem->n_item; i++)
		rc = seed_item(run, i, search.shadow_price, err);
	boa_search_free(&search);
	return rc;
}

/* Is there a choice at all? Leaves the LP at one when there is. */
static int find_any(struct run *run, bool *feasible, struct boa_err *err)
{
	double most = EXCESS_TOL;
	int rc = run->pool->n ? 0 : seed(run, err);

	if (!rc)
		rc = improve(run, most, err);
	*feasible = run->upper <= most;
	return rc;
}

int boa_master_is_feasible(struct boa_pool *pool, const bool *active,
			   double limit_s, bool *feasible, struct boa_err *err)
{
	struct run run;
	int rc = run_init(&run, pool, active, limit_s, err);

	if (rc)
		return rc;
	rc = find_any(&run, feasible, err);
	if (!rc && run.out_of_time)
		rc = boa_err_set(err, BOA_ESOLVER, "no verdict within %g s",
				 limit_s);
	run_fini(&run);
	return rc;
}

static int hand_over(struct run *run, struct boa_master *master,
		     struct boa_err *err)
{
	struct boa_pool *pool = run->pool;
	double *share = calloc(pool->n + 1, sizeof(*share));

	if (!share)
		return boa_err_set(err, BOA_ENOMEM, "%zu columns", pool->n);
	for (size_t c = 0; c < run->n_loaded; c++)
		share[c] = fmax(boa_lp_primal(run->lp, run->n_active + c), 0.0);
	*master = (struct boa_master){
		.feasible = true,
		.out_of_time = run->out_of_time,
		.objective_s = run->upper * run->scale,
		.dual_bound_s = run->lower * run->scale,
		.price = run->price,
		.share = share,
		.n_round = run->n_round,
	};
	run->price = NULL;
	return 0;
}

int boa_master_solve(struct boa_pool *pool, const bool *active, double limit_s,
		     struct boa_master *master, struct boa_err *err)
{
	struct boa_master fresh = { 0 };
	struct run run;
	int rc = run_init(&run, pool, active, limit_s, err);

	if (rc)
		return rc;
	rc = find_any(&run, &fresh.feasible, err);
	if (!rc && run.out_of_time)
		rc = boa_err_set(err, BOA_ESOLVER, "no plans within %g s",
				 limit_s);
	if (!rc && fresh.feasible) {
		rc = start_optimising(&run, err);
		if (!rc)
			rc = improve(&run, -HUGE_VAL, err);
		if (!rc)
			rc = hand_over(&run, &fresh, err);
	}
	if (!rc)
		*master = fresh;
	run_fini(&run);
	return rc;
}

void boa_master_free(struct boa_master *master)
{
	free(master->price);
	free(master->share);
	*master = (struct boa_master){ 0 };
}
