/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_scan.c - text to tape: the grammar, and what is stricter than it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/json.h"
#include "src/json_place.h"
#include "src/number.h"
#include "src/utf8.h"

struct scan {
	struct boa_json doc;
	size_t n_room; /* nodes there is room for */
	size_t pos;    /* byte of the text to be read next */
	unsigned depth;
	struct boa_err *err;
};

/* "source:line:column: found ..., expected WHAT" for the text at AT. */
static int refuse(struct scan *s, size_t at, const char *what)
{
	return boa_json_refuse(&s->doc, at, what, s->err);
}

static char peek(const struct scan *s)
{
	if (s->pos >= s->doc.len)
		return '\0';
	return s->doc.text[s->pos];
}

static void skip_space(struct scan *s)
{
	for (; s->pos < s->doc.len; s->pos++) {
		char c = s->doc.text[s->pos];

		if (c != ' ' && c != '\n' && c != '\t' && c != '\r')
			break;
	}
}

/* Append a node for the text at AT; its index to *NODE. */
static int append(struct scan *s, size_t at, uint32_t *node)
{
	struct boa_json *doc = &s->doc;

	if (doc->n_node == s->n_room) {
		size_t n_room = s->n_room ? 2 * s->n_room : 64;
		struct boa_json_node *more;

		more = n_room < UINT32_MAX
			       ? realloc(doc->node, n_room * sizeof(*more))
			       : NULL;
		if (!more) {
			boa_err_set(s->err, BOA_ENOMEM, "%s: out of memory",
				    doc->source);
			return BOA_ENOMEM;
		}
		doc->node = more;
		s->n_room = n_room;
	}
	*node = (uint32_t)doc->n_node++;
	doc->node[*node] = (struct boa_json_node){ .at = (uint32_t)at };
	return 0;
}

static void close_node(struct scan *s, uint32_t node, size_t size)
{
	s->doc.node[node].size = (uint32_t)size;
	s->doc.node[node].next = (uint32_t)s->doc.n_node;
}

/* Value of the 4 hexadecimal digits at AT, or -1. */
static long hex4(const struct scan *s, size_t at)
{
	long code = 0;
	size_t i;

	if (s->doc.len - at < 4)
		return -1;
	for (i = at; i < at + 4; i++) {
		char c = s->doc.text[i];

		if (c >= '0' && c <= '9')
			code = 16 * code + (c - '0');
		else if (c >= 'a' && c <= 'f')
			code = 16 * code + (c - 'a' + 10);
		else if (c >= 'A' && c <= 'F')
			code = 16 * code + (c - 'A' + 10);
		else
			return -1;
	}
	return code;
}

/* Pass the escape whose backslash is at s->pos. */
static int scan_escape(struct scan *s)
{
	size_t at = s->pos++;
	char c = peek(s);
	long code, low;

	s->pos++;
	if (c && strchr("\"\\/bfnrt", c))
		return 0;
	if (c != 'u' || s->pos > s->doc.len)
		return refuse(s, at,
			      "one of \\\" \\\\ \\/ \\b \\f \\n \\r "
			      "\\t \\uXXXX");
	code = hex4(s, s->pos);
	if (code < 0)
		return refuse(s, at, "four hexadecimal digits after \\u");
	s->pos += 4;
	if (code == 0)
		return refuse(s, at, "a string without U+0000");
	if (code < 0xd800 || code > 0xdfff)
		return 0;
	low = -1;
	if (code < 0xdc00 && s->doc.len - s->pos >= 6 &&
	    s->doc.text[s->pos] == '\\' && s->doc.text[s->pos + 1] == 'u')
		low = hex4(s, s->pos + 2);
	if (low < 0xdc00 || low > 0xdfff)
		return refuse(s, at, "a surrogate pair \\uD8XX\\uDCXX");
	s->pos += 6;
	return 0;
}

static int scan_string(struct scan *s, bool is_key)
{
	size_t at = s->pos++;
	uint32_t node = 0;
	int rc;

	rc = append(s, at, &node);
	while (!rc && s->pos < s->doc.len && s->doc.text[s->pos] != '"') {
		const char *c = s->doc.text + s->pos;
		size_t n;

		if (*c == '\\') {
			if (is_key)
				return refuse(s, s->pos,
					      "a key without escapes");
			rc = scan_escape(s);
			continue;
		}
		if ((unsigned char)*c < 0x20)
			return refuse(s, s->pos,
				      "no control character in a "
				      "string");
		n = boa_utf8_len(c, s->doc.len - s->pos);
		if (!n)
			return refuse(s, s->pos, "valid UTF-8");
		s->pos += n;
	}
	if (rc)
		return rc;
	if (s->pos >= s->doc.len)
		return refuse(s, s->doc.len, "the '\"' that ends the string");
	s->pos++;
	close_node(s, node, s->pos - at);
	return 0;
}

/* The largest double has 309 digits; fewer without an exponent are below. */
static bool may_overflow(const char *number, size_t n)
{
	return n > 300 || memchr(number, 'e', n) || memchr(number, 'E', n);
}

static int scan_number(struct scan *s)
{
	const char *text = s->doc.text + s->pos;
	size_t bad, n = boa_number_len(text, s->doc.len - s->pos, &bad);
	uint32_t node;
	int rc;

	if (!n)
		return refuse(s, s->pos + bad, "a digit");
	/* the root is an object: at least its brace must follow */
	if (s->pos + n == s->doc.len)
		return refuse(s, s->doc.len, "',' or a closing bracket");
	if (may_overflow(text, n) && isinf(boa_number_value(text)))
		return refuse(s, s->pos,
			      "a number that fits a double, up to "
			      "1.8e308");
	rc = append(s, s->pos, &node);
	if (rc)
		return rc;
	s->pos += n;
	close_node(s, node, n);
	return 0;
}

static int scan_word(struct scan *s)
{
	static const char *const words[] = { "true", "false", "null" };
	uint32_t node;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i]);

		if (s->doc.len - s->pos < n ||
		    memcmp(s->doc.text + s->pos, words[i], n) != 0)
			continue;
		if (append(s, s->pos, &node))
			return BOA_ENOMEM;
		s->pos += n;
		close_node(s, node, n);
		return 0;
	}
	return refuse(s, s->pos,
		      "a value: an object, an array, a string, a "
		      "finite number, true, false or null");
}

static int scan_value(struct scan *s);

static int scan_member(struct scan *s)
{
	int rc;

	if (peek(s) != '"')
		return refuse(s, s->pos, "a key in quotes");
	rc = scan_string(s, true);
	if (rc)
		return rc;
	skip_space(s);
	if (peek(s) != ':')
		return refuse(s, s->pos, "':'");
	s->pos++;
	skip_space(s);
	return scan_value(s);
}

/* An object or an array; s->pos is at its opening bracket. */
static int scan_container(struct scan *s)
{
	bool is_object = s->doc.text[s->pos] == '{';
	char end = is_object ? '}' : ']';
	const char *what = is_object ? "',' or '}'" : "',' or ']'";
	size_t n_item = 0;
	uint32_t node = 0;
	int rc;

	if (s->depth == BOA_JSON_DEPTH_MAX)
		return refuse(s, s->pos, "at most 64 levels of brackets");
	rc = append(s, s->pos, &node);
	if (rc)
		return rc;
	s->depth++;
	s->pos++;
	skip_space(s);
	while (n_item || peek(s) != end) {
		rc = is_object ? scan_member(s) : scan_value(s);
		if (rc)
			return rc;
		n_item++;
		skip_space(s);
		if (peek(s) == end)
			break;
		if (peek(s) != ',')
			return refuse(s, s->pos, what);
		s->pos++;
		skip_space(s);
	}
	s->pos++;
	s->depth--;
	close_node(s, node, n_item);
	return is_object ? boa_json_check_repeats(&s->doc, node, s->err) : 0;
}

static int scan_value(struct scan *s)
{
	char c = peek(s);

	if (c == '{' || c == '[')
		return scan_container(s);
	if (c == '"')
		return scan_string(s, false);
	if (c == '-' || (c >= '0' && c <= '9'))
		return scan_number(s);
	return scan_word(s);
}

int boa_json_parse(const char *text, size_t len, const char *source,
		   struct boa_json *doc, struct boa_err *err)
{
	struct scan s = {
		.doc = { .source = source, .text = text, .len = len },
		.err = err,
	};
	int rc;

	if (len >= UINT32_MAX)
		return boa_err_set(err, BOA_EPARSE,
				   "%s: %zu bytes, expected less than 4 GiB",
				   source, len);
	skip_space(&s);
	if (peek(&s) != '{')
		rc = refuse(&s, s.pos, "'{', an object");
	else
		rc = scan_container(&s);
	if (rc)
		goto out;
	skip_space(&s);
	if (s.pos < len) {
		rc = refuse(&s, s.pos, "nothing after the document");
		goto out;
	}
	*doc = s.doc;
	s.doc.node = NULL;
out:
	free(s.doc.node);
	return rc;
}

void boa_json_fini(struct boa_json *doc)
{
	free(doc->node);
	*doc = (struct boa_json){ 0 };
}
