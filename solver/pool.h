/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pool.h - the plans a master problem chooses from, as columns.
 */
#ifndef BOA_POOL_H
#define BOA_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "solver/rows.h"

#include "src/err.h"

struct boa_column {
	size_t item;
	size_t next;        /* another of the same item, SIZE_MAX: none */
	double objective_s; /* of all jobs of the item on this plan */
	double *use;        /* [rows->n] of each row's limit, as a fraction */
	uint32_t *state;    /* [n_epoch] */
};

struct boa_pool {
	const struct boa_problem *problem; /* borrowed */
	const struct boa_rows *rows;       /* borrowed */
	size_t n_gpu_type;
	size_t n, room;
	struct boa_column *column; /* [n] */
	size_t *first;             /* [n_item] the last one added, SIZE_MAX */
	double *gpu_s;             /* [n_gpu_type] scratch */
};

/* On success *POOL is new and empty. BOA_ENOMEM. */
int boa_pool_init(struct boa_pool *pool, const struct boa_problem *problem,
		  const struct boa_rows *rows, size_t n_gpu_type,
		  struct boa_err *err);
void boa_pool_free(struct boa_pool *pool);

/*
 * Add the plan STATE [n_epoch] of ITEM, unless it is there; *ADDED tells.
 * Returns 0 or BOA_ENOMEM.
 */
int boa_pool_add(struct boa_pool *pool, size_t item, const uint32_t *state,
		 bool *added, struct boa_err *err);

#endif /* BOA_POOL_H */
