/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conflict.h - why limits cannot hold together: the smallest set of them that
 * no plans can keep to.
 */
#ifndef BOA_CONFLICT_H
#define BOA_CONFLICT_H

#include <stdbool.h>

#include "solver/pool.h"

#include "src/err.h"

/*
 * All rows of POOL together are infeasible: mark in MEMBER [rows->n] a smallest
 * subset that is so too (of several the first). When there are very many rows
 * the search for a smaller one ends early, and no member can be spared all the
 * same. Returns 0 or what boa_master_is_feasible() returns.
 */
int boa_conflict_find(struct boa_pool *pool, double limit_s, bool *member,
		      struct boa_err *err);

#endif /* BOA_CONFLICT_H */
