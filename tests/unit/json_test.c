/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <float.h>

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/json.h"
#include "src/number.h"
#include "src/utf8.h"

static struct boa_json parse(const char *text)
{
	struct boa_json doc = { 0 };
	struct boa_err err = { 0 };

	if (boa_json_parse(text, strlen(text), "text", &doc, &err))
		fail_msg("%s", err.text);
	return doc;
}

/* The value of the only member of DOC's root. */
static uint32_t only_value(void)
{
	return boa_json_first(boa_json_first(0));
}

/* --- the tape --------------------------------------------------------- */

static void walks_containers_in_the_order_of_the_text(void **state)
{
	struct boa_json doc = parse("{\"a\": [[], {\"b\": 1}, 3], \"c\": 4}");
	uint32_t a = boa_json_first(0), list = boa_json_first(a), at;
	uint64_t value;
	size_t n;

	(void)state;
	assert_int_equal(boa_json_object(&doc, 0, 2, &n, NULL), 0);
	assert_int_equal(n, 2);
	assert_int_equal(boa_json_array(&doc, list, 3, &n, NULL), 0);
	assert_int_equal(n, 3);
	at = boa_json_first(list);
	assert_int_equal(boa_json_array(&doc, at, 0, &n, NULL), 0);
	assert_int_equal(n, 0);
	at = boa_json_next(&doc, at);
	assert_true(boa_json_is_object(&doc, at));
	at = boa_json_next(&doc, at);
	assert_int_equal(boa_json_whole(&doc, at, 0, 9, &value, NULL), 0);
	assert_int_equal(value, 3);
	/* then the next key of the root, and its value */
	at = boa_json_next(&doc, at);
	assert_int_equal(*boa_json_raw(&doc, at, &n), 'c');
	assert_int_equal(boa_json_whole(&doc, at + 1, 0, 9, &value, NULL), 0);
	assert_int_equal(value, 4);
	boa_json_fini(&doc);
}

static void names_the_place_of_any_node(void **state)
{
	struct boa_json doc =
		parse("{\"x\": 0,\n \"classes\": [1, 2,\n  {\"\xc3\xa9\": {},"
		      " \"epochs\": [[true]]}]}");
	struct boa_err err;
	uint32_t i, last = (uint32_t)doc.n_node - 1;

	(void)state;
	assert_int_equal(boa_json_wants(&doc, last, &err, "less"), BOA_ERANGE);
	assert_string_equal(err.text, "text:3:25: classes[2].epochs[0][0] is "
				      "true, expected less");
	/* every node has a place, the root its own words */
	for (i = 0; i <= last; i++) {
		boa_json_wants(&doc, i, &err, "less");
		assert_non_null(strstr(err.text, ", expected less"));
	}
	boa_json_wants(&doc, 0, &err, "less");
	assert_string_equal(err.text, "text:1:1: the document is an object, "
				      "expected less");
	boa_json_fini(&doc);
}

static void counts_columns_in_characters(void **state)
{
	/* four characters of 1 to 4 bytes, then a brace too many */
	const char *text =
		"{\"k\": \"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"}}";
	struct boa_json doc;
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_json_parse(text, strlen(text), "text", &doc, &err),
			 BOA_EPARSE);
	assert_string_equal(err.text, "text:1:14: found '}', expected nothing "
				      "after the document");
}

static void accepts_64_levels_and_no_more(void **state)
{
	char text[400] = "{\"a\":";
	struct boa_json doc;
	struct boa_err err;
	size_t len = strlen(text), i;

	(void)state;
	for (i = 0; i < 63; i++)
		text[len + i] = '[';
	for (; i < 126; i++)
		text[len + i] = ']';
	strcat(text, "}");
	doc = parse(text);
	boa_json_fini(&doc);
	/* one more '[' is refused before its end is looked for */
	text[len + 63] = '[';
	assert_int_equal(boa_json_parse(text, strlen(text), "text", &doc, &err),
			 BOA_EPARSE);
	assert_string_equal(err.text, "text:1:69: found '[', expected at most "
				      "64 levels of brackets");
}

static void refuses_every_part_of_a_document(void **state)
{
	const char *text =
		"{\"a\": [1, -2.5e3, \"\\u00e9\\ud83d\\ude00\", true,"
		" false, null], \"b\": {\"c\": {}}}";
	struct boa_json doc;
	size_t len;

	(void)state;
	/* a copy of just that length, so that a read beyond is seen */
	for (len = 0; len < strlen(text); len++) {
		char *part = malloc(len + !len);

		memcpy(part, text, len);
		assert_int_equal(boa_json_parse(part, len, "part", &doc, NULL),
				 BOA_EPARSE);
		free(part);
	}
	doc = parse(text);
	boa_json_fini(&doc);
}

static void finds_a_repeated_key_among_many(void **state)
{
	enum { N = 100000 };
	size_t room = N * 16 + 64, n = 0, i;
	char *text = malloc(room);
	struct boa_json doc;
	struct boa_err err;

	(void)state;
	n += (size_t)snprintf(text, room, "{");
	for (i = 0; i < N; i++)
		n += (size_t)snprintf(text + n, room - n, "\"k%zu\":1,", i);
	n += (size_t)snprintf(text + n, room - n, "\"k77\":1}");
	assert_int_equal(boa_json_parse(text, n, "text", &doc, &err),
			 BOA_EPARSE);
	assert_non_null(strstr(err.text, "k77 is repeated, expected each key "
					 "once"));
	free(text);
}

/* --- values ----------------------------------------------------------- */

static void reads_whole_numbers_exactly(void **state)
{
	static const struct {
		const char *text;
		uint64_t value;
	} good[] = {
		{ "{\"k\": 0}", 0 },
		{ "{\"k\": -0}", 0 },
		{ "{\"k\": 4.0}", 4 },
		{ "{\"k\": 12e2}", 1200 },
		{ "{\"k\": 9007199254740993}", UINT64_C(9007199254740993) },
		{ "{\"k\": 18446744073709551615}", UINT64_MAX },
	};
	static const char *const bad[] = {
		"{\"k\": -1}",    "{\"k\": 0.5}",
		"{\"k\": 1e30}",  "{\"k\": 18446744073709551616}",
		"{\"k\": \"1\"}", "{\"k\": true}",
		"{\"k\": []}",
	};
	uint64_t got;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(*good); i++) {
		struct boa_json doc = parse(good[i].text);

		assert_int_equal(boa_json_whole(&doc, only_value(), 0,
						UINT64_MAX, &got, NULL),
				 0);
		assert_true(got == good[i].value);
		boa_json_fini(&doc);
	}
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct boa_json doc = parse(bad[i]);

		got = 77;
		assert_int_equal(boa_json_whole(&doc, only_value(), 0,
						UINT64_MAX, &got, NULL),
				 BOA_ERANGE);
		assert_true(got == 77);
		boa_json_fini(&doc);
	}
}

static void keeps_numbers_to_their_range(void **state)
{
	const struct boa_json_range at_least = { 2, 3, false };
	const struct boa_json_range above = { 2, 3, true };
	const struct boa_json_range any = { -DBL_MAX, DBL_MAX, false };
	struct boa_json doc = parse("{\"k\": 2}");
	struct boa_err err;
	double got = 77;

	(void)state;
	assert_int_equal(boa_json_real(&doc, only_value(), &above, &got, &err),
			 BOA_ERANGE);
	assert_string_equal(err.text, "text:1:7: k is 2, expected a number "
				      "above 2 and at most 3");
	assert_near(got, 77, 0);
	assert_int_equal(
		boa_json_real(&doc, only_value(), &at_least, &got, NULL), 0);
	assert_near(got, 2, 0);
	boa_json_fini(&doc);
	doc = parse("{\"k\": -1.5E-3}");
	assert_int_equal(boa_json_real(&doc, only_value(), &any, &got, NULL),
			 0);
	assert_near(got, -0.0015, 0);
	boa_json_fini(&doc);
	doc = parse("{\"k\": -0.0}");
	assert_int_equal(boa_json_real(&doc, only_value(), &any, &got, NULL),
			 0);
	assert_false(signbit(got));
	boa_json_fini(&doc);
}

static void decodes_every_escape(void **state)
{
	struct boa_json doc = parse(
		"{\"k\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00E9\\u20ac"
		"\\ud83d\\ude00|\xc3\xa9\"}");
	char *got;

	(void)state;
	assert_int_equal(boa_json_string(&doc, only_value(), &got, NULL), 0);
	assert_string_equal(got, "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac"
				 "\xf0\x9f\x98\x80|\xc3\xa9");
	free(got);
	boa_json_fini(&doc);
}

static void prints_strings_that_read_back(void **state)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	(void)state;
	/* the byte 0xff is no UTF-8; the code point U+FFFD stands for it */
	boa_json_put_string(out, "a\"\\\n\x01\x7f\xc3\xa9\xff");
	fputc('|', out);
	boa_json_put_real(out, NAN);
	boa_json_put_real(out, -INFINITY);
	boa_json_put_real(out, 0.1);
	fclose(out);
	assert_string_equal(text, "\"a\\\"\\\\\\u000a\\u0001\\u007f\xc3\xa9"
				  "\\ufffd\"|nullnull0.10000000000000001");
	free(text);
}

/* --- UTF-8 ------------------------------------------------------------ */

static void tells_well_formed_characters_by_their_bytes(void **state)
{
	unsigned code;

	(void)state;
	for (code = 0; code <= 0x10ffff; code++) {
		bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
		char text[4];
		size_t n = boa_utf8_put(code, text);

		assert_int_equal(boa_utf8_len(text, n), is_surrogate ? 0 : n);
		if (n > 1)
			assert_int_equal(boa_utf8_len(text, n - 1), 0);
	}
}

static void finds_each_malformed_pair(void **state)
{
	unsigned a, b;

	(void)state;
	/* of all pairs of bytes only U+0080 to U+07FF are one character */
	for (a = 0x80; a <= 0xff; a++)
		for (b = 0; b <= 0xff; b++) {
			const char text[2] = { (char)a, (char)b };
			bool is_good = a >= 0xc2 && a <= 0xdf && b >= 0x80 &&
				       b <= 0xbf;

			assert_int_equal(boa_utf8_len(text, 2),
					 is_good ? 2 : 0);
		}
}

static void cuts_no_character(void **state)
{
	(void)state;
	assert_int_equal(boa_utf8_clip("abc", 3, 8), 3);
	assert_int_equal(boa_utf8_clip("abc", 3, 2), 2);
	assert_int_equal(boa_utf8_clip("a\xe2\x82\xac", 4, 3), 1);
	assert_int_equal(boa_utf8_clip("a\xe2\x82\xac", 4, 2), 1);
	assert_int_equal(boa_utf8_clip("a\xe2\x82\xac", 4, 1), 1);
}

/* --- numbers ---------------------------------------------------------- */

static void prints_the_fewest_digits_that_tell_a_number(void **state)
{
	static const struct {
		double value;
		const char *text;
	} want[] = {
		{ 0, "0" },
		{ 40, "40" },
		{ 0.1, "0.1" },
		{ 1.088, "1.088" },
		{ 1e12, "1000000000000" },
		{ 0.1 + 0.2, "0.30000000000000004" },
	};
	char text[BOA_NUMBER_MAX];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(want) / sizeof(*want); i++) {
		boa_number_print_short(want[i].value, text);
		assert_string_equal(text, want[i].text);
	}
}

/* --- allocations that fail -------------------------------------------- */

static void survives_each_allocation_failing(void **state)
{
	/* more than 64 nodes, more than 8 keys */
	char text[1024] = "{";
	struct boa_json doc = { .n_node = 77 };
	char *end = text + 1;
	int n, i;

	(void)state;
	for (i = 0; i < 50; i++)
		end += sprintf(end, "\"k%d\": \"v\"%s", i, i < 49 ? "," : "}");
	FAIL_EACH_ALLOC(boa_json_parse(text, strlen(text), "text", &doc, NULL),
			assert_int_equal(doc.n_node, 77), n);
	assert_int_equal(n, 3);
	boa_json_fini(&doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(walks_containers_in_the_order_of_the_text),
		cmocka_unit_test(names_the_place_of_any_node),
		cmocka_unit_test(counts_columns_in_characters),
		cmocka_unit_test(accepts_64_levels_and_no_more),
		cmocka_unit_test(refuses_every_part_of_a_document),
		cmocka_unit_test(finds_a_repeated_key_among_many),
		cmocka_unit_test(reads_whole_numbers_exactly),
		cmocka_unit_test(keeps_numbers_to_their_range),
		cmocka_unit_test(decodes_every_escape),
		cmocka_unit_test(prints_strings_that_read_back),
		cmocka_unit_test(tells_well_formed_characters_by_their_bytes),
		cmocka_unit_test(finds_each_malformed_pair),
		cmocka_unit_test(cuts_no_character),
		cmocka_unit_test(prints_the_fewest_digits_that_tell_a_number),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
