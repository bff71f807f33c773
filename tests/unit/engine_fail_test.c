/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Launches that fail and nodes that vanish, by snapshots made by hand. Back-off
 * 60, 120, 240 ... at most 960 s; on hold after 3 in a row; another plan after
 * 2 failures of a job.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "tests/unit/engine_world.h"

static struct world world;

static int begin(void **state)
{
	(void)state;
	world_begin(&world);
	world.options.launch = (struct boa_launch_rules){
		.backoff_s = 60,
		.backoff_max_s = 960,
		.max_attempts = 2,
		.retry_window_s = 1e6,
		.hold_after = 3,
	};
	world.type[T4].boot_timeout_s = 100;
	return 0;
}

static int end(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < WORLD_JOBS; i++)
		free((char *)world.job[i].record);
	world_end(&world);
	return 0;
}

static const struct boa_action *find(enum boa_action_kind kind)
{
	size_t i;

	for (i = 0; i < world.actions.n; i++)
		if (world.actions.action[i].kind == kind)
			return &world.actions.action[i];
	return NULL;
}

/* One step, and what it says of jobs is carried out. */
static void step(void)
{
	size_t i;

	world_step(&world);
	for (i = 0; i < world.actions.n; i++) {
		struct boa_action *action = &world.actions.action[i];
		struct boa_job *job;

		if (action->job == SIZE_MAX || !action->record)
			continue;
		job = &world.job[action->job];
		free((char *)job->record);
		job->record = strdup(action->record);
		if (action->kind != BOA_ACT_SIZE)
			continue;
		job->type = action->type;
		job->asked_nodes =
			action->gpus / world.type[action->type].gpus_per_node;
		job->asked_gpus_per_node =
			world.type[action->type].gpus_per_node;
		if (action->lift_delay || action->begin_s > 0)
			job->requeue_delayed = false;
		if (action->lift_delay)
			job->begin_s = 0;
		if (action->begin_s > 0)
			job->begin_s = action->begin_s;
		job->eligible = job->begin_s <= world.snapshot.now_s;
	}
}

/* Job 1 of 16 GPUs with its record, on four nodes that boot since now. */
static void launch(void)
{
	struct boa_job *job = &world.job[0];
	size_t i;

	job->state = BOA_JOB_CONFIGURING;
	job->eligible = false;
	job->begin_s = 0;
	job->held_gpus = 0;
	for (i = 0; i < 4; i++) {
		world.node[i].state = BOA_NODE_BOOTING;
		world.node[i].boot_s = world.snapshot.now_s;
		world.node[i].n_hold = 0;
		world.node[i].usable = true;
		world.node[i].trouble = BOA_TROUBLE_NONE;
		world.node[i].refused = false;
		world_hold(&world, &world.node[i], 0, 4);
	}
	step();
}

/* Slurm requeues job 1; its nodes but the last are up and idle. */
static void requeue(void)
{
	struct boa_job *job = &world.job[0];
	size_t i;

	job->state = BOA_JOB_PENDING;
	job->n_restart++;
	job->requeue_delayed = true;
	job->begin_s = world.snapshot.now_s + 121;
	job->eligible = true;
	job->held_gpus = 0;
	for (i = 0; i < 4; i++) {
		world.node[i].n_hold = 0;
		world.node[i].state = BOA_NODE_UP;
		world.node[i].idle = true;
	}
	world.node[3].state = BOA_NODE_FAILED;
	world.node[3].idle = false;
	world.node[3].usable = false;
	world.node[3].trouble = BOA_TROUBLE_LAUNCH;
	world.node[3].down_s = world.snapshot.now_s;
	step();
}

static void add_all(void)
{
	static const char *const names[] = { "t4-1", "t4-2", "t4-3", "t4-4" };
	size_t i;

	for (i = 0; i < 4; i++)
		world_add_node(&world, names[i], T4)->state = BOA_NODE_OFF;
	world_add_job(&world, 1);
	step();
	assert_non_null(world.job[0].record);
}

/* The provider refuses the last of four nodes. */
static void refuse(void)
{
	launch();
	world.node[3].refused = true;
	step();
	assert_non_null(find(BOA_ACT_FAIL));
	requeue();
}

static void nothing_fails_before_its_time(void **state)
{
	(void)state;
	add_all();
	launch();
	world.snapshot.now_s += 100;
	step();
	assert_null(find(BOA_ACT_FAIL));
	world.snapshot.now_s += 1;
	step();
	assert_int_equal(world_count(&world, BOA_ACT_FAIL), 4);
	assert_string_equal(find(BOA_ACT_FAIL)->reason, BOA_REASON_LAUNCH);
	/* four nodes, one attempt */
	assert_int_equal(boa_engine_launches(world.engine)->group[0].n_failed,
			 1);
}

static void the_half_that_came_up_is_released(void **state)
{
	const struct boa_action *action;

	(void)state;
	add_all();
	refuse();
	action = find(BOA_ACT_SIZE);
	assert_non_null(action);
	/* at the same width, after a minute */
	assert_int_equal(action->gpus, 16);
	assert_near(action->begin_s, world.snapshot.now_s + 60, 1e-9);
	assert_says(action->record, " fails=1 ");
	assert_says(action->record, "why=1 launch on t4 failed in a row");
	assert_int_equal(world_count(&world, BOA_ACT_RELEASE), 3);
	assert_int_equal(world_count(&world, BOA_ACT_OFF), 1);
}

static void another_job_may_have_that_half(void **state)
{
	(void)state;
	add_all();
	world_add_job(&world, 2)->comment = "class:small";
	refuse();
	assert_int_equal(world_count(&world, BOA_ACT_RELEASE), 2);
}

static void a_wait_that_is_over_is_lifted(void **state)
{
	(void)state;
	add_all();
	refuse();
	world.node[0].state = world.node[1].state = world.node[2].state =
		world.node[3].state = BOA_NODE_OFF;
	world.snapshot.now_s += 59;
	step();
	assert_null(find(BOA_ACT_SIZE));
	world.snapshot.now_s += 1;
	step();
	assert_non_null(find(BOA_ACT_SIZE));
	assert_true(find(BOA_ACT_SIZE)->lift_delay);
	/* all four nodes are needed: the one that failed is back at once */
	assert_non_null(find(BOA_ACT_RETURN));
}

/* With nodes enough the failed one is left alone for longer. */
static void the_next_try_is_made_with_other_nodes(void **state)
{
	(void)state;
	add_all();
	world_add_node(&world, "t4-5", T4)->state = BOA_NODE_OFF;
	refuse();
	world.node[0].state = world.node[1].state = world.node[2].state =
		world.node[3].state = BOA_NODE_OFF;
	world.snapshot.now_s += 60;
	step();
	assert_null(find(BOA_ACT_RETURN));
	world.snapshot.now_s += 60;
	step();
	assert_non_null(find(BOA_ACT_RETURN));
}

static void a_job_falls_back_to_another_type(void **state)
{
	(void)state;
	add_all();
	refuse();
	world.snapshot.now_s += 60;
	step();
	refuse();
	assert_non_null(find(BOA_ACT_SIZE));
	assert_int_equal(find(BOA_ACT_SIZE)->type, A100);
	assert_int_equal(find(BOA_ACT_SIZE)->gpus, 8);
	assert_says(world.job[0].record, "type=a100 ");
	assert_says(world.job[0].record, "fallen back to from t4");
}

static void a_job_bound_to_its_type_waits_ever_longer(void **state)
{
	double waits[] = { 60, 120, 0 };
	size_t i;

	(void)state;
	add_all();
	world.job[0].only_type = "t4";
	for (i = 0; i < 3; i++) {
		refuse();
		assert_int_equal(find(BOA_ACT_SIZE)->type, T4);
		if (waits[i])
			assert_near(find(BOA_ACT_SIZE)->begin_s,
				    world.snapshot.now_s + waits[i], 1e-9);
		world.snapshot.now_s += waits[i];
		step();
	}
	/* three in a row: on hold, as long as it may be */
	assert_true(boa_engine_launches(world.engine)->group[0].held);
	world.snapshot.now_s += 5000;
	step();
	assert_true(world.job[0].begin_s > world.snapshot.now_s);
	assert_true(boa_launches_resume(boa_engine_launches(world.engine), "t4",
					world.snapshot.now_s));
	step();
	assert_non_null(find(BOA_ACT_SIZE));
	assert_true(find(BOA_ACT_SIZE)->lift_delay);
}

static void a_success_ends_it(void **state)
{
	size_t i;

	(void)state;
	add_all();
	refuse();
	world.snapshot.now_s += 60;
	step();
	launch();
	for (i = 0; i < 4; i++)
		world.node[i].state = BOA_NODE_UP;
	world.job[0].state = BOA_JOB_RUNNING;
	step();
	assert_int_equal(boa_engine_launches(world.engine)->group[0].n_failed,
			 0);
	assert_says(world.job[0].record, "why=started after 1 failed launch");
	assert_null(strstr(world.job[0].record, "fails="));
}

/* A clock that goes back an hour makes no wait longer than it was. */
static void a_clock_set_back_does_not_extend_a_wait(void **state)
{
	(void)state;
	add_all();
	world.snapshot.now_s = 1e6;
	refuse();
	world.snapshot.now_s -= 3600;
	step();
	assert_true(world.job[0].begin_s <= world.snapshot.now_s + 960 + 1);
}

static void a_new_engine_goes_on_waiting(void **state)
{
	(void)state;
	add_all();
	refuse();
	world_restart(&world);
	world.snapshot.now_s += 30;
	step();
	assert_null(find(BOA_ACT_SIZE));
	world.snapshot.now_s += 30;
	step();
	assert_non_null(find(BOA_ACT_SIZE));
	assert_true(find(BOA_ACT_SIZE)->lift_delay);
}

/* Both spellings: what slurmctld calls the state does not matter. */
static void a_node_that_resume_timeout_met_comes_back(void **state)
{
	struct boa_node *node = world_add_node(&world, "t4-1", T4);

	(void)state;
	node->state = BOA_NODE_OFF;
	node->usable = false;
	node->trouble = BOA_TROUBLE_LAUNCH;
	node->down_s = world.snapshot.now_s;
	step();
	assert_non_null(world_only(&world, BOA_ACT_OFF));
	world.snapshot.now_s += 119;
	step();
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s += 1;
	step();
	assert_non_null(world_only(&world, BOA_ACT_RETURN));
}

static void a_node_that_is_gone_is_taken_out(void **state)
{
	struct boa_node *node = world_add_node(&world, "t4-1", T4);

	(void)state;
	node->idle = false;
	node->gone = true;
	step();
	assert_int_equal(world.actions.n, 0); /* it may be a late word */
	world.snapshot.now_s += 3;
	step();
	assert_string_equal(world_only(&world, BOA_ACT_FAIL)->reason,
			    BOA_REASON_GONE);
}

static void an_orphan_is_powered_down_every_minute(void **state)
{
	struct boa_node *node = world_add_node(&world, "t4-1", T4);

	(void)state;
	node->state = BOA_NODE_OFF;
	node->orphan = true;
	step();
	assert_non_null(world_only(&world, BOA_ACT_OFF));
	world.snapshot.now_s += 59;
	step();
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s += 1;
	step();
	assert_non_null(world_only(&world, BOA_ACT_OFF));
}

static void to_observe_is_only_to_tell(void **state)
{
	(void)state;
	add_all();
	world.options.observe = true;
	launch();
	world.node[3].refused = true;
	step();
	assert_int_equal(world_count(&world, BOA_ACT_TELL), world.actions.n);
	assert_null(find(BOA_ACT_FAIL));
}

static void launches_are_saved_and_read(void **state)
{
	static const struct boa_launch_rules rules = { 60, 960, 4, 1, 2 };
	struct boa_launches launches = { 0 }, again = { 0 };
	struct boa_err err;
	bool counted;
	char *text;

	(void)state;
	assert_int_equal(boa_launches_failed(&launches, &rules, "t4", 10, 20,
					     &counted, &err),
			 0);
	assert_true(counted);
	assert_int_equal(boa_launches_failed(&launches, &rules, "t4", 15, 25,
					     &counted, &err),
			 0);
	assert_false(counted); /* it began before the other was seen to fail */
	assert_int_equal(boa_launches_failed(&launches, &rules, "t4", 21, 30,
					     &counted, &err),
			 0);
	assert_true(counted);
	assert_int_equal(boa_launches_print(&launches, &text, &err), 0);
	assert_string_equal(text, "t4 2 30 1\n");
	assert_int_equal(boa_launches_parse(text, &again, &err), 0);
	assert_true(isinf(boa_launch_blocked_until_s(&again.group[0], &rules)));
	assert_int_equal(boa_launches_parse("t4 x\n", &again, &err),
			 BOA_EPARSE);
	assert_int_equal(again.n, 1);
	free(text);
	boa_launches_free(&launches);
	boa_launches_free(&again);
}

static void waits_double_up_to_the_most(void **state)
{
	static const struct boa_launch_rules rules = { .backoff_s = 60,
						       .backoff_max_s = 500 };

	(void)state;
	assert_near(boa_launch_backoff_s(&rules, 0), 0, 0);
	assert_near(boa_launch_backoff_s(&rules, 1), 60, 0);
	assert_near(boa_launch_backoff_s(&rules, 2), 120, 0);
	assert_near(boa_launch_backoff_s(&rules, 3), 240, 0);
	assert_near(boa_launch_backoff_s(&rules, 4), 480, 0);
	assert_near(boa_launch_backoff_s(&rules, 5), 500, 0);
	assert_near(boa_launch_backoff_s(&rules, 4000000000u), 500, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(nothing_fails_before_its_time),
		TEST(the_half_that_came_up_is_released),
		TEST(another_job_may_have_that_half),
		TEST(a_wait_that_is_over_is_lifted),
		TEST(the_next_try_is_made_with_other_nodes),
		TEST(a_job_falls_back_to_another_type),
		TEST(a_job_bound_to_its_type_waits_ever_longer),
		TEST(a_success_ends_it),
		TEST(a_clock_set_back_does_not_extend_a_wait),
		TEST(a_new_engine_goes_on_waiting),
		TEST(a_node_that_resume_timeout_met_comes_back),
		TEST(a_node_that_is_gone_is_taken_out),
		TEST(an_orphan_is_powered_down_every_minute),
		TEST(to_observe_is_only_to_tell),
		cmocka_unit_test(launches_are_saved_and_read),
		cmocka_unit_test(waits_double_up_to_the_most),
	};
	return cmocka_run_group_tests_name("engine_fail", tests, NULL, NULL);
}
