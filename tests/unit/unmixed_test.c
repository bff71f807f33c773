/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unmixed_test.c - one plan per class, against every combination there is.
 */
#include "config.h"

#include "solver/labels.h"
#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

static const struct boa_solve_options UNMIXED = { .unmixed = true };

static void every_optimum_is_that_of_all_combinations(void **state)
{
	static const struct random_spec spec = {
		.max_class = 3,
		.max_epoch = 3,
		.max_type = 2,
		.max_width = 4,
		.times = true,
	};
	size_t n_mixed_is_better = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 2000; seed++) {
		struct boa_solve_options options = UNMIXED;
		struct dice dice = { seed };
		struct boa_classes set = { 0 };
		struct brute_plans plans[3] = { 0 };
		struct boa_solve_result got = { 0 };
		struct boa_err err;
		double budget, want;

		random_set(&dice, &spec, &set);
		options.rule.allow_type_change = seed % 4 == 0;
		for (size_t i = 0; i < set.n_class; i++) {
			brute_enumerate(&set, i, options.rule.allow_type_change,
					&plans[i]);
			brute_drop_dominated(&plans[i]);
		}
		budget = brute_least_budget(&set, plans) *
			 dice_real(&dice, 1.0, 1.6);
		if (budget > 0.0) {
			const struct boa_expected *e = &got.table.expected;

			want = brute_unmixed(&set, plans, budget);
			if (boa_solve(&set, budget, &options, &got, &err))
				fail_msg("seed %llu: %s",
					 (unsigned long long)seed, err.text);
			assert_int_equal(got.status, BOA_SOLVED);
			if (!(fabs(e->objective_s - want) <= 1e-9 * want))
				fail_msg("seed %llu: %.15g, want %.15g",
					 (unsigned long long)seed,
					 e->objective_s, want);
			/* proven: nothing is left, not even rounding */
			assert_near(got.unmixed_bound_s, e->objective_s, 0.0);
			assert_true(e->spend_per_hour <= budget * (1.0 + 1e-9));
			assert_true(e->dual_bound_s <= e->objective_s);
			for (size_t i = 0; i < got.table.n_class; i++)
				assert_near(got.table.class[i].plan[0].share,
					    1.0, 0.0);
			n_mixed_is_better += e->gap > 1e-6 * want;
			boa_table_free(&got.table);
		}
		brute_free(plans, set.n_class);
		boa_classes_free(&set);
	}
	assert_true(n_mixed_is_better > 500);
}

/* With no limit on reduced cost: all that is not dominated, nothing else. */
static void all_undominated_plans_are_labels(void **state)
{
	static const struct random_spec spec = {
		.max_class = 1,
		.max_epoch = 4,
		.max_type = 2,
		.max_width = 4,
		.times = true,
	};

	(void)state;
	for (uint64_t seed = 1; seed <= 500; seed++) {
		struct dice dice = { seed };
		const struct boa_worth worth = { 1.0,
						 dice_real(&dice, 0.0, 2.0) };
		struct boa_widths_rule rule = { 0 };
		struct boa_classes set = { 0 };
		struct boa_problem problem = { 0 };
		struct brute_plans plans = { 0 };
		struct boa_labels labels = { 0 };
		size_t last;

		random_set(&dice, &spec, &set);
		rule.allow_type_change = seed % 2 == 0;
		brute_enumerate(&set, 0, rule.allow_type_change, &plans);
		brute_drop_dominated(&plans);
		assert_int_equal(boa_problem_init(&problem, &set, &rule, NULL),
				 0);
		assert_int_equal(boa_labels_init(&labels, &problem.item[0],
						 worth, HUGE_VAL, 100000, NULL),
				 0);
		last = labels.n_epoch - 1;
		/* rounding may keep twins apart that the other side merged */
		assert_true(labels.n[last] >= plans.n);
		for (size_t q = 0; q < plans.n; q++) {
			double nearest = HUGE_VAL;

			for (size_t l = 0; l < labels.n[last]; l++) {
				const struct boa_label *label =
					&labels.label[last][l];
				double off = fabs(label->spend -
						  plans.plan[q].spend) +
					     fabs(label->time_s -
						  plans.plan[q].time_s);

				nearest = off < nearest ? off : nearest;
			}
			assert_near(nearest, 0.0, 1e-6);
		}
		boa_labels_free(&labels);
		brute_free(&plans, 1);
		boa_problem_free(&problem);
		boa_classes_free(&set);
	}
}

static void a_class_that_never_comes_has_its_plan(void **state)
{
	static const struct random_spec spec = {
		.max_class = 4,
		.max_epoch = 8,
		.max_type = 3,
		.max_width = 8,
		.times = true,
	};

	(void)state;
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct dice dice = { seed };
		struct boa_classes set = { 0 };
		struct boa_solve_result got = { 0 };
		struct boa_err err;

		random_set(&dice, &spec, &set);
		if (set.n_class > 1)
			set.class[0].arrival_rate_per_hour = 0.0;
		if (boa_solve(&set, 1e-9, &UNMIXED, &got, &err))
			fail_msg("%s", err.text);
		if (got.status == BOA_INFEASIBLE) {
			if (boa_solve(&set, 1.2 * got.least_budget, &UNMIXED,
				      &got, &err))
				fail_msg("seed %llu: %s",
					 (unsigned long long)seed, err.text);
			assert_int_equal(got.status, BOA_SOLVED);
			assert_near(got.unmixed_bound_s,
				    got.table.expected.objective_s,
				    1e-9 * got.unmixed_bound_s);
		}
		boa_table_free(&got.table);
		boa_classes_free(&set);
	}
}

static void too_many_labels_are_refused(void **state)
{
	static const struct random_spec spec = {
		.max_class = 1,
		.max_epoch = 1,
		.max_type = 1,
		.max_width = 30,
	};
	const struct boa_worth worth = { 1.0, 1.0 };
	const struct boa_widths_rule rule = { 0 };
	struct dice dice = { 3 };
	struct boa_classes set = { 0 };
	struct boa_problem problem = { 0 };
	struct boa_labels labels = { 0 };
	struct boa_err err;

	(void)state;
	random_set(&dice, &spec, &set);
	assert_int_equal(boa_problem_init(&problem, &set, &rule, NULL), 0);
	assert_true(problem.max_state > 1);
	assert_int_equal(boa_labels_init(&labels, &problem.item[0], worth,
					 HUGE_VAL, 1, &err),
			 BOA_ERANGE);
	assert_null(labels.n);
	boa_problem_free(&problem);
	boa_classes_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_optimum_is_that_of_all_combinations),
		cmocka_unit_test(all_undominated_plans_are_labels),
		cmocka_unit_test(a_class_that_never_comes_has_its_plan),
		cmocka_unit_test(too_many_labels_are_refused),
	};
	return cmocka_run_group_tests_name("unmixed", tests, NULL, NULL);
}
