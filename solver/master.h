/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * master.h - the width problem under several limits, by column generation.
 *
 * GLPK chooses among the plans known so far; its row duals are prices, at
 * which dynamic programming finds each class's best plan of all. When none of
 * these has a negative reduced cost the choice is optimal over all plans. The
 * same prices give the Lagrangian bound, so the answer is certified.
 */
#ifndef BOA_MASTER_H
#define BOA_MASTER_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/pool.h"
#include "solver/rows.h"

#include "src/err.h"

struct boa_master {
	bool feasible;
	bool out_of_time; /* the rest is the best so far */
	double objective_s;
	double dual_bound_s; /* certified */
	double *price;       /* [rows->n] of each limit, >= 0 */
	double *share;       /* [pool->n] */
	size_t n_round;
};

/*
 * Solve POOL's problem under those of its rows that ACTIVE [rows->n] marks,
 * within LIMIT_S; columns found are added to POOL. The pool need not be empty.
 * On success *MASTER is new; release it with boa_master_free(). Returns 0,
 * BOA_ENOMEM or BOA_ESOLVER.
 */
int boa_master_solve(struct boa_pool *pool, const bool *active, double limit_s,
		     struct boa_master *master, struct boa_err *err);
void boa_master_free(struct boa_master *master);

/*
 * Can the rows of ACTIVE hold together? Writes *FEASIBLE. Returns as above.
 */
int boa_master_is_feasible(struct boa_pool *pool, const bool *active,
			   double limit_s, bool *feasible, struct boa_err *err);

#endif /* BOA_MASTER_H */
