/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/text.h"

static void grows_by_words_numbers_and_pieces(void **state)
{
	struct boa_text text = { 0 };
	char *got;

	(void)state;
	boa_text_put(&text, "a");
	boa_text_put(&text, "");
	boa_text_put_number(&text, 0);
	boa_text_put_number(&text, UINT64_MAX);
	boa_text_add(&text, "%s-%u", "b", 7U);
	got = boa_text_take(&text);
	assert_string_equal(got, "a018446744073709551615b-7");
	assert_null(text.at);
	free(got);
}

static void a_piece_may_have_any_length(void **state)
{
	char piece[5000];
	size_t len;

	(void)state;
	memset(piece, 'x', sizeof(piece));
	for (len = 0; len < sizeof(piece); len += 97) {
		struct boa_text put = { 0 }, add = { 0 };
		char *by_put, *by_add;

		piece[len] = '\0';
		boa_text_put(&put, "1");
		boa_text_put(&put, piece);
		boa_text_put(&put, piece);
		boa_text_add(&add, "1%s%s", piece, piece);
		by_put = boa_text_take(&put);
		by_add = boa_text_take(&add);
		assert_int_equal(strlen(by_put), 1 + 2 * len);
		assert_string_equal(by_put, by_add);
		free(by_put);
		free(by_add);
		piece[len] = 'x';
	}
}

static void many_small_pieces_add_up(void **state)
{
	struct boa_text text = { 0 };
	char *got;
	int i;

	(void)state;
	for (i = 0; i < 3000; i++) {
		boa_text_put(&text, "ab");
		boa_text_add(&text, "%c", 'c');
	}
	got = boa_text_take(&text);
	assert_int_equal(strlen(got), 9000);
	assert_memory_equal(got + 8997, "abc", 4);
	free(got);
}

static void a_failure_on_the_way_shows_at_the_end(void **state)
{
	struct boa_text text = { 0 };
	char *got;

	(void)state;
	n_alloc = 0;
	alloc_fail_at = 0;
	boa_text_put(&text, "lost");
	alloc_fail_at = -1;
	boa_text_put(&text, "kept?");
	boa_text_add(&text, "kept?");
	boa_text_put_number(&text, 1);
	assert_null(boa_text_take(&text));
	boa_text_put(&text, "new"); /* it may be used again */
	got = boa_text_take(&text);
	assert_string_equal(got, "new");
	free(got);
	n_alloc = 0;
	alloc_fail_at = 0;
	assert_null(boa_text_new("%s", "x"));
	alloc_fail_at = -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(grows_by_words_numbers_and_pieces),
		cmocka_unit_test(a_piece_may_have_any_length),
		cmocka_unit_test(many_small_pieces_add_up),
		cmocka_unit_test(a_failure_on_the_way_shows_at_the_end),
	};
	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
