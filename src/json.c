/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "src/json.h"
#include "src/name.h"
#include "src/number.h"
#include "src/utf8.h"

static char first_byte(const struct boa_json *doc, uint32_t node)
{
	return doc->text[doc->node[node].at];
}

static bool is_number(const struct boa_json *doc, uint32_t node)
{
	char c = first_byte(doc, node);

	return c == '-' || (c >= '0' && c <= '9');
}

bool boa_json_is_null(const struct boa_json *doc, uint32_t node)
{
	return first_byte(doc, node) == 'n';
}

bool boa_json_is_string(const struct boa_json *doc, uint32_t node)
{
	return first_byte(doc, node) == '"';
}

bool boa_json_is_array(const struct boa_json *doc, uint32_t node)
{
	return first_byte(doc, node) == '[';
}

bool boa_json_is_object(const struct boa_json *doc, uint32_t node)
{
	return first_byte(doc, node) == '{';
}

uint32_t boa_json_first(uint32_t node)
{
	return node + 1;
}

uint32_t boa_json_next(const struct boa_json *doc, uint32_t node)
{
	return doc->node[node].next;
}

const char *boa_json_raw(const struct boa_json *doc, uint32_t node, size_t *len)
{
	*len = doc->node[node].size - 2;
	return doc->text + doc->node[node].at + 1;
}

/* --- containers ------------------------------------------------------- */

static int count_items(const struct boa_json *doc, uint32_t node, size_t least,
		       size_t *n_item, struct boa_err *err)
{
	bool is_object = boa_json_is_object(doc, node);

	if (doc->node[node].size < least && least == 1)
		return boa_json_fail(doc, node, err, BOA_ERANGE,
				     "is empty, expected at least one %s",
				     is_object ? "member" : "item");
	if (doc->node[node].size < least)
		return boa_json_fail(doc, node, err, BOA_ERANGE,
				     "has %u, expected at least %zu %s",
				     (unsigned)doc->node[node].size, least,
				     is_object ? "members" : "items");
	*n_item = doc->node[node].size;
	return 0;
}

int boa_json_array(const struct boa_json *doc, uint32_t node, size_t least,
		   size_t *n_item, struct boa_err *err)
{
	if (!boa_json_is_array(doc, node))
		return boa_json_wants(doc, node, err, "an array");
	return count_items(doc, node, least, n_item, err);
}

int boa_json_object(const struct boa_json *doc, uint32_t node, size_t least,
		    size_t *n_member, struct boa_err *err)
{
	if (!boa_json_is_object(doc, node))
		return boa_json_wants(doc, node, err, "an object");
	return count_items(doc, node, least, n_member, err);
}

static int refuse_key(const struct boa_json *doc, uint32_t node,
		      const struct boa_json_key *key, size_t n_key,
		      struct boa_err *err)
{
	char list[256] = "";
	size_t i, len = 0;

	for (i = 0; i < n_key && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s",
					i ? ", " : "", key[i].name);
	return boa_json_fail(doc, node, err, BOA_ERANGE,
			     "is not a key here, expected one of: %s", list);
}

int boa_json_members(const struct boa_json *doc, uint32_t node,
		     const struct boa_json_key *key, size_t n_key,
		     uint32_t *value, struct boa_err *err)
{
	uint32_t at = boa_json_first(node);
	size_t n_member = 0, i, k;
	int rc;

	rc = boa_json_object(doc, node, 0, &n_member, err);
	if (rc)
		return rc;
	memset(value, 0, n_key * sizeof(*value));
	for (i = 0; i < n_member; i++, at = boa_json_next(doc, at + 1)) {
		size_t len;
		const char *name = boa_json_raw(doc, at, &len);

		for (k = 0; k < n_key; k++)
			if (strlen(key[k].name) == len &&
			    !memcmp(key[k].name, name, len))
				break;
		if (k == n_key)
			return refuse_key(doc, at, key, n_key, err);
		value[k] = at + 1;
	}
	for (k = 0; k < n_key; k++)
		if (key[k].required && !value[k])
			return boa_json_fail(doc, node, err, BOA_ERANGE,
					     "has no %s, expected that key",
					     key[k].name);
	return 0;
}

/* --- numbers ---------------------------------------------------------- */

/*
 * What RANGE allows, in words, as "a number above 0 and at most 10"; a bound
 * at the end of the doubles is none.
 */
static void describe(const struct boa_json_range *range, char *text,
		     size_t size)
{
	char least[BOA_NUMBER_MAX], most[BOA_NUMBER_MAX];
	bool has_least = range->least > -DBL_MAX;
	bool has_most = range->most < DBL_MAX;

	boa_number_print(range->least, 10, least);
	boa_number_print(range->most, 10, most);
	snprintf(text, size, "a number%s%s%s%s%s",
		 !has_least     ? ""
		 : range->above ? " above "
				: " of at least ",
		 has_least ? least : "", has_least && has_most ? " and" : "",
		 has_most ? " at most " : "", has_most ? most : "");
}

int boa_json_real(const struct boa_json *doc, uint32_t node,
		  const struct boa_json_range *range, double *value,
		  struct boa_err *err)
{
	char what[128];
	double got;

	if (is_number(doc, node)) {
		got = boa_number_value(doc->text + doc->node[node].at);
		if (got <= range->most &&
		    (range->above ? got > range->least : got >= range->least)) {
			*value = got;
			return 0;
		}
	}
	describe(range, what, sizeof(what));
	return boa_json_wants(doc, node, err, what);
}

/* The whole number at NODE, exact up to 2^64 - 1 when spelled in digits. */
static bool read_whole(const struct boa_json *doc, uint32_t node,
		       uint64_t *value)
{
	const char *text = doc->text + doc->node[node].at;
	size_t i, size = doc->node[node].size;
	uint64_t got = 0;
	double real;

	for (i = 0; i < size && text[i] >= '0' && text[i] <= '9'; i++) {
		unsigned digit = (unsigned)(text[i] - '0');

		if (got > (UINT64_MAX - digit) / 10)
			return false;
		got = 10 * got + digit;
	}
	if (i < size) {
		real = boa_number_value(text);
		if (!boa_number_is_whole(real))
			return false;
		got = (uint64_t)real;
	}
	*value = got;
	return true;
}

int boa_json_whole(const struct boa_json *doc, uint32_t node, uint64_t least,
		   uint64_t most, uint64_t *value, struct boa_err *err)
{
	char what[96];
	uint64_t got;

	if (is_number(doc, node) && read_whole(doc, node, &got) &&
	    got >= least && got <= most) {
		*value = got;
		return 0;
	}
	snprintf(what, sizeof(what), "a whole number from %llu to %llu",
		 (unsigned long long)least, (unsigned long long)most);
	return boa_json_wants(doc, node, err, what);
}

/* --- strings ---------------------------------------------------------- */

/* Value of 4 hexadecimal digits; the scanner has seen that they are. */
static unsigned hex4(const char *text)
{
	char digits[5] = { text[0], text[1], text[2], text[3], '\0' };

	return (unsigned)strtoul(digits, NULL, 16);
}

/* Decode the escape at TEXT to OUT, [4]; *N_OUT bytes. Returns its length. */
static size_t decode_escape(const char *text, char *out, size_t *n_out)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *hit = strchr(from, text[1]);
	unsigned code;

	if (hit) {
		*out = to[hit - from];
		*n_out = 1;
		return 2;
	}
	code = hex4(text + 2);
	if (code < 0xd800 || code > 0xdfff) {
		*n_out = boa_utf8_put(code, out);
		return 6;
	}
	code = 0x10000 + ((code - 0xd800) << 10) + (hex4(text + 8) - 0xdc00);
	*n_out = boa_utf8_put(code, out);
	return 12;
}

int boa_json_string(const struct boa_json *doc, uint32_t node, char **value,
		    struct boa_err *err)
{
	const char *raw;
	size_t len, i = 0, n_out = 0;
	char *out;

	if (!boa_json_is_string(doc, node))
		return boa_json_wants(doc, node, err, "a string");
	raw = boa_json_raw(doc, node, &len);
	out = calloc(len + 1, 1); /* no escape is shorter than what it means */
	if (!out)
		return boa_err_set(err, BOA_ENOMEM, "%s: out of memory",
				   doc->source);
	while (i < len) {
		size_t n = 1;

		if (raw[i] == '\\')
			i += decode_escape(raw + i, out + n_out, &n);
		else
			out[n_out] = raw[i++];
		n_out += n;
	}
	*value = out;
	return 0;
}

int boa_json_name(const struct boa_json *doc, uint32_t node, char **value,
		  struct boa_err *err)
{
	const char *raw;
	size_t len;

	if (!boa_json_is_string(doc, node))
		return boa_json_wants(doc, node, err, BOA_NAME_RULE);
	raw = boa_json_raw(doc, node, &len);
	if (!boa_name_is_valid(raw, len))
		return boa_json_wants(doc, node, err, BOA_NAME_RULE);
	return boa_json_string(doc, node, value, err);
}
