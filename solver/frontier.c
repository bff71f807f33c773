/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "solver/frontier.h"

static int make_hulls(struct boa_frontier *frontier,
		      const struct boa_problem *problem, struct boa_err *err)
{
	struct boa_dp dp;
	int rc = boa_dp_init(&dp, problem, err);

	if (rc)
		return rc;
	for (size_t i = 0; !rc && i < problem->n_item; i++) {
		rc = boa_hull_init(&frontier->hull[i], &problem->item[i], &dp,
				   err);
		/* a class that never comes has no edge to sell */
		if (!rc && problem->item[i].rate_per_hour > 0.0)
			frontier->n_edge += frontier->hull[i].n - 1;
	}
	boa_dp_fini(&dp);
	return rc;
}

static int by_price(const void *a, const void *b)
{
	const struct boa_edge *x = a, *y = b;

	if (x->price != y->price)
		return x->price > y->price ? -1 : 1;
	if (x->item != y->item)
		return x->item < y->item ? -1 : 1;
	/* along one hull from the cheap end on, whatever rounding says */
	return x->vertex > y->vertex ? -1 : x->vertex < y->vertex;
}

static void list_edges(struct boa_frontier *frontier,
		       const struct boa_problem *problem)
{
	struct boa_edge *edge = frontier->edge;

	for (size_t i = 0; i < problem->n_item; i++) {
		const struct boa_hull *hull = &frontier->hull[i];
		double worth = problem->item[i].weight * 3600.0 /
			       problem->rate_per_hour;
		double last = HUGE_VAL;

		if (!(problem->item[i].rate_per_hour > 0.0))
			continue;
		for (size_t v = hull->n - 1; v-- > 0;) {
			const struct boa_vertex *to = &hull->vertex[v];
			const struct boa_vertex *from = &hull->vertex[v + 1];
			double price = worth * (from->time_s - to->time_s) /
				       (to->spend - from->spend);

			last = price < last ? price : last;
			*edge++ = (struct boa_edge){
				.price = last,
				.item = i,
				.vertex = v,
			};
		}
	}
	qsort(frontier->edge, frontier->n_edge, sizeof(*frontier->edge),
	      by_price);
}

/* Add up spend and objective from the cheap end on. */
static void accumulate(struct boa_frontier *frontier,
		       const struct boa_problem *problem)
{
	double spend = 0.0, objective = 0.0, jct = 0.0;
	struct boa_edge *end = &frontier->edge[frontier->n_edge];

	for (size_t i = 0; i < problem->n_item; i++) {
		const struct boa_item *item = &problem->item[i];
		const struct boa_hull *hull = &frontier->hull[i];
		const struct boa_vertex *cheap = &hull->vertex[hull->n - 1];

		spend += item->rate_per_hour * cheap->spend / 3600.0;
		jct += item->rate_per_hour * cheap->time_s;
		objective += item->rate_per_hour * item->weight * cheap->time_s;
	}
	for (struct boa_edge *edge = frontier->edge; edge < end; edge++) {
		const struct boa_item *item = &problem->item[edge->item];
		const struct boa_vertex *to =
			&frontier->hull[edge->item].vertex[edge->vertex];
		double saved_s =
			item->rate_per_hour * (to[1].time_s - to->time_s);

		edge->spend_per_hour = spend;
		edge->objective_s = objective / problem->rate_per_hour;
		edge->mean_jct_s = jct / problem->rate_per_hour;
		spend += item->rate_per_hour * (to->spend - to[1].spend) /
			 3600.0;
		jct -= saved_s;
		objective -= item->weight * saved_s;
	}
	*end = (struct boa_edge){
		.spend_per_hour = spend,
		.objective_s = objective / problem->rate_per_hour,
		.mean_jct_s = jct / problem->rate_per_hour,
		.item = SIZE_MAX,
	};
}

int boa_frontier_init(struct boa_frontier *frontier,
		      const struct boa_problem *problem, struct boa_err *err)
{
	struct boa_frontier fresh = { .n_item = problem->n_item };
	int rc = BOA_ENOMEM;

	fresh.hull = calloc(problem->n_item, sizeof(*fresh.hull));
	if (fresh.hull)
		rc = make_hulls(&fresh, problem, err);
	if (!rc) {
		fresh.edge = calloc(fresh.n_edge + 1, sizeof(*fresh.edge));
		rc = fresh.edge ? 0 : BOA_ENOMEM;
	}
	if (rc) {
		boa_frontier_free(&fresh);
		return boa_err_set(err, rc, "a frontier of %zu classes",
				   problem->n_item);
	}
	list_edges(&fresh, problem);
	accumulate(&fresh, problem);
	*frontier = fresh;
	return 0;
}

void boa_frontier_free(struct boa_frontier *frontier)
{
	for (size_t i = 0; frontier->hull && i < frontier->n_item; i++)
		boa_hull_free(&frontier->hull[i]);
	free(frontier->hull);
	free(frontier->edge);
	*frontier = (struct boa_frontier){ 0 };
}

double boa_frontier_least(const struct boa_frontier *frontier)
{
	return frontier->edge[0].spend_per_hour;
}

double boa_frontier_most(const struct boa_frontier *frontier)
{
	return frontier->edge[frontier->n_edge].spend_per_hour;
}

/* The last edge that begins at BUDGET or below. */
static size_t edge_at(const struct boa_frontier *frontier, double budget)
{
	size_t low = 0, high = frontier->n_edge;

	while (low < high) {
		size_t middle = high - (high - low) / 2;

		if (frontier->edge[middle].spend_per_hour <= budget)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

struct boa_frontier_point boa_frontier_at(const struct boa_frontier *frontier,
					  double budget)
{
	size_t e = edge_at(frontier, budget);
	const struct boa_edge *edge = &frontier->edge[e];
	struct boa_frontier_point point = {
		.spend_per_hour = edge->spend_per_hour,
		.objective_s = edge->objective_s,
		.mean_jct_s = edge->mean_jct_s,
		.price = edge->price,
		.edge = e,
	};
	double length;

	if (e == frontier->n_edge || budget <= edge->spend_per_hour)
		return point;
	length = edge[1].spend_per_hour - edge->spend_per_hour;
	point.share = (budget - edge->spend_per_hour) / length;
	point.spend_per_hour = budget;
	point.objective_s +=
		point.share * (edge[1].objective_s - edge->objective_s);
	point.mean_jct_s +=
		point.share * (edge[1].mean_jct_s - edge->mean_jct_s);
	return point;
}

void boa_frontier_vertices(const struct boa_frontier *frontier, size_t edge,
			   size_t *vertex)
{
	for (size_t i = 0; i < frontier->n_item; i++)
		vertex[i] = frontier->hull[i].n - 1;
	for (size_t e = 0; e < edge && e < frontier->n_edge; e++)
		vertex[frontier->edge[e].item] = frontier->edge[e].vertex;
}
