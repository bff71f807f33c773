/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/tabulate.h"

double boa_plan_epoch_s(const struct boa_item *item, const uint32_t *state,
			size_t j)
{
	double time_s = item->time_s[j * item->n_state + state[j]];

	if (!j)
		return time_s + item->startup_s;
	if (state[j] == state[j - 1])
		return time_s;
	if (boa_item_segment_of(item, state[j]) ==
	    boa_item_segment_of(item, state[j - 1]))
		return time_s + item->rescale_s;
	return time_s + item->type_change_s;
}

static int compare(const void *a, const void *b)
{
	const struct boa_candidate *x = a, *y = b;

	if (x->share != y->share)
		return x->share > y->share ? -1 : 1;
	return (x->reduced_cost > y->reduced_cost) -
	       (x->reduced_cost < y->reduced_cost);
}

/* Keep the first of those alike; returns how many are left. */
static size_t drop_repeats(struct boa_candidate *candidate, size_t n,
			   size_t n_epoch)
{
	size_t kept = 0;

	for (size_t c = 0; c < n; c++) {
		size_t e = 0;

		while (e < kept &&
		       memcmp(candidate[e].state, candidate[c].state,
			      n_epoch * sizeof(uint32_t)) != 0)
			e++;
		if (e == kept)
			candidate[kept++] = candidate[c];
	}
	return kept;
}

static int fill_plan(const struct boa_classes *set, const struct boa_item *item,
		     const struct boa_candidate *from, struct boa_plan *plan)
{
	size_t n = item->n_epoch;

	plan->share = from->share;
	plan->reduced_cost = from->share > 0.0 ? 0.0 : from->reduced_cost;
	plan->gpu_type = calloc(n, sizeof(*plan->gpu_type));
	plan->gpus = calloc(n, sizeof(*plan->gpus));
	plan->epoch_time_s = calloc(n, sizeof(*plan->epoch_time_s));
	if (!plan->gpu_type || !plan->gpus || !plan->epoch_time_s)
		return BOA_ENOMEM;
	plan->time_s = plan->spend = 0.0;
	for (size_t j = 0; j < n; j++) {
		double held_s = boa_plan_epoch_s(item, from->state, j);
		size_t g = boa_item_segment_of(item, from->state[j]);
		size_t h = item->segment[g].type;

		plan->gpus[j] = item->gpus[from->state[j]];
		plan->gpu_type[j] = strdup(set->gpu_type[h].name);
		if (!plan->gpu_type[j])
			return BOA_ENOMEM;
		plan->epoch_time_s[j] = held_s;
		plan->time_s += held_s;
		plan->spend += item->cost[from->state[j]] * held_s;
	}
	return 0;
}

/* Release a half-made entry the way table.c would a whole one. */
static void drop_entry(struct boa_table_class *entry)
{
	struct boa_table holder = { 0 };

	holder.class = calloc(1, sizeof(*holder.class));
	if (!holder.class)
		return; /* a leak beats a crash when memory is gone */
	holder.class[0] = *entry;
	holder.n_class = 1;
	boa_table_free(&holder);
}

static int fill_entry(const struct boa_tabulator *tab, size_t i, size_t n,
		      struct boa_table_class *entry)
{
	const struct boa_item *item = &tab->problem->item[i];
	struct boa_table_class fresh = { .n_epoch = item->n_epoch };
	int rc = 0;

	fresh.name = strdup(tab->set->class[i].name);
	fresh.plan = calloc(n, sizeof(*fresh.plan));
	if (!fresh.name || !fresh.plan)
		rc = BOA_ENOMEM;
	for (size_t q = 0; !rc && q < n; q++) {
		fresh.n_plan = q + 1;
		rc = fill_plan(tab->set, item, &tab->candidate[q],
			       &fresh.plan[q]);
	}
	if (rc) {
		drop_entry(&fresh);
		return rc;
	}
	*entry = fresh;
	return 0;
}

/* What one job on the plan of PATH is worth at DP->per_s. */
static double worth(const struct boa_dp *dp, const struct boa_item *item,
		    const struct boa_path *path)
{
	double value = 0.0;

	for (size_t j = 0; j < item->n_epoch; j++)
		value += dp->per_s[path->state[j]] *
			 boa_plan_epoch_s(item, path->state, j);
	return value;
}

/* Append the best of every type at the prices, and the cheapest of all. */
static size_t add_alternates(struct boa_tabulator *tab, size_t i, size_t n)
{
	const struct boa_item *item = &tab->problem->item[i];
	struct boa_path path = { .state = tab->state };
	double best;

	boa_dp_cheapest(&tab->dp, item, &path);
	boa_rows_price(tab->rows, tab->problem, i, 1.0, tab->price, &tab->dp);
	tab->candidate[n] = (struct boa_candidate){
		.reduced_cost = worth(&tab->dp, item, &path),
		.state = path.state,
	};
	path.state += item->n_epoch;
	boa_dp_best(&tab->dp, item, &path);
	best = path.value;
	tab->candidate[n].reduced_cost =
		fmax(tab->candidate[n].reduced_cost - best, 0.0);
	n++;
	for (size_t g = 0; g < item->n_segment; g++) {
		boa_dp_best_of_type(&tab->dp, item, g, &path);
		tab->candidate[n++] = (struct boa_candidate){
			.reduced_cost = fmax(path.value - best, 0.0),
			.state = path.state,
		};
		path.state += item->n_epoch;
	}
	return n;
}

int boa_tabulator_init(struct boa_tabulator *tab, const struct boa_classes *set,
		       const struct boa_problem *problem,
		       const struct boa_rows *rows, const double *price,
		       size_t room)
{
	struct boa_tabulator fresh = {
		.set = set,
		.problem = problem,
		.rows = rows,
		.price = price,
		.room = room,
	};
	size_t n = problem->max_segment + 1;

	fresh.candidate = calloc(room + n, sizeof(*fresh.candidate));
	/* one row more: after the last type the next is never written */
	fresh.state =
		calloc((n + 1) * problem->max_epoch, sizeof(*fresh.state));
	if (!fresh.candidate || !fresh.state ||
	    boa_dp_init(&fresh.dp, problem, NULL)) {
		boa_tabulator_fini(&fresh);
		return BOA_ENOMEM;
	}
	*tab = fresh;
	return 0;
}

void boa_tabulator_fini(struct boa_tabulator *tab)
{
	boa_dp_fini(&tab->dp);
	free(tab->candidate);
	free(tab->state);
	*tab = (struct boa_tabulator){ 0 };
}

int boa_tabulate(struct boa_tabulator *tab, size_t i,
		 const struct boa_candidate *in_use, size_t n,
		 struct boa_table_class *entry)
{
	memcpy(tab->candidate, in_use, n * sizeof(*in_use));
	n = add_alternates(tab, i, n);
	qsort(tab->candidate, n, sizeof(*tab->candidate), compare);
	n = drop_repeats(tab->candidate, n, tab->problem->item[i].n_epoch);
	return fill_entry(tab, i, n, entry);
}

void boa_tabulate_expect(const struct boa_classes *set, struct boa_table *table)
{
	double rate = boa_classes_rate_per_hour(set);
	double objective = 0.0, jct = 0.0, spend = 0.0;

	for (size_t i = 0; i < table->n_class; i++) {
		const struct boa_table_class *entry = &table->class[i];
		const struct boa_class *class = &set->class[i];
		double time_s = 0.0, cost = 0.0;

		for (size_t q = 0; q < entry->n_plan; q++) {
			time_s += entry->plan[q].share * entry->plan[q].time_s;
			cost += entry->plan[q].share * entry->plan[q].spend;
		}
		jct += class->arrival_rate_per_hour * time_s;
		objective +=
			class->arrival_rate_per_hour * class->weight * time_s;
		spend += class->arrival_rate_per_hour * cost;
	}
	table->expected.objective_s = objective / rate;
	table->expected.mean_jct_s = jct / rate;
	table->expected.spend_per_hour = spend / 3600.0;
}
