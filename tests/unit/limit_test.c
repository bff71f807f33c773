/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/limit.h"

enum { T4, A100, N_TYPE };

/* 4 GPUs at 1, 8 GPUs at 3 per GPU and hour; nothing is free. */
static const struct boa_limit_type none_free[N_TYPE] = {
	{ .price_per_gpu_h = 1, .gpus_per_node = 4 },
	{ .price_per_gpu_h = 3, .gpus_per_node = 8 },
};

static struct boa_limiter *limiter_of(const struct boa_limits *limits,
				      double rate_per_hour,
				      const struct boa_limit_type *type)
{
	struct boa_limiter *limiter = NULL;

	assert_int_equal(boa_limiter_new(limits, rate_per_hour, N_TYPE, type,
					 &limiter, NULL),
			 0);
	return limiter;
}

static enum boa_wait ask(struct boa_limiter *limiter, size_t type,
			 unsigned most_gpus)
{
	struct boa_limit_job job = {
		.account = "",
		.type = type,
		.gpus = most_gpus,
		.most_gpus = most_gpus,
	};

	return boa_limiter_ask(limiter, &job);
}

/* --- MaxRate ---------------------------------------------------------- */

/*
 * 20 rented, 30 allowed: a job of 8 is let in (28), the next of 4 waits, and so
 * does one of 1 behind it; one of 8 A100, 24, may wait alone for its turn.
 */
static void max_rate_lets_the_oldest_in_first(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 30 };
	struct boa_limiter *limiter = limiter_of(&limits, 20, none_free);

	(void)state;
	assert_int_equal(ask(limiter, T4, 8), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, A100, 8), BOA_WAIT_RATE);
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
}

/* What can never run stands in nobody's way. */
static void a_plan_above_max_rate_blocks_nobody(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 20 };
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(ask(limiter, A100, 8), BOA_WAIT_RATE_ALONE);
	assert_int_equal(ask(limiter, T4, 20), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
}

/* A part of a node costs the whole; the next job fits on what it leaves. */
static void nodes_are_rented_whole(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 8 };
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(ask(limiter, T4, 3), BOA_WAIT_NONE); /* 4 */
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_NONE); /* 4 */
	assert_int_equal(ask(limiter, T4, 4), BOA_WAIT_NONE); /* 8 */
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
}

/* 16 of 16 rented, of which a node is idle and 2 GPUs of another are. */
static void what_is_idle_is_used_first(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 16 };
	struct boa_limit_type type[N_TYPE] = { none_free[T4], none_free[A100] };
	struct boa_limiter *limiter;

	(void)state;
	type[T4].free_whole = 4;
	type[T4].free_part = 2;
	limiter = limiter_of(&limits, 16, type);
	assert_int_equal(ask(limiter, T4, 2), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 4), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
}

/*
 * A job runs on 4 and will grow to 12: of 20 only 8 are left, and another that
 * comes back from a requeue takes 4 of these.
 */
static void jobs_count_with_the_most_they_will_ask(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 20 };
	struct boa_limit_job grows = {
		.account = "", .gpus = 4, .most_gpus = 12, .holds = true
	};
	struct boa_limit_job comes_back = { .account = "",
					    .gpus = 4,
					    .most_gpus = 4 };
	struct boa_limiter *limiter = limiter_of(&limits, 4, none_free);

	(void)state;
	boa_limiter_add(limiter, &grows);
	boa_limiter_add(limiter, &comes_back);
	assert_int_equal(ask(limiter, T4, 4), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 4), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
}

/*
 * On 1 GPU of a node, later on 4: another may have the other 3 by then, so it
 * is 8 in all. 7 will not do.
 */
static void a_part_of_a_node_grows_beside_it(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 8 };
	struct boa_limit_job job = { .account = "", .gpus = 1, .most_gpus = 4 };
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(boa_limiter_ask(limiter, &job), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 3), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, T4, 1), BOA_WAIT_RATE);
	boa_limiter_free(limiter);
	limits.max_rate_per_hour = 7;
	limiter = limiter_of(&limits, 0, none_free);
	assert_int_equal(boa_limiter_ask(limiter, &job), BOA_WAIT_RATE_ALONE);
	boa_limiter_free(limiter);
}

static void without_a_limit_nobody_waits(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = INFINITY };
	struct boa_limiter *limiter = limiter_of(&limits, 1e9, none_free);

	(void)state;
	assert_int_equal(ask(limiter, A100, 4096), BOA_WAIT_NONE);
	assert_int_equal(ask(limiter, N_TYPE, 1), BOA_WAIT_NONE);
	boa_limiter_free(limiter);
}

/* --- hard ------------------------------------------------------------- */

static enum boa_wait ask_money(struct boa_limiter *limiter, const char *account,
			       double rate_per_hour, double left_h)
{
	struct boa_limit_job job = {
		.account = account,
		.type = N_TYPE,
		.rate_per_hour = rate_per_hour,
		.left_h = left_h,
	};

	return boa_limiter_ask(limiter, &job);
}

static struct boa_limits hard(size_t n, const struct boa_limit *purse)
{
	return (struct boa_limits){ .hard = true,
				    .n_purse = n,
				    .purse = purse,
				    .max_rate_per_hour = INFINITY };
}

static void nobody_starts_while_overdrawn(void **state)
{
	struct boa_limit whole = { "", true, 960, 1, 24 };
	struct boa_limits limits = hard(1, &whole);
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(ask_money(limiter, "", 1, 1), BOA_WAIT_OVERDRAWN);
	assert_string_equal(boa_wait_text(BOA_WAIT_OVERDRAWN),
			    "the budget is overdrawn");
	boa_limiter_free(limiter);
}

/*
 * The last 4 hours of a month, 10 granted and 2 in hand, phi 0.8. A job of 2
 * per hour for 2 h may take 3: 2 * 3 / 0.8 = 7.5 are bound. One of 1 per hour
 * for 4 h may take all 4: 5 more would be 12.5 of 12. Whoever comes after waits
 * too.
 */
static void at_the_end_only_what_can_be_paid_starts(void **state)
{
	struct boa_limit whole = { "", false, 12, 0.8, 4 };
	struct boa_limits limits = hard(1, &whole);
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(ask_money(limiter, "", 2, 2), BOA_WAIT_NONE);
	assert_int_equal(ask_money(limiter, "", 1, 4), BOA_WAIT_BOUND);
	assert_int_equal(ask_money(limiter, "", 0.1, 1), BOA_WAIT_BOUND);
	boa_limiter_free(limiter);
}

/* The same with the first job running already. */
static void what_runs_is_bound_first(void **state)
{
	struct boa_limit whole = { "", false, 12, 0.8, 4 };
	struct boa_limits limits = hard(1, &whole);
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);
	struct boa_limit_job runs = {
		.account = "", .type = N_TYPE, .rate_per_hour = 2, .left_h = 2
	};

	(void)state;
	boa_limiter_add(limiter, &runs);
	assert_int_equal(ask_money(limiter, "", 1, 2.4), BOA_WAIT_NONE);
	assert_int_equal(ask_money(limiter, "", 1, 1), BOA_WAIT_BOUND);
	boa_limiter_free(limiter);
}

/* An account's trouble is its own; the whole's is everybody's. */
static void an_account_waits_for_its_own_money(void **state)
{
	struct boa_limit purse[] = { { "", false, 245, 1, 24 },
				     { "audio", true, 23, 1, 24 },
				     { "vision", false, 25, 1, 24 } };
	struct boa_limits limits = hard(3, purse);
	struct boa_limiter *limiter = limiter_of(&limits, 0, none_free);

	(void)state;
	assert_int_equal(ask_money(limiter, "audio", 1, 1),
			 BOA_WAIT_ACCOUNT_OVERDRAWN);
	assert_int_equal(ask_money(limiter, "vision", 2, 8), BOA_WAIT_NONE);
	assert_int_equal(ask_money(limiter, "vision", 2, 8),
			 BOA_WAIT_ACCOUNT_BOUND);
	assert_int_equal(ask_money(limiter, "other", 10, 10), BOA_WAIT_NONE);
	assert_int_equal(ask_money(limiter, "", 10, 10), BOA_WAIT_BOUND);
	boa_limiter_free(limiter);
}

/* 1 h of 3 done: 2 left. After 2 h: 1. Beyond, half of what it took. */
static void a_job_overdue_goes_on_for_half_as_long_again(void **state)
{
	(void)state;
	assert_near(boa_limit_left_h(3, 1), 2, 0);
	assert_near(boa_limit_left_h(3, 2), 1, 0);
	assert_near(boa_limit_left_h(3, 4), 2, 0);
	assert_near(boa_limit_left_h(0, 0), 0, 0);
}

static void a_lack_of_memory_is_told(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 1 };
	struct boa_limiter *limiter = NULL;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(
		boa_limiter_new(&limits, 0, N_TYPE, none_free, &limiter, NULL),
		assert_null(limiter), n);
	assert_int_equal(n, 3);
	boa_limiter_free(limiter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(max_rate_lets_the_oldest_in_first),
		cmocka_unit_test(a_plan_above_max_rate_blocks_nobody),
		cmocka_unit_test(nodes_are_rented_whole),
		cmocka_unit_test(what_is_idle_is_used_first),
		cmocka_unit_test(jobs_count_with_the_most_they_will_ask),
		cmocka_unit_test(a_part_of_a_node_grows_beside_it),
		cmocka_unit_test(without_a_limit_nobody_waits),
		cmocka_unit_test(nobody_starts_while_overdrawn),
		cmocka_unit_test(at_the_end_only_what_can_be_paid_starts),
		cmocka_unit_test(what_runs_is_bound_first),
		cmocka_unit_test(an_account_waits_for_its_own_money),
		cmocka_unit_test(a_job_overdue_goes_on_for_half_as_long_again),
		cmocka_unit_test(a_lack_of_memory_is_told),
	};

	return cmocka_run_group_tests_name("limit", tests, NULL, NULL);
}
