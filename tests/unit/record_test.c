/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/tables.h"

#include "src/record.h"

#define PLAIN                                                                  \
	"boa=1 class=bert plan=1 type=t4 widths=16,12 epoch=1 width=16 "       \
	"run=2 gen=17 first=1700000000 resizes=3 why=plan 2 of 3, share 30 %"

static struct boa_record parse(const char *text)
{
	struct boa_record record = { 0 };
	struct boa_err err = { 0 };
	bool found = false;

	if (boa_record_parse(text, &found, &record, &err))
		fail_msg("%s: %s", text, err.text);
	assert_true(found);
	return record;
}

static void reads_every_word(void **state)
{
	struct boa_record record = parse(PLAIN);

	(void)state;
	assert_string_equal(record.class, "bert");
	assert_int_equal(record.plan, 1);
	assert_int_equal(record.generation, 17);
	assert_int_equal(record.n_epoch, 2);
	assert_string_equal(record.type[0], "t4");
	assert_string_equal(record.type[1], "t4");
	assert_int_equal(record.gpus[0], 16);
	assert_int_equal(record.gpus[1], 12);
	assert_int_equal(record.epoch, 1);
	assert_int_equal(record.width_gpus, 16);
	assert_true(record.reported);
	assert_int_equal(record.run, 2);
	assert_int_equal(record.first_submit_s, 1700000000);
	assert_int_equal(record.n_resize, 3);
	assert_string_equal(record.why, "plan 2 of 3, share 30 %");
	boa_record_free(&record);
}

/* The words that must be there; the rest is 0, the width that of the epoch. */
static void reads_what_design_promises(void **state)
{
	struct boa_record record =
		parse("boa=1 class=bert plan=3 type=t4 widths=16,12 epoch=2");

	(void)state;
	assert_int_equal(record.width_gpus, 12);
	assert_false(record.reported);
	assert_int_equal(record.generation, 0);
	assert_null(record.why);
	boa_record_free(&record);
}

static void passes_over_words_of_a_later_version(void **state)
{
	struct boa_record record =
		parse("boa=1 class=a plan=0 fallback=2  type=t4,a100 "
		      "widths=4,8 epoch=0 note= why=");

	(void)state;
	assert_string_equal(record.type[1], "a100");
	assert_string_equal(record.why, "");
	boa_record_free(&record);
}

static void the_record_is_one_line(void **state)
{
	struct boa_record record =
		parse("boa=1 class=a plan=0 type=t4 widths=4 epoch=0 "
		      "why=so\nplan=7 text of someone else");

	(void)state;
	assert_string_equal(record.why, "so");
	assert_int_equal(record.plan, 0);
	boa_record_free(&record);
}

static void what_does_not_begin_with_boa_is_foreign(void **state)
{
	static const char *const foreign[] = {
		NULL,      "",      "boa", "boast=1", " boa=1 class=a",
		"class=a", "BOA=1",
	};
	struct boa_record record;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(foreign) / sizeof(*foreign); i++) {
		bool found = true;

		assert_int_equal(
			boa_record_parse(foreign[i], &found, &record, NULL), 0);
		assert_false(found);
	}
}

#define REST " widths=4,8 epoch=0"

/* Each damaged record, and the place its error must name. */
static const struct {
	const char *text, *place;
} damaged[] = {
	{ "boa=", "boa" },
	{ "boa=1", "boa" },
	{ "boa=2 class=a plan=0 type=t4" REST, "boa" },
	{ "boa=11 class=a plan=0 type=t4" REST, "boa" },
	{ "boa=1 plan=0 type=t4" REST, "class" },
	{ "boa=1 class= plan=0 type=t4" REST, "class" },
	{ "boa=1 class=a/b plan=0 type=t4" REST, "class" },
	{ "boa=1 class=a type=t4" REST, "plan" },
	{ "boa=1 class=a plan= type=t4" REST, "plan" },
	{ "boa=1 class=a plan=-1 type=t4" REST, "plan" },
	{ "boa=1 class=a plan=4294967296 type=t4" REST, "plan" },
	{ "boa=1 class=a plan=0 plan=0 type=t4" REST, "plan" },
	{ "boa=1 class=a plan=0" REST, "type" },
	{ "boa=1 class=a plan=0 type=t4,t4,t4" REST, "type" },
	{ "boa=1 class=a plan=0 type=t4," REST, "type" },
	{ "boa=1 class=a plan=0 type=,t4" REST, "type" },
	{ "boa=1 class=a plan=0 type=t4 epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths= epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths=4,,8 epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths=4,0 epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths=1048577 epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths=4x epoch=0", "widths" },
	{ "boa=1 class=a plan=0 type=t4 widths=4,8", "epoch" },
	{ "boa=1 class=a plan=0 type=t4 widths=4,8 epoch=3", "epoch" },
	{ "boa=1 class=a plan=0 type=t4 widths=4,8 epoch=1001", "epoch" },
	{ "boa=1 class=a plan=0 type=t4" REST " width=1048577", "width" },
	{ "boa=1 class=a plan=0 type=t4" REST " run=", "run" },
	{ "boa=1 class=a plan=0 type=t4" REST " first=9223372036854775808",
	  "first" },
	{ "boa=1 class=a plan=0 type=t4" REST " gen=18446744073709551616",
	  "gen" },
	{ "boa=1 class=a plan=0 type=t4" REST " torn", "without =" },
};

static void a_damaged_record_is_refused_and_the_place_named(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(damaged) / sizeof(*damaged); i++) {
		struct boa_record record = { .plan = 77 };
		struct boa_err err = { 0 };
		bool found = false;

		assert_int_equal(boa_record_parse(damaged[i].text, &found,
						  &record, &err),
				 BOA_EPARSE);
		assert_true(found);
		assert_int_equal(record.plan, 77);
		if (!strstr(err.text, damaged[i].place))
			fail_msg("%s: %s", damaged[i].text, err.text);
	}
}

static void a_plan_has_at_most_1000_epochs(void **state)
{
	char text[4096] = "boa=1 class=a plan=0 type=t4 epoch=0 widths=1";
	struct boa_record record = { 0 };
	bool found;
	int i;

	(void)state;
	for (i = 1; i < 1000; i++)
		strcat(text, ",1");
	record = parse(text);
	assert_int_equal(record.n_epoch, 1000);
	boa_record_free(&record);
	strcat(text, ",1");
	assert_int_equal(boa_record_parse(text, &found, &record, NULL),
			 BOA_EPARSE);
}

static void prints_what_it_read(void **state)
{
	static const char *const texts[] = {
		PLAIN,
		"boa=1 class=a plan=0 type=t4 widths=4 epoch=0 width=4 gen=0 "
		"first=0 resizes=0",
		"boa=1 class=a plan=9 type=t4,a100 widths=4,8 epoch=2 width=8 "
		"run=0 gen=18446744073709551615 first=9223372036854775807 "
		"resizes=4294967295 why=",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct boa_record record = parse(texts[i]);
		char *text = NULL;

		assert_int_equal(boa_record_print(&record, &text, NULL), 0);
		assert_string_equal(text, texts[i]);
		free(text);
		boa_record_free(&record);
	}
}

static void why_cannot_break_the_line(void **state)
{
	struct boa_record record = parse(PLAIN);
	char *text = NULL;

	(void)state;
	free(record.why);
	record.why = strdup("a\nplan=9\tb\x7f caf\xc3\xa9");
	assert_int_equal(boa_record_print(&record, &text, NULL), 0);
	assert_non_null(strstr(text, " why=a plan=9 b  caf\xc3\xa9"));
	free(text);
	boa_record_free(&record);
}

static const struct plan mixed[] = {
	{ 0.7, "t4", { 16, 12 } },
	{ 0.3, "t4 a100", { 8, 4 } },
};

static void a_new_record_waits_for_its_first_epoch(void **state)
{
	struct boa_table table = { 0 };
	struct boa_record record = { 0 };

	(void)state;
	add_class(&table, "bert", 2, mixed, 2);
	assert_int_equal(
		boa_record_make(&table.class[0], 1, 17, -5, &record, NULL), 0);
	assert_string_equal(record.class, "bert");
	assert_int_equal(record.plan, 1);
	assert_int_equal(record.generation, 17);
	assert_int_equal(record.epoch, 0);
	assert_int_equal(record.width_gpus, 8);
	assert_int_equal(record.first_submit_s, 0);
	assert_false(record.reported);
	assert_int_equal(boa_record_epoch(&record), 1);
	assert_string_equal(boa_record_type(&record), "t4");
	assert_int_equal(boa_record_gpus(&record), 8);
	record.epoch = 2;
	assert_int_equal(boa_record_epoch(&record), 2);
	assert_string_equal(boa_record_type(&record), "a100");
	assert_int_equal(boa_record_gpus(&record), 4);
	boa_record_free(&record);
	boa_table_free(&table);
}

static void survives_each_allocation_failing(void **state)
{
	struct boa_table table = { 0 };
	struct boa_record record = { 0 };
	char *text = NULL;
	bool found;
	int n;

	(void)state;
	add_class(&table, "bert", 2, mixed, 2);
	FAIL_EACH_ALLOC(
		boa_record_make(&table.class[0], 1, 17, 0, &record, NULL),
		assert_null(record.type), n);
	assert_int_equal(n, 4); /* two arrays, two types */
	boa_record_free(&record);
	FAIL_EACH_ALLOC(boa_record_parse(PLAIN, &found, &record, NULL),
			assert_null(record.type), n);
	assert_int_equal(n, 5); /* the same, and why */
	FAIL_EACH_ALLOC(boa_record_print(&record, &text, NULL),
			assert_null(text), n);
	assert_true(n > 0);
	free(text);
	boa_record_free(&record);
	boa_table_free(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_word),
		cmocka_unit_test(reads_what_design_promises),
		cmocka_unit_test(passes_over_words_of_a_later_version),
		cmocka_unit_test(the_record_is_one_line),
		cmocka_unit_test(what_does_not_begin_with_boa_is_foreign),
		cmocka_unit_test(
			a_damaged_record_is_refused_and_the_place_named),
		cmocka_unit_test(a_plan_has_at_most_1000_epochs),
		cmocka_unit_test(prints_what_it_read),
		cmocka_unit_test(why_cannot_break_the_line),
		cmocka_unit_test(a_new_record_waits_for_its_first_epoch),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
