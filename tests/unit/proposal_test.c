/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/tables.h"

#include "src/proposal.h"

static struct boa_conf_type types[] = {
	{ .name = (char *)"t4",
	  .price = 1.0,
	  .gpus_per_node = 4,
	  .partition = (char *)"cheap",
	  .max_nodes = 16 },
	{ .name = (char *)"a100",
	  .price = 3.0,
	  .gpus_per_node = 8,
	  .partition = (char *)"fast",
	  .max_nodes = 2 },
};

static struct boa_conf conf_of(enum boa_unknown_class unknown)
{
	return (struct boa_conf){
		.unknown_class = unknown,
		.unknown_class_name = (char *)"other",
		.n_type = 2,
		.type = types,
	};
}

static const struct plan bert[] = {
	{ 0.7, "t4", { 16, 8 } },
	{ 0.3, "a100", { 8, 4 } },
	{ 0.0, "a100", { 1, 1 } },
};
static const struct plan other[] = { { 1.0, "t4", { 1 } } };
static const struct plan gpt[] = {
	{ 0.4, "t4", { 5 } },    /* not placeable on nodes of 4 */
	{ 0.3, "a100", { 24 } }, /* three nodes, where there are two */
	{ 0.2, "h100", { 8 } },  /* not a type of boa.conf's */
	{ 0.1, "a100", { 16 } },
};
static const struct plan moving[] = {
	{ 0.6, "t4 a100", { 4, 8 } },
	{ 0.4, "a100", { 8, 8 } },
};

static struct boa_table table;

static int make_table(void **state)
{
	(void)state;
	add_class(&table, "bert", 2, bert, 3);
	add_class(&table, "other", 1, other, 1);
	add_class(&table, "gpt", 1, gpt, 4);
	add_class(&table, "moving", 2, moving, 2);
	return 0;
}

static int free_table(void **state)
{
	(void)state;
	boa_table_free(&table);
	return 0;
}

static struct boa_proposal propose(struct boa_request request)
{
	struct boa_conf conf = conf_of(BOA_UNKNOWN_PASS);
	struct boa_proposal proposal;

	memset(&proposal, 0x55, sizeof(proposal));
	boa_propose(&conf, &table, NULL, &request, &proposal);
	return proposal;
}

static void passes(struct boa_request request, const char *word)
{
	struct boa_proposal got = propose(request);

	assert_int_equal(got.verdict, BOA_PASS);
	if (!*word)
		assert_string_equal(got.text, "");
	else if (!strstr(got.text, word))
		fail_msg("%s: lacks %s", got.text, word);
}

static void no_class_passes_in_silence(void **state)
{
	(void)state;
	passes((struct boa_request){ .is_batch = true }, "");
	passes((struct boa_request){ .is_batch = true, .comment = "x class:" },
	       "");
	passes((struct boa_request){ .is_het = true, .comment = "ProjectA" },
	       "");
}

static void a_batch_job_gets_the_plan_that_lags_most(void **state)
{
	struct boa_conf conf = conf_of(BOA_UNKNOWN_PASS);
	struct boa_request request = { .comment = "ProjectA class:bert",
				       .is_batch = true };
	struct boa_proposal got = propose(request);
	struct boa_shares *shares = NULL;

	(void)state;
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_int_equal(got.type, 0);
	assert_int_equal(got.gpus, 16);
	assert_false(got.restricted);
	assert_string_equal(got.text,
			    "BOA: class bert, 16 GPUs of t4 in epoch 1");
	/* one job of the plan at 70 % was given: .3 more than its due */
	assert_int_equal(boa_shares_new(&shares, NULL), 0);
	assert_int_equal(boa_shares_count(shares, &table.class[0], "", 0, NULL),
			 0);
	boa_propose(&conf, &table, shares, &request, &got);
	assert_int_equal(got.type, 1);
	assert_int_equal(got.gpus, 8);
	/* in an account that has had none */
	request.account = "vision";
	boa_propose(&conf, &table, shares, &request, &got);
	assert_int_equal(got.type, 0);
	boa_shares_free(shares);
}

static void one_gpu_is_not_called_gpus(void **state)
{
	struct boa_proposal got = propose((struct boa_request){
		.comment = "class:other", .is_batch = true });

	(void)state;
	assert_string_equal(got.text,
			    "BOA: class other, 1 GPU of t4 in epoch 1");
}

static void without_a_table_jobs_pass(void **state)
{
	struct boa_conf conf = conf_of(BOA_UNKNOWN_REJECT);
	struct boa_request request = { .comment = "class:bert",
				       .is_batch = true };
	struct boa_proposal got;

	(void)state;
	boa_propose(&conf, NULL, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_PASS);
	assert_non_null(strstr(got.text, "no width table yet"));
}

static void heterogeneous_jobs_pass(void **state)
{
	(void)state;
	passes((struct boa_request){ .comment = "class:bert",
				     .is_batch = true,
				     .is_het = true },
	       "heterogeneous");
}

static void a_size_given_is_kept(void **state)
{
	struct boa_proposal got = propose((struct boa_request){
		.comment = "class:bert", .is_batch = true, .gave_size = true });

	(void)state;
	assert_int_equal(got.verdict, BOA_RIGID);
	assert_non_null(strstr(got.text, "keeps the size you gave"));
	got = propose((struct boa_request){ .comment = "class:bert" });
	assert_int_equal(got.verdict, BOA_RIGID);
	/* whatever the partition */
	got = propose((struct boa_request){ .comment = "class:bert",
					    .partition = "foreign" });
	assert_int_equal(got.verdict, BOA_RIGID);
}

/* --- restrictions ----------------------------------------------------- */

static void a_partition_of_a_type_leaves_that_type(void **state)
{
	struct boa_proposal got =
		propose((struct boa_request){ .comment = "class:bert",
					      .is_batch = true,
					      .partition = "fast" });

	(void)state;
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_int_equal(got.type, 1);
	assert_int_equal(got.gpus, 8);
	assert_true(got.restricted);
}

static void a_gpu_type_leaves_that_type(void **state)
{
	struct boa_proposal got =
		propose((struct boa_request){ .comment = "class:bert",
					      .is_batch = true,
					      .gpu_type = "a100" });

	(void)state;
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_int_equal(got.type, 1);
	assert_true(got.restricted);
	got = propose((struct boa_request){ .comment = "class:bert",
					    .is_batch = true,
					    .partition = "cheap",
					    .gpu_type = "t4" });
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_int_equal(got.gpus, 16);
}

static void what_is_not_boas_passes(void **state)
{
	(void)state;
	passes((struct boa_request){ .comment = "class:bert",
				     .is_batch = true,
				     .partition = "debug" },
	       "partition");
	passes((struct boa_request){ .comment = "class:bert",
				     .is_batch = true,
				     .partition = "cheap,fast" },
	       "partition");
	passes((struct boa_request){ .comment = "class:bert",
				     .is_batch = true,
				     .gpu_type = "h100" },
	       "GPU type");
	passes((struct boa_request){ .comment = "class:bert",
				     .is_batch = true,
				     .partition = "cheap",
				     .gpu_type = "a100" },
	       "cheap has no GPUs of type a100");
	passes((struct boa_request){ .comment = "class:other",
				     .is_batch = true,
				     .partition = "fast" },
	       "no width on a100");
}

/* A job restricted to a type must not be moved off it later either. */
static void a_restriction_holds_for_every_epoch(void **state)
{
	struct boa_proposal got = propose((struct boa_request){
		.comment = "class:moving", .is_batch = true });

	(void)state;
	assert_int_equal(got.type, 0);
	passes((struct boa_request){ .comment = "class:moving",
				     .is_batch = true,
				     .gpu_type = "t4" },
	       "no width on t4");
	got = propose((struct boa_request){ .comment = "class:moving",
					    .is_batch = true,
					    .gpu_type = "a100" });
	assert_int_equal(got.gpus, 8);
}

static void only_plans_that_can_be_placed_are_given(void **state)
{
	struct boa_proposal got = propose((struct boa_request){
		.comment = "class:gpt", .is_batch = true });

	(void)state;
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_int_equal(got.type, 1);
	assert_int_equal(got.gpus, 16);
	assert_false(got.restricted);
	passes((struct boa_request){ .comment = "class:gpt",
				     .is_batch = true,
				     .gpu_type = "t4" },
	       "no width on t4");
}

/* --- classes ---------------------------------------------------------- */

static void an_unknown_class_is_treated_as_told(void **state)
{
	struct boa_request request = { .comment = "class:bret",
				       .is_batch = true };
	struct boa_conf conf = conf_of(BOA_UNKNOWN_REJECT);
	struct boa_proposal got;

	(void)state;
	passes(request, "class bret is not known");
	boa_propose(&conf, &table, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_REJECT);
	assert_non_null(strstr(got.text, "class bret is not known"));
	conf = conf_of(BOA_UNKNOWN_AS);
	boa_propose(&conf, &table, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_string_equal(got.text,
			    "BOA: class other, 1 GPU of t4 in epoch 1");
	conf.unknown_class_name = (char *)"gone";
	boa_propose(&conf, &table, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_PASS);
	assert_non_null(strstr(got.text, "class bret is not known"));
}

/* A slip of the pen is refused whether or not a size was given. */
static void reject_does_not_ask_for_the_size(void **state)
{
	struct boa_request request = { .comment = "class:bret",
				       .is_batch = true,
				       .gave_size = true };
	struct boa_conf conf = conf_of(BOA_UNKNOWN_REJECT);
	struct boa_proposal got;

	(void)state;
	boa_propose(&conf, &table, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_REJECT);
}

static void a_second_class_is_named(void **state)
{
	struct boa_proposal got = propose((struct boa_request){
		.comment = "class:bert class:gpt2", .is_batch = true });

	(void)state;
	assert_int_equal(got.verdict, BOA_SIZED);
	assert_string_equal(got.text,
			    "BOA: class bert, 16 GPUs of t4 in epoch 1; "
			    "class:gpt2 is ignored, the first class counts");
	got = propose((struct boa_request){ .comment = "class:bert class:bert",
					    .is_batch = true });
	assert_null(strstr(got.text, "ignored"));
}

static void any_class_with_only_unplaceable_plans_passes(void **state)
{
	static const struct plan none[] = { { 1.0, "h100", { 8 } } };
	struct boa_conf conf = conf_of(BOA_UNKNOWN_PASS);
	struct boa_request request = { .comment = "class:x", .is_batch = true };
	struct boa_table small = { 0 };
	struct boa_proposal got;

	(void)state;
	add_class(&small, "x", 1, none, 1);
	boa_propose(&conf, &small, NULL, &request, &got);
	assert_int_equal(got.verdict, BOA_PASS);
	assert_non_null(strstr(got.text, "any GPU type"));
	boa_table_free(&small);
}

static void passes_when_memory_runs_out(void **state)
{
	struct boa_request request = { .comment = "class:bert",
				       .is_batch = true };
	struct boa_proposal got;
	int n;

	(void)state;
	for (n = 0; n < 10; n++) {
		n_alloc = 0;
		alloc_fail_at = n;
		got = propose(request);
		alloc_fail_at = -1;
		if (got.verdict == BOA_SIZED)
			break;
		assert_int_equal(got.verdict, BOA_PASS);
		assert_non_null(strstr(got.text, "out of memory"));
	}
	assert_int_equal(n, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_class_passes_in_silence),
		cmocka_unit_test(a_batch_job_gets_the_plan_that_lags_most),
		cmocka_unit_test(one_gpu_is_not_called_gpus),
		cmocka_unit_test(without_a_table_jobs_pass),
		cmocka_unit_test(heterogeneous_jobs_pass),
		cmocka_unit_test(a_size_given_is_kept),
		cmocka_unit_test(a_partition_of_a_type_leaves_that_type),
		cmocka_unit_test(a_gpu_type_leaves_that_type),
		cmocka_unit_test(what_is_not_boas_passes),
		cmocka_unit_test(a_restriction_holds_for_every_epoch),
		cmocka_unit_test(only_plans_that_can_be_placed_are_given),
		cmocka_unit_test(an_unknown_class_is_treated_as_told),
		cmocka_unit_test(reject_does_not_ask_for_the_size),
		cmocka_unit_test(a_second_class_is_named),
		cmocka_unit_test(any_class_with_only_unplaceable_plans_passes),
		cmocka_unit_test(passes_when_memory_runs_out),
	};
	return cmocka_run_group_tests_name("proposal", tests, make_table,
					   free_table);
}
