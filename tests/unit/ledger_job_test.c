/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What jobs are charged; every number is worked out by hand. */
#include "config.h"

#include "tests/unit/fail_alloc.h"
#include "tests/unit/ledger_world.h"

#include "src/class_json.h"

/* --- a job of class bert on one node ---------------------------------- */

/* Start-up takes 20 s, a resize 8 s, says the class file. */
static struct boa_classes classes(void)
{
	static const char text[] =
		"{\"classes\": [{\"name\": \"bert\", "
		"\"arrival_rate_per_hour\": 1, \"startup_s\": 20, "
		"\"rescale_s\": 8, \"epochs\": [{\"work_s\": 100, "
		"\"speedup\": {\"t4\": [[4, 1]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_err err = { 0 };

	if (boa_classes_parse(text, sizeof(text) - 1, "text", &set, &err))
		fail_msg("%s", err.text);
	return set;
}

#define RECORD(rest) "boa=1 class=bert plan=0 type=t4 widths=4,4 " rest

/* Not reported; reported epoch 1 in run 0; epoch 2 in run 0, in run 1. */
#define SILENT    RECORD("epoch=0 width=4 gen=1 first=90 resizes=0")
#define IN_EPOCH1 RECORD("epoch=1 width=4 run=0 gen=1 first=90 resizes=0")
#define IN_EPOCH2 RECORD("epoch=2 width=4 run=0 gen=1 first=90 resizes=0")
#define IN_RUN1   RECORD("epoch=2 width=4 run=1 gen=1 first=90 resizes=1")

/* Node 0 up and job 7 pending at 100, when the account begins. */
static struct world *one_job(struct boa_classes *set, const char *record)
{
	struct world *world = world_new(2);
	size_t j = world_submit(world, 7, 90);

	*set = classes();
	world->input.set = set;
	world->job[j].record = record;
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 100);
	return world;
}

static void job_in(struct world *world, enum boa_job_state state)
{
	world->job[0].state = state;
}

static void start(struct world *world, double start_s)
{
	job_in(world, BOA_JOB_RUNNING);
	world->job[0].start_s = start_s;
	world_hold(world, 0, 0, 4);
}

static void end(struct world *world, enum boa_job_end how, double end_s)
{
	job_in(world, BOA_JOB_DONE);
	world->job[0].end = how;
	world->job[0].end_s = end_s;
	world_let_go(world, 0);
}

static void finish(struct world *world, struct boa_classes *set)
{
	boa_classes_free(set);
	world_free(world);
}

/* Both the sums and the bill of job 7 have so many seconds of 4 GPUs. */
static void has(const struct world *world, enum boa_kind kind, double seconds)
{
	const struct boa_job_bill *bill = world_bill(world, 7);

	assert_non_null(bill);
	if (!(fabs(world_gpu_s(world, kind) - 4 * seconds) <= 1e-6))
		fail_msg("%s: got %.9g s of 4 GPUs, want %.9g",
			 boa_kind_word(kind), world_gpu_s(world, kind) / 4,
			 seconds);
	if (kind == BOA_KIND_IDLE)
		return;
	assert_near(bill->by_kind[kind].gpu_s, 4 * seconds, 1e-6);
	assert_near(bill->by_kind[kind].spend, 4 * seconds * 0.001, 1e-9);
}

/* --- runs ------------------------------------------------------------- */

static void a_silent_run_is_charged_the_class_s_startup(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 104);
	world_charge(world, 110);
	has(world, BOA_KIND_IDLE, 4); /* until it started */
	has(world, BOA_KIND_STARTUP, 6);
	world_charge(world, 130);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 6); /* 124 to 130 */
	end(world, BOA_END_COMPLETED, 136);
	world_charge(world, 140);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 12);
	has(world, BOA_KIND_IDLE, 8);
	assert_near(world_total_gpu_s(world), 160, 1e-6);
	finish(world, &set);
}

static void a_report_ends_the_startup_early(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	world->job[0].record = IN_EPOCH1;
	world_charge(world, 112); /* reported between 110 and 112 */
	world_charge(world, 130);
	has(world, BOA_KIND_STARTUP, 12);
	has(world, BOA_KIND_USEFUL, 18);
	finish(world, &set);
}

static void a_late_report_moves_the_surplus(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 100);
	world_charge(world, 150);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 30);
	world->job[0].record = IN_EPOCH1;
	world_charge(world, 151); /* the class says 120: 150 is nearer */
	has(world, BOA_KIND_STARTUP, 50);
	has(world, BOA_KIND_USEFUL, 1);
	world_charge(world, 160);
	has(world, BOA_KIND_STARTUP, 50);
	has(world, BOA_KIND_USEFUL, 10);
	finish(world, &set);
}

static void a_report_in_a_gap_counts_from_the_class_s_figure(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 130);
	world->job[0].record = IN_EPOCH1;
	world_charge(world, 1000);
	has(world, BOA_KIND_IDLE, 30);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 850);
	finish(world, &set);
}

static void a_resize_ends_with_the_report_of_the_new_run(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);
	const struct boa_job_bill *bill;

	(void)state;
	start(world, 100);
	world->job[0].record = IN_EPOCH2;
	world_charge(world, 130); /* 20 of start-up, 10 useful */
	job_in(world, BOA_JOB_REQUEUING);
	world_charge(world, 132);
	has(world, BOA_KIND_RESIZE, 2);
	job_in(world, BOA_JOB_PENDING);
	world_let_go(world, 0);
	world->job[0].n_restart = 1;
	world->job[0].submit_s = 132; /* a requeue overwrites it */
	world_charge(world, 133);     /* idle for a second */
	start(world, 133);
	world_charge(world, 137); /* the old report is not this run's */
	has(world, BOA_KIND_RESIZE, 6);
	world->job[0].record = IN_RUN1;
	world_charge(world, 139);
	world_charge(world, 150);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_RESIZE, 8); /* 2, and 133 to 139 */
	has(world, BOA_KIND_USEFUL, 21);
	has(world, BOA_KIND_IDLE, 1);
	bill = world_bill(world, 7);
	assert_int_equal(bill->n_run, 2);
	assert_int_equal(bill->n_resize, 1);
	assert_near(bill->first_submit_s, 90, 0);
	finish(world, &set);
}

static void a_job_without_a_record_is_useful_from_its_start(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	world->job[0].comment = "class:bert";
	start(world, 100);
	world_charge(world, 110);
	has(world, BOA_KIND_USEFUL, 10);
	assert_string_equal(world_bill(world, 7)->class, "bert");
	assert_string_equal(world_bill(world, 7)->account, "vision");
	assert_string_equal(world_bill(world, 7)->user, "ada");
	world->job[0].comment = "class:nothing-known";
	world_charge(world, 120);
	assert_string_equal(world_bill(world, 7)->class, "");
	finish(world, &set);
}

static void a_job_waits_for_the_last_of_its_nodes_as_boot(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	job_in(world, BOA_JOB_CONFIGURING);
	world_hold(world, 0, 0, 4); /* up */
	world_hold(world, 0, 1, 4); /* still boots */
	world_boot(world, 1, 100);
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, 20);
	world_node(world, 1, BOA_NODE_UP);
	job_in(world, BOA_JOB_RUNNING);
	world->job[0].start_s = 113;
	world_charge(world, 115);
	has(world, BOA_KIND_BOOT, 26); /* both to 113 */
	has(world, BOA_KIND_STARTUP, 4);
	finish(world, &set);
}

static void jobs_share_a_node_and_the_rest_is_idle(void **state)
{
	struct world *world = world_new(1);
	size_t a = world_submit(world, 7, 90), b = world_submit(world, 8, 91);

	(void)state;
	world_node(world, 0, BOA_NODE_UP);
	world_hold(world, a, 0, 1);
	world_hold(world, b, 0, 2);
	world->job[a].state = world->job[b].state = BOA_JOB_RUNNING;
	world->job[a].start_s = world->job[b].start_s = 95;
	world_charge(world, 100);
	world_charge(world, 110);
	assert_near(world_bill(world, 7)->by_kind[BOA_KIND_USEFUL].gpu_s, 10,
		    1e-9);
	assert_near(world_bill(world, 8)->by_kind[BOA_KIND_USEFUL].gpu_s, 20,
		    1e-9);
	assert_near(world_gpu_s(world, BOA_KIND_IDLE), 10, 1e-9);
	/* more held than there is: a node has only so many GPUs */
	world_hold(world, a, 0, 4);
	world_charge(world, 120);
	assert_near(world_total_gpu_s(world), 80, 1e-9);
	world_free(world);
}

/* --- ends ------------------------------------------------------------- */

static void a_failed_node_costs_the_work_since_the_last_report(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 100);
	world->job[0].record = IN_EPOCH1;
	world_charge(world, 130); /* 20 start-up, 10 useful */
	world->job[0].record = IN_EPOCH2;
	world_charge(world, 140); /* epoch 1 is safe: 20 useful */
	world_charge(world, 155);
	has(world, BOA_KIND_USEFUL, 35);
	/* the node dies; Slurm requeues the job */
	world_node(world, 0, BOA_NODE_FAILED);
	job_in(world, BOA_JOB_REQUEUING);
	world->job[0].n_restart = 1;
	world_charge(world, 156);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 20);
	has(world, BOA_KIND_LOST, 15);
	has(world, BOA_KIND_DRAIN, 1);
	finish(world, &set);
}

static void without_a_report_all_of_the_run_s_work_is_lost(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	start(world, 100);
	world_charge(world, 150);
	end(world, BOA_END_NODE_FAIL, 150);
	world_charge(world, 151);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_LOST, 30);
	has(world, BOA_KIND_USEFUL, 0);
	finish(world, &set);
}

static void a_job_done_before_its_node_failed_lost_nothing(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	end(world, BOA_END_COMPLETED, 115);
	world_node(world, 0, BOA_NODE_FAILED);
	world_charge(world, 120);
	has(world, BOA_KIND_USEFUL, 15);
	has(world, BOA_KIND_LOST, 0);
	finish(world, &set);
}

static void a_job_that_ended_in_a_gap_is_charged_to_its_end(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	end(world, BOA_END_COMPLETED, 300);
	world_charge(world, 3700);
	has(world, BOA_KIND_USEFUL, 200);
	has(world, BOA_KIND_IDLE, 3400);
	assert_near(world_bill(world, 7)->end_s, 300, 0);
	assert_int_equal(world_bill(world, 7)->end, BOA_END_COMPLETED);
	finish(world, &set);
}

static void a_job_hands_its_gpus_to_the_next_in_a_gap(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);
	size_t b = world_submit(world, 8, 105);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	end(world, BOA_END_COMPLETED, 300);
	world->job[b].state = BOA_JOB_RUNNING;
	world->job[b].start_s = 310;
	world_hold(world, b, 0, 4);
	world_charge(world, 500);
	assert_near(world_bill(world, 7)->by_kind[BOA_KIND_USEFUL].gpu_s, 800,
		    1e-9);
	assert_near(world_bill(world, 8)->by_kind[BOA_KIND_USEFUL].gpu_s, 760,
		    1e-9);
	assert_near(world_gpu_s(world, BOA_KIND_IDLE), 40, 1e-9);
	finish(world, &set);
}

static void an_ending_job_drains(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	job_in(world, BOA_JOB_ENDING);
	world->job[0].end = BOA_END_CANCELLED;
	world_charge(world, 115);
	has(world, BOA_KIND_USEFUL, 10);
	has(world, BOA_KIND_DRAIN, 5);
	finish(world, &set);
}

static void a_job_still_runs_on_a_node_marked_for_release(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	world_node(world, 0, BOA_NODE_LEAVING);
	world_charge(world, 120);
	has(world, BOA_KIND_USEFUL, 20);
	finish(world, &set);
}

static void a_run_goes_on_over_a_clock_that_went_back(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	world_charge(world, 5000);
	start(world, 5000);
	world_charge(world, 5012); /* 12 of 20 of its start-up */
	world_charge(world, 1412); /* an hour back */
	world_charge(world, 1432);
	has(world, BOA_KIND_STARTUP, 20);
	has(world, BOA_KIND_USEFUL, 12);
	end(world, BOA_END_COMPLETED, 1442);
	world_charge(world, 1442);
	has(world, BOA_KIND_USEFUL, 22);
	assert_int_equal(world_bill(world, 7)->n_run, 1);
	finish(world, &set);
}

/* --- bills ------------------------------------------------------------ */

static void the_plan_s_spend_is_the_modelled_one(void **state)
{
	char *types[] = { "t4", "t4" };
	unsigned other[] = { 2, 4 }, widths[] = { 4, 4 };
	struct boa_plan plans[] = {
		{ .gpu_type = types, .gpus = other, .spend = 1 },
		{ .gpu_type = types, .gpus = widths, .spend = 7200 },
	};
	struct boa_table_class class = {
		.name = "bert", .n_epoch = 2, .n_plan = 2, .plan = plans
	};
	struct boa_table table = { .n_class = 1, .class = &class };
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	assert_true(isnan(world_bill(world, 7)->modelled_spend));
	world->input.table = &table;
	world_charge(world, 110);
	assert_near(world_bill(world, 7)->modelled_spend, 2, 1e-12);
	world->input.table = NULL; /* what it was promised stays */
	world_charge(world, 120);
	assert_near(world_bill(world, 7)->modelled_spend, 2, 1e-12);
	finish(world, &set);
}

/* What account "vision" was modelled and billed, and what no job owns. */
static void has_spent(const struct world *world, double modelled, double billed,
		      double unowned)
{
	struct boa_account_spend *list = NULL;
	double rest = NAN;
	size_t n = 0;

	assert_int_equal(
		boa_ledger_accounts(world->ledger, &list, &n, &rest, NULL), 0);
	assert_int_equal(n, 2);
	assert_string_equal(list[0].account, "");
	assert_near(list[0].modelled, 0, 0);
	assert_near(list[0].billed, 0, 0);
	assert_string_equal(list[1].account, "vision");
	assert_near(list[1].modelled, modelled, 1e-9);
	assert_near(list[1].billed, billed, 1e-9);
	assert_near(rest, unowned, 1e-9);
	free(list);
}

/*
 * Modelled at 0.1: while it runs no more than it was billed for it, 0.08 after
 * 20 s of 4 GPUs at 0.001 per second; all of it when it is done, also when its
 * bill has left the memory because its id is used again.
 */
static void accounts_know_what_was_modelled_of_what_ran(void **state)
{
	char *types[] = { "t4", "t4" };
	unsigned widths[] = { 4, 4 };
	struct boa_plan plan = { .gpu_type = types,
				 .gpus = widths,
				 .spend = 360 };
	struct boa_table_class class = {
		.name = "bert", .n_epoch = 2, .n_plan = 1, .plan = &plan
	};
	struct boa_table table = { .n_class = 1, .class = &class };
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);

	(void)state;
	world->input.table = &table;
	start(world, 110);
	world_charge(world, 130);
	has_spent(world, 0.08, 0.08, 0.04);
	world_charge(world, 140);
	has_spent(world, 0.1, 0.12, 0.04);
	end(world, BOA_END_COMPLETED, 140);
	world_charge(world, 141);
	world_charge(world, 250);
	has_spent(world, 0.1, 0.12, world_gpu_s(world, BOA_KIND_IDLE) * 0.001);
	world->job[0] = (struct boa_job){ .id = 7, .submit_s = 251 };
	world_charge(world, 260);
	assert_true(isnan(world_bill(world, 7)->modelled_spend));
	has_spent(world, 0.1, 0.12, world_gpu_s(world, BOA_KIND_IDLE) * 0.001);
	finish(world, &set);
}

static void jobs_that_ended_before_the_account_have_no_bill(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);
	size_t b;

	(void)state;
	b = world_submit(world, 8, 10);
	world->job[b].state = BOA_JOB_DONE;
	world->job[b].end_s = 99;
	world_charge(world, 110);
	assert_null(world_bill(world, 8));
	/* one that came and went between two looks has one */
	b = world_submit(world, 9, 111);
	world->job[b].state = BOA_JOB_DONE;
	world->job[b].end = BOA_END_FAILED;
	world->job[b].start_s = 112;
	world->job[b].end_s = 113;
	world_charge(world, 120);
	assert_non_null(world_bill(world, 9));
	assert_int_equal(world_bill(world, 9)->n_run, 1);
	assert_int_equal(world_bill(world, 9)->end, BOA_END_FAILED);
	assert_int_equal(boa_ledger_n_opened(world->ledger), 2);
	finish(world, &set);
}

static void a_forgotten_job_s_bill_is_closed(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	world_let_go(world, 0);
	world->snapshot.n_job = 0;
	world_charge(world, 120);
	has(world, BOA_KIND_USEFUL, 10);
	assert_near(world_bill(world, 7)->end_s, 120, 0);
	assert_int_equal(world_bill(world, 7)->end, BOA_END_NONE);
	assert_int_equal(boa_ledger_n_final(world->ledger), 1);
	finish(world, &set);
}

static void a_job_requeued_after_its_end_goes_on_with_its_bill(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	end(world, BOA_END_FAILED, 110);
	world_charge(world, 120);
	assert_int_equal(boa_ledger_n_final(world->ledger), 1);
	job_in(world, BOA_JOB_PENDING);
	world->job[0].end = BOA_END_NONE;
	world->job[0].end_s = 0;
	world->job[0].n_restart = 1;
	world->job[0].submit_s = 125;
	world_charge(world, 130);
	assert_int_equal(boa_ledger_n_final(world->ledger), 0);
	start(world, 130);
	world_charge(world, 140);
	has(world, BOA_KIND_USEFUL, 20);
	assert_near(world_bill(world, 7)->end_s, 0, 0);
	assert_near(world_bill(world, 7)->first_submit_s, 90, 0);
	assert_int_equal(world_bill(world, 7)->n_run, 2);
	finish(world, &set);
}

static void an_id_used_again_is_another_job(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, NULL);

	(void)state;
	start(world, 100);
	world_charge(world, 110);
	end(world, BOA_END_COMPLETED, 110);
	world_charge(world, 120);
	world->job[0] = (struct boa_job){ .id = 7, .submit_s = 125 };
	world_charge(world, 130);
	assert_near(world_bill(world, 7)->by_kind[BOA_KIND_USEFUL].gpu_s, 0, 0);
	assert_near(world_bill(world, 7)->first_submit_s, 125, 0);
	assert_near(world_gpu_s(world, BOA_KIND_USEFUL), 40, 1e-9);
	assert_int_equal(boa_ledger_n_opened(world->ledger), 2);
	finish(world, &set);
}

static void only_the_latest_ended_bills_stay(void **state)
{
	enum { ROUNDS = 400, EACH = WORLD_JOBS };
	struct world *world = world_new(0);
	uint32_t id = 0;
	size_t i, j;

	(void)state;
	world_charge(world, 1000);
	for (i = 0; i < ROUNDS; i++) {
		world->snapshot.n_job = 0;
		for (j = 0; j < EACH; j++)
			world_submit(world, ++id, 1000);
		world_charge(world, 1001 + (double)i);
	}
	/* 16,000 opened; all but the last round were forgotten */
	assert_int_equal(boa_ledger_n_opened(world->ledger), ROUNDS * EACH);
	assert_true(boa_ledger_n_final(world->ledger) >= BOA_LEDGER_ENDED_MAX);
	assert_true(boa_ledger_n_final(world->ledger) <
		    BOA_LEDGER_ENDED_MAX + BOA_LEDGER_ENDED_MAX / 8 + EACH);
	assert_non_null(world_bill(world, id - EACH));
	assert_null(world_bill(world, 1));
	world_free(world);
}

/* --- memory ----------------------------------------------------------- */

static void survives_each_allocation_failing(void **state)
{
	struct boa_classes set;
	struct world *world = one_job(&set, SILENT);
	size_t n_cell, n_job;
	int n;

	(void)state;
	world_charge(world, 110);
	n_cell = boa_ledger_n_cell(world->ledger);
	n_job = boa_ledger_n_job(world->ledger);
	start(world, 112);
	world_boot(world, 1, 113);
	world_submit(world, 9, 114);
	world->snapshot.now_s = 120;
	FAIL_EACH_ALLOC(
		boa_ledger_charge(world->ledger, &world->input, NULL),
		{
			assert_near(boa_ledger_now_s(world->ledger), 110, 0);
			assert_int_equal(boa_ledger_n_cell(world->ledger),
					 n_cell);
			assert_int_equal(boa_ledger_n_job(world->ledger),
					 n_job);
			assert_near(world_total_gpu_s(world), 40, 1e-9);
		},
		n);
	assert_true(n > 10);
	assert_near(world_total_gpu_s(world), 4 * (20 + 7), 1e-9);
	has(world, BOA_KIND_STARTUP, 8);
	finish(world, &set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_silent_run_is_charged_the_class_s_startup),
		cmocka_unit_test(a_report_ends_the_startup_early),
		cmocka_unit_test(a_late_report_moves_the_surplus),
		cmocka_unit_test(
			a_report_in_a_gap_counts_from_the_class_s_figure),
		cmocka_unit_test(a_resize_ends_with_the_report_of_the_new_run),
		cmocka_unit_test(
			a_job_without_a_record_is_useful_from_its_start),
		cmocka_unit_test(a_job_waits_for_the_last_of_its_nodes_as_boot),
		cmocka_unit_test(jobs_share_a_node_and_the_rest_is_idle),
		cmocka_unit_test(
			a_failed_node_costs_the_work_since_the_last_report),
		cmocka_unit_test(
			without_a_report_all_of_the_run_s_work_is_lost),
		cmocka_unit_test(
			a_job_done_before_its_node_failed_lost_nothing),
		cmocka_unit_test(
			a_job_that_ended_in_a_gap_is_charged_to_its_end),
		cmocka_unit_test(a_job_hands_its_gpus_to_the_next_in_a_gap),
		cmocka_unit_test(an_ending_job_drains),
		cmocka_unit_test(a_job_still_runs_on_a_node_marked_for_release),
		cmocka_unit_test(a_run_goes_on_over_a_clock_that_went_back),
		cmocka_unit_test(the_plan_s_spend_is_the_modelled_one),
		cmocka_unit_test(accounts_know_what_was_modelled_of_what_ran),
		cmocka_unit_test(
			jobs_that_ended_before_the_account_have_no_bill),
		cmocka_unit_test(a_forgotten_job_s_bill_is_closed),
		cmocka_unit_test(
			a_job_requeued_after_its_end_goes_on_with_its_bill),
		cmocka_unit_test(an_id_used_again_is_another_job),
		cmocka_unit_test(only_the_latest_ended_bills_stay),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("ledger_job", tests, NULL, NULL);
}
