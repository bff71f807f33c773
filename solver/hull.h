/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hull.h - the lower convex hull of one class's plans in the (spend, time)
 * plane, exactly: the two ends are its fastest and its cheapest plan, and
 * between two neighbours the best plan at the price where they tie is a vertex
 * or proves that there is none.
 */
#ifndef BOA_HULL_H
#define BOA_HULL_H

#include <stddef.h>
#include <stdint.h>

#include "solver/dp.h"
#include "solver/problem.h"

#include "src/err.h"

struct boa_vertex {
	double time_s;
	double spend;
};

struct boa_hull {
	size_t n_epoch;
	size_t n;                  /* vertices, >= 1 */
	struct boa_vertex *vertex; /* [n], from the fastest to the cheapest */
	uint32_t *state;           /* [n][n_epoch] */
};

/*
 * The hull of ITEM, priced with DP. On success *HULL is new; release it with
 * boa_hull_free(). Returns 0 or BOA_ENOMEM. Prices about twice per vertex.
 */
int boa_hull_init(struct boa_hull *hull, const struct boa_item *item,
		  struct boa_dp *dp, struct boa_err *err);
void boa_hull_free(struct boa_hull *hull);

#endif /* BOA_HULL_H */
