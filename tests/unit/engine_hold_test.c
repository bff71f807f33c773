/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Jobs that must wait for money: who is held, who is let go, who never is.
 * A GPU of t4 costs 1 per hour.
 */
#include "config.h"

#include "tests/unit/engine_world.h"
#include "tests/unit/fail_alloc.h"

#include "src/record.h"

/* 16 GPUs of t4, then 8. */
#define HEAD "boa=1 class=bert plan=0 type=t4 widths=16,8 epoch=0 width=16 "
#define TAIL "gen=7 first=900 resizes=0"

#define FREE_RECORD HEAD TAIL
#define HELD_RECORD HEAD TAIL " held=1"
#define GONE_RECORD HEAD TAIL " held=2"

static struct world world;
static struct boa_limit purse;
static struct boa_limits limits;

static int begin(void **state)
{
	(void)state;
	world_begin(&world);
	world.type[T4].price_per_gpu_h = 1;
	world.type[A100].price_per_gpu_h = 3;
	purse = (struct boa_limit){
		.account = "", .funds = 1e6, .phi = 1, .span_h = 24
	};
	limits = (struct boa_limits){ .hard = true,
				      .n_purse = 1,
				      .purse = &purse,
				      .max_rate_per_hour = INFINITY };
	world.options.limits = &limits;
	return 0;
}

static int end(void **state)
{
	(void)state;
	world_end(&world);
	return 0;
}

static struct boa_job *waiting(uint32_t id, const char *record)
{
	struct boa_job *job = world_add_job(&world, id);

	job->record = record;
	return job;
}

/* As Slurm shows it once the hold was carried out. */
static struct boa_job *held(uint32_t id, const char *record)
{
	struct boa_job *job = waiting(id, record);

	job->held = true;
	job->eligible = false;
	return job;
}

static const struct boa_action *action(size_t i, enum boa_action_kind kind)
{
	assert_true(i < world.actions.n);
	assert_int_equal(world.actions.action[i].kind, kind);
	return &world.actions.action[i];
}

/* --- hard ------------------------------------------------------------- */

static void a_new_job_is_held_as_it_is_sized(void **state)
{
	const struct boa_action *act;

	(void)state;
	purse.overdrawn = true;
	waiting(17, NULL);
	world_step(&world);
	assert_int_equal(world.actions.n, 2);
	act = action(0, BOA_ACT_SIZE);
	assert_non_null(strstr(act->record, " held=1"));
	assert_true(act->counted);
	act = action(1, BOA_ACT_HOLD);
	assert_int_equal(act->hold, BOA_WAIT_OVERDRAWN);
	assert_int_equal(act->job, 0);
	assert_says(act->text, "job 17: held: the budget is overdrawn");
	assert_null(act->record);
}

static void a_held_job_is_left_so_while_it_must_wait(void **state)
{
	(void)state;
	purse.overdrawn = true;
	held(17, HELD_RECORD);
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

static void it_is_let_go_when_there_is_money(void **state)
{
	const struct boa_action *act;

	(void)state;
	held(17, HELD_RECORD);
	world_step(&world);
	assert_int_equal(world.actions.n, 2);
	act = action(0, BOA_ACT_RECORD);
	assert_null(strstr(act->record, "held="));
	act = action(1, BOA_ACT_UNHOLD);
	assert_says(act->text, "job 17: let go");
}

/* A restart with soft, or none of the limits any more. */
static void nobody_stays_held_without_limits(void **state)
{
	(void)state;
	world.options.limits = NULL;
	held(17, HELD_RECORD);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_UNHOLD), 1);
}

static void an_operator_who_lets_it_go_is_heeded(void **state)
{
	const struct boa_action *act;

	(void)state;
	purse.overdrawn = true;
	waiting(17, HELD_RECORD); /* but not held: scontrol release */
	world_step(&world);
	act = world_only(&world, BOA_ACT_RECORD);
	assert_non_null(strstr(act->record, " held=2"));
	world.job[0].record = GONE_RECORD;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* Held by its user, or not eligible: not BOA's to hold or let go. */
static void other_holds_are_left_alone(void **state)
{
	struct boa_job *job;

	(void)state;
	purse.overdrawn = true;
	job = waiting(17, FREE_RECORD);
	job->eligible = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* What began goes on, whatever the budget says. */
static void what_has_started_is_never_held(void **state)
{
	struct boa_job *job;

	(void)state;
	purse.overdrawn = true;
	job = waiting(17, FREE_RECORD);
	job->n_restart = 1;
	job = waiting(18, FREE_RECORD);
	job->state = BOA_JOB_RUNNING;
	job->held_gpus = 16;
	job = waiting(19, FREE_RECORD);
	job->state = BOA_JOB_CONFIGURING;
	job->held_gpus = 16;
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_HOLD), 0);
}

static void jobs_of_no_class_are_never_held(void **state)
{
	struct boa_job *job;

	(void)state;
	purse.overdrawn = true;
	job = waiting(17, NULL);
	job->comment = "";
	job = waiting(18, NULL);
	job->sized = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

static void to_observe_is_not_to_hold(void **state)
{
	(void)state;
	purse.overdrawn = true;
	world.options.observe = true;
	waiting(17, FREE_RECORD);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_TELL), world.actions.n);
	assert_says(world.actions.action[world.actions.n - 1].text,
		    "observed only: job 17: held");
}

/* An idle node is no job's while the only one that waits is held. */
static void no_node_is_kept_for_a_held_job(void **state)
{
	(void)state;
	purse.overdrawn = true;
	world_add_node(&world, "n1", T4);
	held(17, HELD_RECORD);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_RELEASE), 1);
	purse.overdrawn = false;
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_RELEASE), 0);
}

/* --- MaxRate ---------------------------------------------------------- */

/* Each asks for 16 per hour; 40 let two of three in, the older ones. */
static void the_oldest_go_first_up_to_max_rate(void **state)
{
	(void)state;
	limits = (struct boa_limits){ .max_rate_per_hour = 40 };
	waiting(17, FREE_RECORD);
	held(18, HELD_RECORD);
	waiting(19, FREE_RECORD);
	world_step(&world);
	assert_int_equal(world.actions.n, 4);
	assert_int_equal(action(1, BOA_ACT_UNHOLD)->job, 1);
	assert_int_equal(action(3, BOA_ACT_HOLD)->job, 2);
	assert_int_equal(action(3, BOA_ACT_HOLD)->hold, BOA_WAIT_RATE);
}

/*
 * Job 17 runs on 4 nodes, 16 per hour; a node more is idle, 4. Of 36 there are
 * 16 left, and one node of it is up: job 18 gets in, with 32; job 19 does not.
 */
static void what_is_up_counts_once(void **state)
{
	struct boa_job *job;
	size_t i;

	(void)state;
	limits = (struct boa_limits){ .max_rate_per_hour = 36 };
	job = waiting(17, FREE_RECORD);
	job->state = BOA_JOB_RUNNING;
	for (i = 0; i < 4; i++)
		world_hold(&world, world_add_node(&world, "n", T4), 0, 4);
	world_add_node(&world, "idle", T4);
	waiting(18, FREE_RECORD);
	waiting(19, FREE_RECORD);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_HOLD), 1);
	assert_int_equal(action(world.actions.n - 1, BOA_ACT_HOLD)->job, 2);
}

/* In its second epoch it will have 16 of 8 now: these are promised. */
static void a_job_counts_with_what_it_grows_to(void **state)
{
	struct boa_job *job;

	(void)state;
	limits = (struct boa_limits){ .max_rate_per_hour = 31 };
	job = waiting(17, "boa=1 class=bert plan=1 type=t4 widths=8,16 "
			  "epoch=1 width=8 run=0 " TAIL);
	job->state = BOA_JOB_RUNNING;
	world_hold(&world, world_add_node(&world, "n1", T4), 0, 4);
	world_hold(&world, world_add_node(&world, "n2", T4), 0, 4);
	waiting(18, FREE_RECORD);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_HOLD), 1);
	limits.max_rate_per_hour = 32;
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_HOLD), 0);
}

/* --- memory ----------------------------------------------------------- */

static int step(void)
{
	boa_actions_clear(&world.actions);
	return boa_engine_step(world.engine, &world.snapshot, world.given,
			       &world.options, &world.actions, NULL);
}

static void a_lack_of_memory_holds_nobody(void **state)
{
	int n;

	(void)state;
	purse.overdrawn = true;
	waiting(17, NULL);
	FAIL_EACH_ALLOC(step(), assert_int_equal(world.actions.n, 0), n);
	assert_true(n > 3);
	assert_int_equal(world.actions.n, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
		TEST(a_new_job_is_held_as_it_is_sized),
		TEST(a_held_job_is_left_so_while_it_must_wait),
		TEST(it_is_let_go_when_there_is_money),
		TEST(nobody_stays_held_without_limits),
		TEST(an_operator_who_lets_it_go_is_heeded),
		TEST(other_holds_are_left_alone),
		TEST(what_has_started_is_never_held),
		TEST(jobs_of_no_class_are_never_held),
		TEST(to_observe_is_not_to_hold),
		TEST(no_node_is_kept_for_a_held_job),
		TEST(the_oldest_go_first_up_to_max_rate),
		TEST(what_is_up_counts_once),
		TEST(a_job_counts_with_what_it_grows_to),
		TEST(a_lack_of_memory_holds_nobody),
#undef TEST
	};

	return cmocka_run_group_tests_name("engine_hold", tests, NULL, NULL);
}
