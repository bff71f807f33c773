/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>

#include "tests/unit/check.h"

#include "src/cmd/check_slurm.h"

/* A cluster of two cloud nodes of 4 T4 that has everything BOA needs. */
static struct boa_slurm_node nodes[] = {
	{ "t4-1", "gpu:t4:4", true },
	{ "t4-2", "lustre:1,gpu:t4:4(S:0-1)", true },
};
static struct boa_slurm_partition partition;
static struct boa_slurm_settings settings;
static struct boa_conf_type type;
static struct boa_conf conf;
static struct boa_check check;

static int set_up(void **state)
{
	(void)state;
	nodes[0] = (struct boa_slurm_node){ "t4-1", "gpu:t4:4", true };
	partition = (struct boa_slurm_partition){
		.name = "cloud",
		.is_up = true,
		.suspend_time_s = 300,
		.resume_timeout_s = 300,
		.n_node = 2,
		.node = nodes,
	};
	settings = (struct boa_slurm_settings){
		.version = "22.05.8",
		.scheduler_type = "sched/boa",
		.job_submit_plugins = "lua,boa",
		.resume_program = "/opt/resume",
		.suspend_program = "/opt/suspend",
		.requeue_exit = "1,70-80",
		.gres_types = "gpu,mps",
		.select_type = "select/cons_tres",
		.accounting_tres = "cpu,mem,gres/gpu",
		.job_requeue = true,
		.suspend_timeout_s = 30,
		.n_partition = 1,
		.partition = &partition,
	};
	type = (struct boa_conf_type){
		.name = "t4",
		.price = 1,
		.gpus_per_node = 4,
		.partition = "cloud",
		.max_nodes = 2,
		.boot_time_s = 90,
	};
	conf = (struct boa_conf){ .n_type = 1, .type = &type };
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	boa_check_free(&check);
	return 0;
}

static void judge(void)
{
	boa_check_free(&check);
	boa_check_cluster(&settings, &check);
	boa_check_types(&settings, &conf, &check);
	assert_false(check.failed);
}

/* The one finding that is not "ok" has LEVEL, is about ITEM and says PART. */
static void assert_finding(enum boa_check_level level, const char *item,
			   const char *part)
{
	const struct boa_check_row *found = NULL;

	judge();
	for (size_t i = 0; i < check.n; i++) {
		if (check.row[i].level == BOA_CHECK_OK)
			continue;
		if (found)
			fail_msg("also %s: %s", check.row[i].item,
				 check.row[i].text);
		found = &check.row[i];
	}
	assert_non_null(found);
	assert_string_equal(found->item, item);
	assert_int_equal(found->level, level);
	if (!strstr(found->text, part))
		fail_msg("\"%s\" does not say \"%s\"", found->text, part);
}

static void a_cluster_with_all_that_is_needed_is_ok(void **state)
{
	(void)state;
	judge();
	assert_int_equal(boa_check_count(&check, BOA_CHECK_OK), check.n);
	assert_in_range(check.n, 10, 30);
}

static void another_scheduler_is_bad(void **state)
{
	(void)state;
	settings.scheduler_type = "sched/backfill";
	assert_finding(BOA_CHECK_BAD, "SchedulerType", "must be sched/boa");
}

static void the_submit_plugin_must_be_listed(void **state)
{
	(void)state;
	settings.job_submit_plugins = NULL;
	assert_finding(BOA_CHECK_BAD, "JobSubmitPlugins", "must include boa");
	settings.job_submit_plugins = "boax,lua";
	assert_finding(BOA_CHECK_BAD, "JobSubmitPlugins", "must include boa");
	settings.job_submit_plugins = "job_submit/boa";
	judge();
	assert_int_equal(boa_check_count(&check, BOA_CHECK_BAD), 0);
}

static void the_main_scheduler_must_run(void **state)
{
	(void)state;
	settings.scheduler_parameters = "defer,sched_interval=-1";
	assert_finding(BOA_CHECK_BAD, "SchedulerParameters", "must go");
	settings.scheduler_parameters = "sched_interval=10";
	judge();
	assert_int_equal(boa_check_count(&check, BOA_CHECK_BAD), 0);
}

static void gpus_must_be_known_and_allocated(void **state)
{
	(void)state;
	settings.gres_types = "mps";
	assert_finding(BOA_CHECK_BAD, "GresTypes", "must include gpu");
	settings.gres_types = "gpu";
	settings.select_type = "select/linear";
	assert_finding(BOA_CHECK_BAD, "SelectType", "select/cons_tres");
}

static void both_programs_must_be_set(void **state)
{
	(void)state;
	settings.resume_program = NULL;
	assert_finding(BOA_CHECK_BAD, "ResumeProgram", "nothing rents");
	settings.resume_program = "/opt/resume";
	settings.suspend_program = "";
	assert_finding(BOA_CHECK_BAD, "SuspendProgram", "nothing releases");
}

static void suspend_time_must_be_finite(void **state)
{
	(void)state;
	partition.suspend_time_s = INFINITY;
	assert_finding(BOA_CHECK_BAD, "GpuType t4", "must be a number");
}

static void nodes_need_the_time_to_boot(void **state)
{
	(void)state;
	partition.resume_timeout_s = 60;
	assert_finding(BOA_CHECK_BAD, "GpuType t4", "BootTime=90");
	partition.resume_timeout_s = 100;
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "little room");
}

static void exit_75_should_requeue_and_must_not_hold(void **state)
{
	(void)state;
	settings.requeue_exit = "1-74,76";
	assert_finding(BOA_CHECK_WARN, "RequeueExit", "boactl resize works");
	settings.requeue_exit = "75";
	settings.requeue_exit_hold = "70-99";
	assert_finding(BOA_CHECK_BAD, "RequeueExitHold", "would be held");
}

static void jobs_should_be_requeued(void **state)
{
	(void)state;
	settings.job_requeue = false;
	assert_finding(BOA_CHECK_WARN, "JobRequeue", "node that is lost");
}

static void gpus_should_be_accounted(void **state)
{
	(void)state;
	settings.accounting_tres = "cpu,gres/gpu:t4";
	assert_finding(BOA_CHECK_WARN, "AccountingStorageTRES", "gres/gpu");
}

static void the_requeue_delay_is_told(void **state)
{
	bool found = false;

	(void)state;
	settings.auth_info = "socket=/run/x,cred_expire=15";
	judge();
	for (size_t i = 0; i < check.n; i++)
		found |= !strcmp(check.row[i].item, "AuthInfo") &&
			 strstr(check.row[i].text, "waits 16 s");
	assert_true(found);
}

static void a_type_needs_its_partition(void **state)
{
	(void)state;
	type.partition = "t4";
	assert_finding(BOA_CHECK_BAD, "GpuType t4", "not a partition");
}

static void a_partition_needs_nodes(void **state)
{
	(void)state;
	partition.n_node = 0;
	assert_finding(BOA_CHECK_BAD, "GpuType t4", "has no nodes");
}

static void every_node_must_have_the_types_gpus(void **state)
{
	static char *const wrong[] = { NULL, "gpu:4", "gpu:t4:8", "gpu:t40:4",
				       "mps:t4:4" };

	(void)state;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		nodes[0].gres = wrong[i];
		assert_finding(BOA_CHECK_BAD, "GpuType t4",
			       "node t4-1 must have Gres=gpu:t4:4, as must 1 "
			       "of 2");
	}
}

static void nodes_should_be_cloud_nodes(void **state)
{
	(void)state;
	nodes[0].is_cloud = false;
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "1 of 2 nodes are not");
}

static void hidden_nodes_are_told_of(void **state)
{
	(void)state;
	nodes[0] = (struct boa_slurm_node){ 0 };
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "PrivateData=cloud");
}

static void more_nodes_than_there_are_cannot_be_rented(void **state)
{
	(void)state;
	type.max_nodes = 3;
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "MaxNodes=3");
	type.max_nodes = UINT_MAX;
	judge();
	assert_int_equal(boa_check_count(&check, BOA_CHECK_WARN), 0);
}

static void partitions_that_bend_the_rules_are_told_of(void **state)
{
	(void)state;
	partition.is_up = false;
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "not UP");
	partition.is_up = true;
	partition.is_exclusive = true;
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "EXCLUSIVE");
	partition.is_exclusive = false;
	settings.suspend_exc_parts = "a,cloud";
	assert_finding(BOA_CHECK_WARN, "GpuType t4", "never released");
}

static void numbers_are_found_in_lists_and_ranges(void **state)
{
	(void)state;
	assert_true(boa_list_has_number("75", 75));
	assert_true(boa_list_has_number("1,2,70-80", 75));
	assert_true(boa_list_has_number("1-3, 75", 75));
	assert_false(boa_list_has_number("750,7,5", 75));
	assert_false(boa_list_has_number("", 75));
	assert_false(boa_list_has_number(NULL, 75));
	assert_false(boa_list_has_number("x,75", 75));
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(a_cluster_with_all_that_is_needed_is_ok),
		WITH(another_scheduler_is_bad),
		WITH(the_submit_plugin_must_be_listed),
		WITH(the_main_scheduler_must_run),
		WITH(gpus_must_be_known_and_allocated),
		WITH(both_programs_must_be_set),
		WITH(suspend_time_must_be_finite),
		WITH(nodes_need_the_time_to_boot),
		WITH(exit_75_should_requeue_and_must_not_hold),
		WITH(jobs_should_be_requeued),
		WITH(gpus_should_be_accounted),
		WITH(the_requeue_delay_is_told),
		WITH(a_type_needs_its_partition),
		WITH(a_partition_needs_nodes),
		WITH(every_node_must_have_the_types_gpus),
		WITH(nodes_should_be_cloud_nodes),
		WITH(hidden_nodes_are_told_of),
		WITH(more_nodes_than_there_are_cannot_be_rented),
		WITH(partitions_that_bend_the_rules_are_told_of),
		cmocka_unit_test(numbers_are_found_in_lists_and_ranges),
	};

	return cmocka_run_group_tests_name("check_slurm", tests, NULL, NULL);
}
