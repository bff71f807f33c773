/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lp_glpk.c - lp.h on top of GLPK.
 *
 * GLPK calls abort() on a bad argument or when memory runs out; inside a
 * plugin that would end slurmctld. Two fences: check() refuses bad input, and
 * an error hook leaves GLPK by longjmp() should it fail all the same.
 */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>

#include <glpk.h>

#include "solver/lp.h"

static int check(const struct boa_lp *lp, struct boa_err *err)
{
	if (!lp->n_row || !lp->n_col || lp->n_row >= INT_MAX / lp->n_col)
		return boa_err_set(err, BOA_EINVAL, "an LP of %zu x %zu",
				   lp->n_row, lp->n_col);
	for (size_t i = 0; i < lp->n_row; i++) {
		if (!isfinite(lp->b[i]))
			return boa_err_set(err, BOA_EINVAL, "b[%zu] is %g", i,
					   lp->b[i]);
	}
	for (size_t j = 0; j < lp->n_col; j++) {
		if (!isfinite(lp->c[j]))
			return boa_err_set(err, BOA_EINVAL, "c[%zu] is %g", j,
					   lp->c[j]);
	}
	for (size_t k = 0; k < lp->n_row * lp->n_col; k++) {
		if (!isfinite(lp->a[k]))
			return boa_err_set(err, BOA_EINVAL, "a[%zu][%zu] is %g",
					   k / lp->n_col, k % lp->n_col,
					   lp->a[k]);
	}
	return 0;
}

/* One sparse row in GLPK's form: counted from 1, n_col + 1 entries each. */
struct row {
	int *index;
	double *value;
};

static void load(glp_prob *prob, const struct boa_lp *lp, struct row *buf)
{
	int n_row = (int)lp->n_row;
	int n_col = (int)lp->n_col;

	glp_set_obj_dir(prob, GLP_MIN);
	glp_add_rows(prob, n_row);
	glp_add_cols(prob, n_col);
	for (int j = 1; j <= n_col; j++) {
		glp_set_col_bnds(prob, j, GLP_LO, 0.0, 0.0);
		glp_set_obj_coef(prob, j, lp->c[j - 1]);
	}
	for (int i = 1; i <= n_row; i++) {
		const double *a = lp->a + (size_t)(i - 1) * lp->n_col;
		int n = 0;

		for (int j = 1; j <= n_col; j++) {
			if (a[j - 1] != 0.0) {
				buf->index[++n] = j;
				buf->value[n] = a[j - 1];
			}
		}
		glp_set_row_bnds(prob, i, GLP_UP, 0.0, lp->b[i - 1]);
		glp_set_mat_row(prob, i, n, buf->index, buf->value);
	}
}

static int verdict(glp_prob *prob, int rc, enum boa_lp_status *status,
		   struct boa_err *err)
{
	if (rc == GLP_ETMLIM) {
		*status = BOA_LP_TIME_LIMIT;
		return 0;
	}
	if (rc)
		return boa_err_set(err, BOA_ESOLVER, "glp_simplex: code %d",
				   rc);
	switch (glp_get_status(prob)) {
	case GLP_OPT:
		*status = BOA_LP_OPTIMAL;
		return 0;
	case GLP_NOFEAS:
		*status = BOA_LP_INFEASIBLE;
		return 0;
	case GLP_UNBND:
		*status = BOA_LP_UNBOUNDED;
		return 0;
	default:
		return boa_err_set(err, BOA_ESOLVER, "no verdict from GLPK");
	}
}

/* Runs behind the hook, so it may be cut short: it owns no memory of ours. */
static int solve(const struct boa_lp *lp, double limit_s, struct row *buf,
		 struct boa_lp_result *result, struct boa_err *err)
{
	glp_prob *prob = glp_create_prob();
	glp_smcp parm;
	int rc;

	load(prob, lp, buf);
	glp_init_smcp(&parm);
	parm.msg_lev = GLP_MSG_OFF;
	parm.tm_lim = limit_s < INT_MAX / 1e3 ? (int)(limit_s * 1e3) : INT_MAX;
	rc = verdict(prob, glp_simplex(prob, &parm), &result->status, err);
	if (rc || result->status != BOA_LP_OPTIMAL)
		return rc;
	for (size_t j = 0; j < lp->n_col; j++)
		result->x[j] = glp_get_col_prim(prob, (int)j + 1);
	for (size_t i = 0; i < lp->n_row; i++)
		result->y[i] = glp_get_row_dual(prob, (int)i + 1);
	return 0;
}

static void escape(void *away)
{
	longjmp(*(jmp_buf *)away, 1);
}

int boa_lp_solve(const struct boa_lp *lp, double limit_s,
		 struct boa_lp_result *result, struct boa_err *err)
{
	struct row buf = { 0 };
	jmp_buf away;
	volatile int rc = check(lp, err);

	if (rc)
		return rc;
	buf.index = calloc(lp->n_col + 1, sizeof(*buf.index));
	buf.value = calloc(lp->n_col + 1, sizeof(*buf.value));
	if (!buf.index || !buf.value) {
		rc = boa_err_set(err, BOA_ENOMEM, "an LP of %zu columns",
				 lp->n_col);
		goto out;
	}
	glp_term_out(GLP_OFF);
	glp_error_hook(escape, &away);
	if (setjmp(away))
		rc = boa_err_set(err, BOA_ESOLVER, "GLPK gave up");
	else
		rc = solve(lp, limit_s, &buf, result, err);
	glp_error_hook(NULL, NULL);
	glp_free_env(); /* frees every GLPK object of this thread */
out:
	free(buf.value);
	free(buf.index);
	return rc;
}
