/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"

#include "src/cmd/runs.h"

static const char *join(char *buf, size_t room, const char *const *word)
{
	struct boa_runs runs;

	boa_runs_begin(&runs, buf, room);
	for (; *word; word++)
		boa_runs_add(&runs, *word);
	return boa_runs_end(&runs);
}

static void equal_neighbours_are_counted(void **state)
{
	static const char *const words[] = { "16", "16", "16", "12",
					     "16", "1",  "1",  NULL };
	char buf[64];

	(void)state;
	assert_string_equal(join(buf, sizeof(buf), words), "16x3,12,16,1x2");
}

static void nothing_is_an_empty_text(void **state)
{
	static const char *const words[] = { NULL };
	char buf[4];

	(void)state;
	assert_string_equal(join(buf, sizeof(buf), words), "");
}

/* "1,2" and the end of it are 4 bytes, and an ellipsis needs 3 more. */
static void what_does_not_fit_is_cut_off_after_a_word(void **state)
{
	static const char *const words[] = { "1", "2", "3", "4", NULL };
	char buf[8];

	(void)state;
	assert_string_equal(join(buf, 7, words), "1,2...");
	assert_string_equal(join(buf, 4, words), "...");
}

static void a_long_word_is_shortened(void **state)
{
	char word[200], buf[300];
	const char *const words[] = { word, word, NULL };

	(void)state;
	memset(word, 'a', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	assert_int_equal(strlen(join(buf, sizeof(buf), words)),
			 BOA_NAME_MAX + 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equal_neighbours_are_counted),
		cmocka_unit_test(nothing_is_an_empty_text),
		cmocka_unit_test(what_does_not_fit_is_cut_off_after_a_word),
		cmocka_unit_test(a_long_word_is_shortened),
	};

	return cmocka_run_group_tests_name("runs", tests, NULL, NULL);
}
