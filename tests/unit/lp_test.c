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

/* --- the tests -------------------------------------------------------- */

static const double A[] = { 1.0, 1.0 };
static const double B[] = { 4.0 };
static const double C[] = { -2.0, -1.0 };

static struct boa_lp one_budget_row(void)
{
	return (struct boa_lp){
		.n_row = 1,
		.n_col = 2,
		.a = A,
		.b = B,
		.c = C,
	};
}

static void spends_the_budget_on_the_better_column(void **state)
{
	struct boa_lp lp = one_budget_row();
	double x[2], y[1];
	struct boa_lp_result got = { .x = x, .y = y };

	(void)state;
	assert_int_equal(boa_lp_solve(&lp, 1.0, &got, NULL), 0);
	assert_int_equal(got.status, BOA_LP_OPTIMAL);
	assert_near(x[0], 4.0, 1e-12);
	assert_near(x[1], 0.0, 1e-12);
	assert_near(y[0], -2.0, 1e-12);
}

static void refuses_a_nan_and_names_its_place(void **state)
{
	const double bad[] = { 1.0, NAN };
	struct boa_lp lp = one_budget_row();
	struct boa_lp_result got = { .status = BOA_LP_TIME_LIMIT };
	struct boa_err err;

	(void)state;
	lp.a = bad;
	assert_int_equal(boa_lp_solve(&lp, 1.0, &got, &err), BOA_EINVAL);
	assert_non_null(strstr(err.text, "a[0][1]"));
	assert_int_equal(got.status, BOA_LP_TIME_LIMIT);
}

static void survives_each_allocation_failing(void **state)
{
	struct boa_lp lp = one_budget_row();
	double x[2], y[1];
	struct boa_lp_result got = { .x = x, .y = y };
	int rc;

	(void)state;
	for (fail_at = 0; fail_at < 10; fail_at++) {
		n_alloc = 0;
		rc = boa_lp_solve(&lp, 1.0, &got, NULL);
		if (!rc)
			break;
		assert_int_equal(rc, BOA_ENOMEM);
	}
	assert_int_equal(fail_at, 2);
	fail_at = -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spends_the_budget_on_the_better_column),
		cmocka_unit_test(refuses_a_nan_and_names_its_place),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	return cmocka_run_group_tests_name("lp", tests, NULL, NULL);
}
