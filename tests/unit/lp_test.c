/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "solver/lp.h"
#include "tests/unit/check.h"

/* --- allocation failure, one call at a time --------------------------- */

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);

static int fail_at = -1;
static int n_alloc;

void *__wrap_calloc(size_t n, size_t size)
{
	return n_alloc++ == fail_at ? NULL : __real_calloc(n, size);
}

/* --- GLPK giving up -------------------------------------------------- */

/* GLPK's own way out, from glpk.h; it ends in abort() or in our hook. */
typedef void glp_errfunc(const char *fmt, ...);
glp_errfunc *glp_error_(const char *file, int line);
int __real_glp_simplex(void *prob, const void *parm);
int __wrap_glp_simplex(void *prob, const void *parm);

static bool glpk_gives_up;

int __wrap_glp_simplex(void *prob, const void *parm)
{
	if (glpk_gives_up)
		glp_error_("here", 1)("out of luck\n");
	return __real_glp_simplex(prob, parm);
}

/* --- the tests -------------------------------------------------------- */

static int add(struct boa_lp *lp, double cost, double a0, double a1, size_t n,
	       bool is_binary, struct boa_err *err)
{
	const size_t row[] = { 0, 1 };
	const double value[] = { a0, a1 };
	const struct boa_lp_column column = { cost, is_binary, n, row, value };

	return boa_lp_add_column(lp, &column, err);
}

/* Minimise -2 x - y with x + y <= 4. */
static struct boa_lp *one_budget_row(void)
{
	struct boa_lp *lp = NULL;

	assert_int_equal(boa_lp_new(&lp, NULL), 0);
	assert_int_equal(boa_lp_add_row(lp, BOA_LP_AT_MOST, 4.0, NULL), 0);
	assert_int_equal(add(lp, -2.0, 1.0, 0.0, 1, false, NULL), 0);
	assert_int_equal(add(lp, -1.0, 1.0, 0.0, 1, false, NULL), 0);
	return lp;
}

static void spends_the_budget_on_the_better_column(void **state)
{
	struct boa_lp *lp = one_budget_row();
	enum boa_lp_status status;

	(void)state;
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_int_equal(status, BOA_LP_OPTIMAL);
	assert_near(boa_lp_primal(lp, 0), 4.0, 1e-12);
	assert_near(boa_lp_primal(lp, 1), 0.0, 1e-12);
	assert_near(boa_lp_dual(lp, 0), -2.0, 1e-12);
	assert_near(boa_lp_objective(lp), -8.0, 1e-12);
	boa_lp_free(lp);
}

static void goes_on_with_a_column_added_later(void **state)
{
	struct boa_lp *lp = one_budget_row();
	enum boa_lp_status status;

	(void)state;
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_int_equal(add(lp, -3.0, 0.5, 0.0, 1, false, NULL), 0);
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_near(boa_lp_primal(lp, 2), 8.0, 1e-12);
	assert_near(boa_lp_objective(lp), -24.0, 1e-12);
	boa_lp_free(lp);
}

static void tells_infeasible_from_unbounded(void **state)
{
	struct boa_lp *lp = one_budget_row();
	enum boa_lp_status status;

	(void)state;
	assert_int_equal(add(lp, -1.0, 0.0, 0.0, 0, false, NULL), 0);
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_int_equal(status, BOA_LP_UNBOUNDED);
	assert_int_equal(boa_lp_add_row(lp, BOA_LP_AT_LEAST, 1.0, NULL), 0);
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_int_equal(status, BOA_LP_INFEASIBLE);
	boa_lp_free(lp);
}

/* Minimise -3 a - 2 b - 2 c, 3 a + 2 b + 2 c <= 4: b and c, not a. */
static void branches_to_a_whole_answer(void **state)
{
	struct boa_lp *lp = NULL;
	struct boa_lp_branched found;
	enum boa_lp_status status;
	double x[3];

	(void)state;
	assert_int_equal(boa_lp_new(&lp, NULL), 0);
	assert_int_equal(boa_lp_add_row(lp, BOA_LP_AT_MOST, 4.0, NULL), 0);
	assert_int_equal(add(lp, -3.1, 3.0, 0.0, 1, true, NULL), 0);
	assert_int_equal(add(lp, -2.0, 2.0, 0.0, 1, true, NULL), 0);
	assert_int_equal(add(lp, -2.0, 2.0, 0.0, 1, true, NULL), 0);
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	assert_near(boa_lp_objective(lp), -4.1, 1e-9);
	assert_int_equal(boa_lp_branch(lp, 1.0, &found, x, NULL), 0);
	assert_true(found.has_answer);
	assert_near(found.objective, -4.0, 1e-9);
	assert_near(found.bound, -4.0, 1e-9);
	assert_near(x[0], 0.0, 1e-9);
	assert_near(x[1], 1.0, 1e-9);
	boa_lp_free(lp);
}

static void refuses_what_is_not_finite_and_names_its_place(void **state)
{
	struct boa_lp *lp = one_budget_row();
	struct boa_err err;

	(void)state;
	assert_int_equal(add(lp, 1.0, NAN, 0.0, 1, false, &err), BOA_EINVAL);
	assert_non_null(strstr(err.text, "a[0][2]"));
	assert_int_equal(add(lp, INFINITY, 1.0, 0.0, 1, false, &err),
			 BOA_EINVAL);
	assert_non_null(strstr(err.text, "c[2]"));
	assert_int_equal(boa_lp_add_row(lp, BOA_LP_EQUAL, NAN, &err),
			 BOA_EINVAL);
	assert_non_null(strstr(err.text, "b[1]"));
	boa_lp_free(lp);
}

static void refuses_rows_that_are_not_there_or_come_twice(void **state)
{
	struct boa_lp *lp = one_budget_row();
	const size_t twice[] = { 0, 0 };
	const double value[] = { 1.0, 1.0 };
	struct boa_lp_column column = { 1.0, false, 2, twice, value };

	(void)state;
	assert_int_equal(boa_lp_add_column(lp, &column, NULL), BOA_EINVAL);
	assert_int_equal(add(lp, 1.0, 1.0, 1.0, 2, false, NULL), BOA_EINVAL);
	/* and the refused left no trace */
	assert_int_equal(add(lp, 1.0, 1.0, 0.0, 1, false, NULL), 0);
	boa_lp_free(lp);
}

static void refuses_to_solve_nothing(void **state)
{
	struct boa_lp *lp = NULL;
	enum boa_lp_status status = BOA_LP_TIME_LIMIT;

	(void)state;
	assert_int_equal(boa_lp_new(&lp, NULL), 0);
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), BOA_EINVAL);
	assert_int_equal(status, BOA_LP_TIME_LIMIT);
	boa_lp_free(lp);
	boa_lp_free(NULL);
}

static void refuses_to_branch_before_solving(void **state)
{
	struct boa_lp *lp = NULL;
	struct boa_lp_branched found;
	double x[1];

	(void)state;
	assert_int_equal(boa_lp_new(&lp, NULL), 0);
	assert_int_equal(boa_lp_add_row(lp, BOA_LP_AT_MOST, 4.0, NULL), 0);
	assert_int_equal(add(lp, -3.0, 3.0, 0.0, 1, true, NULL), 0);
	assert_int_equal(boa_lp_branch(lp, 1.0, &found, x, NULL), BOA_ESOLVER);
	boa_lp_free(lp);
}

static void survives_glpk_giving_up(void **state)
{
	struct boa_lp *lp = one_budget_row(), *other = one_budget_row();
	enum boa_lp_status status;
	struct boa_err err;

	(void)state;
	glpk_gives_up = true;
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, &err), BOA_ESOLVER);
	glpk_gives_up = false;
	assert_non_null(strstr(err.text, "out of luck"));
	/* both are gone, and can be freed; a new one works */
	assert_int_equal(boa_lp_solve(other, 1.0, &status, NULL), BOA_ESOLVER);
	assert_true(isnan(boa_lp_objective(other)));
	boa_lp_free(lp);
	boa_lp_free(other);
	lp = one_budget_row();
	assert_int_equal(boa_lp_solve(lp, 1.0, &status, NULL), 0);
	boa_lp_free(lp);
}

static void survives_each_allocation_failing(void **state)
{
	struct boa_lp *lp = NULL;
	int rc = BOA_ENOMEM;

	(void)state;
	for (fail_at = 0; rc; fail_at++) {
		n_alloc = 0;
		rc = boa_lp_new(&lp, NULL);
		if (!rc)
			rc = boa_lp_add_row(lp, BOA_LP_AT_MOST, 1.0, NULL);
		if (rc)
			assert_int_equal(rc, BOA_ENOMEM);
		boa_lp_free(lp);
		lp = NULL;
	}
	assert_int_equal(fail_at, 5);
	fail_at = -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spends_the_budget_on_the_better_column),
		cmocka_unit_test(goes_on_with_a_column_added_later),
		cmocka_unit_test(tells_infeasible_from_unbounded),
		cmocka_unit_test(branches_to_a_whole_answer),
		cmocka_unit_test(
			refuses_what_is_not_finite_and_names_its_place),
		cmocka_unit_test(refuses_rows_that_are_not_there_or_come_twice),
		cmocka_unit_test(refuses_to_solve_nothing),
		cmocka_unit_test(refuses_to_branch_before_solving),
		cmocka_unit_test(survives_glpk_giving_up),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	return cmocka_run_group_tests_name("lp", tests, NULL, NULL);
}
