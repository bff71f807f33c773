/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * laws_test.c - what must not change the answer, or change it in a known way;
 * and numbers of every size.
 */
#include "config.h"

#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

#define N_PROBLEM 300

static const struct random_spec SPEC = {
	.max_class = 5,
	.max_epoch = 5,
	.max_type = 3,
	.max_width = 8,
	.times = true,
};
static const struct boa_solve_options PLAIN = { 0 };

static void solve(const struct boa_classes *set, double budget,
		  struct boa_solve_result *got)
{
	struct boa_err err;

	*got = (struct boa_solve_result){ 0 };
	if (boa_solve(set, budget, &PLAIN, got, &err))
		fail_msg("%s", err.text);
}

/* A random problem, a budget for it and its answer; false: nothing to do. */
static bool begin(uint64_t seed, struct boa_classes *set, double *budget,
		  struct boa_solve_result *got)
{
	struct dice dice = { seed };

	*set = (struct boa_classes){ 0 };
	random_set(&dice, &SPEC, set);
	solve(set, 1e-6, got);
	*budget = got->least_budget * dice_real(&dice, 1.01, 1.7);
	if (got->status == BOA_SOLVED)
		boa_table_free(&got->table);
	if (*budget > 1e-6) {
		solve(set, *budget, got);
		assert_int_equal(got->status, BOA_SOLVED);
		return true;
	}
	boa_classes_free(set);
	return false;
}

static void check_value(const struct boa_solve_result *got, double objective_s,
			double price, uint64_t seed)
{
	const struct boa_expected *e = &got->table.expected;

	if (!(fabs(e->objective_s - objective_s) <= 1e-9 * objective_s) ||
	    !(fabs(e->shadow_price - price) <= 1e-6 * price + 1e-9))
		fail_msg("seed %llu: %.15g at %.15g, want %.15g at %.15g",
			 (unsigned long long)seed, e->objective_s,
			 e->shadow_price, objective_s, price);
}

static void the_order_of_classes_does_not_matter(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= N_PROBLEM; seed++) {
		struct boa_classes set;
		struct boa_solve_result before, after;
		double budget;

		if (!begin(seed, &set, &budget, &before))
			continue;
		for (size_t i = 0; i < set.n_class / 2; i++) {
			struct boa_class swap = set.class[i];

			set.class[i] = set.class[set.n_class - 1 - i];
			set.class[set.n_class - 1 - i] = swap;
		}
		assert_int_equal(boa_classes_finish(&set, NULL), 0);
		solve(&set, budget, &after);
		check_value(&after, before.table.expected.objective_s,
			    before.table.expected.shadow_price, seed);
		for (size_t i = 0; i < set.n_class; i++)
			assert_string_equal(
				after.table.class[i].name,
				before.table.class[set.n_class - 1 - i].name);
		boa_table_free(&before.table);
		boa_table_free(&after.table);
		boa_classes_free(&set);
	}
}

/* In another currency everything costs so much more; the price is in s per
 * unit. */
static void the_currency_does_not_matter(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= N_PROBLEM; seed++) {
		struct boa_classes set;
		struct boa_solve_result before, after;
		const double rate = 7.25;
		double budget;

		if (!begin(seed, &set, &budget, &before))
			continue;
		for (size_t h = 0; h < set.n_gpu_type; h++)
			set.gpu_type[h].price *= rate;
		solve(&set, budget * rate, &after);
		check_value(&after, before.table.expected.objective_s,
			    before.table.expected.shadow_price / rate, seed);
		boa_table_free(&before.table);
		boa_table_free(&after.table);
		boa_classes_free(&set);
	}
}

/* Twice the jobs at twice the budget wait as long. */
static void rates_and_budget_scale_together(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= N_PROBLEM; seed++) {
		struct boa_classes set;
		struct boa_solve_result before, after;
		double budget;

		if (!begin(seed, &set, &budget, &before))
			continue;
		for (size_t i = 0; i < set.n_class; i++)
			set.class[i].arrival_rate_per_hour *= 2.0;
		solve(&set, 2.0 * budget, &after);
		check_value(&after, before.table.expected.objective_s,
			    before.table.expected.shadow_price / 2.0, seed);
		boa_table_free(&before.table);
		boa_table_free(&after.table);
		boa_classes_free(&set);
	}
}

/* A class of rate 3 is as good as twins of rates 1 and 2. */
static void twins_are_one_class_of_their_rates_together(void **state)
{
	static const char form[] =
		"{\"classes\": [%s {\"name\": \"other\","
		" \"arrival_rate_per_hour\": 1, \"epochs\": [{\"work_s\": 900,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1.7], [4, 2.9]]}}]}]}";
	static const char twin[] =
		"{\"name\": \"%s\", \"arrival_rate_per_hour\": %d,"
		" \"rescale_s\": 30, \"epochs\": [{\"work_s\": 3600,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1.5], [4, 2]]}},"
		" {\"work_s\": 600,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 2], [4, 4]]}}]},";
	char one[1024], two[2048], text[4096];
	struct boa_classes apart = { 0 }, together = { 0 };

	(void)state;
	snprintf(one, sizeof(one), twin, "a", 1);
	snprintf(two, sizeof(two), twin, "b", 2);
	strcat(one, two);
	snprintf(text, sizeof(text), form, one);
	assert_int_equal(
		boa_classes_parse(text, strlen(text), "text", &apart, NULL), 0);
	snprintf(one, sizeof(one), twin, "c", 3);
	snprintf(text, sizeof(text), form, one);
	assert_int_equal(
		boa_classes_parse(text, strlen(text), "text", &together, NULL),
		0);
	for (double budget = 4.0; budget < 10.0; budget += 0.37) {
		struct boa_solve_result a, t;

		solve(&apart, budget, &a);
		solve(&together, budget, &t);
		assert_int_equal(a.status, t.status);
		if (a.status == BOA_SOLVED) {
			check_value(&a, t.table.expected.objective_s,
				    t.table.expected.shadow_price, 0);
			boa_table_free(&a.table);
			boa_table_free(&t.table);
		}
	}
	boa_classes_free(&apart);
	boa_classes_free(&together);
}

/* Work and rates, prices and arrivals from 1e-9 to 1e12. */
static void numbers_of_every_size_are_solved(void **state)
{
	static const double size[] = { 1e-9, 1e-3, 1.0, 1e6, 1e12 };

	(void)state;
	for (size_t c = 0; c < 5 * 5 * 5; c++) {
		double work = size[c % 5], price = size[c / 5 % 5];
		double arrival = size[c / 25];
		/* 1 GPU: work s; 2 GPUs: 2/3 of it for 4/3 of the spend */
		double least = arrival * price * work / 3600.0;
		char text[1024];
		struct boa_classes set = { 0 };
		struct boa_solve_result got;
		struct boa_err err;

		snprintf(text, sizeof(text),
			 "{\"gpu_types\": [{\"name\": \"t\", \"price\": %.17g}"
			 "], \"classes\": [{\"name\": \"a\","
			 " \"arrival_rate_per_hour\": %.17g, \"epochs\": ["
			 "{\"work_s\": %.17g, \"speedup\":"
			 " {\"t\": [[1, 1], [2, 1.5]]}}]}]}",
			 price, arrival, work);
		if (boa_classes_parse(text, strlen(text), "text", &set, &err))
			fail_msg("%s", err.text);
		solve(&set, 1.25 * least, &got);
		assert_int_equal(got.status, BOA_SOLVED);
		assert_near(got.table.expected.objective_s, 0.75 * work,
			    1e-9 * work);
		assert_near(got.table.expected.shadow_price, work / least,
			    1e-6 * work / least);
		boa_table_free(&got.table);
		boa_classes_free(&set);
	}
}

/* One class is a trillion times the other; both have a sensible plan. */
static void a_tiny_class_beside_a_huge_one_is_not_forgotten(void **state)
{
	static const char text[] =
		"{\"classes\": [{\"name\": \"huge\","
		" \"arrival_rate_per_hour\": 1e6, \"epochs\": [{\"work_s\": 1e6,"
		" \"speedup\": {\"t\": [[1, 1], [2, 1.5]]}}]},"
		" {\"name\": \"tiny\","
		" \"arrival_rate_per_hour\": 1e-6, \"epochs\": [{\"work_s\": 1,"
		" \"speedup\": {\"t\": [[1, 1], [2, 1.9], [4, 2]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got;

	(void)state;
	assert_int_equal(
		boa_classes_parse(text, strlen(text), "text", &set, NULL), 0);
	solve(&set, 1.25e12 / 3600.0, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	/* T + C at the price: 2, 1.579 and 2.5 */
	assert_int_equal(got.table.class[1].plan[0].gpus[0], 2);
	assert_near(got.table.class[1].plan[0].share, 1.0, 0.0);
	boa_table_free(&got.table);
	boa_classes_free(&set);
}

/* Rescales beyond all work: no plan changes width. */
static void huge_rescale_times_keep_every_width(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 100; seed++) {
		struct dice dice = { seed };
		struct boa_classes set = { 0 };
		struct boa_solve_result got;

		random_set(&dice, &SPEC, &set);
		for (size_t i = 0; i < set.n_class; i++)
			set.class[i].rescale_s = 1e12;
		solve(&set, 1e9, &got);
		for (size_t i = 0; i < set.n_class; i++) {
			const struct boa_plan *plan =
				&got.table.class[i].plan[0];

			for (size_t j = 1; j < set.class[i].n_epoch; j++)
				assert_int_equal(plan->gpus[j], plan->gpus[0]);
		}
		boa_table_free(&got.table);
		boa_classes_free(&set);
	}
}

/* Without rescale and start-up the optimum is the bound of every policy when
 * one type is all there is. */
static void nothing_to_rescale_reaches_the_bound(void **state)
{
	static const struct random_spec one_type = {
		.max_class = 4,
		.max_epoch = 5,
		.max_type = 1,
		.max_width = 8,
	};

	(void)state;
	for (uint64_t seed = 1; seed <= N_PROBLEM; seed++) {
		struct dice dice = { seed };
		struct boa_classes set = { 0 };
		struct boa_solve_result got;
		double budget;

		random_set(&dice, &one_type, &set);
		solve(&set, 1e-9, &got);
		budget = 1.3 * got.least_budget;
		if (got.status == BOA_INFEASIBLE && budget > 1e-6) {
			solve(&set, budget, &got);
			assert_near(got.table.expected.no_rescale_bound_s,
				    got.table.expected.objective_s,
				    1e-9 * got.table.expected.objective_s);
		}
		if (got.status == BOA_SOLVED)
			boa_table_free(&got.table);
		boa_classes_free(&set);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_order_of_classes_does_not_matter),
		cmocka_unit_test(the_currency_does_not_matter),
		cmocka_unit_test(rates_and_budget_scale_together),
		cmocka_unit_test(twins_are_one_class_of_their_rates_together),
		cmocka_unit_test(numbers_of_every_size_are_solved),
		cmocka_unit_test(
			a_tiny_class_beside_a_huge_one_is_not_forgotten),
		cmocka_unit_test(huge_rescale_times_keep_every_width),
		cmocka_unit_test(nothing_to_rescale_reaches_the_bound),
	};
	return cmocka_run_group_tests_name("laws", tests, NULL, NULL);
}
