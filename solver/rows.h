/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rows.h - what couples the classes: the budget, and whatever else is limited.
 *
 *     budget         sum_i lambda_i  sum_q C_q y_iq / 3600           <= limit
 *     account a      sum_i lambda_ia sum_q C_q y_iq / 3600           <= limit
 *     GPU type h     sum_i lambda_i  sum_q (GPU-s on h)_q y_iq / 3600 <= limit
 *     JCT of class i sum_q T_q y_iq                                   <= limit
 *
 * The shares y_iq of a class are the same for all its accounts, since the
 * width table knows classes only. A row's price is what one more unit of its
 * limit takes off the objective, in seconds.
 */
#ifndef BOA_ROWS_H
#define BOA_ROWS_H

#include <stddef.h>

#include "solver/dp.h"
#include "solver/problem.h"

#include "src/class.h"
#include "src/err.h"

enum boa_row_kind {
	BOA_ROW_BUDGET,
	BOA_ROW_ACCOUNT,
	BOA_ROW_TYPE,
	BOA_ROW_JCT
};

/* One limit beside the budget, as asked for. */
struct boa_constraint {
	enum boa_row_kind kind; /* not BOA_ROW_BUDGET */
	size_t index;           /* of the GPU type, or of the class */
	const char *account;    /* its name; borrowed */
	double limit; /* > 0; per hour, GPUs held on average, or seconds */
};

struct boa_row {
	enum boa_row_kind kind;
	size_t index;
	double limit;
	double *rate_per_hour; /* [n_item] the account's; NULL for the others */
};

struct boa_rows {
	size_t n;
	struct boa_row *row; /* [n]; the budget is row 0 */
};

/* What one job takes that follows a plan. */
struct boa_demand {
	double time_s;
	double spend;
	double *gpu_s; /* [n_gpu_type] GPU-seconds held; the caller's */
};

/*
 * The rows of BUDGET_PER_HOUR and the N CONSTRAINT. On success *ROWS is new;
 * release it with boa_rows_free(). Returns 0; BOA_EINVAL (an index that does
 * not exist, a limit that is not above 0); BOA_ENOMEM.
 */
int boa_rows_init(struct boa_rows *rows, const struct boa_classes *set,
		  double budget_per_hour,
		  const struct boa_constraint *constraint, size_t n,
		  struct boa_err *err);
void boa_rows_free(struct boa_rows *rows);

/*
 * Set DP->per_s to what one second of one job of item I is worth in each
 * state, in seconds of objective per job: OBJECTIVE (1, or 0 to leave the
 * objective out) times its weight, and what it takes of the rows at PRICE
 * [n]. For an item that never comes only budget and GPU types count.
 */
void boa_rows_price(const struct boa_rows *rows,
		    const struct boa_problem *problem, size_t i,
		    double objective, const double *price, struct boa_dp *dp);

/* Write to DEMAND what the plan STATE [n_epoch] of ITEM takes. */
void boa_rows_measure(const struct boa_item *item, const uint32_t *state,
		      size_t n_gpu_type, struct boa_demand *demand);

/* What of row R all jobs of item I take when they follow a plan of DEMAND. */
double boa_rows_use(const struct boa_rows *rows,
		    const struct boa_problem *problem, size_t r, size_t i,
		    const struct boa_demand *demand);

#endif /* BOA_ROWS_H */
