/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which nodes are released.
 */
#include "config.h"

#include "tests/unit/engine_world.h"

static struct world world;

static int begin(void **state)
{
	(void)state;
	world_begin(&world);
	return 0;
}

static int end(void **state)
{
	(void)state;
	world_end(&world);
	return 0;
}

static const char *const names[] = { "t4-1", "t4-2", "t4-3", "t4-4",
				     "t4-5", "t4-6", "t4-7", "t4-8" };

static void add_idle(size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		world_add_node(&world, names[i], T4);
}

/* A job of nobody's class that asks for NODES nodes with GPUS on each. */
static struct boa_job *add_plain(uint32_t id, unsigned nodes, unsigned gpus)
{
	struct boa_job *job = world_add_job(&world, id);

	job->comment = NULL;
	job->sized = false;
	job->asked_nodes = nodes;
	job->asked_gpus_per_node = gpus;
	return job;
}

static size_t released(void)
{
	world_step(&world);
	return world_count(&world, BOA_ACT_RELEASE);
}

static void idle_nodes_that_nobody_needs_go_the_last_first(void **state)
{
	(void)state;
	add_idle(3);
	world_add_node(&world, "a100-1", A100);
	world_step(&world);
	assert_int_equal(world.actions.n, 4);
	assert_int_equal(world.actions.action[0].kind, BOA_ACT_RELEASE);
	assert_int_equal(world.actions.action[0].node, 3);
	assert_int_equal(world.actions.action[0].job, SIZE_MAX);
	assert_int_equal(world.actions.action[1].node, 2);
	assert_int_equal(world.actions.action[3].node, 0);
	assert_says(world.actions.action[3].text, "node t4-1: idle");
}

static void release_can_be_left_to_others(void **state)
{
	(void)state;
	add_idle(3);
	world.options.release = false;
	assert_int_equal(released(), 0);
}

static void only_what_may_go_goes(void **state)
{
	(void)state;
	add_idle(8);
	world.node[0].state = BOA_NODE_OFF;
	world.node[1].state = BOA_NODE_BOOTING;
	world.node[2].state = BOA_NODE_LEAVING;
	world.node[3].state = BOA_NODE_FAILED;
	world.node[4].idle = false;
	world.node[5].releasable = false;
	world.node[6].type = -1;
	world_add_job(&world, 1)->state = BOA_JOB_RUNNING;
	world_hold(&world, &world.node[7], 0, 1);
	world.node[7].idle = true; /* whatever it says: a job holds it */
	assert_int_equal(released(), 0);
}

/* Job 1 is sized for 16 GPUs in this very step: four of the six nodes. */
static void what_a_waiting_job_needs_is_kept(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->asked_nodes = 1;
	add_idle(6);
	world_add_node(&world, "a100-1", A100);
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_RELEASE), 3);
	assert_int_equal(world.actions.action[1].node, 6);
	assert_int_equal(world.actions.action[2].node, 5);
	assert_int_equal(world.actions.action[3].node, 4);
	job->eligible = false; /* held, or waits for another job */
	assert_int_equal(released(), 7);
}

/* 16 GPUs shrink to 8: of its four nodes and one more, two are kept. */
static void a_requeued_job_is_counted_at_its_next_width(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->comment = "class:bert epoch:2.0";
	job->record = "boa=1 class=bert plan=0 type=t4 widths=16,8 epoch=1 "
		      "width=16 run=0";
	job->n_restart = 1;
	job->state = BOA_JOB_REQUEUING;
	job->eligible = false;
	add_idle(5);
	world.node[0].idle = false; /* its epilog still runs on one */
	assert_int_equal(released(), 2);
	world.node[0].idle = true;
	job->state = BOA_JOB_PENDING;
	job->requeue_delayed = true;
	assert_int_equal(released(), 3);
	job->requeue_delayed = false; /* a --begin of the user's */
	assert_int_equal(released(), 5);
}

/* A shrinks by two nodes as B grows by two: nothing goes. */
static void nodes_are_handed_from_job_to_job(void **state)
{
	static const char shrinks[] =
		"boa=1 class=bert plan=0 type=t4 widths=16,8 epoch=2 width=16";
	static const char grows[] =
		"boa=1 class=bert plan=1 type=t4 widths=8,16 epoch=2 width=8";
	struct boa_job *a = world_add_job(&world, 1);
	struct boa_job *b = world_add_job(&world, 2);

	(void)state;
	a->record = shrinks;
	b->record = grows;
	b->asked_nodes = 2;
	a->n_restart = b->n_restart = 1;
	add_idle(6);
	assert_int_equal(released(), 0);
	assert_int_equal(world_count(&world, BOA_ACT_SIZE), 2);
}

static void jobs_without_a_class_need_nodes_too(void **state)
{
	(void)state;
	add_idle(8);
	add_plain(1, 2, 4);
	assert_int_equal(released(), 6);
	add_plain(2, 3, 1); /* on three nodes, if need be */
	assert_int_equal(released(), 3);
	add_plain(3, 1, 0)->type = -1; /* no GPUs, elsewhere */
	assert_int_equal(released(), 3);
	add_plain(4, 1, 0); /* no GPUs, but in that partition */
	assert_int_equal(released(), 2);
	add_plain(5, 1, 4)->requeue_delayed = true; /* not for BOA to lift */
	assert_int_equal(released(), 2);
}

static void each_job_of_an_array_needs_its_nodes(void **state)
{
	(void)state;
	add_idle(8);
	add_plain(1, 1, 4)->n_task = 5;
	assert_int_equal(released(), 3);
	world.job[0].asked_gpus_per_node = 2; /* two to a node: three nodes */
	assert_int_equal(released(), 5);
	world.job[0].n_task = 1000000000;
	assert_int_equal(released(), 0);
}

/* --- packing ---------------------------------------------------------- */

/* 3 + 1, 2 + 2 and 2: three nodes of 4. */
static void small_jobs_share_nodes(void **state)
{
	static const unsigned gpus[] = { 2, 1, 2, 3, 2 };
	uint32_t i;

	(void)state;
	add_idle(8);
	for (i = 0; i < 5; i++)
		add_plain(i + 1, 1, gpus[i]);
	assert_int_equal(released(), 5);
}

/* 3 + 1 and 3 + 1; were the small ones placed first, 1 + 1, 3 and 3. */
static void the_widest_are_placed_first(void **state)
{
	static const unsigned gpus[] = { 1, 1, 3, 3 };
	uint32_t i;

	(void)state;
	add_idle(8);
	for (i = 0; i < 4; i++)
		add_plain(i + 1, 1, gpus[i]);
	assert_int_equal(released(), 6);
}

/* 2 and 1 GPUs are left on nodes in use: a job of 2 and one of 1 fit there. */
static void what_is_left_on_nodes_in_use_is_used_first(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->state = BOA_JOB_RUNNING;
	job->sized = false;
	add_idle(4);
	world_hold(&world, &world.node[0], 0, 2);
	world_hold(&world, &world.node[1], 0, 3);
	add_plain(2, 1, 2);
	add_plain(3, 1, 1);
	assert_int_equal(released(), 2);
	add_plain(4, 1, 1);
	assert_int_equal(released(), 1);
	world.snapshot.n_job = 3;
	world.node[0].usable = false; /* drained */
	assert_int_equal(released(), 1);
	world.node[0].usable = true;
	world.node[0].state = BOA_NODE_BOOTING; /* may yet fail */
	assert_int_equal(released(), 1);
}

static void sized_jobs_below_a_node_are_packed(void **state)
{
	(void)state;
	add_idle(4);
	world_add_job(&world, 1)->comment = "class:small"; /* 2 GPUs */
	world_add_job(&world, 2)->comment = "class:small";
	world_add_job(&world, 3)->comment = "class:small";
	assert_int_equal(released(), 2);
}

/* From one node to four: three of the six that are idle, until it is clear
   that the job does not resize. */
static void what_a_running_job_grows_by_is_kept(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->state = BOA_JOB_RUNNING;
	job->comment = "class:bert epoch:2.0";
	job->record = "boa=1 class=bert plan=0 type=t4 widths=4,16 epoch=2 "
		      "width=4 run=0";
	job->held_gpus = 4;
	job->asked_nodes = 1;
	add_idle(6);
	assert_int_equal(released(), 3);
	job->asked_gpus_per_node = 2; /* the rest of its node may be taken */
	assert_int_equal(released(), 2);
	world.snapshot.now_s += world.options.grace_time_s;
	assert_int_equal(released(), 6);
}

/* With --exclusive two jobs of 2 GPUs take a node of 4 each. */
static void jobs_that_get_whole_nodes_are_not_packed(void **state)
{
	(void)state;
	add_idle(5);
	world_add_job(&world, 1)->comment = "class:small";
	world_add_job(&world, 2)->comment = "class:small";
	world.job[0].whole_nodes = true;
	world.job[1].whole_nodes = true;
	add_plain(3, 1, 1);
	add_plain(4, 1, 1);
	world.job[2].whole_nodes = true;
	world.job[3].whole_nodes = true;
	assert_int_equal(released(), 1);
}

/* Nodes too large to be packed: one to each job. */
static void very_large_nodes_are_not_packed(void **state)
{
	(void)state;
	world.type[T4].gpus_per_node = 1000;
	add_idle(8);
	add_plain(1, 1, 500);
	add_plain(2, 1, 300);
	add_plain(3, 1, 2000);
	assert_int_equal(released(), 5);
}

/* More held than there is must not wrap around. */
static void a_node_that_is_overbooked_has_nothing_left(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->state = BOA_JOB_RUNNING;
	job->sized = false;
	add_idle(2);
	world_hold(&world, &world.node[0], 0, 7);
	add_plain(2, 1, 1);
	assert_int_equal(released(), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(idle_nodes_that_nobody_needs_go_the_last_first),
		TEST(release_can_be_left_to_others),
		TEST(only_what_may_go_goes),
		TEST(what_a_waiting_job_needs_is_kept),
		TEST(a_requeued_job_is_counted_at_its_next_width),
		TEST(nodes_are_handed_from_job_to_job),
		TEST(jobs_without_a_class_need_nodes_too),
		TEST(each_job_of_an_array_needs_its_nodes),
		TEST(small_jobs_share_nodes),
		TEST(the_widest_are_placed_first),
		TEST(what_is_left_on_nodes_in_use_is_used_first),
		TEST(sized_jobs_below_a_node_are_packed),
		TEST(what_a_running_job_grows_by_is_kept),
		TEST(jobs_that_get_whole_nodes_are_not_packed),
		TEST(very_large_nodes_are_not_packed),
		TEST(a_node_that_is_overbooked_has_nothing_left),
	};
	return cmocka_run_group_tests_name("engine_node", tests, NULL, NULL);
}
