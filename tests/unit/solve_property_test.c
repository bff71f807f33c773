/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solve_property_test.c - random problems small enough to enumerate. BOA_SEED
 * sets the first seed; each failure names its own.
 */
#include "config.h"

#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#define N_PROBLEM 2000

static uint64_t first_seed(void)
{
	const char *text = getenv("BOA_SEED");

	return text ? strtoull(text, NULL, 10) : 1;
}

/* A random problem with every plan known, and a budget for it. */
struct trial {
	struct boa_classes set;
	struct brute_plans plans[8];
	double least_budget;
	double budget;
	struct boa_solve_options options;
	uint64_t seed;
};

static void begin(struct trial *trial, uint64_t seed)
{
	static const struct random_spec spec = {
		.max_class = 4,
		.max_epoch = 3,
		.max_type = 3,
		.max_width = 4,
		.times = true,
	};
	struct dice dice = { seed };

	*trial = (struct trial){ .seed = seed };
	for (int warm = 0; warm < 4; warm++)
		dice_real(&dice, 0.0, 1.0);
	random_set(&dice, &spec, &trial->set);
	trial->options.rule.allow_type_change = dice_whole(&dice, 0, 3) == 0;
	for (size_t i = 0; i < trial->set.n_class; i++)
		brute_enumerate(&trial->set, i,
				trial->options.rule.allow_type_change,
				&trial->plans[i]);
	trial->least_budget = brute_least_budget(&trial->set, trial->plans);
	trial->budget = trial->least_budget * dice_real(&dice, 1.0, 1.8);
}

static void end(struct trial *trial)
{
	brute_free(trial->plans, trial->set.n_class);
	boa_classes_free(&trial->set);
}

static void solve(const struct trial *trial, double budget,
		  struct boa_solve_result *got)
{
	struct boa_err err;

	if (boa_solve(&trial->set, budget, &trial->options, got, &err))
		fail_msg("seed %llu: %s", (unsigned long long)trial->seed,
			 err.text);
}

#define check_near(trial, got, want, tol)                                      \
	do {                                                                   \
		double g_ = (got), w_ = (want), t_ = (tol);                    \
		if (!(fabs(g_ - w_) <= t_))                                    \
			fail_msg("seed %llu: %s is %.17g, want %.17g",         \
				 (unsigned long long)(trial)->seed, #got, g_,  \
				 w_);                                          \
	} while (0)

static void the_optimum_is_that_of_all_plans(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < N_PROBLEM; n++) {
		struct trial trial;
		struct boa_solve_result got = { 0 };
		double want;

		begin(&trial, first_seed() + n);
		if (trial.least_budget > 0.0) {
			solve(&trial, trial.budget, &got);
			for (size_t i = 0; i < trial.set.n_class; i++)
				brute_drop_dominated(&trial.plans[i]);
			want = brute_mixed(&trial.set, trial.plans,
					   trial.budget);
			check_near(&trial, got.table.expected.objective_s, want,
				   1e-9 * want);
			check_near(&trial, got.table.expected.gap, 0.0,
				   1e-9 * want);
			boa_table_free(&got.table);
		}
		end(&trial);
	}
}

static void no_unmixed_choice_is_better(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < N_PROBLEM; n++) {
		static const struct random_spec spec = {
			.max_class = 3,
			.max_epoch = 2,
			.max_type = 2,
			.max_width = 3,
			.times = true,
		};
		struct trial trial = { .seed = first_seed() + n };
		struct dice dice = { trial.seed };
		struct boa_solve_result got = { 0 };

		random_set(&dice, &spec, &trial.set);
		for (size_t i = 0; i < trial.set.n_class; i++)
			brute_enumerate(&trial.set, i, false, &trial.plans[i]);
		for (size_t i = 0; i < trial.set.n_class; i++)
			brute_drop_dominated(&trial.plans[i]);
		trial.budget = brute_least_budget(&trial.set, trial.plans) *
			       dice_real(&dice, 1.0, 1.6);
		if (trial.budget > 0.0) {
			double best = brute_unmixed(&trial.set, trial.plans,
						    trial.budget);

			solve(&trial, trial.budget, &got);
			if (got.table.expected.objective_s >
			    best * (1.0 + 1e-9))
				fail_msg("seed %llu",
					 (unsigned long long)trial.seed);
			boa_table_free(&got.table);
		}
		end(&trial);
	}
}

/* All spent, or nothing left to buy; one class mixed at most, in two. */
static void a_mix_meets_the_budget_exactly(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < N_PROBLEM; n++) {
		struct trial trial;
		struct boa_solve_result got = { 0 };
		size_t n_mixed = 0;

		begin(&trial, first_seed() + n);
		if (trial.least_budget > 0.0) {
			solve(&trial, trial.budget, &got);
			for (size_t i = 0; i < got.table.n_class; i++)
				n_mixed +=
					got.table.class[i].plan[0].share < 1.0;
			assert_true(n_mixed <= 1);
			if (got.table.expected.shadow_price > 0.0)
				check_near(&trial,
					   got.table.expected.spend_per_hour,
					   trial.budget, 1e-9 * trial.budget);
			else
				assert_true(got.table.expected.spend_per_hour <=
					    trial.budget * (1.0 + 1e-9));
			boa_table_free(&got.table);
		}
		end(&trial);
	}
}

static void more_budget_never_hurts(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < N_PROBLEM / 10; n++) {
		struct trial trial;
		double last = HUGE_VAL;

		begin(&trial, first_seed() + n);
		for (double f = 1.0; f < 2.0 && trial.least_budget > 0.0;
		     f += 0.05) {
			struct boa_solve_result got = { 0 };

			solve(&trial, f * trial.least_budget, &got);
			assert_int_equal(got.status, BOA_SOLVED);
			assert_true(got.table.expected.objective_s <=
				    last * (1.0 + 1e-12));
			last = got.table.expected.objective_s;
			boa_table_free(&got.table);
		}
		end(&trial);
	}
}

/* Times and spends of the plans printed are those of the widths printed. */
static void every_plan_in_the_table_is_one_of_all(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < N_PROBLEM / 10; n++) {
		struct trial trial;
		struct boa_solve_result got = { 0 };

		begin(&trial, first_seed() + n);
		if (!(trial.least_budget > 0.0)) {
			end(&trial);
			continue;
		}
		solve(&trial, trial.budget, &got);
		got.table.unit = strdup("price/h"); /* as the caller does */
		assert_int_equal(boa_table_check(&got.table, NULL), 0);
		for (size_t i = 0; i < got.table.n_class; i++) {
			const struct boa_table_class *class =
				&got.table.class[i];

			for (size_t q = 0; q < class->n_plan; q++) {
				double nearest = HUGE_VAL;

				for (size_t b = 0; b < trial.plans[i].n; b++)
					nearest = fmin(
						nearest,
						fabs(class->plan[q].time_s -
						     trial.plans[i]
							     .plan[b]
							     .time_s) +
							fabs(class->plan[q]
								     .spend -
							     trial.plans[i]
								     .plan[b]
								     .spend));
				check_near(&trial, nearest, 0.0, 1e-6);
			}
		}
		boa_table_free(&got.table);
		end(&trial);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_optimum_is_that_of_all_plans),
		cmocka_unit_test(no_unmixed_choice_is_better),
		cmocka_unit_test(a_mix_meets_the_budget_exactly),
		cmocka_unit_test(more_budget_never_hurts),
		cmocka_unit_test(every_plan_in_the_table_is_one_of_all),
	};

	printf("# first seed %llu\n", (unsigned long long)first_seed());
	return cmocka_run_group_tests_name("solve_property", tests, NULL, NULL);
}
