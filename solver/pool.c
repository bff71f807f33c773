/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "solver/pool.h"

int boa_pool_init(struct boa_pool *pool, const struct boa_problem *problem,
		  const struct boa_rows *rows, size_t n_gpu_type,
		  struct boa_err *err)
{
	struct boa_pool fresh = {
		.problem = problem,
		.rows = rows,
		.n_gpu_type = n_gpu_type,
		.first = calloc(problem->n_item, sizeof(*fresh.first)),
		.gpu_s = calloc(n_gpu_type, sizeof(*fresh.gpu_s)),
	};

	if (!fresh.first || !fresh.gpu_s) {
		boa_pool_free(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "columns of %zu classes",
				   problem->n_item);
	}
	for (size_t i = 0; i < problem->n_item; i++)
		fresh.first[i] = SIZE_MAX;
	*pool = fresh;
	return 0;
}

void boa_pool_free(struct boa_pool *pool)
{
	for (size_t c = 0; c < pool->n; c++) {
		free(pool->column[c].use);
		free(pool->column[c].state);
	}
	free(pool->column);
	free(pool->first);
	free(pool->gpu_s);
	*pool = (struct boa_pool){ 0 };
}

static bool is_known(const struct boa_pool *pool, size_t item,
		     const uint32_t *state)
{
	size_t size = pool->problem->item[item].n_epoch * sizeof(*state);

	for (size_t c = pool->first[item]; c != SIZE_MAX;
	     c = pool->column[c].next) {
		if (!memcmp(pool->column[c].state, state, size))
			return true;
	}
	return false;
}

static int make_room(struct boa_pool *pool)
{
	size_t room = pool->room ? 2 * pool->room : 64;
	struct boa_column *column;

	if (pool->n < pool->room)
		return 0;
	column = realloc(pool->column, room * sizeof(*column));
	if (!column)
		return BOA_ENOMEM;
	pool->column = column;
	pool->room = room;
	return 0;
}

static void measure(struct boa_pool *pool, struct boa_column *column)
{
	const struct boa_problem *problem = pool->problem;
	const struct boa_item *item = &problem->item[column->item];
	struct boa_demand demand = { .gpu_s = pool->gpu_s };

	boa_rows_measure(item, column->state, pool->n_gpu_type, &demand);
	column->objective_s = item->rate_per_hour / problem->rate_per_hour *
			      item->weight * demand.time_s;
	for (size_t r = 0; r < pool->rows->n; r++)
		column->use[r] = boa_rows_use(pool->rows, problem, r,
					      column->item, &demand) /
				 pool->rows->row[r].limit;
}

int boa_pool_add(struct boa_pool *pool, size_t item, const uint32_t *state,
		 bool *added, struct boa_err *err)
{
	size_t n_epoch = pool->problem->item[item].n_epoch;
	struct boa_column fresh = { .item = item, .next = pool->first[item] };

	*added = false;
	if (is_known(pool, item, state))
		return 0;
	fresh.use = calloc(pool->rows->n, sizeof(*fresh.use));
	fresh.state = calloc(n_epoch, sizeof(*fresh.state));
	if (!fresh.use || !fresh.state || make_room(pool)) {
		free(fresh.use);
		free(fresh.state);
		return boa_err_set(err, BOA_ENOMEM, "%zu columns", pool->n);
	}
	memcpy(fresh.state, state, n_epoch * sizeof(*state));
	measure(pool, &fresh);
	pool->first[item] = pool->n;
	pool->column[pool->n++] = fresh;
	*added = true;
	return 0;
}
