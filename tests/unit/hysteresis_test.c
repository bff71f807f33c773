/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

/* One job an hour of an hour's work; the rates on 2 and 4 GPUs as given. */
static void load(double rate_2, double rate_4, struct boa_classes *set)
{
	char text[512];
	struct boa_err err;

	snprintf(text, sizeof(text),
		 "{\"classes\": [{\"name\": \"a\","
		 " \"arrival_rate_per_hour\": 1, \"epochs\": ["
		 "{\"work_s\": 3600, \"speedup\":"
		 " {\"t4\": [[1, 1], [2, %.17g], [4, %.17g]]}}]}]}",
		 rate_2, rate_4);
	if (boa_classes_parse(text, strlen(text), "text", set, &err))
		fail_msg("%s", err.text);
}

static void solve(const struct boa_classes *set, double budget,
		  const struct boa_table *previous, double hysteresis,
		  struct boa_solve_result *got)
{
	const struct boa_solve_options options = {
		.previous = previous,
		.hysteresis = hysteresis,
	};
	struct boa_err err;

	*got = (struct boa_solve_result){ 0 };
	if (boa_solve(set, budget, &options, got, &err))
		fail_msg("%s", err.text);
	assert_int_equal(got->status, BOA_SOLVED);
}

/*
 * With money to spare 4 GPUs win by 2400 to 2391 s (rates 1.5, 1.506); a month
 * later 2 GPUs do (1.506 by 1.5): 0.4 % better.
 */
static void a_gain_below_the_fraction_moves_nothing(void **state)
{
	struct boa_classes before = { 0 }, after = { 0 };
	struct boa_solve_result old, kept, moved;

	(void)state;
	load(1.5, 1.506, &before);
	load(1.506, 1.5, &after);
	solve(&before, 10.0, NULL, 0.0, &old);
	assert_int_equal(old.table.class[0].plan[0].gpus[0], 4);
	solve(&after, 10.0, &old.table, 0.01, &kept);
	assert_int_equal(kept.table.class[0].plan[0].gpus[0], 4);
	assert_near(kept.table.class[0].plan[0].share, 1.0, 1e-9);
	assert_near(kept.table.expected.objective_s, 2400.0, 1e-9);
	assert_near(kept.table.expected.gap, 2400.0 - 3600.0 / 1.506, 1e-6);
	solve(&after, 10.0, &old.table, 0.001, &moved);
	assert_int_equal(moved.table.class[0].plan[0].gpus[0], 2);
	boa_table_free(&old.table);
	boa_table_free(&kept.table);
	boa_table_free(&moved.table);
	boa_classes_free(&before);
	boa_classes_free(&after);
}

/* The old plan spends too much now: as many jobs as can stay do. */
static void what_the_budget_does_not_allow_is_moved(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result old, got;
	const struct boa_table_class *class;

	(void)state;
	load(1.5, 1.51, &set);
	solve(&set, 1.3, NULL, 0.0, &old); /* 1 and 2 GPUs mixed */
	solve(&set, 1.2, &old.table, 0.01, &got);
	class = &got.table.class[0];
	assert_near(got.table.expected.spend_per_hour, 1.2, 1e-9);
	assert_near(got.table.expected.gap, 0.0, 1e-6);
	assert_int_equal(class->plan[0].gpus[0], 2);
	assert_near(class->plan[0].share, 0.6, 1e-9);
	boa_table_free(&old.table);
	boa_table_free(&got.table);
	boa_classes_free(&set);
}

/* Whatever the old table was, fraction and budget are kept. */
static void the_stated_fraction_is_kept(void **state)
{
	static const struct random_spec spec = {
		.max_class = 5,
		.max_epoch = 4,
		.max_type = 3,
		.max_width = 6,
		.times = true,
	};

	(void)state;
	for (uint64_t seed = 1; seed <= 500; seed++) {
		struct dice dice = { seed };
		struct boa_classes set = { 0 };
		struct boa_solve_result old, best, kept;
		const struct boa_solve_options options = { 0 };
		double budget;

		random_set(&dice, &spec, &set);
		assert_int_equal(boa_solve(&set, 1e-9, &options, &old, NULL),
				 0);
		budget = old.least_budget * dice_real(&dice, 1.05, 1.5);
		if (old.status == BOA_SOLVED)
			boa_table_free(&old.table);
		if (!(budget > 1e-6)) {
			boa_classes_free(&set);
			continue;
		}
		solve(&set, budget, NULL, 0.0, &old);
		/* the world changes a little */
		for (size_t i = 0; i < set.n_class; i++)
			for (size_t j = 0; j < set.class[i].n_epoch; j++)
				set.class[i].epoch[j].work_s *=
					dice_real(&dice, 0.97, 1.0);
		solve(&set, budget, &old.table, 0.0, &best);
		solve(&set, budget, &old.table, 0.05, &kept);
		if (!(kept.table.expected.objective_s <=
		      1.05 * best.table.expected.objective_s + 1e-6))
			fail_msg("seed %llu", (unsigned long long)seed);
		assert_true(kept.table.expected.spend_per_hour <=
			    budget * (1.0 + 1e-9));
		assert_near(kept.table.expected.dual_bound_s,
			    best.table.expected.dual_bound_s,
			    1e-6 * best.table.expected.dual_bound_s);
		boa_table_free(&old.table);
		boa_table_free(&best.table);
		boa_table_free(&kept.table);
		boa_classes_free(&set);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_gain_below_the_fraction_moves_nothing),
		cmocka_unit_test(what_the_budget_does_not_allow_is_moved),
		cmocka_unit_test(the_stated_fraction_is_kept),
	};
	return cmocka_run_group_tests_name("hysteresis", tests, NULL, NULL);
}
