/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choose.h - at most one item for each job, within the GPUs of each type, at
 * the least cost: Sia's integer programme, solved exactly.
 *
 * GLPK solves the relaxation. Where its answer is not whole, rounding gives an
 * upper bound; an item whose reduced cost exceeds the difference of the bounds
 * is in no better answer, and over those that are left a dynamic programme on
 * the GPUs used decides. (Branch and bound alone drowns in jobs that are
 * alike.)
 */
#ifndef BOA_CHOOSE_H
#define BOA_CHOOSE_H

#include <stddef.h>

#include "src/err.h"

struct boa_choose_item {
	size_t job;
	size_t type;
	unsigned gpus; /* >= 1 */
	double cost;   /* of taking it rather than none, < 0 */
};

struct boa_choose_problem {
	size_t n_job;
	size_t n_type;
	const unsigned *gpus; /* [n_type], that there are */
	size_t n_item;
	const struct boa_choose_item *item; /* [n_item], by job */
};

/*
 * PICK, [n_job], gets each job's item or SIZE_MAX. Where the dynamic programme
 * would be too large (some 10^8 steps) the rounded answer is taken. Returns 0,
 * BOA_ENOMEM or BOA_ESOLVER.
 */
int boa_choose(const struct boa_choose_problem *problem, size_t *pick,
	       struct boa_err *err);

#endif /* BOA_CHOOSE_H */
