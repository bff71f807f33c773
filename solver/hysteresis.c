/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/hysteresis.h"
#include "solver/lp.h"
#include "solver/pool.h"
#include "solver/tabulate.h"

#define SHARE_LEAST 1e-9  /* below: rounding of the simplex */
#define SLACK       1e-10 /* of the objective's limit, for rounding */
#define TIE_BREAK   1e-6  /* of a job moved: between equals, the faster */

struct run {
	const struct boa_hysteresis *what;
	struct boa_pool pool;
	size_t n_old; /* the pool's first columns are the old table's */
	struct boa_lp *lp;
	uint32_t *state; /* [max_epoch] */
	double *price;   /* [rows->n] */
};

/* The state of GPUS GPUs of the type called NAME, or -1. */
static ptrdiff_t find_state(const struct boa_classes *set,
			    const struct boa_item *item, const char *name,
			    unsigned gpus)
{
	for (size_t g = 0; g < item->n_segment; g++) {
		const struct boa_segment *segment = &item->segment[g];
		size_t end = segment->first + segment->n_state;

		if (strcmp(set->gpu_type[segment->type].name, name) != 0)
			continue;
		for (size_t s = segment->first; s < end; s++) {
			if (item->gpus[s] == gpus)
				return (ptrdiff_t)s;
		}
	}
	return -1;
}

/* May ITEM still run as PLAN says? Its states then are in RUN->state. */
static bool find_states(struct run *run, const struct boa_item *item,
			const struct boa_plan *plan)
{
	for (size_t j = 0; j < item->n_epoch; j++) {
		ptrdiff_t s = find_state(run->what->set, item,
					 plan->gpu_type[j], plan->gpus[j]);

		if (s < 0)
			return false;
		if (j && !item->free_type &&
		    strcmp(plan->gpu_type[j], plan->gpu_type[0]) != 0)
			return false;
		run->state[j] = (uint32_t)s;
	}
	return true;
}

/* Put the plans in use of TABLE into the pool, class by class. */
static int add_table(struct run *run, const struct boa_table *table,
		     struct boa_err *err)
{
	const struct boa_classes *set = run->what->set;
	int rc = 0;

	for (size_t i = 0; !rc && i < set->n_class; i++) {
		const struct boa_item *item = &run->what->problem->item[i];
		const char *name = set->class[i].name;
		const struct boa_table_class *entry =
			boa_table_find(table, name, strlen(name));
		bool added;

		if (!entry || entry->n_epoch != item->n_epoch)
			continue;
		for (size_t q = 0; !rc && q < entry->n_plan; q++) {
			if (entry->plan[q].share > 0.0 &&
			    find_states(run, item, &entry->plan[q]))
				rc = boa_pool_add(&run->pool, i, run->state,
						  &added, err);
		}
	}
	return rc;
}

static int add_column(struct run *run, size_t c, double objective_s,
		      struct boa_err *err)
{
	const struct boa_column *from = &run->pool.column[c];
	const struct boa_problem *problem = run->what->problem;
	size_t n = run->what->rows->n;
	size_t *row = calloc(n + 2, sizeof(*row));
	double *value = calloc(n + 2, sizeof(*value));
	struct boa_lp_column column = { .n = n + 2,
					.row = row,
					.value = value };
	int rc;

	if (!row || !value) {
		rc = boa_err_set(err, BOA_ENOMEM, "a column");
		goto out;
	}
	for (size_t r = 0; r < n; r++) {
		row[r] = r;
		value[r] = from->use[r];
	}
	row[n] = n;
	value[n] = objective_s > 0.0 ? from->objective_s / objective_s : 0.0;
	row[n + 1] = n + 1 + from->item;
	value[n + 1] = 1.0;
	column.cost = TIE_BREAK * value[n];
	if (c >= run->n_old)
		column.cost += problem->item[from->item].rate_per_hour /
			       problem->rate_per_hour;
	rc = boa_lp_add_column(run->lp, &column, err);
out:
	free(row);
	free(value);
	return rc;
}

/* The programme of least change; *FOUND when it has an answer. */
static int choose(struct run *run, double objective_s, bool *found,
		  struct boa_err *err)
{
	const struct boa_hysteresis *what = run->what;
	enum boa_lp_status status = BOA_LP_INFEASIBLE;
	int rc = boa_lp_new(&run->lp, err);

	for (size_t r = 0; !rc && r < what->rows->n; r++)
		rc = boa_lp_add_row(run->lp, BOA_LP_AT_MOST, 1.0 + SLACK, err);
	if (!rc)
		rc = boa_lp_add_row(run->lp, BOA_LP_AT_MOST,
				    1.0 + what->fraction + SLACK, err);
	for (size_t i = 0; !rc && i < what->problem->n_item; i++)
		rc = boa_lp_add_row(run->lp, BOA_LP_EQUAL, 1.0, err);
	for (size_t c = 0; !rc && c < run->pool.n; c++)
		rc = add_column(run, c, objective_s, err);
	if (!rc)
		rc = boa_lp_solve(run->lp, what->limit_s, &status, err);
	*found = !rc && status == BOA_LP_OPTIMAL;
	return rc;
}

/* Plans in use of item I as the LP has them; returns how many. */
static size_t list_in_use(const struct run *run, size_t i,
			  struct boa_candidate *in_use)
{
	double sum = 0.0;
	size_t n = 0;

	for (size_t c = run->pool.first[i]; c != SIZE_MAX;
	     c = run->pool.column[c].next) {
		double share = boa_lp_primal(run->lp, c);

		if (share < SHARE_LEAST)
			continue;
		in_use[n++] = (struct boa_candidate){
			.share = share,
			.state = run->pool.column[c].state,
		};
		sum += share;
	}
	for (size_t q = 0; q < n; q++)
		in_use[q].share /= sum;
	return n;
}

/* The entries of FRESH, a table of classes only. */
static int fill(struct run *run, struct boa_table *fresh, struct boa_err *err)
{
	const struct boa_hysteresis *what = run->what;
	size_t n_item = what->problem->n_item;
	struct boa_tabulator tab = { 0 };
	struct boa_candidate *in_use = calloc(run->pool.n, sizeof(*in_use));
	int rc = in_use ? 0 : BOA_ENOMEM;

	fresh->class = calloc(n_item, sizeof(*fresh->class));
	if (!rc && fresh->class)
		rc = boa_tabulator_init(&tab, what->set, what->problem,
					what->rows, run->price, run->pool.n);
	else
		rc = BOA_ENOMEM;
	for (size_t i = 0; !rc && i < n_item; i++) {
		size_t n = list_in_use(run, i, in_use);

		rc = boa_tabulate(&tab, i, in_use, n, &fresh->class[i]);
		fresh->n_class = i + !rc;
	}
	boa_tabulator_fini(&tab);
	free(in_use);
	return rc ? boa_err_set(err, rc, "a table of %zu classes", n_item) : 0;
}

/* FRESH's classes become TABLE's. */
static void swap_in(struct run *run, struct boa_table *table,
		    struct boa_table *fresh)
{
	struct boa_table_class *classes = table->class;
	struct boa_expected *expected = &table->expected;

	table->class = fresh->class;
	fresh->class = classes;
	boa_tabulate_expect(run->what->set, table);
	expected->dual_bound_s =
		fmin(expected->dual_bound_s, expected->objective_s);
	expected->gap = expected->objective_s - expected->dual_bound_s;
	for (size_t r = 0; r < table->n_limit; r++) {
		double fraction = 0.0;

		for (size_t c = 0; c < run->pool.n; c++)
			fraction += boa_lp_primal(run->lp, c) *
				    run->pool.column[c].use[r + 1];
		table->limit[r].used = fraction * table->limit[r].limit;
	}
}

static void read_prices(struct run *run, const struct boa_table *table)
{
	run->price[0] = table->expected.shadow_price;
	for (size_t r = 0; r < table->n_limit; r++)
		run->price[r + 1] = table->limit[r].price;
}

int boa_hysteresis_apply(const struct boa_hysteresis *what,
			 struct boa_table *table, struct boa_err *err)
{
	struct run run = { .what = what };
	struct boa_table fresh = { 0 };
	bool found = false;
	int rc = boa_pool_init(&run.pool, what->problem, what->rows,
			       what->set->n_gpu_type, err);

	if (rc)
		return rc;
	run.state = calloc(what->problem->max_epoch, sizeof(*run.state));
	run.price = calloc(what->rows->n, sizeof(*run.price));
	if (!run.state || !run.price)
		rc = boa_err_set(err, BOA_ENOMEM, "a table");
	if (!rc)
		rc = add_table(&run, what->old, err);
	run.n_old = run.pool.n;
	if (!rc)
		rc = add_table(&run, table, err);
	if (!rc)
		rc = choose(&run, table->expected.objective_s, &found, err);
	if (!rc && found) {
		read_prices(&run, table);
		rc = fill(&run, &fresh, err);
		if (!rc)
			swap_in(&run, table, &fresh);
	}
	boa_table_free(&fresh);
	boa_lp_free(run.lp);
	boa_pool_free(&run.pool);
	free(run.state);
	free(run.price);
	return rc;
}
