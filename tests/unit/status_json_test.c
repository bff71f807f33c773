/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <json-c/json.h>

#include "tests/unit/cases.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/ledger_world.h"

#include "src/class_json.h"
#include "src/file.h"
#include "src/json.h"
#include "src/status_json.h"
#include "src/table_json.h"

/* --- a cluster to show ------------------------------------------------ */

static const char conf_text[] =
	"Budget=40USD/hour\nClassFile=/nowhere\nBudgetMode=hard\n"
	"Mode=observe\n"
	"GpuType=t4 Price=3.6 GpusPerNode=4 Partition=gpu MaxNodes=9 "
	"BootTime=80\n"
	"GpuType=a100 Price=7.2 GpusPerNode=8\n";

static const char class_text[] =
	"{\"classes\": [{\"name\": \"bert\", \"arrival_rate_per_hour\": 2, "
	"\"startup_s\": 20, \"rescale_s\": 8, \"weight\": 3, "
	"\"epochs\": [{\"work_s\": 100, \"speedup\": {\"t4\": [[4, 1]]}}, "
	"{\"work_s\": 100, \"speedup\": {\"t4\": [[4, 1]]}}]}]}";

static const char table_text[] =
	"{\"version\": 1, \"generation\": 17, "
	"\"generated_at\": \"2025-12-01T14:15:31Z\", "
	"\"inputs_crc32\": \"0a1b2c3d\", \"budget\": 40, \"unit\": \"USD/h\", "
	"\"expected\": {\"objective_s\": 900.5, \"mean_jct_s\": 300, "
	"\"spend_per_hour\": 39, \"dual_bound_s\": 900, \"gap\": 0.5, "
	"\"no_rescale_bound_s\": null, \"shadow_price\": 4.25}, "
	"\"classes\": [{\"name\": \"bert\", \"plans\": ["
	"{\"share\": 1, \"gpu_type\": \"t4\", \"widths\": [8, 4], "
	"\"time_s\": 800, \"spend\": 7200, \"epoch_time_s\": [500, 300], "
	"\"reduced_cost\": 0}, "
	"{\"share\": 0, \"gpu_type\": \"t4\", \"widths\": [4, 4], "
	"\"time_s\": 900, \"spend\": 3600, \"epoch_time_s\": [500, 400], "
	"\"reduced_cost\": 12}]}]}";

#define HOSTILE "quote \" backslash \\ newline \n \xff end"

struct fixture {
	struct world *world;
	struct boa_conf conf;
	struct boa_classes set;
	struct boa_table table;
	char *problem[1];
	struct boa_status status;
};

/* n0 and n1 are held by job 7, running; n2 is of others; n3 is an orphan; job
   8 waits; n4 is up with one GPU of four held by job 9, rigid. */
static void fill(struct world *world)
{
	size_t j;

	world->input.has_provider = true;
	world->input.orphan_after_s = 120; /* off since 1000, as seen */
	world->node[2].type = -1;
	world_charge(world, 100);
	j = world_submit(world, 7, 95);
	world->job[j].state = BOA_JOB_RUNNING;
	world->job[j].start_s = 120;
	world->job[j].sized = true;
	world->job[j].n_restart = 1;
	world->job[j].record =
		"boa=1 class=bert plan=0 type=t4 widths=8,4 epoch=1 width=8 "
		"run=1 gen=17 first=90 resizes=2 why=all is well";
	world_hold(world, j, 0, 4);
	world_hold(world, j, 1, 4);
	j = world_submit(world, 8, 99);
	world->job[j].user = HOSTILE;
	world->job[j].account = NULL;
	world->job[j].comment = "x class:bert";
	world->job[j].type = -1;
	world->job[j].asked_nodes = 2;
	world->job[j].asked_gpus_per_node = 4;
	j = world_submit(world, 9, 99);
	world->job[j].state = BOA_JOB_RUNNING;
	world->job[j].start_s = 110;
	world_hold(world, j, 4, 1);
	world_node(world, 0, BOA_NODE_UP);
	world_node(world, 1, BOA_NODE_UP);
	world_node(world, 3, BOA_NODE_UP);
	world_node(world, 4, BOA_NODE_UP);
	world_node(world, 2, BOA_NODE_UP);
	world_event(world, 105, BOA_PROVIDER_START, 0);
	world_event(world, 105, BOA_PROVIDER_START, 1);
	world_event(world, 105, BOA_PROVIDER_START, 3);
	world_event(world, 105, BOA_PROVIDER_START, 4);
	world_charge(world, 120);
	world_node(world, 3, BOA_NODE_OFF);
	world_charge(world, 1000);
	/* 4 nodes of 4 GPUs from 105 to 1000 at 0.001 a GPU-second: 14.32 */
	world_charge(world, 1900); /* 28.72 in half an hour */
}

static struct fixture begin(void)
{
	struct fixture it = { .world = world_new(5) };
	struct boa_err err = { 0 };

	if (boa_conf_parse(conf_text, sizeof(conf_text) - 1, "/boa.conf",
			   &it.conf, NULL, &err) ||
	    boa_classes_parse(class_text, sizeof(class_text) - 1, "classes",
			      &it.set, &err) ||
	    boa_table_parse(table_text, sizeof(table_text) - 1, "table",
			    &it.table, &err))
		fail_msg("%s", err.text);
	fill(it.world);
	it.problem[0] = (char *)HOSTILE;
	return it;
}

/* The parts point into IT, so this comes after it has its place. */
static void show(struct fixture *it)
{
	it->status = (struct boa_status){
		.cluster = "gpu",
		.conf = &it->conf,
		.set = &it->set,
		.table = &it->table,
		.snapshot = &it->world->snapshot,
		.ledger = it->world->ledger,
		.n_problem = 1,
		.problem = it->problem,
	};
}

static void finish(struct fixture *it)
{
	boa_conf_free(&it->conf);
	boa_classes_free(&it->set);
	boa_table_free(&it->table);
	world_free(it->world);
}

/* --- the document as a reader sees it --------------------------------- */

static struct json_object *print(const struct fixture *it)
{
	struct boa_json doc;
	struct boa_err err = { 0 };
	struct json_object *root;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	if (boa_status_print(out, &it->status, &err))
		fail_msg("%s", err.text);
	fclose(out);
	if (boa_json_parse(text, len, "status", &doc, &err))
		fail_msg("%s", err.text);
	boa_json_fini(&doc);
	root = json_tokener_parse(text);
	assert_non_null(root);
	free(text);
	return root;
}

/* The value at PATH: keys and indices divided by dots. */
static struct json_object *at(struct json_object *root, const char *path)
{
	char *copy = strdup(path), *rest = copy, *word;
	struct json_object *value = root;

	while ((word = strsep(&rest, "."))) {
		if (json_object_is_type(value, json_type_array)) {
			value = json_object_array_get_idx(
				value, strtoul(word, NULL, 10));
		} else if (!json_object_object_get_ex(value, word, &value)) {
			fail_msg("no %s in %s", word, path);
		}
	}
	free(copy);
	return value;
}

static void is_number(struct json_object *root, const char *path, double want)
{
	struct json_object *value = at(root, path);

	if (!value || fabs(json_object_get_double(value) - want) > 1e-9)
		fail_msg("%s is %s, want %.17g", path,
			 json_object_get_string(value), want);
}

/* A string, or a whole value as json-c prints it. */
static void is_text(struct json_object *root, const char *path,
		    const char *want)
{
	const char *got = json_object_get_string(at(root, path));

	if (!got || strcmp(got, want) != 0)
		fail_msg("%s is %s, want %s", path, got ? got : "null", want);
}

static void is_null(struct json_object *root, const char *path)
{
	if (at(root, path))
		fail_msg("%s is not null", path);
}

/* --- the tests -------------------------------------------------------- */

static void tells_of_the_whole(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	root = print(&it);
	is_number(root, "version", 1);
	is_number(root, "written_at_s", 1900);
	is_text(root, "cluster", "gpu");
	is_text(root, "mode", "observe");
	is_number(root, "budget", 40);
	is_text(root, "unit", "USD/h");
	is_text(root, "budget_mode", "hard");
	is_number(root, "least_budget", 2); /* 2 jobs/h at 1 each */
	is_number(root, "spend_per_hour", 28.72 / 0.5);
	is_number(root, "rate_per_hour", 16 * 3.6);
	is_number(root, "rented_gpus", 16);
	is_number(root, "held_gpus", 9);
	is_number(root, "generation", 17);
	is_text(root, "generated_at", "2025-12-01T14:15:31Z");
	is_text(root, "inputs_crc32", "0a1b2c3d");
	is_number(root, "shadow_price", 4.25);
	is_number(root, "expected.objective_s", 900.5);
	is_number(root, "expected.gap", 0.5);
	is_null(root, "expected.no_rescale_bound_s");
	is_text(root, "problems.0",
		"quote \" backslash \\ newline \n \xef\xbf\xbd end");
	json_object_put(root);
	finish(&it);
}

static void tells_of_types_and_classes(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	root = print(&it);
	is_text(root, "gpu_types.0.name", "t4");
	is_text(root, "gpu_types.0.partition", "gpu");
	is_number(root, "gpu_types.0.price_per_gpu_h", 3.6);
	is_number(root, "gpu_types.0.gpus_per_node", 4);
	is_number(root, "gpu_types.0.max_nodes", 9);
	is_number(root, "gpu_types.0.boot_time_s", 80);
	is_number(root, "gpu_types.0.rented_gpus", 16);
	is_number(root, "gpu_types.0.held_gpus", 9);
	is_number(root, "gpu_types.0.nodes.up", 3);
	is_number(root, "gpu_types.0.nodes.off", 1);
	is_number(root, "gpu_types.0.nodes.booting", 0);
	is_null(root, "gpu_types.1.max_nodes");
	is_number(root, "gpu_types.1.rented_gpus", 0);
	is_text(root, "classes.0.name", "bert");
	is_number(root, "classes.0.n_epoch", 2);
	is_number(root, "classes.0.arrival_rate_per_hour", 2);
	is_number(root, "classes.0.weight", 3);
	is_number(root, "classes.0.startup_s", 20);
	is_number(root, "classes.0.rescale_s", 8);
	is_number(root, "classes.0.plans.0.share", 1);
	is_text(root, "classes.0.plans.0.gpu_types", "[ \"t4\", \"t4\" ]");
	is_text(root, "classes.0.plans.0.widths", "[ 8, 4 ]");
	is_number(root, "classes.0.plans.0.time_s", 800);
	is_number(root, "classes.0.plans.0.spend", 2); /* 7200 / 3600 */
	is_number(root, "classes.0.plans.0.epoch_time_s.1", 300);
	is_number(root, "classes.0.plans.1.reduced_cost", 12);
	json_object_put(root);
	finish(&it);
}

static void tells_of_jobs(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	root = print(&it);
	is_number(root, "jobs.0.id", 7);
	is_text(root, "jobs.0.user", "ada");
	is_text(root, "jobs.0.account", "vision");
	is_text(root, "jobs.0.class", "bert");
	is_text(root, "jobs.0.state", "running");
	is_text(root, "jobs.0.end", "");
	is_text(root, "jobs.0.elastic", "true");
	is_text(root, "jobs.0.gpu_type", "t4");
	is_number(root, "jobs.0.plan", 0);
	is_number(root, "jobs.0.plan_generation", 17);
	is_text(root, "jobs.0.gpu_types", "[ \"t4\", \"t4\" ]");
	is_text(root, "jobs.0.widths", "[ 8, 4 ]");
	is_number(root, "jobs.0.epoch", 1);
	is_text(root, "jobs.0.reported", "true");
	is_number(root, "jobs.0.width_gpus", 8);
	is_number(root, "jobs.0.held_gpus", 8);
	is_text(root, "jobs.0.nodes", "[ \"n0\", \"n1\" ]");
	is_number(root, "jobs.0.submit_s", 90);
	is_number(root, "jobs.0.start_s", 120);
	is_null(root, "jobs.0.end_s");
	is_number(root, "jobs.0.n_restart", 1);
	is_number(root, "jobs.0.n_resize", 2);
	is_text(root, "jobs.0.why", "all is well");
	is_text(root, "jobs.1.user",
		"quote \" backslash \\ newline \n \xef\xbf\xbd end");
	is_text(root, "jobs.1.account", "");
	is_text(root, "jobs.1.class", "bert");
	is_text(root, "jobs.1.state", "pending");
	is_null(root, "jobs.1.gpu_type");
	is_null(root, "jobs.1.plan");
	is_null(root, "jobs.1.widths");
	is_null(root, "jobs.1.epoch");
	is_number(root, "jobs.1.width_gpus", 8);
	is_number(root, "jobs.1.submit_s", 99);
	is_null(root, "jobs.1.start_s");
	is_text(root, "jobs.1.nodes", "[ ]");
	is_text(root, "jobs.2.class", "");
	is_text(root, "jobs.2.elastic", "false");
	json_object_put(root);
	finish(&it);
}

static void tells_of_nodes(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	root = print(&it);
	assert_int_equal(json_object_array_length(at(root, "nodes")), 5);
	is_text(root, "nodes.0.name", "n0");
	is_text(root, "nodes.0.type", "t4");
	is_text(root, "nodes.0.state", "up");
	is_number(root, "nodes.0.since_s", 120);
	is_text(root, "nodes.0.billed", "true");
	is_number(root, "nodes.0.billed_since_s", 105);
	is_text(root, "nodes.0.orphan", "false");
	is_number(root, "nodes.0.gpus", 4);
	is_number(root, "nodes.0.held_gpus", 4);
	is_text(root, "nodes.0.jobs", "[ 7 ]");
	is_null(root, "nodes.2.type");
	is_null(root, "nodes.2.since_s");
	is_text(root, "nodes.2.billed", "false");
	is_text(root, "nodes.3.state", "off");
	is_text(root, "nodes.3.orphan", "true");
	is_number(root, "nodes.4.held_gpus", 1);
	json_object_put(root);
	/* one that left the configuration is still there while it is billed */
	it.world->snapshot.n_node = 4;
	world_charge(it.world, 2000);
	root = print(&it);
	assert_int_equal(json_object_array_length(at(root, "nodes")), 5);
	is_text(root, "nodes.4.name", "n4");
	is_text(root, "nodes.4.state", "off");
	is_text(root, "nodes.4.orphan", "true");
	is_number(root, "nodes.4.held_gpus", 0);
	json_object_put(root);
	finish(&it);
}

static void tells_of_the_money(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	root = print(&it);
	is_number(root, "ledger.begin_s", 100);
	is_number(root, "ledger.now_s", 1900);
	is_number(root, "ledger.total.gpu_s", 28720);
	is_number(root, "ledger.total.spend", 28.72);
	/* job 7 is useful from its report on, which was there when it was
	   seen: 120; job 9 on one GPU from 110 on */
	is_number(root, "ledger.by_kind.useful.gpu_s", 8 * 1780 + 1790);
	is_number(root, "ledger.by_kind.orphan.gpu_s", 4 * 780);
	is_number(root, "ledger.by_kind.lost.gpu_s", 0);
	is_number(root, "ledger.marked_gpu_s", 28720 - 4 * 1780);
	is_number(root, "ledger.n_job", 3);
	is_number(root, "ledger.jobs.0.id", 7);
	is_text(root, "ledger.jobs.0.class", "bert");
	is_number(root, "ledger.jobs.0.first_submit_s", 90);
	is_null(root, "ledger.jobs.0.end_s");
	is_null(root, "ledger.jobs.0.jct_s");
	is_text(root, "ledger.jobs.0.end", "");
	is_number(root, "ledger.jobs.0.n_run", 1);
	is_number(root, "ledger.jobs.0.n_resize", 2);
	is_number(root, "ledger.jobs.0.total.gpu_s", 8 * 1780);
	is_number(root, "ledger.jobs.0.by_kind.useful.spend", 14.24);
	is_text(root, "ledger.cells.0.class", "");
	is_text(root, "ledger.cells.0.type", "t4");
	json_object_put(root);
	finish(&it);
}

static void knows_little_before_anything_is_known(void **state)
{
	struct fixture it = begin();
	struct json_object *root;

	(void)state;
	show(&it);
	boa_ledger_free(it.world->ledger);
	assert_int_equal(boa_ledger_new(&it.world->ledger, NULL), 0);
	it.status.ledger = it.world->ledger;
	it.status.table = NULL;
	it.status.set = NULL;
	it.status.n_problem = 0;
	root = print(&it);
	is_null(root, "least_budget");
	is_null(root, "spend_per_hour");
	is_number(root, "rate_per_hour", 0);
	is_null(root, "generation");
	is_null(root, "expected");
	is_null(root, "shadow_price");
	is_text(root, "classes", "[ ]");
	is_null(root, "ledger.begin_s");
	is_text(root, "ledger.jobs", "[ ]");
	is_text(root, "problems", "[ ]");
	json_object_put(root);
	finish(&it);
}

static void shows_the_latest_of_the_final_bills(void **state)
{
	enum { ROUNDS = 60 };
	struct fixture it = begin();
	struct world *world = it.world;
	struct json_object *root, *jobs;
	uint32_t id = 100;
	size_t i, j;

	(void)state;
	world->input.has_provider = false; /* bills are final at once */
	for (i = 0; i < ROUNDS; i++) {
		world->snapshot.n_job = 3;
		for (j = 0; j < 20; j++)
			world_submit(world, id++, 2000);
		world_charge(world, 2000 + (double)i);
	}
	world->snapshot.n_job = 3;
	world_charge(world, 3000);
	show(&it);
	root = print(&it);
	jobs = at(root, "ledger.jobs");
	/* 1200 ended, of which the first 200 are left out; 3 live */
	assert_int_equal(json_object_array_length(jobs),
			 BOA_STATUS_FINAL_MAX + 3);
	is_number(root, "ledger.n_job", 1203);
	is_number(root, "ledger.jobs.0.id", 7);
	is_number(root, "ledger.jobs.3.id", 300);
	is_number(root, "ledger.jobs.1002.id", 1299);
	json_object_put(root);
	finish(&it);
}

static void is_written_whole_and_for_all_to_read(void **state)
{
	struct fixture it = begin();
	char *dir = scratch_make();
	char *path = scratch_file(dir, "status.json", "before", 6);
	char *new_path = scratch_file(dir, "status.json.new", "torn", 4);
	struct rlimit limit, before;
	struct boa_err err = { 0 };
	struct stat st;
	char *text;
	size_t len;
	mode_t mask = umask(077);

	(void)state;
	show(&it);
	/* no room: the old one stays */
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, SIG_IGN);
	limit = before;
	limit.rlim_cur = 1000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	assert_int_equal(boa_status_save(path, &it.status, &err), BOA_EIO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_non_null(strstr(err.text, path));
	assert_int_equal(boa_file_read(path, 1 << 20, &text, &len, NULL), 0);
	assert_string_equal(text, "before");
	free(text);
	assert_int_equal(stat(new_path, &st), -1);
	assert_int_equal(boa_status_save(path, &it.status, &err), 0);
	umask(mask);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0644);
	assert_int_equal(stat(new_path, &st), -1);
	assert_int_equal(boa_file_read(path, 1 << 20, &text, &len, NULL), 0);
	assert_string_equal(text + len - 3, "\n}\n");
	free(text);
	free(path);
	free(new_path);
	scratch_remove(dir);
	finish(&it);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
	struct fixture it = begin();
	struct boa_err err = { 0 };

	(void)state;
	show(&it);
	assert_int_equal(boa_status_save("/nowhere/at/all/status.json",
					 &it.status, &err),
			 BOA_EIO);
	assert_non_null(strstr(err.text, "No such file"));
	finish(&it);
}

static void survives_each_allocation_failing(void **state)
{
	struct fixture it = begin();
	char *dir = scratch_make();
	char *path = scratch_file(dir, "status.json", "before", 6);
	char *text;
	size_t len;
	int n;

	(void)state;
	show(&it);
	FAIL_EACH_ALLOC(boa_status_save(path, &it.status, NULL), (void)0, n);
	assert_true(n > 5);
	assert_int_equal(boa_file_read(path, 1 << 20, &text, &len, NULL), 0);
	assert_int_equal(text[0], '{');
	free(text);
	free(path);
	scratch_remove(dir);
	finish(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_of_the_whole),
		cmocka_unit_test(tells_of_types_and_classes),
		cmocka_unit_test(tells_of_jobs),
		cmocka_unit_test(tells_of_nodes),
		cmocka_unit_test(tells_of_the_money),
		cmocka_unit_test(knows_little_before_anything_is_known),
		cmocka_unit_test(shows_the_latest_of_the_final_bills),
		cmocka_unit_test(is_written_whole_and_for_all_to_read),
		cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("status_json", tests, NULL, NULL);
}
