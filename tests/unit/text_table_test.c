/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"

#include "src/cmd/text_table.h"
#include "src/err.h"

static const struct boa_text_column columns[] = { { "NAME", false },
						  { "GPUS", true },
						  { "WHY", false } };

static const struct boa_text_style aligned, parsable = { .parsable = true },
					    bare = { .noheader = true };

static void add_rows(struct boa_text_table *table)
{
	boa_text_table_init(table, columns, 3);
	boa_text_table_add(table, "bert");
	boa_text_table_add_number(table, 4, 0);
	boa_text_table_add(table, "waits");
	boa_text_table_add(table, "resnet50");
	boa_text_table_add_number(table, 128, 0);
	boa_text_table_add(table, "%s", "");
}

static void assert_prints(const struct boa_text_table *table,
			  const struct boa_text_style *style, const char *want)
{
	char *got = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&got, &len);

	assert_non_null(out);
	assert_int_equal(boa_text_table_print(table, style, out), 0);
	fclose(out);
	assert_string_equal(got, want);
	free(got);
}

static void columns_are_aligned_and_the_last_is_not_padded(void **state)
{
	struct boa_text_table table;

	(void)state;
	add_rows(&table);
	assert_prints(&table, &aligned,
		      "NAME      GPUS  WHY\n"
		      "bert         4  waits\n"
		      "resnet50   128  \n");
	boa_text_table_fini(&table);
}

static void parsable_rows_are_neither_padded_nor_ended_by_a_bar(void **state)
{
	struct boa_text_table table;

	(void)state;
	add_rows(&table);
	assert_prints(&table, &parsable,
		      "NAME|GPUS|WHY\nbert|4|waits\nresnet50|128|\n");
	boa_text_table_fini(&table);
}

static void without_a_header_titles_take_no_room(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 3);
	boa_text_table_add(&table, "a");
	boa_text_table_add(&table, "1");
	boa_text_table_add(&table, "x");
	assert_prints(&table, &bare, "a  1  x\n");
	boa_text_table_fini(&table);
}

static void width_is_counted_in_characters(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 3);
	boa_text_table_add(&table, "Zoë");
	boa_text_table_add(&table, "1");
	boa_text_table_add(&table, "x");
	boa_text_table_add(&table, "Zoe");
	boa_text_table_add(&table, "1");
	boa_text_table_add(&table, "x");
	assert_prints(&table, &bare, "Zoë  1  x\nZoe  1  x\n");
	boa_text_table_fini(&table);
}

static void nothing_in_a_cell_steers_the_terminal(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 1);
	boa_text_table_add(&table, "a\033[2Jb\nc");
	assert_prints(&table, &bare, "a?[2Jb?c\n");
	boa_text_table_fini(&table);
}

static void unknown_numbers_are_a_dash(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 3);
	boa_text_table_add_number(&table, NAN, 2);
	boa_text_table_add_number(&table, 2.5, 2);
	boa_text_table_add_duration(&table, NAN);
	assert_prints(&table, &parsable, "NAME|GPUS|WHY\n-|2.50|-\n");
	boa_text_table_fini(&table);
}

static void durations_have_slurms_form(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 3);
	boa_text_table_add_duration(&table, 59.6);
	boa_text_table_add_duration(&table, 3 * 3600 + 25 * 60 + 45);
	boa_text_table_add_duration(&table, 2 * 86400 + 1);
	assert_prints(&table, &parsable,
		      "NAME|GPUS|WHY\n00:01:00|03:25:45|2-00:00:01\n");
	boa_text_table_fini(&table);
}

static void an_unfinished_row_is_left_out(void **state)
{
	struct boa_text_table table;

	(void)state;
	boa_text_table_init(&table, columns, 3);
	boa_text_table_add(&table, "a");
	assert_prints(&table, &bare, "");
	boa_text_table_fini(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			columns_are_aligned_and_the_last_is_not_padded),
		cmocka_unit_test(
			parsable_rows_are_neither_padded_nor_ended_by_a_bar),
		cmocka_unit_test(without_a_header_titles_take_no_room),
		cmocka_unit_test(width_is_counted_in_characters),
		cmocka_unit_test(nothing_in_a_cell_steers_the_terminal),
		cmocka_unit_test(unknown_numbers_are_a_dash),
		cmocka_unit_test(durations_have_slurms_form),
		cmocka_unit_test(an_unfinished_row_is_left_out),
	};

	return cmocka_run_group_tests_name("text_table", tests, NULL, NULL);
}
