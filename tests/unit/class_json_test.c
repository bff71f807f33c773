/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <grp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/cases.h"
#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/class_json.h"

/* --- inputs that are folders ------------------------------------------ */

static void refuses_it_and_says_why(void **state)
{
	const struct test_case *it = *state;
	struct boa_classes set = { .n_class = 77 };
	struct boa_err err = { 0 };

	assert_true(boa_classes_load(it->input, &set, &err) < 0);
	assert_int_equal(set.n_class, 77);
	assert_case_error(it, err.text);
}

static void loads_it(void **state)
{
	const struct test_case *it = *state;
	struct boa_classes set = { 0 };
	struct boa_err err = { 0 };

	if (boa_classes_load(it->input, &set, &err))
		fail_msg("%s", err.text);
	assert_true(set.n_class >= 1);
	boa_classes_free(&set);
}

/* --- what is read ----------------------------------------------------- */

static struct boa_classes parse(const char *text)
{
	struct boa_classes set = { 0 };
	struct boa_err err = { 0 };

	if (boa_classes_parse(text, strlen(text), "text", &set, &err))
		fail_msg("%s", err.text);
	return set;
}

static void reads_every_key(void **state)
{
	struct boa_classes set = parse(
		"{\"note\": \"n\", \"gpu_types\": ["
		"{\"name\": \"t4\", \"price\": 1.5, \"gpus_per_node\": 4},"
		"{\"name\": \"a100\"}],"
		"\"classes\": [{\"name\": \"b.e-r_t\", \"note\": \"x\","
		"\"arrival_rate_per_hour\": 2.5, \"weight\": 3,"
		"\"rescale_s\": 50, \"startup_s\": 60,"
		"\"min_gpus\": 2, \"max_gpus\": {\"t4\": 8},"
		"\"accounts\": {\"vision\": 1.5, \"nlp\": 1},"
		"\"epochs\": [{\"work_s\": 100, \"speedup\": {"
		"\"a100\": [[4, 7], [2, 4e0]], \"t4\": [[16, 9], [2.0, 1.5]]"
		"}}]}]}");
	const struct boa_class *class = set.class;

	(void)state;
	assert_true(set.types_listed);
	assert_int_equal(set.n_gpu_type, 2);
	assert_string_equal(set.gpu_type[0].name, "t4");
	assert_near(set.gpu_type[0].price, 1.5, 0);
	assert_int_equal(set.gpu_type[0].gpus_per_node, 4);
	assert_string_equal(set.gpu_type[1].name, "a100");
	assert_near(set.gpu_type[1].price, 1, 0);
	assert_int_equal(set.gpu_type[1].gpus_per_node, 0);
	assert_int_equal(set.n_class, 1);
	assert_string_equal(class->name, "b.e-r_t");
	assert_near(class->arrival_rate_per_hour, 2.5, 0);
	assert_near(class->weight, 3, 0);
	assert_near(class->rescale_s, 50, 0);
	assert_near(class->startup_s, 60, 0);
	assert_int_equal(class->min_gpus[0], 2);
	assert_int_equal(class->min_gpus[1], 2);
	assert_int_equal(class->max_gpus[0], 8);
	assert_int_equal(class->max_gpus[1], BOA_GPUS_MAX);
	assert_int_equal(class->n_account, 2);
	assert_string_equal(class->account[1].name, "nlp");
	assert_near(class->account[1].arrival_rate_per_hour, 1, 0);
	assert_int_equal(class->n_epoch, 1);
	assert_near(class->epoch[0].work_s, 100, 0);
	/* 16 lies above max_gpus of t4; the points are sorted */
	assert_int_equal(class->grid[0].n_width, 1);
	assert_int_equal(class->grid[0].gpus[0], 2);
	assert_near(class->grid[0].rate[0], 1.5, 0);
	assert_int_equal(class->grid[1].n_width, 2);
	assert_int_equal(class->grid[1].gpus[0], 2);
	assert_int_equal(class->grid[1].gpus[1], 4);
	assert_near(class->grid[1].rate[1], 7, 0);
	boa_classes_free(&set);
}

static void gives_types_that_are_only_mentioned_price_one(void **state)
{
	struct boa_classes set = parse(
		"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		"\"epochs\": [{\"work_s\": 1, \"speedup\": {\"v100\": [[1, 1]],"
		"\"t4\": [[1, 1]]}}]}]}");

	(void)state;
	assert_false(set.types_listed);
	assert_int_equal(set.n_gpu_type, 2);
	assert_string_equal(set.gpu_type[0].name, "v100");
	assert_near(set.gpu_type[0].price, 1, 0);
	assert_near(set.gpu_type[1].price, 1, 0);
	assert_near(set.class[0].weight, 1, 0);
	assert_near(set.class[0].rescale_s, 0, 0);
	assert_near(set.class[0].startup_s, 0, 0);
	boa_classes_free(&set);
}

static void loads_the_public_problems(void **state)
{
	static const struct {
		const char *name;
		size_t n_class;
		size_t n_type;
	} want[] = {
		{ "problems/t4-filtered.json", 3, 1 },
		{ "problems/t4-full.json", 5, 1 },
		{ "problems/hetero-full.json", 5, 3 },
		{ "problems/rubick.json", 7, 1 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(want) / sizeof(*want); i++) {
		char *path = public_path(want[i].name);
		struct boa_classes set;
		struct boa_err err;

		if (!path) {
			print_message("# skipped: no %s\n", want[i].name);
			continue;
		}
		if (boa_classes_load(path, &set, &err))
			fail_msg("%s", err.text);
		assert_int_equal(set.n_class, want[i].n_class);
		assert_int_equal(set.n_gpu_type, want[i].n_type);
		boa_classes_free(&set);
		free(path);
	}
}

/* --- files and folders ------------------------------------------------ */

#define CLASS(name, types)                                                     \
	"{" types "\"classes\": [{\"name\": \"" name "\","                     \
	"\"arrival_rate_per_hour\": 1, \"epochs\": [{\"work_s\": 8,"           \
	"\"speedup\": {\"t4\": [[1, 1], [2, 2]]}}]}]}"

static int load_two(const char *a, const char *b, struct boa_classes *set,
		    struct boa_err *err)
{
	char *dir = scratch_make();
	char *path_a = scratch_file(dir, "a.json", a, strlen(a));
	char *path_b = scratch_file(dir, "b.json", b, strlen(b));
	char *other = scratch_file(dir, "README", "not JSON", 8);
	int rc = boa_classes_load(dir, set, err);

	free(path_a);
	free(path_b);
	free(other);
	scratch_remove(dir);
	return rc;
}

static void joins_the_files_of_a_folder(void **state)
{
	const char *b = "{\"gpu_types\": [{\"name\": \"h100\"},"
			"{\"name\": \"t4\", \"price\": 2}],"
			"\"classes\": [{\"name\": \"second\","
			"\"arrival_rate_per_hour\": 3, \"epochs\": [{"
			"\"work_s\": 8, \"speedup\": {\"h100\": [[4, 5]]}}]}]}";
	struct boa_classes set;
	struct boa_err err;

	(void)state;
	if (load_two(CLASS("first", ""), b, &set, &err))
		fail_msg("%s", err.text);
	assert_int_equal(set.n_class, 2);
	assert_int_equal(boa_classes_find(&set, "first", 5), 0);
	assert_int_equal(boa_classes_find(&set, "second", 6), 1);
	/* a.json only mentions t4: the price that b.json lists holds */
	assert_int_equal(set.n_gpu_type, 2);
	assert_string_equal(set.gpu_type[0].name, "t4");
	assert_near(set.gpu_type[0].price, 2, 0);
	assert_string_equal(set.gpu_type[1].name, "h100");
	assert_int_equal(set.class[0].grid[0].n_width, 2);
	assert_int_equal(set.class[0].grid[1].n_width, 0);
	assert_int_equal(set.class[1].grid[0].n_width, 0);
	assert_int_equal(set.class[1].grid[1].gpus[0], 4);
	assert_near(boa_classes_rate_per_hour(&set), 4, 0);
	boa_classes_free(&set);
}

static void refuses_files_that_contradict_each_other(void **state)
{
	struct boa_classes set;
	struct boa_err err;

	(void)state;
	assert_int_equal(
		load_two(CLASS("same", ""), CLASS("same", ""), &set, &err),
		BOA_ERANGE);
	assert_non_null(strstr(err.text, "b.json: class same is in "));
	assert_non_null(strstr(err.text, "a.json too"));
	assert_int_equal(
		load_two(CLASS("x", "\"gpu_types\": [{\"name\": \"t4\","
				    "\"price\": 1}],"),
			 CLASS("y", "\"gpu_types\": [{\"name\": \"t4\","
				    "\"price\": 2}],"),
			 &set, &err),
		BOA_ERANGE);
	assert_non_null(strstr(err.text, "b.json: gpu_types: t4 has price 2, "
					 "expected 1 as in "));
	assert_int_equal(
		load_two(CLASS("x", "\"gpu_types\": [{\"name\": \"t4\","
				    "\"gpus_per_node\": 4}],"),
			 CLASS("y", "\"gpu_types\": [{\"name\": \"t4\","
				    "\"gpus_per_node\": 8}],"),
			 &set, &err),
		BOA_ERANGE);
	assert_non_null(strstr(err.text, "gpus_per_node 8, expected 4"));
}

static void names_the_place_within_the_file_of_a_folder(void **state)
{
	const char *bad = "{\"classes\": [{\"name\": \"y\","
			  "\"arrival_rate_per_hour\": 1, \"epochs\": [{"
			  "\"work_s\": 8, \"speedup\": {\"t4\": [[1, 1],"
			  "[1, 1]]}}]}]}";
	struct boa_classes set;
	struct boa_err err;

	(void)state;
	assert_int_equal(load_two(CLASS("x", ""), bad, &set, &err), BOA_ERANGE);
	assert_non_null(strstr(err.text, "b.json: classes[0].epochs[0]."
					 "speedup.t4[1] is for 1 GPUs as [0]"));
}

static void refuses_a_folder_without_class_files(void **state)
{
	struct boa_classes set;
	struct boa_err err;
	char *dir = scratch_make();

	(void)state;
	assert_int_equal(boa_classes_load(dir, &set, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "holds no *.json file"));
	scratch_remove(dir);
}

static void refuses_what_is_no_file(void **state)
{
	struct boa_classes set;
	struct boa_err err;
	char *dir = scratch_make();
	char *fifo = scratch_file(dir, "f.json", "", 0);

	(void)state;
	remove(fifo);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(boa_classes_load(fifo, &set, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "is a FIFO, expected a regular file"));
	/* as one of the files of a folder too */
	assert_int_equal(boa_classes_load(dir, &set, &err), BOA_EIO);
	remove(fifo);
	assert_int_equal(mkdir(fifo, 0700), 0);
	assert_int_equal(boa_classes_load(dir, &set, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "f.json: is a folder"));
	rmdir(fifo);
	assert_int_equal(boa_classes_load(fifo, &set, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "f.json: cannot open: No such file"));
	assert_int_equal(boa_classes_load("/dev/zero", &set, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "is a device"));
	free(fifo);
	scratch_remove(dir);
}

/* Run as nobody, for root may read everything; its exit status. */
static int load_as_nobody(const char *path)
{
	struct boa_classes set;
	struct boa_err err;
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (!getuid() &&
		    (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
			_exit(77);
		_exit(boa_classes_load(path, &set, &err) == BOA_EIO &&
				      strstr(err.text,
					     "cannot open: Permission denied")
			      ? 0
			      : 1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void refuses_a_file_it_may_not_read(void **state)
{
	char *dir = scratch_make();
	char *path = scratch_file(dir, "a.json", "{}", 2);

	(void)state;
	chmod(dir, 0755);
	chmod(path, 0);
	assert_int_equal(load_as_nobody(path), 0);
	free(path);
	scratch_remove(dir);
}

static void refuses_200_megabytes_of_brackets(void **state)
{
	const size_t len = 200UL << 20;
	char *text = malloc(len);
	struct boa_classes set;
	struct boa_err err;

	(void)state;
	assert_non_null(text);
	memset(text, '[', len);
	memcpy(text, "{\"classes\": ", 12);
	assert_int_equal(boa_classes_parse(text, len, "deep", &set, &err),
			 BOA_EPARSE);
	/* the object is the first level; its array stands in column 13 */
	assert_string_equal(err.text, "deep:1:76: found '[', expected at most "
				      "64 levels of brackets");
	free(text);
}

/* --- allocations that fail -------------------------------------------- */

static void survives_each_allocation_failing(void **state)
{
	/* b.json brings a new type, so that both sets are brought to it */
	const char *b = "{\"gpu_types\": [{\"name\": \"h100\"}],"
			"\"classes\": [{\"name\": \"second\","
			"\"arrival_rate_per_hour\": 3, \"max_gpus\": 9,"
			"\"accounts\": {\"x\": 1}, \"epochs\": ["
			"{\"work_s\": 8, \"speedup\": {\"h100\": [[4, 5]]}},"
			"{\"work_s\": 8, \"speedup\": {\"h100\": [[4, 5],"
			"[2, 3]]}}]}]}";
	const char *a = CLASS("first", "");
	char *dir = scratch_make();
	char *path_a = scratch_file(dir, "a.json", a, strlen(a));
	char *path_b = scratch_file(dir, "b.json", b, strlen(b));
	struct boa_classes set = { .n_class = 77 };
	int n;

	(void)state;
	FAIL_EACH_ALLOC(boa_classes_load(dir, &set, NULL),
			assert_int_equal(set.n_class, 77), n);
	assert_true(n > 40);
	boa_classes_free(&set);
	free(path_a);
	free(path_b);
	scratch_remove(dir);
}

int main(void)
{
	const struct CMUnitTest fixed[] = {
		cmocka_unit_test(reads_every_key),
		cmocka_unit_test(gives_types_that_are_only_mentioned_price_one),
		cmocka_unit_test(loads_the_public_problems),
		cmocka_unit_test(joins_the_files_of_a_folder),
		cmocka_unit_test(refuses_files_that_contradict_each_other),
		cmocka_unit_test(names_the_place_within_the_file_of_a_folder),
		cmocka_unit_test(refuses_a_folder_without_class_files),
		cmocka_unit_test(refuses_what_is_no_file),
		cmocka_unit_test(refuses_a_file_it_may_not_read),
		cmocka_unit_test(refuses_200_megabytes_of_brackets),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	struct test_cases bad = cases_list("class/invalid", "input.json",
					   refuses_it_and_says_why);
	struct test_cases good =
		cases_list("class/valid", "input.json", loads_it);

	return cases_run("class_json", fixed, sizeof(fixed) / sizeof(*fixed),
			 &bad, &good);
}
