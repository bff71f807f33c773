/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "solver/problem.h"

#define TIME_MAX_S 1e30 /* far beyond any job; keeps all sums finite */

/* Is a job of GPUS GPUs placed on whole nodes, or within one? */
static bool is_placeable(unsigned gpus, unsigned gpus_per_node)
{
	return gpus < gpus_per_node || gpus % gpus_per_node == 0;
}

static bool is_wanted(unsigned gpus, const struct boa_gpu_type *type,
		      const struct boa_widths_rule *rule)
{
	return !rule->placeable || is_placeable(gpus, type->gpus_per_node);
}

/* Sizes of all arrays of a problem. */
struct sizes {
	size_t n_segment, n_state, n_cell, n_path;
};

/* States of CLASS under RULE, and the segments they fall into. */
static int count_states(const struct boa_classes *set, size_t i,
			const struct boa_widths_rule *rule, size_t *n_segment,
			size_t *n_state, struct boa_err *err)
{
	const struct boa_class *class = &set->class[i];

	*n_segment = *n_state = 0;
	for (size_t h = 0; h < set->n_gpu_type; h++) {
		const struct boa_gpu_type *type = &set->gpu_type[h];
		const struct boa_grid *grid = &class->grid[h];
		size_t n = 0;

		if (!grid->n_width)
			continue;
		if ((rule->placeable || rule->whole_nodes) &&
		    !type->gpus_per_node)
			return boa_err_set(err, BOA_ERANGE,
					   "gpu_types.%s: gpus_per_node is not "
					   "known, wanted for widths by nodes",
					   type->name);
		for (size_t k = 0; k < grid->n_width; k++)
			n += is_wanted(grid->gpus[k], type, rule);
		*n_segment += n > 0;
		*n_state += n;
	}
	if (!*n_state)
		return boa_err_set(err, BOA_ERANGE,
				   "classes[%zu] (%s): no usable width fits "
				   "whole nodes or within one",
				   i, class->name);
	return 0;
}

static int measure(const struct boa_classes *set,
		   const struct boa_widths_rule *rule, struct sizes *sizes,
		   struct boa_err *err)
{
	for (size_t i = 0; i < set->n_class; i++) {
		size_t n_segment, n_state;
		int rc = count_states(set, i, rule, &n_segment, &n_state, err);

		if (rc)
			return rc;
		sizes->n_segment += n_segment;
		sizes->n_state += n_state;
		sizes->n_cell += n_state * set->class[i].n_epoch;
		sizes->n_path += set->class[i].n_epoch;
	}
	return 0;
}

static int allocate(struct boa_problem *problem, const struct sizes *sizes,
		    size_t n_item, struct boa_err *err)
{
	problem->item = calloc(n_item, sizeof(*problem->item));
	problem->segs = calloc(sizes->n_segment, sizeof(*problem->segs));
	problem->gpus = calloc(sizes->n_state, sizeof(*problem->gpus));
	problem->held = calloc(sizes->n_state, sizeof(*problem->held));
	problem->cost = calloc(sizes->n_state, sizeof(*problem->cost));
	problem->time_s = calloc(sizes->n_cell, sizeof(*problem->time_s));
	problem->n_path = sizes->n_path;
	if (!problem->item || !problem->segs || !problem->gpus ||
	    !problem->held || !problem->cost || !problem->time_s)
		return boa_err_set(err, BOA_ENOMEM, "a problem of %zu classes",
				   n_item);
	return 0;
}

/* GPUs paid for when GPUS are used. */
static unsigned gpus_held(unsigned gpus, unsigned gpus_per_node,
			  bool whole_nodes)
{
	if (!whole_nodes || gpus % gpus_per_node == 0)
		return gpus;
	return gpus - gpus % gpus_per_node + gpus_per_node;
}

/* Where the next item's numbers go. */
struct cursor {
	struct boa_segment *segment;
	unsigned *gpus;
	double *held;
	double *cost;
	double *time_s;
};

/* Fill the states of type H, the first of which is FIRST of N_STATE. */
static size_t fill_type(const struct boa_classes *set,
			const struct boa_class *class, size_t h,
			const struct boa_widths_rule *rule,
			const struct cursor *at, const size_t *first_of)
{
	const struct boa_grid *grid = &class->grid[h];
	size_t first = first_of[0], n_state = first_of[1];
	size_t s = first;

	for (size_t k = 0; k < grid->n_width; k++) {
		const struct boa_gpu_type *type = &set->gpu_type[h];

		if (!is_wanted(grid->gpus[k], type, rule))
			continue;
		at->gpus[s] = grid->gpus[k];
		at->held[s] = gpus_held(grid->gpus[k], type->gpus_per_node,
					rule->whole_nodes);
		at->cost[s] = type->price * at->held[s];
		for (size_t j = 0; j < class->n_epoch; j++)
			at->time_s[j * n_state + s] =
				class->epoch[j].work_s /
				grid->rate[j * grid->n_width + k];
		s++;
	}
	return s - first;
}

static int check_times(const struct boa_class *class, size_t i,
		       const struct boa_item *item, struct boa_err *err)
{
	for (size_t c = 0; c < item->n_epoch * item->n_state; c++) {
		if (!(item->time_s[c] <= TIME_MAX_S))
			return boa_err_set(
				err, BOA_ERANGE,
				"classes[%zu].epochs[%zu] (%s) takes %g s on "
				"%u GPUs, wanted at most %g",
				i, c / item->n_state, class->name,
				item->time_s[c], item->gpus[c % item->n_state],
				TIME_MAX_S);
	}
	return 0;
}

static int fill_item(const struct boa_classes *set, size_t i,
		     const struct boa_widths_rule *rule, struct cursor *at,
		     struct boa_item *item, struct boa_err *err)
{
	const struct boa_class *class = &set->class[i];
	int rc = count_states(set, i, rule, &item->n_segment, &item->n_state,
			      err);
	size_t first = 0, seg = 0;

	if (rc)
		return rc;
	item->n_epoch = class->n_epoch;
	item->segment = at->segment;
	item->gpus = at->gpus;
	item->held = at->held;
	item->cost = at->cost;
	item->time_s = at->time_s;
	item->rescale_s = class->rescale_s;
	item->type_change_s = rule->type_change_is_set ? rule->type_change_s
						       : class->rescale_s;
	item->startup_s = class->startup_s;
	item->weight = class->weight;
	item->rate_per_hour = class->arrival_rate_per_hour;
	item->free_type = rule->allow_type_change && item->n_segment > 1;
	for (size_t h = 0; h < set->n_gpu_type; h++) {
		size_t where[2] = { first, item->n_state };
		size_t n = fill_type(set, class, h, rule, at, where);

		if (!n)
			continue;
		at->segment[seg++] = (struct boa_segment){ h, first, n };
		first += n;
	}
	at->segment += item->n_segment;
	at->gpus += item->n_state;
	at->held += item->n_state;
	at->cost += item->n_state;
	at->time_s += item->n_state * item->n_epoch;
	return check_times(class, i, item, err);
}

static void note_extent(struct boa_problem *problem,
			const struct boa_item *item)
{
	if (problem->max_epoch < item->n_epoch)
		problem->max_epoch = item->n_epoch;
	if (problem->max_state < item->n_state)
		problem->max_state = item->n_state;
	if (problem->max_segment < item->n_segment)
		problem->max_segment = item->n_segment;
}

int boa_problem_init(struct boa_problem *problem, const struct boa_classes *set,
		     const struct boa_widths_rule *rule, struct boa_err *err)
{
	struct boa_problem fresh = { 0 };
	struct sizes sizes = { 0 };
	struct cursor at;
	int rc = measure(set, rule, &sizes, err);

	if (!rc)
		rc = allocate(&fresh, &sizes, set->n_class, err);
	at = (struct cursor){ fresh.segs, fresh.gpus, fresh.held, fresh.cost,
			      fresh.time_s };
	for (size_t i = 0; !rc && i < set->n_class; i++) {
		rc = fill_item(set, i, rule, &at, &fresh.item[i], err);
		note_extent(&fresh, &fresh.item[i]);
	}
	if (rc) {
		boa_problem_free(&fresh);
		return rc;
	}
	fresh.n_item = set->n_class;
	fresh.rate_per_hour = boa_classes_rate_per_hour(set);
	*problem = fresh;
	return 0;
}

int boa_problem_relax(const struct boa_problem *problem,
		      struct boa_problem *relaxed, struct boa_err *err)
{
	struct boa_problem fresh = {
		.n_item = problem->n_path,
		.rate_per_hour = problem->rate_per_hour,
		.max_epoch = 1,
		.max_state = problem->max_state,
		.max_segment = problem->max_segment,
		.n_path = problem->n_path,
	};
	size_t at = 0;

	fresh.item = calloc(fresh.n_item, sizeof(*fresh.item));
	if (!fresh.item)
		return boa_err_set(err, BOA_ENOMEM, "a problem of %zu epochs",
				   fresh.n_item);
	for (size_t i = 0; i < problem->n_item; i++) {
		const struct boa_item *item = &problem->item[i];

		for (size_t j = 0; j < item->n_epoch; j++) {
			struct boa_item *one = &fresh.item[at++];

			*one = *item;
			one->n_epoch = 1;
			one->time_s = item->time_s + j * item->n_state;
			one->rescale_s = one->type_change_s = 0.0;
			one->startup_s = 0.0;
			one->free_type = false; /* one epoch: no change */
		}
	}
	*relaxed = fresh;
	return 0;
}

void boa_problem_free(struct boa_problem *problem)
{
	free(problem->item);
	free(problem->segs);
	free(problem->gpus);
	free(problem->held);
	free(problem->cost);
	free(problem->time_s);
	*problem = (struct boa_problem){ 0 };
}

size_t boa_item_segment_of(const struct boa_item *item, size_t state)
{
	size_t g = item->n_segment - 1;

	while (item->segment[g].first > state)
		g--;
	return g;
}
