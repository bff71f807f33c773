/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lp_glpk.c - lp.h on top of GLPK.
 *
 * GLPK calls abort() on a bad argument or when memory runs out. Two fences:
 * every argument is checked first, and an error hook leaves GLPK by longjmp()
 * should it fail all the same. After that nothing of GLPK's can be trusted in
 * this thread, so its environment is given up, and with it every LP.
 */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <glpk.h>

#include "solver/lp.h"

/* GLPK's own are 1e-7: too coarse where a thousand classes add up. */
#define TOL_PRIMAL 1e-9
#define TOL_DUAL   1e-10

struct boa_lp {
	glp_prob *prob;
	size_t n_row;
	size_t n_column;
	unsigned long epoch; /* of the thread's environment */
	int *index;          /* [n_row + 1], GLPK counts from 1 */
	double *value;       /* [n_row + 1] */
	bool *seen;          /* [n_row] scratch, false between calls */
	size_t room;         /* rows there is room for */
};

/* How often this thread's GLPK has been given up, and what is alive now. */
static _Thread_local unsigned long env_epoch;
static _Thread_local size_t n_alive;

/* One stay inside GLPK. */
struct visit {
	jmp_buf away;
	char words[200]; /* the first it said */
};

static int listen(void *info, const char *text)
{
	struct visit *visit = info;
	size_t len = strcspn(text, "\n");

	if (len >= sizeof(visit->words))
		len = sizeof(visit->words) - 1;
	if (len && !visit->words[0]) {
		memcpy(visit->words, text, len);
		visit->words[len] = '\0';
	}
	return 1; /* do not print */
}

static void escape(void *info)
{
	longjmp(((struct visit *)info)->away, 1);
}

typedef int work_f(struct boa_lp *lp, void *arg, struct boa_err *err);

/*
 * Run WORK inside the fences. WORK must own no memory of ours, since it may be
 * cut short at any call of GLPK's.
 */
static int enter(struct boa_lp *lp, work_f *work, void *arg,
		 struct boa_err *err)
{
	struct visit visit = { .words = "" };
	volatile int rc;

	if (lp->epoch != env_epoch)
		return boa_err_set(err, BOA_ESOLVER,
				   "GLPK has given up before");
	glp_term_hook(listen, &visit);
	glp_error_hook(escape, &visit);
	if (setjmp(visit.away)) {
		env_epoch++;
		n_alive = 0;
		glp_free_env();
		return boa_err_set(err, BOA_ESOLVER, "GLPK gave up: %s",
				   visit.words);
	}
	rc = work(lp, arg, err);
	glp_error_hook(NULL, NULL);
	glp_term_hook(NULL, NULL);
	return rc;
}

static int create(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	(void)arg;
	(void)err;
	lp->prob = glp_create_prob();
	glp_set_obj_dir(lp->prob, GLP_MIN);
	return 0;
}

int boa_lp_new(struct boa_lp **lp, struct boa_err *err)
{
	struct boa_lp *fresh = calloc(1, sizeof(*fresh));
	int rc;

	if (!fresh)
		return boa_err_set(err, BOA_ENOMEM, "an LP");
	fresh->epoch = env_epoch;
	rc = enter(fresh, create, NULL, err);
	if (rc) {
		free(fresh);
		return rc;
	}
	n_alive++;
	*lp = fresh;
	return 0;
}

static int delete (struct boa_lp *lp, void *arg, struct boa_err *err)
{
	(void)arg;
	(void)err;
	glp_delete_prob(lp->prob);
	return 0;
}

void boa_lp_free(struct boa_lp *lp)
{
	if (!lp)
		return;
	if (!enter(lp, delete, NULL, NULL) && --n_alive == 0)
		glp_free_env();
	free(lp->index);
	free(lp->value);
	free(lp->seen);
	free(lp);
}

/* Make room for one row more. */
static int grow(struct boa_lp *lp, struct boa_err *err)
{
	size_t room = lp->room ? 2 * lp->room : 16;
	int *index;
	double *value;
	bool *seen;

	if (lp->n_row < lp->room)
		return 0;
	index = calloc(room + 1, sizeof(*index));
	value = calloc(room + 1, sizeof(*value));
	seen = calloc(room, sizeof(*seen));
	if (!index || !value || !seen || room > INT_MAX / 2) {
		free(index);
		free(value);
		free(seen);
		return boa_err_set(err, BOA_ENOMEM, "an LP of %zu rows", room);
	}
	free(lp->index);
	free(lp->value);
	free(lp->seen);
	lp->index = index;
	lp->value = value;
	lp->seen = seen;
	lp->room = room;
	return 0;
}

struct new_row {
	enum boa_lp_sense sense;
	double bound;
};

static int append_row(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	static const int type[] = {
		[BOA_LP_AT_MOST] = GLP_UP,
		[BOA_LP_EQUAL] = GLP_FX,
		[BOA_LP_AT_LEAST] = GLP_LO,
	};
	const struct new_row *row = arg;
	int i = glp_add_rows(lp->prob, 1);

	(void)err;
	glp_set_row_bnds(lp->prob, i, type[row->sense], row->bound, row->bound);
	return 0;
}

int boa_lp_add_row(struct boa_lp *lp, enum boa_lp_sense sense, double bound,
		   struct boa_err *err)
{
	struct new_row row = { sense, bound };
	int rc;

	if (!isfinite(bound) || (unsigned)sense > BOA_LP_AT_LEAST)
		return boa_err_set(err, BOA_EINVAL, "b[%zu] is %g", lp->n_row,
				   bound);
	rc = grow(lp, err);
	if (!rc)
		rc = enter(lp, append_row, &row, err);
	if (!rc)
		lp->n_row++;
	return rc;
}

static int append_column(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	const struct boa_lp_column *column = arg;
	int j = glp_add_cols(lp->prob, 1);

	(void)err;
	glp_set_col_bnds(lp->prob, j, GLP_LO, 0.0, 0.0);
	glp_set_obj_coef(lp->prob, j, column->cost);
	glp_set_mat_col(lp->prob, j, (int)column->n, lp->index, lp->value);
	if (column->is_binary) {
		glp_set_col_kind(lp->prob, j, GLP_BV);
		glp_set_col_bnds(lp->prob, j, GLP_DB, 0.0, 1.0);
	}
	return 0;
}

/* Copy COLUMN into GLPK's form, or say what is wrong with it. */
static int check_column(struct boa_lp *lp, const struct boa_lp_column *column,
			struct boa_err *err)
{
	size_t n = 0, c = 0;
	int rc = 0;

	if (!isfinite(column->cost) || lp->n_column >= INT_MAX - 1)
		return boa_err_set(err, BOA_EINVAL, "c[%zu] is %g",
				   lp->n_column, column->cost);
	for (; c < column->n; c++) {
		size_t i = column->row[c];

		if (i >= lp->n_row || lp->seen[i] ||
		    !isfinite(column->value[c])) {
			rc = boa_err_set(err, BOA_EINVAL, "a[%zu][%zu] is %g",
					 i, lp->n_column, column->value[c]);
			break;
		}
		lp->seen[i] = true;
		n++;
		lp->index[n] = (int)i + 1;
		lp->value[n] = column->value[c];
	}
	for (size_t k = 1; k <= n; k++)
		lp->seen[lp->index[k] - 1] = false;
	return rc;
}

int boa_lp_add_column(struct boa_lp *lp, const struct boa_lp_column *column,
		      struct boa_err *err)
{
	struct boa_lp_column copy = *column;
	int rc = check_column(lp, column, err);

	if (!rc)
		rc = enter(lp, append_column, &copy, err);
	if (!rc)
		lp->n_column++;
	return rc;
}

struct new_cost {
	int column;
	double cost;
};

static int change_cost(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	const struct new_cost *new = arg;

	(void)err;
	glp_set_obj_coef(lp->prob, new->column, new->cost);
	return 0;
}

int boa_lp_set_cost(struct boa_lp *lp, size_t column, double cost,
		    struct boa_err *err)
{
	struct new_cost new = { (int)column + 1, cost };

	if (column >= lp->n_column || !isfinite(cost))
		return boa_err_set(err, BOA_EINVAL, "c[%zu] is %g", column,
				   cost);
	return enter(lp, change_cost, &new, err);
}

static int close_column(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	(void)err;
	glp_set_col_bnds(lp->prob, *(const int *)arg, GLP_FX, 0.0, 0.0);
	return 0;
}

int boa_lp_close_column(struct boa_lp *lp, size_t column, struct boa_err *err)
{
	int j = (int)column + 1;

	if (column >= lp->n_column)
		return boa_err_set(err, BOA_EINVAL, "there is no column %zu",
				   column);
	return enter(lp, close_column, &j, err);
}

static int limit_ms(double limit_s)
{
	if (!(limit_s > 0.0))
		return 1;
	return limit_s < INT_MAX / 1e3 ? (int)(limit_s * 1e3) + 1 : INT_MAX;
}

struct solve_call {
	double limit_s;
	enum boa_lp_status status;
};

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

static int simplex(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	struct solve_call *call = arg;
	glp_smcp parm;
	int rc;

	glp_init_smcp(&parm);
	parm.msg_lev = GLP_MSG_OFF;
	parm.tm_lim = limit_ms(call->limit_s);
	parm.tol_bnd = TOL_PRIMAL;
	parm.tol_dj = TOL_DUAL;
	rc = glp_simplex(lp->prob, &parm);
	if (rc == GLP_EBADB || rc == GLP_ESING || rc == GLP_ECOND) {
		/* The old basis does not do: start from slacks. */
		glp_std_basis(lp->prob);
		rc = glp_simplex(lp->prob, &parm);
	}
	return verdict(lp->prob, rc, &call->status, err);
}

int boa_lp_solve(struct boa_lp *lp, double limit_s, enum boa_lp_status *status,
		 struct boa_err *err)
{
	struct solve_call call = { limit_s, BOA_LP_OPTIMAL };
	int rc;

	if (!lp->n_row || !lp->n_column)
		return boa_err_set(err, BOA_EINVAL, "an LP of %zu x %zu",
				   lp->n_row, lp->n_column);
	rc = enter(lp, simplex, &call, err);
	if (!rc)
		*status = call.status;
	return rc;
}

double boa_lp_objective(const struct boa_lp *lp)
{
	return lp->epoch == env_epoch ? glp_get_obj_val(lp->prob) : NAN;
}

double boa_lp_primal(const struct boa_lp *lp, size_t column)
{
	if (lp->epoch != env_epoch || column >= lp->n_column)
		return NAN;
	return glp_get_col_prim(lp->prob, (int)column + 1);
}

double boa_lp_dual(const struct boa_lp *lp, size_t row)
{
	if (lp->epoch != env_epoch || row >= lp->n_row)
		return NAN;
	return glp_get_row_dual(lp->prob, (int)row + 1);
}

struct branch_call {
	double limit_s;
	double bound;
	struct boa_lp_branched *found;
	double *x;
};

/* GLPK calls this now and then: note the best bound over the open nodes. */
static void note_bound(glp_tree *tree, void *info)
{
	struct branch_call *call = info;
	int best = glp_ios_best_node(tree);

	if (best)
		call->bound = glp_ios_node_bound(tree, best);
}

static int branch(struct boa_lp *lp, void *arg, struct boa_err *err)
{
	struct branch_call *call = arg;
	struct boa_lp_branched *found = call->found;
	glp_iocp parm;
	int rc;

	glp_init_iocp(&parm);
	parm.msg_lev = GLP_MSG_OFF;
	parm.tm_lim = limit_ms(call->limit_s);
	parm.tol_obj = 1e-9;
	parm.cb_func = note_bound;
	parm.cb_info = call;
	rc = glp_intopt(lp->prob, &parm);
	if (rc && rc != GLP_ETMLIM)
		return boa_err_set(err, BOA_ESOLVER, "glp_intopt: code %d", rc);
	found->has_answer = glp_mip_status(lp->prob) == GLP_OPT ||
			    glp_mip_status(lp->prob) == GLP_FEAS;
	found->status = rc                  ? BOA_LP_TIME_LIMIT
			: found->has_answer ? BOA_LP_OPTIMAL
					    : BOA_LP_INFEASIBLE;
	if (found->has_answer) {
		found->objective = glp_mip_obj_val(lp->prob);
		for (size_t j = 0; j < lp->n_column; j++)
			call->x[j] = glp_mip_col_val(lp->prob, (int)j + 1);
	}
	found->bound = rc ? call->bound : found->objective;
	return 0;
}

int boa_lp_branch(struct boa_lp *lp, double limit_s,
		  struct boa_lp_branched *found, double *x, struct boa_err *err)
{
	struct boa_lp_branched fresh = { .bound = -HUGE_VAL };
	struct branch_call call = { limit_s, -HUGE_VAL, &fresh, x };
	int rc = enter(lp, branch, &call, err);

	if (!rc)
		*found = fresh;
	return rc;
}
