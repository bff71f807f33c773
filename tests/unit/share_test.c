/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/random.h"
#include "tests/unit/tables.h"

#include "src/share.h"

enum { A, B, C };

static const struct plan seven_to_three[] = {
	{ 0.7, "t4", { 16 } },
	{ 0.3, "t4", { 8 } },
	{ 0.0, "a100", { 4 } },
	{ 0.0, "t4", { 1 } },
};

struct world {
	struct boa_table table;
	struct boa_shares *shares;
};

static struct world world_of(const struct plan *plan, size_t n_plan)
{
	struct world world = { 0 };

	add_class(&world.table, "bert", 1, plan, n_plan);
	assert_int_equal(boa_shares_new(&world.shares, NULL), 0);
	return world;
}

static void end(struct world *world)
{
	boa_table_free(&world->table);
	boa_shares_free(world->shares);
}

/* Pick for one job of ACCOUNT and count it. */
static ptrdiff_t give(struct world *world, const char *account,
		      const bool *allowed)
{
	const struct boa_table_class *class = &world->table.class[0];
	ptrdiff_t plan =
		boa_shares_pick(world->shares, class, account, allowed);

	assert_true(plan >= 0);
	assert_int_equal(boa_shares_count(world->shares, class, account,
					  (size_t)plan, NULL),
			 0);
	return plan;
}

/*
 * share * (n + 1) - given, A's and B's: .7 .3, .4 .6, 1.1 -.1, .8 .2, .5 .5
 * (the tie goes to A), .2 .8, .9 .1, .6 .4, .3 .7, 1 0.
 */
static void the_plan_that_lags_most_is_next(void **state)
{
	static const int want[] = { A, B, A, A, A, B, A, A, B, A };
	struct world world = world_of(seven_to_three, 4);
	size_t n;

	(void)state;
	for (n = 0; n < 20; n++)
		assert_int_equal(give(&world, "", NULL), want[n % 10]);
	end(&world);
}

static void picking_counts_nothing(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	int n;

	(void)state;
	for (n = 0; n < 5; n++)
		assert_int_equal(boa_shares_pick(world.shares,
						 &world.table.class[0], "",
						 NULL),
				 A);
	assert_int_equal(
		boa_shares_pick(NULL, &world.table.class[0], NULL, NULL), A);
	end(&world);
}

static void each_account_has_its_own_mix(void **state)
{
	struct world world = world_of(seven_to_three, 4);

	(void)state;
	assert_int_equal(give(&world, "vision", NULL), A);
	assert_int_equal(give(&world, "speech", NULL), A);
	assert_int_equal(give(&world, "vision", NULL), B);
	assert_int_equal(give(&world, "", NULL), A);
	assert_int_equal(give(&world, "speech", NULL), B);
	assert_int_equal(give(&world, NULL, NULL), B); /* as "" */
	end(&world);
}

/* --- plans that are not allowed --------------------------------------- */

static void an_alternate_is_given_only_when_no_share_is_allowed(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const bool mixed[] = { false, true, true, true };
	const bool alternates[] = { false, false, true, true };
	const bool last[] = { false, false, false, true };
	const bool none[] = { false, false, false, false };

	(void)state;
	assert_int_equal(give(&world, "", mixed), B);
	assert_int_equal(give(&world, "", alternates), 2);
	assert_int_equal(give(&world, "", last), 3);
	assert_int_equal(
		boa_shares_pick(world.shares, &world.table.class[0], "", none),
		-1);
	end(&world);
}

/* They are outside the mix: A, B, A goes on as if they had not been. */
static void alternates_move_no_credit(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const bool alternates[] = { false, false, true, true };

	(void)state;
	assert_int_equal(give(&world, "", NULL), A);
	assert_int_equal(give(&world, "", alternates), 2);
	assert_int_equal(give(&world, "", NULL), B);
	assert_int_equal(give(&world, "", alternates), 2);
	assert_int_equal(give(&world, "", NULL), A);
	end(&world);
}

/*
 * Five jobs that must have B leave it 5 - 1.5 = 3.5 ahead and A as much
 * behind. Each A then narrows the 7 between them by .6, so A is picked while 7
 * - .6 k >= -.4: 13 times (k = 0 .. 12).
 */
static void free_jobs_make_up_for_restricted_ones(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const bool only_b[] = { false, true, false, false };
	int n;

	(void)state;
	for (n = 0; n < 5; n++)
		assert_int_equal(give(&world, "", only_b), B);
	assert_near(
		boa_shares_credit(world.shares, &world.table.class[0], "", A),
		3.5, 1e-9);
	assert_near(
		boa_shares_credit(world.shares, &world.table.class[0], "", B),
		-3.5, 1e-9);
	for (n = 0; n < 13; n++)
		assert_int_equal(give(&world, "", NULL), A);
	assert_int_equal(give(&world, "", NULL), B);
	end(&world);
}

/* At most 10 jobs each way: the 20 between them are made up in 20 / .6. */
static void a_long_habit_is_forgotten(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const bool only_b[] = { false, true, false, false };
	int n;

	(void)state;
	for (n = 0; n < 1000; n++)
		give(&world, "", only_b);
	for (n = 0; give(&world, "", NULL) == A; n++)
		assert_true(n < 36);
	assert_true(n >= 34);
	end(&world);
}

/* --- from table to table ---------------------------------------------- */

/* After A, B lags by .3: .3 + .5 against 0 + .5. */
static void a_plan_of_the_next_table_keeps_its_credit(void **state)
{
	static const struct plan next[] = {
		{ 0.5, "t4", { 12 } },
		{ 0.5, "t4", { 8 } },
	};
	struct world world = world_of(seven_to_three, 4);

	(void)state;
	assert_int_equal(give(&world, "", NULL), A);
	boa_table_free(&world.table);
	add_class(&world.table, "bert", 1, next, 2);
	assert_int_equal(give(&world, "", NULL), B);
	end(&world);
}

static void a_plan_is_its_types_and_widths(void **state)
{
	static const struct plan one[] = { { 0.5, "t4", { 1, 12 } },
					   { 0.5, "t4", { 11, 2 } } };
	static const struct plan two[] = { { 0.5, "t4", { 1, 13 } },
					   { 0.5, "t4 a100", { 1, 12 } } };
	struct world world = { 0 };
	size_t q;

	(void)state;
	add_class(&world.table, "bert", 2, one, 2);
	add_class(&world.table, "bert", 2, two, 2);
	assert_int_equal(boa_shares_new(&world.shares, NULL), 0);
	assert_int_equal(give(&world, "", NULL), A);
	assert_near(
		boa_shares_credit(world.shares, &world.table.class[0], "", A),
		-0.5, 1e-9);
	for (q = 0; q < 2; q++)
		assert_near(boa_shares_credit(world.shares,
					      &world.table.class[1], "", q),
			    0.0, 0.0);
	end(&world);
}

/* 1000 jobs at 70 %, then 100 at 72 %: 72 of them, not 92. */
static void older_shares_are_not_made_good(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	int n, n_a = 0;

	(void)state;
	for (n = 0; n < 1000; n++)
		give(&world, "", NULL);
	world.table.class[0].plan[A].share = 0.72;
	world.table.class[0].plan[B].share = 0.28;
	for (n = 0; n < 100; n++)
		n_a += give(&world, "", NULL) == A;
	assert_in_range(n_a, 71, 73);
	end(&world);
}

/* --- properties ------------------------------------------------------- */

static size_t random_plans(size_t n, struct plan *plan)
{
	double sum = 0.0;
	size_t q;

	for (q = 0; q < n; q++) {
		plan[q] = (struct plan){ 0.0, "t4", { (unsigned)q + 1 } };
		plan[q].share = random_unit() + 1e-3;
		sum += plan[q].share;
	}
	for (q = 0; q < n; q++)
		plan[q].share /= sum;
	return n;
}

/*
 * Credits before a pick, with the shares added, sum up to 1. The largest is
 * picked, so it is above 0 and no credit falls to -1. Were two above 1 with
 * three plans, the third would be below -1: so none stays above 1. With more
 * plans m - 1 is a bound for the same reason.
 */
static void counts_stay_within_one_of_their_quota(void **state)
{
	struct plan plan[6];
	int round, n;
	size_t m, q;

	(void)state;
	random_begin(20260401);
	for (round = 0; round < 200; round++) {
		struct world world;
		int given[6] = { 0 };

		m = random_plans(2 + random_below(5), plan);
		world = world_of(plan, m);
		for (n = 1; n <= 500; n++) {
			given[give(&world, "", NULL)]++;
			for (q = 0; q < m; q++) {
				double lag = n * plan[q].share - given[q];
				double most = m <= 3 ? 1.0 : (double)m - 1.0;

				assert_true(lag > -1.0 - 1e-5);
				assert_true(lag < most + 1e-5);
			}
		}
		end(&world);
	}
}

/* Two plans of spend c and d: the sum is never off by more than |c - d|. */
static void spend_tracks_the_optimum(void **state)
{
	struct plan plan[2];
	int round, n;

	(void)state;
	random_begin(20260402);
	for (round = 0; round < 100; round++) {
		double spend[2] = { 100.0 * random_unit(),
				    100.0 * random_unit() };
		double sum = 0.0, mean;
		struct world world;

		random_plans(2, plan);
		mean = plan[0].share * spend[0] + plan[1].share * spend[1];
		world = world_of(plan, 2);
		for (n = 1; n <= 1000; n++) {
			sum += spend[give(&world, "", NULL)];
			assert_near(sum, n * mean,
				    fabs(spend[0] - spend[1]) + 1e-3);
		}
		end(&world);
	}
}

/* --- text ------------------------------------------------------------- */

static const char *const accounts[] = {
	"",    "-",           "--", "a b",         "vision",     "50%",
	"%2D", "line\nbreak", "\t", "caf\xc3\xa9", "\"quoted\"",
};
#define N_ACCOUNT (sizeof(accounts) / sizeof(*accounts))

static void text_brings_every_credit_back(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const struct boa_table_class *class = &world.table.class[0];
	struct boa_shares *read = NULL;
	char *text = NULL;
	size_t i, n, q;

	(void)state;
	for (i = 0; i < N_ACCOUNT; i++)
		for (n = 0; n <= i; n++)
			give(&world, accounts[i], NULL);
	assert_int_equal(boa_shares_print(world.shares, &text, NULL), 0);
	assert_int_equal(boa_shares_parse(text, &read, NULL), 0);
	for (i = 0; i < N_ACCOUNT; i++)
		for (q = 0; q < 2; q++)
			assert_true(boa_shares_credit(read, class, accounts[i],
						      q) ==
				    boa_shares_credit(world.shares, class,
						      accounts[i], q));
	free(text);
	boa_shares_free(read);
	end(&world);
}

static void no_credits_are_no_text(void **state)
{
	struct boa_shares *shares = NULL, *read = NULL;
	char *text = NULL;

	(void)state;
	assert_int_equal(boa_shares_new(&shares, NULL), 0);
	assert_int_equal(boa_shares_print(shares, &text, NULL), 0);
	assert_string_equal(text, "");
	assert_int_equal(boa_shares_parse(text, &read, NULL), 0);
	free(text);
	boa_shares_free(read);
	boa_shares_free(shares);
}

static void damaged_text_is_refused_and_the_line_named(void **state)
{
#define GOOD "bert - 00000000000000ff -300000000\n"
	static const char *const damaged[] = {
		GOOD "\n",
		GOOD "bert - 00000000000000ff",
		GOOD "bert - 00000000000000ff 1 2\n",
		GOOD "bert  00000000000000ff 1\n",
		GOOD "b/rt - 00000000000000ff 1\n",
		GOOD "bert - 0000000000000ff 1\n",
		GOOD "bert - 000000000000000ff 1\n",
		GOOD "bert - 00000000000000fg 1\n",
		GOOD "bert - 00000000000000ff \n",
		GOOD "bert - 00000000000000ff -\n",
		GOOD "bert - 00000000000000ff 1.5\n",
		GOOD "bert - 00000000000000ff 10000000001\n",
		GOOD "bert - 00000000000000ff 99999999999999999999999\n",
		GOOD "bert %2 00000000000000ff 1\n",
		GOOD "bert %00 00000000000000ff 1\n",
		GOOD "bert %zz 00000000000000ff 1\n",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(damaged) / sizeof(*damaged); i++) {
		struct boa_shares *shares = NULL;
		struct boa_err err = { 0 };

		assert_int_equal(boa_shares_parse(damaged[i], &shares, &err),
				 BOA_EPARSE);
		assert_null(shares);
		assert_non_null(strstr(err.text, "line 2"));
	}
}

/* --- copies and failures ---------------------------------------------- */

static void a_copy_goes_its_own_way(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const struct boa_table_class *class = &world.table.class[0];
	struct boa_shares *copy = NULL;

	(void)state;
	give(&world, "", NULL);
	assert_int_equal(boa_shares_copy(world.shares, &copy, NULL), 0);
	assert_int_equal(boa_shares_pick(copy, class, "", NULL), B);
	assert_int_equal(boa_shares_count(copy, class, "", B, NULL), 0);
	assert_int_equal(boa_shares_pick(copy, class, "", NULL), A);
	assert_int_equal(boa_shares_pick(world.shares, class, "", NULL), B);
	boa_shares_free(copy);
	end(&world);
}

static void survives_each_allocation_failing(void **state)
{
	struct world world = world_of(seven_to_three, 4);
	const struct boa_table_class *class = &world.table.class[0];
	struct boa_shares *made = NULL;
	char *text = NULL;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(boa_shares_count(world.shares, class, "x", A, NULL),
			assert_true(boa_shares_credit(world.shares, class, "x",
						      A) == 0.0),
			n);
	assert_int_equal(n, 4); /* credits, two names, the groups */
	assert_near(boa_shares_credit(world.shares, class, "x", A), -0.3, 1e-9);
	FAIL_EACH_ALLOC(boa_shares_copy(world.shares, &made, NULL),
			assert_null(made), n);
	assert_int_equal(n, 5);
	boa_shares_free(made);
	FAIL_EACH_ALLOC(boa_shares_print(world.shares, &text, NULL),
			assert_null(text), n);
	assert_true(n > 0);
	made = NULL;
	FAIL_EACH_ALLOC(boa_shares_parse(text, &made, NULL), assert_null(made),
			n);
	assert_true(n > 5);
	assert_near(boa_shares_credit(made, class, "x", A), -0.3, 1e-9);
	boa_shares_free(made);
	free(text);
	end(&world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_plan_that_lags_most_is_next),
		cmocka_unit_test(picking_counts_nothing),
		cmocka_unit_test(each_account_has_its_own_mix),
		cmocka_unit_test(
			an_alternate_is_given_only_when_no_share_is_allowed),
		cmocka_unit_test(alternates_move_no_credit),
		cmocka_unit_test(free_jobs_make_up_for_restricted_ones),
		cmocka_unit_test(a_long_habit_is_forgotten),
		cmocka_unit_test(a_plan_of_the_next_table_keeps_its_credit),
		cmocka_unit_test(a_plan_is_its_types_and_widths),
		cmocka_unit_test(older_shares_are_not_made_good),
		cmocka_unit_test(counts_stay_within_one_of_their_quota),
		cmocka_unit_test(spend_tracks_the_optimum),
		cmocka_unit_test(text_brings_every_credit_back),
		cmocka_unit_test(no_credits_are_no_text),
		cmocka_unit_test(damaged_text_is_refused_and_the_line_named),
		cmocka_unit_test(a_copy_goes_its_own_way),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	return cmocka_run_group_tests_name("share", tests, NULL, NULL);
}
