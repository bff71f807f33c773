/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/conflict.h"
#include "solver/constrained.h"
#include "solver/master.h"
#include "solver/tabulate.h"

#define SHARE_LEAST 1e-9 /* below: rounding of the simplex */

/* Plans in use of item I, shares made to add up to 1; returns how many. */
static size_t list_in_use(const struct boa_pool *pool,
			  const struct boa_master *master, size_t i,
			  struct boa_candidate *in_use)
{
	double sum = 0.0;
	size_t n = 0;

	for (size_t c = pool->first[i]; c != SIZE_MAX;
	     c = pool->column[c].next) {
		if (master->share[c] < SHARE_LEAST)
			continue;
		in_use[n++] = (struct boa_candidate){
			.share = master->share[c],
			.state = pool->column[c].state,
		};
		sum += master->share[c];
	}
	for (size_t q = 0; q < n; q++)
		in_use[q].share /= sum;
	return n;
}

/* A class that never comes is not in the LP's mind: give it what is best. */
static size_t list_best(struct boa_tabulator *tab, size_t i, uint32_t *state,
			struct boa_candidate *in_use)
{
	struct boa_path path = { .state = state };

	boa_rows_price(tab->rows, tab->problem, i, 1.0, tab->price, &tab->dp);
	boa_dp_best(&tab->dp, &tab->problem->item[i], &path);
	in_use[0] = (struct boa_candidate){ .share = 1.0, .state = state };
	return 1;
}

static bool has_jct_row(const struct boa_rows *rows, size_t i)
{
	for (size_t r = 0; r < rows->n; r++) {
		if (rows->row[r].kind == BOA_ROW_JCT && rows->row[r].index == i)
			return true;
	}
	return false;
}

static int add_entries(struct boa_tabulator *tab, const struct boa_pool *pool,
		       const struct boa_master *master, struct boa_table *table)
{
	const struct boa_problem *problem = tab->problem;
	struct boa_candidate *in_use = calloc(tab->room, sizeof(*in_use));
	uint32_t *state = calloc(problem->max_epoch, sizeof(*state));
	int rc = in_use && state ? 0 : BOA_ENOMEM;

	for (size_t i = 0; !rc && i < problem->n_item; i++) {
		bool light = !(problem->item[i].rate_per_hour > 0.0) &&
			     !has_jct_row(tab->rows, i);
		size_t n = light ? list_best(tab, i, state, in_use)
				 : list_in_use(pool, master, i, in_use);

		rc = boa_tabulate(tab, i, in_use, n, &table->class[i]);
		table->n_class = i + !rc;
	}
	free(in_use);
	free(state);
	return rc;
}

/* The most columns that one item has. */
static size_t most_columns(const struct boa_pool *pool)
{
	size_t most = 1;

	for (size_t i = 0; i < pool->problem->n_item; i++) {
		size_t n = 0;

		for (size_t c = pool->first[i]; c != SIZE_MAX;
		     c = pool->column[c].next)
			n++;
		most = n > most ? n : most;
	}
	return most;
}

static int fill_classes(const struct boa_constrained *what,
			const struct boa_pool *pool,
			const struct boa_master *master,
			struct boa_table *table)
{
	struct boa_tabulator tab = { 0 };
	int rc;

	table->class = calloc(what->problem->n_item, sizeof(*table->class));
	if (!table->class)
		return BOA_ENOMEM;
	rc = boa_tabulator_init(&tab, what->set, what->problem, what->rows,
				master->price, most_columns(pool));
	if (!rc)
		rc = add_entries(&tab, pool, master, table);
	boa_tabulator_fini(&tab);
	return rc;
}

static double used(const struct boa_pool *pool, const struct boa_master *master,
		   size_t r)
{
	double fraction = 0.0;

	for (size_t c = 0; c < pool->n; c++)
		fraction += master->share[c] * pool->column[c].use[r];
	return fraction * pool->rows->row[r].limit;
}

static const char *kind_name(enum boa_row_kind kind)
{
	switch (kind) {
	case BOA_ROW_ACCOUNT:
		return "account";
	case BOA_ROW_TYPE:
		return "gpu_type";
	case BOA_ROW_JCT:
		return "jct";
	case BOA_ROW_BUDGET:
		break;
	}
	return "budget";
}

static int fill_limits(const struct boa_constrained *what,
		       const struct boa_pool *pool,
		       const struct boa_master *master, struct boa_table *table)
{
	size_t n = what->rows->n - 1;

	table->limit = calloc(n, sizeof(*table->limit));
	if (!table->limit)
		return BOA_ENOMEM;
	for (size_t r = 0; r < n; r++) {
		const struct boa_constraint *from = &what->constraint[r];
		struct boa_table_limit *limit = &table->limit[r];
		const char *name = from->account;

		if (from->kind == BOA_ROW_TYPE)
			name = what->set->gpu_type[from->index].name;
		else if (from->kind == BOA_ROW_JCT)
			name = what->set->class[from->index].name;
		limit->kind = strdup(kind_name(from->kind));
		limit->name = strdup(name);
		limit->limit = from->limit;
		limit->used = used(pool, master, r + 1);
		limit->price = master->price[r + 1];
		table->n_limit = r + 1;
		if (!limit->kind || !limit->name)
			return BOA_ENOMEM;
	}
	return 0;
}

static int fill_table(const struct boa_constrained *what,
		      const struct boa_pool *pool,
		      const struct boa_master *master, struct boa_table *table,
		      struct boa_err *err)
{
	struct boa_expected *expected = &table->expected;
	int rc = fill_classes(what, pool, master, table);

	if (!rc)
		rc = fill_limits(what, pool, master, table);
	if (rc)
		return boa_err_set(err, rc, "a table of %zu classes",
				   what->problem->n_item);
	boa_tabulate_expect(what->set, table);
	expected->shadow_price = master->price[0];
	expected->dual_bound_s =
		fmin(master->dual_bound_s, expected->objective_s);
	expected->gap = expected->objective_s - expected->dual_bound_s;
	return 0;
}

int boa_constrained_solve(const struct boa_constrained *what,
			  struct boa_table *table, bool *feasible,
			  bool *conflict, struct boa_err *err)
{
	struct boa_pool pool = { 0 };
	struct boa_master master = { 0 };
	size_t n = what->rows->n;
	bool *active = calloc(n, sizeof(*active));
	int rc = active ? 0 : boa_err_set(err, BOA_ENOMEM, "%zu limits", n);

	for (size_t r = 0; active && r < n; r++)
		active[r] = true;
	if (!rc)
		rc = boa_pool_init(&pool, what->problem, what->rows,
				   what->set->n_gpu_type, err);
	if (!rc)
		rc = boa_master_solve(&pool, active, what->limit_s, &master,
				      err);
	if (rc)
		goto out;
	*feasible = master.feasible;
	if (master.feasible)
		rc = fill_table(what, &pool, &master, table, err);
	else
		rc = boa_conflict_find(&pool, what->limit_s, conflict, err);
out:
	boa_master_free(&master);
	boa_pool_free(&pool);
	free(active);
	return rc;
}
