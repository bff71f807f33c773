/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/rows.h"
#include "solver/tabulate.h"

static double account_rate(const struct boa_class *class, const char *name)
{
	for (size_t a = 0; a < class->n_account; a++) {
		if (!strcmp(class->account[a].name, name))
			return class->account[a].arrival_rate_per_hour;
	}
	return 0.0;
}

static int fill_row(struct boa_row *row, const struct boa_classes *set,
		    const struct boa_constraint *from, struct boa_err *err)
{
	size_t most = from->kind == BOA_ROW_TYPE  ? set->n_gpu_type
		      : from->kind == BOA_ROW_JCT ? set->n_class
						  : 1;

	*row = (struct boa_row){ .kind = from->kind, .limit = from->limit };
	if (from->kind != BOA_ROW_ACCOUNT)
		row->index = from->index;
	if (!(from->limit > 0.0) || !isfinite(from->limit) ||
	    row->index >= most)
		return boa_err_set(err, BOA_EINVAL,
				   "a limit of %g, expected one above 0 on "
				   "what exists",
				   from->limit);
	if (from->kind != BOA_ROW_ACCOUNT)
		return 0;
	row->rate_per_hour = calloc(set->n_class, sizeof(double));
	if (!row->rate_per_hour)
		return boa_err_set(err, BOA_ENOMEM, "account %s",
				   from->account);
	for (size_t i = 0; i < set->n_class; i++)
		row->rate_per_hour[i] =
			account_rate(&set->class[i], from -> account);
	return 0;
}

int boa_rows_init(struct boa_rows *rows, const struct boa_classes *set,
		  double budget_per_hour,
		  const struct boa_constraint *constraint, size_t n,
		  struct boa_err *err)
{
	const struct boa_constraint budget = {
		.kind = BOA_ROW_BUDGET,
		.limit = budget_per_hour,
	};
	struct boa_rows fresh = { .n = n + 1 };
	int rc;

	fresh.row = calloc(fresh.n, sizeof(*fresh.row));
	if (!fresh.row)
		return boa_err_set(err, BOA_ENOMEM, "%zu constraints", n);
	rc = fill_row(&fresh.row[0], set, &budget, err);
	for (size_t r = 0; !rc && r < n; r++)
		rc = fill_row(&fresh.row[r + 1], set, &constraint[r], err);
	if (rc) {
		boa_rows_free(&fresh);
		return rc;
	}
	*rows = fresh;
	return 0;
}

void boa_rows_free(struct boa_rows *rows)
{
	for (size_t r = 0; rows->row && r < rows->n; r++)
		free(rows->row[r].rate_per_hour);
	free(rows->row);
	*rows = (struct boa_rows){ 0 };
}

/* Add WORTH per second and GPU held on type H. */
static void add_type(struct boa_dp *dp, const struct boa_item *item, size_t h,
		     double worth)
{
	for (size_t g = 0; g < item->n_segment; g++) {
		const struct boa_segment *segment = &item->segment[g];
		size_t end = segment->first + segment->n_state;

		if (segment->type != h)
			continue;
		for (size_t s = segment->first; s < end; s++)
			dp->per_s[s] += worth * item->held[s];
	}
}

void boa_rows_price(const struct boa_rows *rows,
		    const struct boa_problem *problem, size_t i,
		    double objective, const double *price, struct boa_dp *dp)
{
	const struct boa_item *item = &problem->item[i];
	struct boa_worth worth = { objective * item->weight, 0.0 };
	double hourly = problem->rate_per_hour / 3600.0;
	double rate = item->rate_per_hour;

	for (size_t r = 0; r < rows->n; r++) {
		const struct boa_row *row = &rows->row[r];

		if (row->kind == BOA_ROW_BUDGET)
			worth.spend += price[r] * hourly;
		else if (row->kind == BOA_ROW_ACCOUNT && rate > 0.0)
			worth.spend += price[r] * hourly *
				       row->rate_per_hour[i] / rate;
		else if (row->kind == BOA_ROW_JCT && row->index == i &&
			 rate > 0.0)
			worth.time += price[r] * problem->rate_per_hour / rate;
	}
	boa_dp_set_worth(dp, item, worth);
	for (size_t r = 0; r < rows->n; r++) {
		if (rows->row[r].kind == BOA_ROW_TYPE && price[r] > 0.0)
			add_type(dp, item, rows->row[r].index,
				 price[r] * hourly);
	}
}

void boa_rows_measure(const struct boa_item *item, const uint32_t *state,
		      size_t n_gpu_type, struct boa_demand *demand)
{
	memset(demand->gpu_s, 0, n_gpu_type * sizeof(*demand->gpu_s));
	demand->time_s = demand->spend = 0.0;
	for (size_t j = 0; j < item->n_epoch; j++) {
		size_t g = boa_item_segment_of(item, state[j]);
		double held_s = boa_plan_epoch_s(item, state, j);

		demand->time_s += held_s;
		demand->spend += item->cost[state[j]] * held_s;
		demand->gpu_s[item->segment[g].type] +=
			item->held[state[j]] * held_s;
	}
}

double boa_rows_use(const struct boa_rows *rows,
		    const struct boa_problem *problem, size_t r, size_t i,
		    const struct boa_demand *demand)
{
	const struct boa_row *row = &rows->row[r];
	double rate = problem->item[i].rate_per_hour / 3600.0;

	switch (row->kind) {
	case BOA_ROW_BUDGET:
		return rate * demand->spend;
	case BOA_ROW_ACCOUNT:
		return row->rate_per_hour[i] / 3600.0 * demand->spend;
	case BOA_ROW_TYPE:
		return rate * demand->gpu_s[row->index];
	case BOA_ROW_JCT:
		break;
	}
	return row->index == i ? demand->time_s : 0.0;
}
