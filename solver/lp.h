/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lp.h - a small linear programme, solved.
 *
 *     minimise    c' x
 *     subject to  A x <= b,   0 <= x
 *
 * The only door to the LP library: no other file includes glpk.h.
 */
#ifndef BOA_LP_H
#define BOA_LP_H

#include <stddef.h>

#include "src/err.h"

/* Outcome of a solve that ran; not an error. */
enum boa_lp_status {
	BOA_LP_OPTIMAL,
	BOA_LP_INFEASIBLE,
	BOA_LP_UNBOUNDED,
	BOA_LP_TIME_LIMIT,
};

/* A problem in dense form; all arrays borrowed from the caller. */
struct boa_lp {
	size_t n_row;
	size_t n_col;
	const double *a; /* [n_row][n_col], row-major */
	const double *b; /* [n_row] */
	const double *c; /* [n_col] */
};

/* Where the answer goes; the arrays are the caller's. */
struct boa_lp_result {
	enum boa_lp_status status;
	double *x; /* [n_col] */
	double *y; /* [n_row] row duals, <= 0 */
};

/*
 * Solve LP within LIMIT_S seconds.
 *
 * On success RESULT->status is set, and X and Y are written if and only if it
 * is BOA_LP_OPTIMAL. On failure RESULT is untouched.
 *
 * Returns 0, BOA_EINVAL (an empty dimension, a coefficient that is not
 * finite), BOA_ENOMEM, or BOA_ESOLVER (GLPK gave up; ERR says why).
 * Keeps no reference to its arguments. Not reentrant within a thread.
 */
int boa_lp_solve(const struct boa_lp *lp, double limit_s,
		 struct boa_lp_result *result, struct boa_err *err);

#endif /* BOA_LP_H */
