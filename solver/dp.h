/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dp.h - the best plan of one class at given prices, by dynamic programming.
 *
 * With p(s) the price of one second in state s, the best plan on one type is
 *
 *     f_1(s) = p(s) (r0 + t_1(s))
 *     f_j(s) = p(s) t_j(s) + min( f_{j-1}(s),  min_s' f_{j-1}(s') + p(s) r )
 *
 * and the least f_l(s) over s is its value. The inner minimum is shared by all
 * s, so an item costs O(epochs * states). When the type may change between
 * epochs, a third way in is the least f_{j-1} of the other types, plus p(s)
 * times the time of a type change.
 */
#ifndef BOA_DP_H
#define BOA_DP_H

#include <stddef.h>
#include <stdint.h>

#include "solver/problem.h"

#include "src/err.h"

/* Room to work in, for items up to the extent of one problem. */
struct boa_dp {
	double *per_s;  /* [max_state] p(s), set before pricing */
	double *f;      /* [max_epoch][max_state] */
	double *change; /* [max_state] p(s) r */
	double *retype; /* [max_state] p(s) times the time of a type change */
	double *least;  /* [max_epoch][max_segment] min f per type */
	double *least_other; /* the same over all other types */
};

/* A plan priced. */
struct boa_path {
	double value;    /* at the prices asked; from f alone */
	double time_s;   /* T */
	double spend;    /* C, price * GPU * s */
	uint32_t *state; /* [n_epoch], the caller's array */
};

/* What one second and one unit of spend are worth: p(s) = time + spend cost(s).
 */
struct boa_worth {
	double time;
	double spend;
};

int boa_dp_init(struct boa_dp *dp, const struct boa_problem *problem,
		struct boa_err *err);
void boa_dp_fini(struct boa_dp *dp);

/* Set DP->per_s from WORTH. */
void boa_dp_set_worth(struct boa_dp *dp, const struct boa_item *item,
		      struct boa_worth worth);

/* The best plan of ITEM at DP->per_s, over all its types. */
void boa_dp_best(struct boa_dp *dp, const struct boa_item *item,
		 struct boa_path *path);

/* The best plan of ITEM at DP->per_s that keeps to segment SEGMENT for life. */
void boa_dp_best_of_type(struct boa_dp *dp, const struct boa_item *item,
			 size_t segment, struct boa_path *path);

/*
 * The plan of least time, and of least spend; ties to a relative 1e-11 go to
 * the lesser spend, and time.
 */
void boa_dp_fastest(struct boa_dp *dp, const struct boa_item *item,
		    struct boa_path *path);
void boa_dp_cheapest(struct boa_dp *dp, const struct boa_item *item,
		     struct boa_path *path);

#endif /* BOA_DP_H */
