/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "solver/tabulate.h"

void boa_plan_walk(const struct boa_item *item, const uint32_t *state,
		   double *epoch_time_s, double *time_s, double *spend)
{
	*time_s = *spend = 0.0;
	for (size_t j = 0; j < item->n_epoch; j++) {
		size_t s = state[j];
		double held_s = item->time_s[j * item->n_state + s];

		if (!j)
			held_s += item->startup_s;
		else if (s == state[j - 1])
			held_s += 0.0;
		else if (boa_item_segment_of(item, s) ==
			 boa_item_segment_of(item, state[j - 1]))
			held_s += item->rescale_s;
		else
			held_s += item->type_change_s;
		if (epoch_time_s)
			epoch_time_s[j] = held_s;
		*time_s += held_s;
		*spend += item->cost[s] * held_s;
	}
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
	for (size_t j = 0; j < n; j++) {
		size_t g = boa_item_segment_of(item, from->state[j]);
		size_t h = item->segment[g].type;

		plan->gpus[j] = item->gpus[from->state[j]];
		plan->gpu_type[j] = strdup(set->gpu_type[h].name);
		if (!plan->gpu_type[j])
			return BOA_ENOMEM;
	}
	boa_plan_walk(item, from->state, plan->epoch_time_s, &plan->time_s,
		      &plan->spend);
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

int boa_tabulate(const struct boa_classes *set, size_t i,
		 const struct boa_item *item, struct boa_candidate *candidate,
		 size_t n, struct boa_table_class *entry)
{
	struct boa_table_class fresh = { .n_epoch = item->n_epoch };
	int rc = 0;

	qsort(candidate, n, sizeof(*candidate), compare);
	n = drop_repeats(candidate, n, item->n_epoch);
	fresh.name = strdup(set->class[i].name);
	fresh.plan = calloc(n, sizeof(*fresh.plan));
	if (!fresh.name || !fresh.plan)
		rc = BOA_ENOMEM;
	for (size_t q = 0; !rc && q < n; q++) {
		fresh.n_plan = q + 1;
		rc = fill_plan(set, item, &candidate[q], &fresh.plan[q]);
	}
	if (rc) {
		drop_entry(&fresh);
		return rc;
	}
	*entry = fresh;
	return 0;
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
