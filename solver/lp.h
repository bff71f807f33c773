/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lp.h - linear programmes that grow, solved again from where they stood.
 *
 *     minimise    c' x
 *     subject to  rows of A x  at most | equal to | at least  b,   0 <= x
 *
 * The only door to the LP library: no other file includes glpk.h. GLPK never
 * ends the process and never prints: arguments are checked before it sees
 * them, and should it give up all the same, the call fails with BOA_ESOLVER,
 * its words in ERR; that LP can then only be freed.
 *
 * An LP belongs to the thread that made it.
 */
#ifndef BOA_LP_H
#define BOA_LP_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"

/* Outcome of a solve that ran; not an error. */
enum boa_lp_status {
	BOA_LP_OPTIMAL,
	BOA_LP_INFEASIBLE,
	BOA_LP_UNBOUNDED,
	BOA_LP_TIME_LIMIT,
};

enum boa_lp_sense { BOA_LP_AT_MOST, BOA_LP_EQUAL, BOA_LP_AT_LEAST };

/* A column: its cost, and its N coefficients by row (counted from 0). */
struct boa_lp_column {
	double cost;
	bool is_binary; /* 0 or 1 to boa_lp_branch(); relaxed elsewhere */
	size_t n;
	const size_t *row;   /* [n], no row twice */
	const double *value; /* [n] */
};

struct boa_lp;

/* On success *LP is new; release it with boa_lp_free(). BOA_ENOMEM,
 * BOA_ESOLVER. */
int boa_lp_new(struct boa_lp **lp, struct boa_err *err);
void boa_lp_free(struct boa_lp *lp);

/*
 * Add the next row, or column. Returns 0, BOA_EINVAL (a number that is not
 * finite, a row that does not exist or repeats), BOA_ENOMEM, BOA_ESOLVER.
 */
int boa_lp_add_row(struct boa_lp *lp, enum boa_lp_sense sense, double bound,
		   struct boa_err *err);
int boa_lp_add_column(struct boa_lp *lp, const struct boa_lp_column *column,
		      struct boa_err *err);

/* Change the cost of COLUMN, or hold it at 0 from now on. Errors as above. */
int boa_lp_set_cost(struct boa_lp *lp, size_t column, double cost,
		    struct boa_err *err);
int boa_lp_close_column(struct boa_lp *lp, size_t column, struct boa_err *err);

/*
 * Solve LP within LIMIT_S seconds, from the basis of the last solve if there
 * was one. On success *STATUS is set, and with BOA_LP_OPTIMAL what the
 * functions below give. Returns 0, BOA_EINVAL (no row, no column) or
 * BOA_ESOLVER.
 */
int boa_lp_solve(struct boa_lp *lp, double limit_s, enum boa_lp_status *status,
		 struct boa_err *err);

double boa_lp_objective(const struct boa_lp *lp);
double boa_lp_primal(const struct boa_lp *lp, size_t column);
double boa_lp_dual(const struct boa_lp *lp, size_t row); /* <= 0: AT_MOST */

/* What branch and bound found. */
struct boa_lp_branched {
	enum boa_lp_status status; /* TIME_LIMIT: the best so far, if any */
	bool has_answer;
	double objective; /* when has_answer */
	double bound;     /* no answer is below this; -INFINITY: not known */
};

/*
 * Solve LP with its binary columns 0 or 1, after boa_lp_solve() has found it
 * optimal. X, [n_column], gets the answer when there is one. Returns 0 or
 * BOA_ESOLVER.
 */
int boa_lp_branch(struct boa_lp *lp, double limit_s,
		  struct boa_lp_branched *found, double *x,
		  struct boa_err *err);

#endif /* BOA_LP_H */
