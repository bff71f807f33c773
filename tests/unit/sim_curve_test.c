/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trade-off curves and what is said of two of them. */
#include "config.h"

#include "sim/curve.h"
#include "tests/unit/check.h"

static void what_is_worse_in_both_is_left_out(void **state)
{
	struct boa_trade point[] = {
		{ 3, 5 }, { 1, 9 }, { 2, 10 }, { 2, 6 }, { 4, 5 },
	};

	(void)state;
	assert_int_equal(boa_trade_pareto(point, 5), 3);
	assert_near(point[0].spend, 1, 0);
	assert_near(point[1].time_s, 6, 0);
	assert_near(point[2].spend, 3, 0);
}

static void between_points_the_curve_is_straight(void **state)
{
	static const struct boa_trade point[] = { { 1, 9 },
						  { 2, 6 },
						  { 4, 5 } };

	(void)state;
	assert_near(boa_trade_time(point, 3, 1.5), 7.5, 1e-12);
	assert_near(boa_trade_time(point, 3, 3.0), 5.5, 1e-12);
	assert_true(isnan(boa_trade_time(point, 3, 4.5)));
	assert_near(boa_trade_spend(point, 3, 7.5), 1.5, 1e-12);
	assert_true(isnan(boa_trade_spend(point, 3, 4.0)));
}

static void ratios_are_over_the_common_range(void **state)
{
	static const struct boa_trade own[] = { { 1, 4 }, { 3, 2 } };
	static const struct boa_trade other[] = { { 2, 6 }, { 4, 2 } };
	struct boa_ratio time = boa_trade_time_ratio(own, 2, other, 2);
	struct boa_ratio spend = boa_trade_spend_ratio(own, 2, other, 2);

	(void)state;
	/* at 2: 6 / 3; at 3: 4 / 2 */
	assert_true(time.known);
	assert_near(time.from, 2, 0);
	assert_near(time.to, 3, 0);
	assert_near(time.least, 2.0, 1e-9);
	assert_near(time.greatest, 2.0, 1e-9);
	/* at 2 s: 4 / 3; at 4 s: 3 / 1 */
	assert_near(spend.least, 4.0 / 3.0, 1e-9);
	assert_near(spend.greatest, 3.0, 1e-9);
	assert_near(spend.at_greatest, 4.0, 1e-9);
}

static void curves_that_do_not_overlap_say_nothing(void **state)
{
	static const struct boa_trade own[] = { { 1, 4 }, { 2, 2 } };
	static const struct boa_trade other[] = { { 3, 1 }, { 4, 0.5 } };

	(void)state;
	assert_false(boa_trade_time_ratio(own, 2, other, 2).known);
	assert_false(boa_trade_time_ratio(own, 2, other, 0).known);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_worse_in_both_is_left_out),
		cmocka_unit_test(between_points_the_curve_is_straight),
		cmocka_unit_test(ratios_are_over_the_common_range),
		cmocka_unit_test(curves_that_do_not_overlap_say_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
