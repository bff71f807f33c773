/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/cases.h"
#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/table_json.h"

/* --- inputs that are folders ------------------------------------------ */

static void refuses_it_and_says_why(void **state)
{
	const struct test_case *it = *state;
	struct boa_table table = { .n_class = 77 };
	struct boa_err err = { 0 };

	assert_true(boa_table_load(it->input, &table, &err) < 0);
	assert_int_equal(table.n_class, 77);
	assert_case_error(it, err.text);
}

static char *print(const struct boa_table *table)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_int_equal(boa_table_print(out, table, NULL), 0);
	fclose(out);
	return text;
}

static struct boa_table parse(const char *text)
{
	struct boa_table table = { 0 };
	struct boa_err err = { 0 };

	if (boa_table_parse(text, strlen(text), "text", &table, &err))
		fail_msg("%s", err.text);
	return table;
}

static void prints_as_it_loads(void **state)
{
	const struct test_case *it = *state;
	struct boa_table table, again;
	struct boa_err err = { 0 };
	char *once, *twice;

	if (boa_table_load(it->input, &table, &err))
		fail_msg("%s", err.text);
	once = print(&table);
	again = parse(once);
	twice = print(&again);
	assert_string_equal(once, twice);
	boa_table_free(&table);
	boa_table_free(&again);
	free(once);
	free(twice);
}

/* --- what is read ----------------------------------------------------- */

#define HEAD                                                                   \
	"{\"version\": 1, \"generation\": 18446744073709551615,"               \
	"\"generated_at\": null, \"inputs_crc32\": \"0000000a\","              \
	"\"budget\": 97.8, \"unit\": \"USD/h\", \"expected\": {"               \
	"\"objective_s\": 1.5, \"mean_jct_s\": 2.5, \"spend_per_hour\": 3.5,"  \
	"\"dual_bound_s\": 4.5, \"gap\": 5.5, \"no_rescale_bound_s\": null,"   \
	"\"shadow_price\": 7.5}, \"classes\": ["

#define PLAN(share, type)                                                      \
	"{\"share\": " share ", \"gpu_type\": " type ", \"widths\": [4, 16],"  \
	"\"time_s\": 30, \"spend\": 200, \"epoch_time_s\": [10, 20],"          \
	"\"reduced_cost\": 0.25}"

static void reads_every_key(void **state)
{
	struct boa_table table = parse(HEAD "{\"name\": \"gpt\", \"plans\": [" PLAN(
		"1",
		"\"t4\"") "]},"
			  "{\"name\": \"bert\", \"plans\": [" PLAN(
				  "0.75",
				  "[\"t4\", \"a100\"]") "," PLAN("0.25",
								 "\"h100\"") "]}]}");
	const struct boa_plan *plan;

	(void)state;
	assert_true(table.generation == UINT64_MAX);
	assert_null(table.generated_at);
	assert_int_equal(table.inputs_crc32, 10);
	assert_near(table.budget, 97.8, 0);
	assert_string_equal(table.unit, "USD/h");
	assert_near(table.expected.objective_s, 1.5, 0);
	assert_near(table.expected.mean_jct_s, 2.5, 0);
	assert_near(table.expected.spend_per_hour, 3.5, 0);
	assert_near(table.expected.dual_bound_s, 4.5, 0);
	assert_near(table.expected.gap, 5.5, 0);
	assert_true(isnan(table.expected.no_rescale_bound_s));
	assert_near(table.expected.shadow_price, 7.5, 0);
	assert_int_equal(table.n_class, 2);
	assert_ptr_equal(boa_table_find(&table, "bert", 4), &table.class[1]);
	assert_ptr_equal(boa_table_find(&table, "gpt", 3), &table.class[0]);
	assert_null(boa_table_find(&table, "ber", 3));
	assert_null(boa_table_find(&table, "bert2", 5));
	assert_null(boa_table_find(&table, "", 0));
	assert_int_equal(table.class[1].n_epoch, 2);
	assert_int_equal(table.class[1].n_plan, 2);
	plan = &table.class[1].plan[0];
	assert_near(plan->share, 0.75, 0);
	assert_string_equal(plan->gpu_type[0], "t4");
	assert_string_equal(plan->gpu_type[1], "a100");
	assert_int_equal(plan->gpus[0], 4);
	assert_int_equal(plan->gpus[1], 16);
	assert_near(plan->time_s, 30, 0);
	assert_near(plan->spend, 200, 0);
	assert_near(plan->epoch_time_s[0], 10, 0);
	assert_near(plan->epoch_time_s[1], 20, 0);
	assert_near(plan->reduced_cost, 0.25, 0);
	assert_string_equal(plan[1].gpu_type[0], "h100");
	assert_string_equal(plan[1].gpu_type[1], "h100");
	boa_table_free(&table);
}

/* --- what is written -------------------------------------------------- */

static struct boa_table one_class(void)
{
	return parse(HEAD "{\"name\": \"gpt\", \"plans\": [" PLAN(
		"1", "\"t4\"") "]}]}");
}

static void gives_back_every_bit_of_a_number(void **state)
{
	/* none of these has a short decimal form */
	const double hard[] = { 0.1,
				1.0 / 3,
				97.799999999999997,
				4.9e-324,
				1.79e308,
				123456789.123456789,
				2.2250738585072014e-308,
				9007199254740993.0 };
	struct boa_table table = one_class();
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(hard) / sizeof(*hard); i++) {
		struct boa_table again;
		char *text;

		table.class[0].plan[0].spend = hard[i];
		text = print(&table);
		again = parse(text);
		assert_near(again.class[0].plan[0].spend, hard[i], 0);
		boa_table_free(&again);
		free(text);
	}
	boa_table_free(&table);
}

static void does_not_mind_the_locale(void **state)
{
	struct boa_table table = one_class(), again;
	char *in_c = print(&table), *text;

	(void)state;
	/* where it is installed its decimal point is a comma */
	setlocale(LC_ALL, "de_DE.UTF-8");
	text = print(&table);
	assert_string_equal(text, in_c);
	again = parse(text);
	assert_near(again.budget, 97.8, 0);
	setlocale(LC_ALL, "C");
	boa_table_free(&table);
	boa_table_free(&again);
	free(in_c);
	free(text);
}

static void replaces_the_file_whole(void **state)
{
	struct boa_table table = one_class(), again;
	char *dir = scratch_make();
	char *path = scratch_file(dir, "t.json", "old", 3);
	struct stat st;
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_table_save(path, &table, &err), 0);
	assert_int_equal(boa_table_load(path, &again, &err), 0);
	assert_string_equal(again.class[0].name, "gpt");
	assert_int_equal(scratch_count(dir), 1); /* no temporary file left */
	boa_table_free(&again);
	/* a new file gets the rights the umask leaves */
	remove(path);
	umask(027);
	assert_int_equal(boa_table_save(path, &table, &err), 0);
	umask(022);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	boa_table_free(&table);
	free(path);
	scratch_remove(dir);
}

static void writes_through_a_link(void **state)
{
	struct boa_table table = one_class(), again;
	char *dir = scratch_make();
	char *path = scratch_file(dir, "t.json", "old", 3);
	char *link_path = scratch_file(dir, "link", "", 0);
	struct stat st;

	(void)state;
	remove(link_path);
	assert_int_equal(symlink(path, link_path), 0);
	assert_int_equal(boa_table_save(link_path, &table, NULL), 0);
	assert_int_equal(lstat(link_path, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(boa_table_load(path, &again, NULL), 0);
	boa_table_free(&again);
	boa_table_free(&table);
	free(path);
	free(link_path);
	scratch_remove(dir);
}

static void leaves_what_it_cannot_replace(void **state)
{
	struct boa_table table = one_class();
	char *dir = scratch_make();
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_table_save(dir, &table, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "is a folder, expected a regular"));
	assert_int_equal(boa_table_save("/dev/null", &table, &err), BOA_EIO);
	assert_non_null(strstr(err.text, "is a device, expected a regular"));
	assert_int_equal(boa_table_save("/nowhere/t.json", &table, &err),
			 BOA_EIO);
	assert_non_null(strstr(err.text, "/nowhere/t.json: cannot make a "
					 "temporary file beside it: No such"));
	assert_int_equal(scratch_count(dir), 0);
	boa_table_free(&table);
	scratch_remove(dir);
}

static void leaves_the_old_file_when_the_disk_is_full(void **state)
{
	struct boa_table table = one_class();
	FILE *full = fopen("/dev/full", "w");
	struct boa_err err;

	(void)state;
	if (full) {
		assert_int_equal(boa_table_print(full, &table, &err), BOA_EIO);
		assert_non_null(strstr(err.text, "cannot write"));
		fclose(full);
	}
	boa_table_free(&table);
}

/* --- the rules -------------------------------------------------------- */

static void checks_tables_made_in_memory(void **state)
{
	struct boa_table table = one_class();
	struct boa_plan *plan = &table.class[0].plan[0];
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_table_check(&table, &err), 0);
	plan->time_s = NAN;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	assert_string_equal(err.text, "classes[0].plans[0].time_s is nan, "
				      "expected a finite number of at least 0");
	plan->time_s = 30;
	plan->spend = -1;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	plan->spend = INFINITY;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	plan->spend = 200;
	plan->epoch_time_s[1] = NAN;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	assert_non_null(strstr(err.text, "plans[0].epoch_time_s[1] is nan"));
	plan->epoch_time_s[1] = 20;
	plan->gpus[1] = 0;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	assert_non_null(strstr(err.text, "plans[0].widths[1] is 0"));
	plan->gpus[1] = 16;
	plan->share = NAN;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	/* 1e-9 is borne, more is not */
	plan->share = 1 - 5e-10;
	assert_int_equal(boa_table_check(&table, &err), 0);
	plan->share = 1 - 2e-9;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	plan->share = 1;
	plan->reduced_cost = NAN;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	plan->reduced_cost = 0;
	table.budget = NAN;
	assert_int_equal(boa_table_check(&table, &err), BOA_ERANGE);
	boa_table_free(&table);
}

/* --- allocations that fail -------------------------------------------- */

static void survives_each_allocation_failing(void **state)
{
	char *path = data_path("table/valid/types-by-epoch/input.json");
	char *dir = scratch_make();
	char *to = scratch_file(dir, "t.json", "old", 3);
	struct boa_table table = { .n_class = 77 };
	struct stat st;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(boa_table_load(path, &table, NULL),
			assert_int_equal(table.n_class, 77), n);
	assert_true(n > 10);
	FAIL_EACH_ALLOC(boa_table_save(to, &table, NULL),
			assert_int_equal(scratch_count(dir), 1), n);
	assert_true(n > 0);
	assert_int_equal(stat(to, &st), 0);
	boa_table_free(&table);
	free(path);
	free(to);
	scratch_remove(dir);
}

int main(void)
{
	const struct CMUnitTest fixed[] = {
		cmocka_unit_test(reads_every_key),
		cmocka_unit_test(gives_back_every_bit_of_a_number),
		cmocka_unit_test(does_not_mind_the_locale),
		cmocka_unit_test(replaces_the_file_whole),
		cmocka_unit_test(writes_through_a_link),
		cmocka_unit_test(leaves_what_it_cannot_replace),
		cmocka_unit_test(leaves_the_old_file_when_the_disk_is_full),
		cmocka_unit_test(checks_tables_made_in_memory),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	struct test_cases bad = cases_list("table/invalid", "input.json",
					   refuses_it_and_says_why);
	struct test_cases good =
		cases_list("table/valid", "input.json", prints_as_it_loads);

	return cases_run("table", fixed, sizeof(fixed) / sizeof(*fixed), &bad,
			 &good);
}
