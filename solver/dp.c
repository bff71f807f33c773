/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "solver/dp.h"
#include "solver/lane.h"

#define TIE 1e-11

int boa_dp_init(struct boa_dp *dp, const struct boa_problem *problem,
		struct boa_err *err)
{
	size_t n_state = problem->max_state;
	size_t n_least = problem->max_epoch * problem->max_segment;
	struct boa_dp fresh = {
		.per_s = calloc(n_state, sizeof(double)),
		.f = calloc(problem->max_epoch * n_state, sizeof(double)),
		.change = calloc(n_state, sizeof(double)),
		.retype = calloc(n_state, sizeof(double)),
		.least = calloc(n_least, sizeof(double)),
		.least_other = calloc(n_least, sizeof(double)),
	};

	if (!fresh.per_s || !fresh.f || !fresh.change || !fresh.retype ||
	    !fresh.least || !fresh.least_other) {
		boa_dp_fini(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "%zu epochs of %zu widths",
				   problem->max_epoch, n_state);
	}
	*dp = fresh;
	return 0;
}

void boa_dp_fini(struct boa_dp *dp)
{
	free(dp->per_s);
	free(dp->f);
	free(dp->change);
	free(dp->retype);
	free(dp->least);
	free(dp->least_other);
	*dp = (struct boa_dp){ 0 };
}

void boa_dp_set_worth(struct boa_dp *dp, const struct boa_item *item,
		      struct boa_worth worth)
{
	double *restrict per_s = dp->per_s;
	const double *restrict cost = item->cost;

	for (size_t s = 0; s < item->n_state; s++)
		per_s[s] = worth.time + worth.spend * cost[s];
}

static struct boa_lane lane_of(const struct boa_dp *dp,
			       const struct boa_segment *segment)
{
	return (struct boa_lane){
		.n = segment->n_state,
		.per_s = dp->per_s + segment->first,
		.change = dp->change + segment->first,
		.retype = dp->retype + segment->first,
	};
}

static void set_changes(struct boa_dp *dp, const struct boa_item *item)
{
	if (item->n_epoch == 1)
		return;
	for (size_t s = 0; s < item->n_state; s++) {
		dp->change[s] = dp->per_s[s] * item->rescale_s;
		dp->retype[s] = dp->per_s[s] * item->type_change_s;
	}
}

/* All epochs of one type; least[j * n_segment + g] is left in DP. */
static double forward(struct boa_dp *dp, const struct boa_item *item, size_t g)
{
	const struct boa_segment *segment = &item->segment[g];
	struct boa_lane lane = lane_of(dp, segment);
	double *f = dp->f + segment->first;
	const double *time_s = item->time_s + segment->first;
	double least = boa_lane_begin(&lane, item->startup_s, time_s, f);

	dp->least[g] = least;
	for (size_t j = 1; j < item->n_epoch; j++) {
		const double *before = f;

		f += item->n_state;
		time_s += item->n_state;
		least = boa_lane_extend(&lane, least, before, time_s, f);
		dp->least[j * item->n_segment + g] = least;
	}
	return least;
}

/* other[g] = the least of LEAST [n] without its g-th. */
static void least_of_others(const double *least, size_t n, double *other)
{
	for (size_t g = 0; g < n; g++) {
		other[g] = HUGE_VAL;
		for (size_t e = 0; e < n; e++) {
			if (e != g && least[e] < other[g])
				other[g] = least[e];
		}
	}
}

static void forward_free(struct boa_dp *dp, const struct boa_item *item)
{
	size_t n = item->n_segment;

	for (size_t j = 0; j < item->n_epoch; j++) {
		double *least = dp->least + j * n;

		for (size_t g = 0; g < n; g++) {
			struct boa_lane lane = lane_of(dp, &item->segment[g]);
			size_t at = j * item->n_state + item->segment[g].first;
			double from[2];

			if (!j) {
				least[g] = boa_lane_begin(
					&lane, item->startup_s,
					item->time_s + at, dp->f + at);
				continue;
			}
			from[0] = dp->least[(j - 1) * n + g];
			from[1] = dp->least_other[(j - 1) * n + g];
			least[g] = boa_lane_extend_free(
				&lane, from, dp->f + at - item->n_state,
				item->time_s + at, dp->f + at);
		}
		least_of_others(least, n, dp->least_other + j * n);
	}
}

/* Index of LEAST in F [N]. */
static size_t place_of(const double *f, size_t n, double least)
{
	size_t s = 0;

	while (s + 1 < n && f[s] != least)
		s++;
	return s;
}

static size_t segment_of_least(const double *least, size_t n, size_t without)
{
	size_t best = without == 0 ? 1 : 0;

	for (size_t g = best + 1; g < n; g++) {
		if (g != without && least[g] < least[best])
			best = g;
	}
	return best;
}

/* One step back: where a path in state S of epoch J + 1 was in epoch J. */
struct step {
	size_t state;
	size_t segment;
	double idle_s; /* held in the new state without progress */
};

static struct step step_back(const struct boa_dp *dp,
			     const struct boa_item *item, size_t j,
			     struct step at)
{
	const double *f = dp->f + j * item->n_state;
	const double *least = dp->least + j * item->n_segment;
	double best = f[at.state];
	double moved = least[at.segment] + dp->change[at.state];
	struct step from = { at.state, at.segment, 0.0 };

	if (moved < best) {
		best = moved;
		from.idle_s = item->rescale_s;
	}
	if (item->free_type) {
		const double *other = dp->least_other + j * item->n_segment;
		double retyped = other[at.segment] + dp->retype[at.state];

		if (retyped < best) {
			from.segment = segment_of_least(least, item->n_segment,
							at.segment);
			from.idle_s = item->type_change_s;
			best = retyped;
		}
	}
	if (best < f[at.state]) {
		const struct boa_segment *segment =
			&item->segment[from.segment];

		from.state = segment->first + place_of(f + segment->first,
						       segment->n_state,
						       least[from.segment]);
	}
	return from;
}

/* The path that ends best in segment G, with its time and spend. */
static void trace(const struct boa_dp *dp, const struct boa_item *item,
		  size_t g, struct boa_path *path)
{
	const struct boa_segment *segment = &item->segment[g];
	size_t j = item->n_epoch - 1;
	const double *last = dp->f + j * item->n_state + segment->first;
	struct step at = { 0, g, 0.0 };

	path->value = dp->least[j * item->n_segment + g];
	path->time_s = path->spend = 0.0;
	at.state =
		segment->first + place_of(last, segment->n_state, path->value);
	for (;;) {
		struct step from = { at.state, at.segment, item->startup_s };
		double held_s;

		if (j)
			from = step_back(dp, item, j - 1, at);
		held_s = item->time_s[j * item->n_state + at.state] +
			 from.idle_s;
		path->state[j] = (uint32_t)at.state;
		path->time_s += held_s;
		path->spend += item->cost[at.state] * held_s;
		if (!j--)
			return;
		at = from;
	}
}

void boa_dp_best(struct boa_dp *dp, const struct boa_item *item,
		 struct boa_path *path)
{
	const double *last = dp->least + (item->n_epoch - 1) * item->n_segment;
	size_t best = 0;

	set_changes(dp, item);
	if (item->free_type) {
		forward_free(dp, item);
	} else {
		for (size_t g = 0; g < item->n_segment; g++)
			forward(dp, item, g);
	}
	for (size_t g = 1; g < item->n_segment; g++) {
		if (last[g] < last[best])
			best = g;
	}
	trace(dp, item, best, path);
}

void boa_dp_best_of_type(struct boa_dp *dp, const struct boa_item *item,
			 size_t segment, struct boa_path *path)
{
	struct boa_item fixed = *item;

	fixed.free_type = false;
	set_changes(dp, &fixed);
	forward(dp, &fixed, segment);
	trace(dp, &fixed, segment, path);
}

/* The least and the greatest cost of a second in any state of ITEM. */
static void cost_range(const struct boa_item *item, double range[2])
{
	range[0] = range[1] = item->cost[0];
	for (size_t s = 1; s < item->n_state; s++) {
		double cost = item->cost[s];

		range[0] = cost < range[0] ? cost : range[0];
		range[1] = cost > range[1] ? cost : range[1];
	}
}

/*
 * For both: a plan's spend lies between its time at the least cost and at the
 * greatest, so the term that breaks ties is at most TIE of the other.
 */
void boa_dp_fastest(struct boa_dp *dp, const struct boa_item *item,
		    struct boa_path *path)
{
	double range[2];

	cost_range(item, range);
	boa_dp_set_worth(dp, item, (struct boa_worth){ 1.0, TIE / range[1] });
	boa_dp_best(dp, item, path);
}

void boa_dp_cheapest(struct boa_dp *dp, const struct boa_item *item,
		     struct boa_path *path)
{
	double range[2];

	cost_range(item, range);
	boa_dp_set_worth(dp, item, (struct boa_worth){ TIE * range[0], 1.0 });
	boa_dp_best(dp, item, path);
}
