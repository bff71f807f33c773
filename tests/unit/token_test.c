/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/token.h"

/* 64 bytes, the longest name, and 65 */
#define N64 "n123456789n123456789n123456789n123456789n123456789n123456789n123"
#define N65 N64 "4"

/* --- class:NAME ------------------------------------------------------- */

/* Each comment, the class in it (NULL: none) and the other one. */
static const struct {
	const char *comment, *name, *other;
} classes[] = {
	{ NULL, NULL, NULL },
	{ "", NULL, NULL },
	{ "class:bert", "bert", NULL },
	{ "ProjectA class:bert", "bert", NULL },
	{ "ProjectA,class:bert,urgent", "bert", NULL },
	{ "a\tclass:bert\tb", "bert", NULL },
	{ "line one\nclass:bert\nline three", "bert", NULL },
	{ ",, \n\tclass:bert ,", "bert", NULL },
	/* not at the start of a word */
	{ "subclass:x", NULL, NULL },
	{ "my-class:x", NULL, NULL },
	{ "\"class:bert\"", NULL, NULL },
	{ "'class:bert'", NULL, NULL },
	{ "\r\nclass:bert", "bert", NULL },
	{ ";class:bert", NULL, NULL },
	/* the keyword is in small letters */
	{ "Class:bert CLASS:bert", NULL, NULL },
	/* names are case-sensitive and kept as they are */
	{ "class:BERT-large_v1.5", "BERT-large_v1.5", NULL },
	/* not well formed: passed over, a later one counts */
	{ "class:", NULL, NULL },
	{ "class: bert", NULL, NULL },
	{ "class:,class:bert", "bert", NULL },
	{ "class:bert\"", NULL, NULL },
	{ "class:bert\r\n", NULL, NULL },
	{ "class:b\xc3\xa9rt class:gpt", "gpt", NULL },
	{ "class:a/b", NULL, NULL },
	{ "class:class:bert", NULL, NULL },
	{ "class:" N64, N64, NULL },
	{ "class:" N65, NULL, NULL },
	{ "class:" N65 " class:x", "x", NULL },
	/* text of others around it */
	{ "\xe2\x9c\x93 caf\xc3\xa9 class:bert \xf0\x9f\x90\x8d", "bert",
	  NULL },
	{ "{\"rule\": \"train\"} class:bert", "bert", NULL },
	/* twice */
	{ "class:bert class:bert", "bert", NULL },
	{ "class:bert class:gpt2", "bert", "gpt2" },
	{ "class:bert class:bert class:gpt2 class:x", "bert", "gpt2" },
	{ "class:bert class:bert-large", "bert", "bert-large" },
	{ "class:bert class: class:Bert", "bert", "Bert" },
};

static void check_span(const char *at, size_t len, const char *want)
{
	if (!want) {
		assert_null(at);
		assert_int_equal(len, 0);
		return;
	}
	assert_non_null(at);
	assert_int_equal(len, strlen(want));
	assert_memory_equal(at, want, len);
}

static void finds_the_class_as_a_whole_word(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(classes) / sizeof(*classes); i++) {
		struct boa_token_class got =
			boa_token_class(classes[i].comment);

		check_span(got.name, got.len, classes[i].name);
		check_span(got.other, got.other_len, classes[i].other);
	}
}

static void a_token_at_the_very_end_of_1100_bytes_is_found(void **state)
{
	char comment[1101];

	(void)state;
	memset(comment, 'x', sizeof(comment) - 1);
	memcpy(comment + 1100 - 11, " class:bert", 12);
	check_span(boa_token_class(comment).name, boa_token_class(comment).len,
		   "bert");
}

/* --- epoch:N ---------------------------------------------------------- */

static const struct {
	const char *comment;
	struct boa_token_epoch want;
} epochs[] = {
	{ NULL, { 0 } },
	{ "class:bert", { 0 } },
	{ "epoch:2", { true, 2, false, 0 } },
	{ "epoch:2.0", { true, 2, true, 0 } },
	{ "class:bert,epoch:3.17\n", { true, 3, true, 17 } },
	{ "epoch:4294967295.4294967295",
	  { true, 4294967295U, true, 4294967295U } },
	{ "epoch:007", { true, 7, false, 0 } },
	/* not well formed */
	{ "epoch:", { 0 } },
	{ "epoch:0", { 0 } },
	{ "epoch:0.1", { 0 } },
	{ "epoch:2.", { 0 } },
	{ "epoch:.1", { 0 } },
	{ "epoch:-1", { 0 } },
	{ "epoch:+1", { 0 } },
	{ "epoch:2x", { 0 } },
	{ "epoch:2.1x", { 0 } },
	{ "epoch:2.1.0", { 0 } },
	{ "epoch:1e3", { 0 } },
	{ "epoch:4294967296", { 0 } },
	{ "epoch:99999999999", { 0 } },
	{ "epoch:1.99999999999", { 0 } },
	{ "epoch:18446744073709551617", { 0 } },
	{ "subepoch:2", { 0 } },
	/* the first that is well formed counts */
	{ "epoch:0 epoch:2.x epoch:5 epoch:6", { true, 5, false, 0 } },
	/* nothing of one that is not well formed is left behind */
	{ "epoch:7.9x epoch:5", { true, 5, false, 0 } },
};

static void finds_the_epoch_as_a_whole_word(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(epochs) / sizeof(*epochs); i++) {
		struct boa_token_epoch got = boa_token_epoch(epochs[i].comment);
		struct boa_token_epoch want = epochs[i].want;

		assert_int_equal(got.given, want.given);
		assert_int_equal(got.epoch, want.epoch);
		assert_int_equal(got.has_restart, want.has_restart);
		assert_int_equal(got.restart, want.restart);
	}
}

/* --- writing ---------------------------------------------------------- */

static const struct {
	const char *before, *after; /* of epoch 2 in run 1 */
} written[] = {
	{ NULL, "epoch:2.1" },
	{ "", "epoch:2.1" },
	{ "class:bert", "class:bert epoch:2.1" },
	{ "class:bert ", "class:bert  epoch:2.1" },
	{ "class:bert epoch:1.0", "class:bert epoch:2.1" },
	{ "epoch:1", "epoch:2.1" },
	{ "a,epoch:1.0,b", "a,epoch:2.1,b" },
	{ "\tepoch:1.0\n caf\xc3\xa9 \"x\"",
	  "\tepoch:2.1\n caf\xc3\xa9 \"x\"" },
	/* what is not well formed belongs to others */
	{ "epoch:0", "epoch:0 epoch:2.1" },
	{ "epoch:2. class:x", "epoch:2. class:x epoch:2.1" },
	{ "subepoch:1", "subepoch:1 epoch:2.1" },
	/* only the one that counts is replaced */
	{ "epoch:1.0 epoch:9.9", "epoch:2.1 epoch:9.9" },
	{ "%s %n epoch:1", "%s %n epoch:2.1" },
};

static void writes_the_epoch_and_touches_nothing_else(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(written) / sizeof(*written); i++) {
		char *out = NULL;

		assert_int_equal(boa_token_set_epoch(written[i].before, 2, 1,
						     &out, NULL),
				 0);
		assert_string_equal(out, written[i].after);
		free(out);
	}
}

/* " epoch:2.1" has 10 bytes: a comment of 1014 bytes has just room for it. */
static void a_comment_has_room_for_1024_bytes(void **state)
{
	char comment[1101];
	size_t len;

	(void)state;
	for (len = 1000; len <= 1100; len++) {
		char *out = NULL;
		struct boa_err err;
		int rc;

		memset(comment, 'x', len);
		comment[len] = '\0';
		rc = boa_token_set_epoch(comment, 2, 1, &out, &err);
		if (len <= 1014) {
			assert_int_equal(rc, 0);
			assert_int_equal(strlen(out), len + 10);
		} else {
			assert_int_equal(rc, BOA_ERANGE);
			assert_null(out);
			assert_non_null(strstr(err.text, "1024"));
		}
		free(out);
	}
}

/* Replacing needs only the difference: epoch:1.0 by epoch:10.0, one byte. */
static void a_full_comment_has_room_to_replace(void **state)
{
	char comment[1025];
	char *out = NULL;

	(void)state;
	memset(comment, 'x', 1024);
	memcpy(comment, "epoch:1.0 ", 10);
	comment[1024] = '\0';
	assert_int_equal(boa_token_set_epoch(comment, 2, 0, &out, NULL), 0);
	assert_memory_equal(out, "epoch:2.0 xx", 12);
	assert_int_equal(strlen(out), 1024);
	free(out);
	out = NULL;
	assert_int_equal(boa_token_set_epoch(comment, 10, 0, &out, NULL),
			 BOA_ERANGE);
	comment[1023] = '\0';
	assert_int_equal(boa_token_set_epoch(comment, 10, 0, &out, NULL), 0);
	assert_int_equal(strlen(out), 1024);
	free(out);
}

static void epochs_count_from_1(void **state)
{
	char *out = NULL;

	(void)state;
	assert_int_equal(boa_token_set_epoch("", 0, 0, &out, NULL), BOA_EINVAL);
	assert_null(out);
}

static void what_is_written_is_read_back(void **state)
{
	static const unsigned n[] = { 1, 2, 999, 4294967295U };
	size_t i, j;

	(void)state;
	for (i = 0; i < 4; i++) {
		for (j = 0; j < 4; j++) {
			struct boa_token_epoch got;
			char *out = NULL;

			assert_int_equal(boa_token_set_epoch("class:x", n[i],
							     n[j], &out, NULL),
					 0);
			got = boa_token_epoch(out);
			assert_int_equal(got.epoch, n[i]);
			assert_true(got.has_restart);
			assert_int_equal(got.restart, n[j]);
			free(out);
		}
	}
}

static void survives_each_allocation_failing(void **state)
{
	char *out = NULL;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(boa_token_set_epoch("class:x", 2, 0, &out, NULL),
			assert_null(out), n);
	assert_int_equal(n, 1);
	free(out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_the_class_as_a_whole_word),
		cmocka_unit_test(
			a_token_at_the_very_end_of_1100_bytes_is_found),
		cmocka_unit_test(finds_the_epoch_as_a_whole_word),
		cmocka_unit_test(writes_the_epoch_and_touches_nothing_else),
		cmocka_unit_test(a_comment_has_room_for_1024_bytes),
		cmocka_unit_test(a_full_comment_has_room_to_replace),
		cmocka_unit_test(epochs_count_from_1),
		cmocka_unit_test(what_is_written_is_read_back),
		cmocka_unit_test(survives_each_allocation_failing),
	};
	return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
