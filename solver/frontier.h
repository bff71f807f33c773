/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frontier.h - the least objective for every budget at once.
 *
 * The Pareto frontier (spend, objective) of a problem is the Minkowski sum of
 * its classes' hulls: begin with every class at its cheapest plan and take the
 * hulls' edges by falling price, the seconds of objective that one unit of
 * spend per hour buys. Along one edge one class moves from one plan to the
 * next; so at every budget at most one class is mixed.
 */
#ifndef BOA_FRONTIER_H
#define BOA_FRONTIER_H

#include <stddef.h>

#include "solver/hull.h"
#include "solver/problem.h"

#include "src/err.h"

/* A breakpoint, and the edge that begins there. */
struct boa_edge {
	double spend_per_hour; /* at its cheap end */
	double objective_s;
	double mean_jct_s;
	double price;  /* -d(objective)/d(spend) along the edge */
	size_t item;   /* the class that moves */
	size_t vertex; /* in its hull: where to; the one after is where from */
};

struct boa_frontier {
	size_t n_item;
	struct boa_hull *hull; /* [n_item] */
	size_t n_edge;
	struct boa_edge *edge; /* [n_edge + 1] by rising spend; the last is the
				  fastest end: price 0, item SIZE_MAX */
};

/* The frontier at one budget. */
struct boa_frontier_point {
	double spend_per_hour; /* the budget, or the fastest end's spend */
	double objective_s;
	double mean_jct_s;
	double price; /* of the edge on its right; 0 at the fastest end */
	size_t edge;  /* the edge it lies on */
	double share; /* of the moving class that has moved, [0, 1) */
};

/*
 * On success *FRONTIER is new; release it with boa_frontier_free(). Returns 0
 * or BOA_ENOMEM.
 */
int boa_frontier_init(struct boa_frontier *frontier,
		      const struct boa_problem *problem, struct boa_err *err);
void boa_frontier_free(struct boa_frontier *frontier);

/* The least and the most that are worth spending, per hour. */
double boa_frontier_least(const struct boa_frontier *frontier);
double boa_frontier_most(const struct boa_frontier *frontier);

/*
 * The point of FRONTIER at BUDGET (at least the least; a lower one is taken
 * as it). Log N in the edges.
 */
struct boa_frontier_point boa_frontier_at(const struct boa_frontier *frontier,
					  double budget);

/*
 * Write to VERTEX, [n_item], which vertex of its hull each class is at where
 * EDGE begins. Linear in the edges.
 */
void boa_frontier_vertices(const struct boa_frontier *frontier, size_t edge,
			   size_t *vertex);

#endif /* BOA_FRONTIER_H */
