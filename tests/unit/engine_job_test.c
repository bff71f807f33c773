/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One job by its record: epochs, widths, resizes that are due.
 */
#include "config.h"

#include "tests/unit/engine_world.h"
#include "tests/unit/fail_alloc.h"

#include "src/record.h"

/* 16 GPUs of t4, then 8. */
#define HEAD   "boa=1 class=bert plan=0 type=t4 widths=16,8 "
#define TAIL   "gen=7 first=900 resizes=0"
#define FRESH  HEAD "epoch=0 width=16 " TAIL
#define EPOCH1 HEAD "epoch=1 width=16 run=0 " TAIL
#define EPOCH2 HEAD "epoch=2 width=16 run=0 " TAIL

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

/* The only job of the world: 17, running on 16 GPUs. */
static struct boa_job *running(const char *comment, const char *record)
{
	struct boa_job *job = world_add_job(&world, 17);

	job->state = BOA_JOB_RUNNING;
	job->held_gpus = 16;
	job->comment = comment;
	job->record = record;
	return job;
}

static struct boa_job *waiting(const char *comment, const char *record)
{
	struct boa_job *job = world_add_job(&world, 17);

	job->comment = comment;
	job->record = record;
	return job;
}

static const char *only_record(void)
{
	const struct boa_action *action = world_only(&world, BOA_ACT_RECORD);

	assert_false(action->counted);
	return action->record;
}

static void nothing_changes_nothing(void **state)
{
	struct boa_job *job = running("class:bert", FRESH);

	(void)state;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->record = EPOCH1;
	job->comment = "class:bert epoch:1.0";
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->state = BOA_JOB_PENDING;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* --exclusive: it got 20 GPUs where it asked for 4 times 4. */
static void what_whole_nodes_have_beyond_is_no_width(void **state)
{
	struct boa_job *job = running("class:bert", FRESH);

	(void)state;
	job->whole_nodes = true;
	job->held_gpus = 20;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->held_gpus = 12; /* a node was lost */
	world_step(&world);
	assert_string_equal(only_record(), HEAD "epoch=0 width=12 " TAIL);
}

/* --- epochs ----------------------------------------------------------- */

static void an_epoch_reported_is_recorded(void **state)
{
	(void)state;
	running("class:bert epoch:1.0", FRESH);
	world_step(&world);
	assert_string_equal(only_record(), EPOCH1);
	assert_says(world.actions.action[0].text, "epoch 1 begins");
	world_step(&world);
	assert_string_equal(only_record(), EPOCH1);
}

/* The last word of run 0 is read in run 1: run 1 has not spoken. */
static void a_report_of_an_older_run_moves_only_the_epoch(void **state)
{
	(void)state;
	running("class:bert epoch:2.0", EPOCH1)->n_restart = 1;
	world.job[0].held_gpus = 16;
	world_step(&world);
	assert_string_equal(only_record(), HEAD "epoch=2 width=16 run=0 " TAIL);
	world.job[0].record = FRESH;
	world_step(&world);
	assert_string_equal(only_record(), HEAD "epoch=2 width=16 " TAIL);
}

static void an_epoch_told_by_hand_is_no_report(void **state)
{
	(void)state;
	running("class:bert epoch:2", FRESH);
	world_step(&world);
	assert_string_equal(only_record(), HEAD "epoch=2 width=16 " TAIL);
}

static void the_same_epoch_in_a_new_run_is_a_report(void **state)
{
	(void)state;
	running("class:bert epoch:1.3", EPOCH1)->n_restart = 3;
	world_step(&world);
	assert_string_equal(only_record(), HEAD "epoch=1 width=16 run=3 " TAIL);
}

static void a_run_that_is_not_yet_is_not_believed(void **state)
{
	(void)state;
	running("class:bert epoch:1.3", EPOCH1)->n_restart = 2;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

static void backwards_or_out_of_range_is_told_once(void **state)
{
	struct boa_job *job = running("epoch:1.0", EPOCH2);
	const struct boa_action *action;

	(void)state;
	job->held_gpus = 8;
	job->record = HEAD "epoch=2 width=8 run=0 " TAIL;
	world_step(&world);
	action = world_only(&world, BOA_ACT_TELL);
	assert_int_equal(action->job, 0);
	assert_null(action->record);
	assert_says(action->text, "job 17: epoch 1 is ignored");
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->comment = "epoch:3.0";
	world_step(&world);
	assert_says(world_only(&world, BOA_ACT_TELL)->text, "class bert has 2");
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->comment = "epoch:1.0"; /* a new cause */
	world_step(&world);
	world_only(&world, BOA_ACT_TELL);
}

static void a_job_being_requeued_still_reports(void **state)
{
	(void)state;
	running("epoch:2.0", EPOCH1)->state = BOA_JOB_REQUEUING;
	world_step(&world);
	assert_string_equal(only_record(), EPOCH2);
}

/* --- widths ----------------------------------------------------------- */

static void a_requeued_job_gets_the_width_of_its_epoch(void **state)
{
	struct boa_job *job = waiting("class:bert epoch:2.0", EPOCH2);
	const struct boa_action *action;

	(void)state;
	job->n_restart = 1;
	job->requeue_delayed = true;
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->type, T4);
	assert_int_equal(action->gpus, 8);
	assert_true(action->lift_delay);
	assert_false(action->counted);
	assert_string_equal(action->record,
			    HEAD "epoch=2 width=8 run=0 gen=7 first=900 "
				 "resizes=1");
	assert_says(action->text, "8 GPUs of t4 for epoch 2, 16 before");
}

/* The epoch was reported just before the requeue: both in one action. */
static void epoch_and_width_come_in_one_action(void **state)
{
	struct boa_job *job = waiting("class:bert epoch:2.0", EPOCH1);

	(void)state;
	job->n_restart = 1;
	world_step(&world);
	assert_string_equal(world_only(&world, BOA_ACT_SIZE)->record,
			    HEAD "epoch=2 width=8 run=0 gen=7 first=900 "
				 "resizes=1");
}

static void a_requeue_at_the_same_width_is_no_resize(void **state)
{
	struct boa_job *job = waiting("class:bert", EPOCH1);
	const struct boa_action *action;

	(void)state;
	job->n_restart = 1;
	job->requeue_delayed = true;
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->gpus, 16);
	assert_true(action->lift_delay);
	assert_string_equal(action->record, EPOCH1);
	/* its delay lifted, there is nothing left to do */
	job->requeue_delayed = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

static void a_width_changed_before_the_first_start_is_no_resize(void **state)
{
	(void)state;
	waiting("class:bert epoch:2", FRESH);
	world_step(&world);
	assert_string_equal(world_only(&world, BOA_ACT_SIZE)->record,
			    HEAD "epoch=2 width=8 " TAIL);
}

static void a_size_changed_by_others_is_set_right(void **state)
{
	struct boa_job *job = waiting("class:bert", FRESH);

	(void)state;
	job->asked_nodes = 3;
	world_step(&world);
	assert_string_equal(world_only(&world, BOA_ACT_SIZE)->record, FRESH);
	job->asked_nodes = 4;
	job->type = A100;
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->type, T4);
}

/* The size was set, and slurmctld killed before the record was. */
static void a_record_that_lags_behind_the_size_follows(void **state)
{
	struct boa_job *job = waiting("class:bert", EPOCH2);

	(void)state;
	job->n_restart = 1;
	job->asked_nodes = 2;
	world_step(&world);
	assert_says(only_record(), "epoch=2 width=8 run=0 gen=7 first=900 "
				   "resizes=1");
	job->state = BOA_JOB_RUNNING;
	job->held_gpus = 8;
	world_step(&world);
	assert_says(only_record(), "epoch=2 width=8 run=0 gen=7 first=900 "
				   "resizes=1");
}

static void a_type_may_change_with_the_epoch(void **state)
{
	struct boa_job *job =
		waiting("class:bert", "boa=1 class=bert plan=0 type=t4,a100 "
				      "widths=16,16 epoch=2 width=16 run=0");
	const struct boa_action *action;

	(void)state;
	job->n_restart = 1;
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->type, A100);
	assert_int_equal(action->gpus, 16);
}

static void what_cannot_be_had_is_told_once(void **state)
{
	struct boa_job *job = waiting("class:bert epoch:2.0", EPOCH1);

	(void)state;
	world.snapshot.n_type = 0;
	job->type = -1;
	world_step(&world);
	assert_int_equal(world.actions.n, 2);
	assert_int_equal(world_count(&world, BOA_ACT_TELL), 1);
	assert_int_equal(world_count(&world, BOA_ACT_RECORD), 1);
	world_step(&world);
	assert_string_equal(only_record(), EPOCH2);
}

/* --- a plan is for life ----------------------------------------------- */

static void record_wins_over_comment_and_table(void **state)
{
	struct boa_job *job = waiting("class:small", FRESH);

	(void)state;
	job->sized = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.table.class[0].plan[0].gpus[0] = 4;
	world.table.generation = 8;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.given = NULL;
	job->n_restart = 1;
	job->comment = "epoch:2.0";
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->gpus, 8);
}

static void a_damaged_record_leaves_the_job_as_it_is(void **state)
{
	struct boa_job *job = waiting("class:bert", "boa=1 class=bert");

	(void)state;
	world_step(&world);
	assert_says(world_only(&world, BOA_ACT_TELL)->text,
		    "job 17: its record is damaged");
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->record = FRESH; /* mended */
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->record = "boa=2";
	world_step(&world);
	world_only(&world, BOA_ACT_TELL);
}

/* --- resizes that are due --------------------------------------------- */

static void a_resize_that_is_due_is_told_after_the_grace_time(void **state)
{
	const struct boa_action *action;

	(void)state;
	running("epoch:2.0", EPOCH2);
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s = 1299.0;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s = 1300.0;
	world_step(&world);
	action = world_only(&world, BOA_ACT_TELL);
	assert_says(action->text, "8 GPUs of t4 were due for epoch 2");
	assert_says(action->text, "keeps 16");
	world.snapshot.now_s = 9999.0;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* It starts anew with the next run, and a clock set back does not hasten it. */
static void the_grace_time_begins_with_the_report(void **state)
{
	struct boa_job *job = running("epoch:2.0", EPOCH2);

	(void)state;
	world_step(&world);
	job->n_restart = 1; /* restarted at the old width, has not reported */
	world.snapshot.now_s = 2000.0;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->record = HEAD "epoch=2 width=16 run=1 " TAIL;
	world.snapshot.now_s = 2100.0;
	world_step(&world);
	world.snapshot.now_s = 500.0;
	world_step(&world);
	world.snapshot.now_s = 799.0;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s = 800.0;
	world_step(&world);
	world_only(&world, BOA_ACT_TELL);
}

static void nodes_lost_by_a_running_job_are_recorded(void **state)
{
	(void)state;
	running("epoch:1.0", EPOCH1)->held_gpus = 12;
	world_step(&world);
	assert_string_equal(only_record(),
			    HEAD "epoch=1 width=12 run=0 gen=7 first=900 "
				 "resizes=1");
}

/* --- starting --------------------------------------------------------- */

static void any_job_whose_nodes_are_up_is_launched(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	job->state = BOA_JOB_CONFIGURING;
	job->comment = NULL;
	job->sized = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	job->nodes_ready = true;
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_LAUNCH)->job, 0);
	job->state = BOA_JOB_RUNNING;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* --- observing -------------------------------------------------------- */

static void to_observe_is_to_tell_once(void **state)
{
	struct boa_job *job = world_add_job(&world, 1);

	(void)state;
	world.options.observe = true;
	world_add_node(&world, "t4-1", T4);
	world_add_node(&world, "t4-2", T4)->idle = false;
	job->eligible = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 2);
	assert_int_equal(world_count(&world, BOA_ACT_TELL), 2);
	assert_says(world.actions.action[0].text,
		    "observed only: job 1: class bert, plan 1 of 3");
	assert_null(world.actions.action[0].record);
	assert_false(world.actions.action[0].counted);
	assert_int_equal(world.actions.action[1].node, 0);
	assert_says(world.actions.action[1].text, "node t4-1");
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.node[1].idle = true;
	world_step(&world);
	assert_says(world_only(&world, BOA_ACT_TELL)->text, "node t4-2");
}

/* --- memory ----------------------------------------------------------- */

static void what_vanished_is_forgotten(void **state)
{
	(void)state;
	running("epoch:2.0", EPOCH2);
	world_step(&world);
	world.snapshot.n_job = 0;
	world.snapshot.now_s = 1200.0;
	world_step(&world);
	running("epoch:2.0", EPOCH2); /* its time is counted anew */
	world_step(&world);
	world.snapshot.now_s = 1499.0;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.snapshot.now_s = 1500.0;
	world_step(&world);
	world_only(&world, BOA_ACT_TELL);
}

/* Jobs come and go between others; each keeps what is its own. */
static void memories_follow_their_jobs(void **state)
{
	struct boa_job *job;

	(void)state;
	world_add_job(&world, 10)->record = FRESH;
	job = running("epoch:2.0", EPOCH2);
	world_step(&world);
	world.snapshot.n_job = 0;
	world_add_job(&world, 11)->record = FRESH;
	world_add_job(&world, 12)->record = FRESH;
	job = running("epoch:2.0", EPOCH2);
	world_add_job(&world, 20)->record = FRESH;
	assert_int_equal(job->id, 17);
	world.snapshot.now_s = 1300.0;
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_TELL)->job, 2);
}

/* What a snapshot must not be: ids falling, and one twice. */
static void ids_out_of_order_do_no_harm(void **state)
{
	static const uint32_t ids[] = { 9, 3, 3, 7, 1 };
	size_t round, i;

	(void)state;
	for (round = 0; round < 3; round++) {
		world.snapshot.n_job = 0;
		for (i = 0; i < 5; i++)
			world_add_job(&world, ids[(i + round) % 5])->record =
				FRESH;
		world_step(&world);
	}
}

/* --- failures --------------------------------------------------------- */

static void fill_world(void)
{
	world_add_job(&world, 1);
	world_add_job(&world, 2)->only_type = "h100";
	world_add_job(&world, 3)->record = "boa=1 torn";
	waiting("epoch:2.0", EPOCH1);
	running("epoch:2.0", FRESH)->id = 18;
	world_add_job(&world, 19)->state = BOA_JOB_CONFIGURING;
	world.job[5].nodes_ready = true;
	world_add_node(&world, "t4-1", T4);
	world_add_node(&world, "a100-1", A100);
}

static void a_step_that_fails_leaves_no_trace(void **state)
{
	struct boa_actions failed = { 0 };
	struct boa_err err = { 0 };
	size_t i;
	int n;

	(void)state;
	fill_world();
	world_step(&world);
	assert_int_equal(world_count(&world, BOA_ACT_TELL), 2);
	world_restart(&world);
	FAIL_EACH_ALLOC(boa_engine_step(world.engine, &world.snapshot,
					world.given, &world.options, &failed,
					&err),
			assert_int_equal(failed.n, 0), n);
	assert_true(n > 20);
	assert_int_equal(failed.n, world.actions.n);
	for (i = 0; i < failed.n; i++)
		assert_string_equal(failed.action[i].text,
				    world.actions.action[i].text);
	boa_actions_free(&failed);
	FAIL_EACH_ALLOC(boa_engine_done(world.engine, &world.snapshot,
					world.given, &world.actions.action[0],
					&err),
			(void)0, n);
	assert_true(n > 5);
	assert_near(boa_shares_credit(boa_engine_shares(world.engine),
				      &world.table.class[0], "", 0),
		    -0.3, 1e-9);
}

static void the_same_snapshot_gives_the_same_actions(void **state)
{
	struct boa_actions first;
	size_t i;

	(void)state;
	fill_world();
	world_step(&world); /* what is only told is told */
	world_step(&world);
	first = world.actions;
	world.actions = (struct boa_actions){ 0 };
	world_step(&world);
	assert_int_equal(world.actions.n, first.n);
	assert_int_equal(first.n,
			 6); /* two sizes, two records, launch, release */
	for (i = 0; i < first.n; i++) {
		assert_int_equal(world.actions.action[i].kind,
				 first.action[i].kind);
		assert_string_equal(world.actions.action[i].text,
				    first.action[i].text);
	}
	boa_actions_free(&first);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(nothing_changes_nothing),
		TEST(what_whole_nodes_have_beyond_is_no_width),
		TEST(an_epoch_reported_is_recorded),
		TEST(a_report_of_an_older_run_moves_only_the_epoch),
		TEST(an_epoch_told_by_hand_is_no_report),
		TEST(the_same_epoch_in_a_new_run_is_a_report),
		TEST(a_run_that_is_not_yet_is_not_believed),
		TEST(backwards_or_out_of_range_is_told_once),
		TEST(a_job_being_requeued_still_reports),
		TEST(a_requeued_job_gets_the_width_of_its_epoch),
		TEST(epoch_and_width_come_in_one_action),
		TEST(a_requeue_at_the_same_width_is_no_resize),
		TEST(a_width_changed_before_the_first_start_is_no_resize),
		TEST(a_size_changed_by_others_is_set_right),
		TEST(a_record_that_lags_behind_the_size_follows),
		TEST(a_type_may_change_with_the_epoch),
		TEST(what_cannot_be_had_is_told_once),
		TEST(record_wins_over_comment_and_table),
		TEST(a_damaged_record_leaves_the_job_as_it_is),
		TEST(a_resize_that_is_due_is_told_after_the_grace_time),
		TEST(the_grace_time_begins_with_the_report),
		TEST(nodes_lost_by_a_running_job_are_recorded),
		TEST(any_job_whose_nodes_are_up_is_launched),
		TEST(to_observe_is_to_tell_once),
		TEST(what_vanished_is_forgotten),
		TEST(memories_follow_their_jobs),
		TEST(ids_out_of_order_do_no_harm),
		TEST(a_step_that_fails_leaves_no_trace),
		TEST(the_same_snapshot_gives_the_same_actions),
	};
	return cmocka_run_group_tests_name("engine_job", tests, NULL, NULL);
}
