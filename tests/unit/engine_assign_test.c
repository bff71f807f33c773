/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plan for a job that has none.
 */
#include "config.h"

#include "tests/unit/engine_world.h"

#include "src/record.h"

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

static void carry_out(size_t i)
{
	assert_int_equal(boa_engine_done(world.engine, &world.snapshot,
					 world.given, &world.actions.action[i],
					 NULL),
			 0);
}

static void a_job_that_waits_gets_the_first_width(void **state)
{
	const struct boa_action *action;

	(void)state;
	world_add_job(&world, 17)->asked_nodes = 1;
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->job, 0);
	assert_int_equal(action->node, SIZE_MAX);
	assert_int_equal(action->type, T4);
	assert_int_equal(action->gpus, 16);
	assert_false(action->lift_delay);
	assert_true(action->counted);
	assert_int_equal(action->plan, 0);
	assert_string_equal(action->record,
			    "boa=1 class=bert plan=0 type=t4 widths=16,8 "
			    "epoch=0 width=16 gen=7 first=900 resizes=0 "
			    "why=plan 1 of 3, share 70 %");
	assert_string_equal(action->text,
			    "job 17: class bert, plan 1 of 3, share 70 %: 16 "
			    "GPUs of t4 for epoch 1");
}

/* 70 % and 30 %: A, B, A, by hand in share_test.c. */
static void jobs_of_one_step_see_each_others_plans(void **state)
{
	static const size_t want[] = { 0, 1, 0, 0, 0, 1, 0, 0, 1, 0 };
	uint32_t id;

	(void)state;
	for (id = 1; id <= 10; id++)
		world_add_job(&world, id);
	world_step(&world);
	assert_int_equal(world.actions.n, 10);
	for (id = 0; id < 10; id++) {
		assert_int_equal(world.actions.action[id].job, id);
		assert_int_equal(world.actions.action[id].plan, want[id]);
	}
}

static void accounts_have_mixes_of_their_own(void **state)
{
	(void)state;
	world_add_job(&world, 1)->account = "vision";
	world_add_job(&world, 2)->account = "speech";
	world_add_job(&world, 3)->account = "vision";
	world_step(&world);
	assert_int_equal(world.actions.action[0].plan, 0);
	assert_int_equal(world.actions.action[1].plan, 0);
	assert_int_equal(world.actions.action[2].plan, 1);
}

static void an_assignment_counts_when_it_reached_its_job(void **state)
{
	int again;

	(void)state;
	world_add_job(&world, 1);
	for (again = 0; again < 3; again++) {
		world_step(&world);
		assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 0);
	}
	carry_out(0);
	world.snapshot.n_job = 0;
	world_add_job(&world, 2);
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 1);
}

/* A table that came in between numbers its plans anew. */
static void nothing_is_counted_under_another_table(void **state)
{
	(void)state;
	world_add_job(&world, 1);
	world_step(&world);
	world.table.generation = 8;
	carry_out(0);
	world.given = NULL;
	carry_out(0);
	world.given = &world.table;
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 0);
}

static void others_are_left_alone(void **state)
{
	(void)state;
	world_add_job(&world, 1)->sized = false;
	world_add_job(&world, 2)->comment = NULL;
	world_add_job(&world, 3)->comment = "ProjectA";
	world_add_job(&world, 4)->comment = "class:unheard";
	world_add_job(&world, 5)->state = BOA_JOB_ENDING;
	world_add_job(&world, 6)->state = BOA_JOB_DONE;
	world_add_job(&world, 7)->state = BOA_JOB_REQUEUING;
	world_add_job(&world, 8)->record = "text of someone else";
	world.job[7].sized = false;
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
	world.given = NULL;
	world_add_job(&world, 9);
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

static void an_unknown_class_can_be_taken_as_another(void **state)
{
	const struct boa_action *action;

	(void)state;
	world_add_job(&world, 1)->comment = "class:unheard";
	world.options.unknown_class = "small";
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->gpus, 2);
	assert_says(action->record, "class=small ");
	carry_out(0);
}

/* --- what is allowed -------------------------------------------------- */

static void a_type_asked_for_leaves_its_plans(void **state)
{
	const struct boa_action *action;

	(void)state;
	world_add_job(&world, 1)->only_type = "a100";
	world_step(&world);
	action = world_only(&world, BOA_ACT_SIZE);
	assert_int_equal(action->type, A100);
	assert_int_equal(action->plan, 2);
	assert_says(action->record, "type=a100 widths=8,8 ");
	assert_says(action->record, "why=plan 3 of 3, an alternate");
}

static void a_plan_without_a_place_is_not_given(void **state)
{
	(void)state;
	world_add_job(&world, 1);
	world.type[T4].max_nodes = 3; /* 16 GPUs are four nodes */
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 2);
	world.type[T4].max_nodes = 4;
	world.type[T4].gpus_per_node = 5; /* 16 and 8 are no multiples */
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 2);
	world.snapshot.n_type = 1;
	world_step(&world);
	assert_says(world_only(&world, BOA_ACT_TELL)->text,
		    "job 1: no plan of class bert fits");
	world_step(&world);
	assert_int_equal(world.actions.n, 0);
}

/* --- a job that has started already ----------------------------------- */

static struct boa_job *add_running(uint32_t id, ptrdiff_t type, unsigned gpus)
{
	struct boa_job *job = world_add_job(&world, id);

	job->state = BOA_JOB_RUNNING;
	job->type = type;
	job->held_gpus = gpus;
	return job;
}

static void the_plan_that_begins_as_it_runs_is_adopted(void **state)
{
	const struct boa_action *action;

	(void)state;
	add_running(1, T4, 8);
	world_step(&world);
	action = world_only(&world, BOA_ACT_RECORD);
	assert_true(action->counted);
	assert_int_equal(action->plan, 1);
	assert_says(action->record, " widths=8,16 epoch=0 width=8 ");
	assert_says(action->record, "adopted after its start");
	carry_out(0);
	/* and B, 8 GPUs, is .7 ahead now: the next that waits gets A */
	world.snapshot.n_job = 0;
	world_add_job(&world, 2);
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_SIZE)->plan, 0);
}

/* Of another width: the plan of its type that lags most; the width is told. */
static void a_width_of_no_plan_adopts_by_type(void **state)
{
	const struct boa_action *action;

	(void)state;
	add_running(1, T4, 12)->state = BOA_JOB_CONFIGURING;
	world_step(&world);
	action = world_only(&world, BOA_ACT_RECORD);
	assert_int_equal(action->plan, 0);
	assert_says(action->record, " widths=16,8 epoch=0 width=12 ");
	assert_says(action->text, "12 GPUs of t4, 16 wanted");
}

/* It may have run before BOA came: what it holds is where its width begins. */
static void to_adopt_is_no_resize(void **state)
{
	(void)state;
	add_running(1, T4, 12)->n_restart = 2;
	world_step(&world);
	assert_says(world_only(&world, BOA_ACT_RECORD)->record,
		    " width=12 gen=7 first=900 resizes=0 ");
}

static void an_alternate_is_adopted_on_its_type(void **state)
{
	(void)state;
	add_running(1, A100, 8);
	world_step(&world);
	assert_int_equal(world_only(&world, BOA_ACT_RECORD)->plan, 2);
}

static void a_type_of_no_plan_is_left_alone(void **state)
{
	(void)state;
	add_running(1, -1, 8);
	add_running(2, A100, 2)->comment = "class:small";
	world_step(&world);
	assert_int_equal(world.actions.n, 2);
	assert_int_equal(world_count(&world, BOA_ACT_TELL), 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(a_job_that_waits_gets_the_first_width),
		TEST(jobs_of_one_step_see_each_others_plans),
		TEST(accounts_have_mixes_of_their_own),
		TEST(an_assignment_counts_when_it_reached_its_job),
		TEST(nothing_is_counted_under_another_table),
		TEST(others_are_left_alone),
		TEST(an_unknown_class_can_be_taken_as_another),
		TEST(a_type_asked_for_leaves_its_plans),
		TEST(a_plan_without_a_place_is_not_given),
		TEST(the_plan_that_begins_as_it_runs_is_adopted),
		TEST(a_width_of_no_plan_adopts_by_type),
		TEST(to_adopt_is_no_resize),
		TEST(an_alternate_is_adopted_on_its_type),
		TEST(a_type_of_no_plan_is_left_alone),
	};
	return cmocka_run_group_tests_name("engine_assign", tests, NULL, NULL);
}
