/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whole lives of jobs, from submission to the last node's release.
 */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/cluster.h"

/* Of class bert, plan A shrinks and plan B grows at the second epoch. */
static const struct plan bert[] = {
	{ 0.5, "t4", { 16, 8 } },
	{ 0.5, "t4", { 8, 16 } },
	{ 0.0, "a100", { 8, 8 } },
};
static const struct plan small[] = { { 1.0, "t4", { 2, 1 } } };

static struct boa_table table;
static struct cluster cluster;

static int begin(void **state)
{
	(void)state;
	add_class(&table, "bert", 2, bert, 3);
	add_class(&table, "small", 2, small, 1);
	table.generation = 1;
	cluster_begin(&cluster, &table, 16, 2);
	return 0;
}

static int end(void **state)
{
	(void)state;
	cluster_end(&cluster);
	boa_table_free(&table);
	return 0;
}

static enum boa_job_state state_of(size_t i)
{
	return cluster.job[i].state;
}

/* One tick, and slurmctld restarted after it if RESTART. */
static void tick(bool restart)
{
	cluster_tick(&cluster);
	if (restart)
		cluster_restart(&cluster);
}

static unsigned ticks_until(size_t i, enum boa_job_state state, bool restart)
{
	unsigned n = 0;

	while (state_of(i) != state) {
		if (++n > 500)
			fail_msg("job %zu stays in state %d", i, state_of(i));
		tick(restart);
	}
	return n;
}

static void no_node_is_left(bool restart)
{
	int n;

	for (n = 0; n < 10; n++)
		tick(restart);
	assert_int_equal(cluster_n_on(&cluster), 0);
}

/* --- one job ---------------------------------------------------------- */

/*
 * 16 GPUs are four nodes: four boots of 30 s. After the epoch the job is given
 * two of its own nodes back, so that none boots; the other two go at once.
 */
static void live_and_shrink(bool restart)
{
	size_t i = cluster_submit(&cluster, "ProjectA class:bert", 16);
	struct boa_record record;
	int n;

	tick(restart);
	assert_int_equal(state_of(i), BOA_JOB_CONFIGURING);
	assert_int_equal(cluster.n_boot, 4);
	assert_int_equal(ticks_until(i, BOA_JOB_RUNNING, restart), 30);
	assert_int_equal(cluster.own[i].launched_gpus, 16);
	cluster_report(&cluster, i, 1);
	for (n = 0; n < 20; n++)
		tick(restart);
	cluster_report(&cluster, i, 2);
	tick(restart);
	record = cluster_record(&cluster, i);
	assert_int_equal(record.epoch, 2);
	assert_int_equal(record.width_gpus, 16);
	boa_record_free(&record);
	cluster_requeue(&cluster, i);
	/* two for its epilog; sized, started and launched in two more */
	assert_int_equal(ticks_until(i, BOA_JOB_RUNNING, restart), 3);
	assert_int_equal(cluster.own[i].launched_gpus, 8);
	assert_int_equal(cluster.n_boot, 4);
	assert_int_equal(cluster.n_release, 2);
	cluster_report(&cluster, i, 2);
	tick(restart);
	record = cluster_record(&cluster, i);
	assert_int_equal(record.n_resize, 1);
	assert_int_equal(record.run, 1);
	assert_int_equal(record.first_submit_s, 1700000000);
	boa_record_free(&record);
	cluster_finish(&cluster, i);
	ticks_until(i, BOA_JOB_DONE, restart);
	no_node_is_left(restart);
	assert_string_equal(cluster.job[i].comment,
			    "ProjectA class:bert epoch:2.1");
	assert_int_equal(cluster.n_release, 4);
}

static void a_job_lives_and_shrinks(void **state)
{
	(void)state;
	live_and_shrink(false);
}

static void a_restart_between_every_two_steps_changes_nothing(void **state)
{
	(void)state;
	live_and_shrink(true);
}

/* Its own two nodes are used again, two more boot, none goes. */
static void a_job_grows_onto_its_own_nodes_and_new_ones(void **state)
{
	size_t a = cluster_submit(&cluster, "class:bert", 16), b;

	(void)state;
	cluster_tick(&cluster);                         /* plan A */
	b = cluster_submit(&cluster, "class:bert", 16); /* must wait: plan B */
	ticks_until(b, BOA_JOB_RUNNING, false);
	assert_int_equal(cluster.own[b].launched_gpus, 8);
	assert_int_equal(cluster.n_boot, 6);
	cluster_report(&cluster, a, 1);
	cluster_report(&cluster, b, 1);
	cluster_run(&cluster, 5);
	cluster_report(&cluster, b, 2);
	cluster_tick(&cluster);
	cluster_requeue(&cluster, b);
	ticks_until(b, BOA_JOB_RUNNING, false);
	assert_int_equal(cluster.own[b].launched_gpus, 16);
	assert_int_equal(cluster.n_boot, 8);
	assert_int_equal(cluster.n_release, 0);
}

/* A gives up two nodes as B wants two more: B gets them, and none boots. */
static void a_job_that_shrinks_hands_its_nodes_to_one_that_grows(void **state)
{
	size_t a = cluster_submit(&cluster, "class:bert", 16);
	size_t b = cluster_submit(&cluster, "class:bert", 16);

	(void)state;
	ticks_until(b, BOA_JOB_RUNNING, false);
	cluster_report(&cluster, a, 2);
	cluster_report(&cluster, b, 2);
	cluster_tick(&cluster);
	cluster_requeue(&cluster, a);
	cluster_requeue(&cluster, b);
	ticks_until(b, BOA_JOB_RUNNING, false);
	assert_int_equal(state_of(a), BOA_JOB_RUNNING);
	assert_int_equal(cluster.own[a].launched_gpus, 8);
	assert_int_equal(cluster.own[b].launched_gpus, 16);
	assert_int_equal(cluster.n_boot, 6);
	assert_int_equal(cluster.n_release, 0);
}

/* --- trouble ---------------------------------------------------------- */

/* The epoch is not advanced, nor a resize counted; one node boots anew. */
static void a_job_survives_the_loss_of_a_node(void **state)
{
	size_t i = cluster_submit(&cluster, "class:bert", 16);
	struct boa_record record;

	(void)state;
	ticks_until(i, BOA_JOB_RUNNING, false);
	cluster_report(&cluster, i, 1);
	cluster_run(&cluster, 5);
	cluster_lose(&cluster, 1);
	assert_int_equal(state_of(i), BOA_JOB_REQUEUING);
	ticks_until(i, BOA_JOB_RUNNING, false);
	record = cluster_record(&cluster, i);
	assert_int_equal(record.epoch, 1);
	assert_int_equal(record.n_resize, 0);
	assert_true(record.run != cluster.job[i].n_restart);
	boa_record_free(&record);
	assert_int_equal(cluster.own[i].launched_gpus, 16);
	assert_int_equal(cluster.n_boot, 5);
	assert_int_equal(cluster.n_release, 0);
	cluster_report(&cluster, i, 1);
	cluster_tick(&cluster);
	record = cluster_record(&cluster, i);
	assert_int_equal(record.run, 1);
	boa_record_free(&record);
}

/* It was due at 8 and keeps 16: told once, and nothing else is done. */
static void a_job_that_does_not_resize_keeps_its_width(void **state)
{
	size_t i = cluster_submit(&cluster, "class:bert", 16);
	unsigned n, told = 0;
	size_t a;

	(void)state;
	ticks_until(i, BOA_JOB_RUNNING, false);
	cluster_report(&cluster, i, 2);
	for (n = 0; n < 200; n++) {
		cluster_tick(&cluster);
		for (a = 0; a < cluster.actions.n; a++)
			told += cluster.actions.action[a].kind == BOA_ACT_TELL;
	}
	assert_int_equal(told, 1);
	assert_int_equal(state_of(i), BOA_JOB_RUNNING);
	assert_int_equal(cluster.job[i].held_gpus, 16);
}

/* What never reached a job has used up no share. */
static void lost_actions_come_again(void **state)
{
	size_t i = cluster_submit(&cluster, "class:bert", 16);

	(void)state;
	cluster.deaf = true;
	cluster_run(&cluster, 10);
	assert_null(cluster.job[i].record);
	cluster.deaf = false;
	ticks_until(i, BOA_JOB_CONFIGURING, false);
	cluster_tick(&cluster);
	assert_near(boa_shares_credit(boa_engine_shares(cluster.engine),
				      &table.class[0], "", 0),
		    -0.5, 1e-9);
	cluster.deaf = true;
	cluster_run(&cluster, 60); /* its nodes are up: nobody launches it */
	assert_int_equal(state_of(i), BOA_JOB_CONFIGURING);
	cluster.deaf = false;
	cluster_tick(&cluster);
	assert_int_equal(state_of(i), BOA_JOB_RUNNING);
}

/* Jobs that Slurm started before they were seen: all on plan A's width. */
static void jobs_that_started_early_are_adopted(void **state)
{
	unsigned widths[2] = { 0 };
	size_t i;

	(void)state;
	cluster.hasty = true;
	for (i = 0; i < 3; i++)
		cluster_submit(&cluster, "class:bert", 16);
	cluster_tick(&cluster);
	for (i = 0; i < 3; i++) {
		struct boa_record record = cluster_record(&cluster, i);

		assert_int_equal(record.width_gpus, 16);
		widths[record.gpus[0] == 8]++;
		boa_record_free(&record);
	}
	assert_int_equal(widths[0], 3);
	/* three of A: B is 1.5 behind, and the next three are B's */
	cluster.hasty = false;
	for (i = 3; i < 6; i++) {
		struct boa_record record;

		cluster_submit(&cluster, "class:bert", 16);
		cluster_tick(&cluster);
		record = cluster_record(&cluster, i);
		assert_int_equal(record.gpus[0], 8);
		boa_record_free(&record);
	}
}

/* --- two classes ------------------------------------------------------ */

/* Two small jobs share a node, and one of bert runs beside; all ends well. */
static void two_classes_live_side_by_side(void **state)
{
	size_t i[3];
	size_t n;

	(void)state;
	i[0] = cluster_submit(&cluster, "class:small", 2);
	i[1] = cluster_submit(&cluster, "class:small", 2);
	i[2] = cluster_submit(&cluster, "class:bert", 16);
	ticks_until(i[2], BOA_JOB_RUNNING, false);
	assert_int_equal(cluster.n_boot, 1 + 4);
	for (n = 0; n < 3; n++)
		cluster_report(&cluster, i[n], 2);
	cluster_tick(&cluster);
	cluster_requeue(&cluster, i[0]);
	ticks_until(i[0], BOA_JOB_RUNNING, false);
	assert_int_equal(cluster.own[i[0]].launched_gpus, 1);
	assert_int_equal(cluster.n_boot, 1 + 4);
	cluster_finish(&cluster, i[1]);
	ticks_until(i[1], BOA_JOB_DONE, false);
	cluster_run(&cluster, 10);
	assert_int_equal(cluster_n_on(&cluster), 1 + 4); /* shared till now */
	cluster_finish(&cluster, i[0]);
	cluster_finish(&cluster, i[2]);
	ticks_until(i[2], BOA_JOB_DONE, false);
	no_node_is_left(false);
}

static void a_job_on_another_type_is_none_of_the_firsts_business(void **state)
{
	size_t i = cluster_submit(&cluster, "class:bert", 16);

	(void)state;
	cluster.job[i].only_type = "a100";
	ticks_until(i, BOA_JOB_RUNNING, false);
	assert_int_equal(cluster.job[i].type, CLUSTER_A100);
	assert_int_equal(cluster.own[i].launched_gpus, 8);
	assert_int_equal(cluster.n_boot, 1);
	cluster_finish(&cluster, i);
	ticks_until(i, BOA_JOB_DONE, false);
	no_node_is_left(false);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(a_job_lives_and_shrinks),
		TEST(a_restart_between_every_two_steps_changes_nothing),
		TEST(a_job_grows_onto_its_own_nodes_and_new_ones),
		TEST(a_job_that_shrinks_hands_its_nodes_to_one_that_grows),
		TEST(a_job_survives_the_loss_of_a_node),
		TEST(a_job_that_does_not_resize_keeps_its_width),
		TEST(lost_actions_come_again),
		TEST(jobs_that_started_early_are_adopted),
		TEST(two_classes_live_side_by_side),
		TEST(a_job_on_another_type_is_none_of_the_firsts_business),
	};
	return cmocka_run_group_tests_name("engine_life", tests, NULL, NULL);
}
