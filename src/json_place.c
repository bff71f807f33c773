/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/json_place.h"
#include "src/utf8.h"

#define PLACE_MAX 256 /* bytes of text for a place */
#define SHOWN_MAX 40  /* bytes of a value or key that a message shows */

/* --- line and column -------------------------------------------------- */

struct spot {
	size_t line;
	size_t column;
};

static struct spot spot_of(const struct boa_json *doc, size_t at)
{
	struct spot spot = { .line = 1, .column = 1 };
	size_t i;

	for (i = 0; i < at && i < doc->len; i++) {
		unsigned char c = (unsigned char)doc->text[i];

		if (c == '\n') {
			spot.line++;
			spot.column = 1;
		} else if ((c & 0xc0) != 0x80) {
			spot.column++;
		}
	}
	return spot;
}

static bool is_wordy(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || strchr("+-._", c);
}

int boa_json_refuse(const struct boa_json *doc, size_t at, const char *what,
		    struct boa_err *err)
{
	struct spot spot = spot_of(doc, at);
	const char *text = doc->text + at;
	size_t n_left = doc->len - at, n = 0;
	char found[SHOWN_MAX + 16];

	while (n < n_left && n < SHOWN_MAX && text[n] && is_wordy(text[n]))
		n++;
	if (!n_left)
		snprintf(found, sizeof(found), "the end of the text");
	else if (n)
		snprintf(found, sizeof(found), "'%.*s'", (int)n, text);
	else if ((unsigned char)*text < 0x20 || *text == 0x7f ||
		 !boa_utf8_len(text, n_left))
		snprintf(found, sizeof(found), "byte 0x%02x",
			 (unsigned)(unsigned char)*text);
	else
		snprintf(found, sizeof(found), "'%.*s'",
			 (int)boa_utf8_len(text, n_left), text);
	return boa_err_set(err, BOA_EPARSE, "%s:%zu:%zu: found %s, expected %s",
			   doc->source, spot.line, spot.column, found, what);
}

/* --- the place in words ----------------------------------------------- */

struct place {
	char text[PLACE_MAX];
	size_t len;
};

static void add(struct place *place, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct place *place, const char *fmt, ...)
{
	size_t room = sizeof(place->text) - place->len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(place->text + place->len, room, fmt, ap);
	va_end(ap);
	if (n > 0)
		place->len += (size_t)n < room ? (size_t)n : room - 1;
}

static void add_key(struct place *place, const struct boa_json *doc,
		    uint32_t key)
{
	size_t len;
	const char *raw = boa_json_raw(doc, key, &len);

	add(place, "%s%.*s", place->len ? "." : "",
	    (int)boa_utf8_clip(raw, len, SHOWN_MAX + 24), raw);
}

/* Does the value at NODE, perhaps still open, hold TARGET? */
static bool holds(const struct boa_json *doc, uint32_t node, uint32_t target)
{
	uint32_t next = doc->node[node].next;

	return node <= target && (!next || target < next);
}

/* The place of TARGET, key or value, as classes[2].epochs[0]. */
static void find_place(const struct boa_json *doc, uint32_t target,
		       struct place *place)
{
	uint32_t node = 0;

	*place = (struct place){ 0 };
	while (node != target) {
		bool is_object = boa_json_is_object(doc, node);
		uint32_t child = node + 1;
		size_t i = 0;

		for (;; i++) {
			uint32_t value = child + is_object;

			if (target == child || holds(doc, value, target))
				break;
			child = doc->node[value].next;
		}
		if (is_object)
			add_key(place, doc, child);
		else
			add(place, "[%zu]", i);
		node = child + (is_object && target != child);
	}
	if (!place->len)
		add(place, "the document");
}

int boa_json_fail(const struct boa_json *doc, uint32_t node,
		  struct boa_err *err, enum boa_errc code, const char *fmt, ...)
{
	struct spot spot;
	struct place place;
	char what[BOA_ERR_TEXT_MAX];
	va_list ap;

	if (!err)
		return code;
	spot = spot_of(doc, doc->node[node].at);
	find_place(doc, node, &place);
	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return boa_err_set(err, code, "%s:%zu:%zu: %s %s", doc->source,
			   spot.line, spot.column, place.text, what);
}

int boa_json_wants(const struct boa_json *doc, uint32_t node,
		   struct boa_err *err, const char *what)
{
	const char *text = doc->text + doc->node[node].at;
	size_t size = doc->node[node].size;
	size_t n;

	if (*text == '{' || *text == '[') {
		const char *kind = *text == '{' ? "an object" : "an array";

		return boa_json_fail(doc, node, err, BOA_ERANGE,
				     "is %s%s, expected %s",
				     size ? "" : "empty: ", kind, what);
	}
	n = boa_utf8_clip(text, size, SHOWN_MAX);
	return boa_json_fail(doc, node, err, BOA_ERANGE,
			     "is %.*s%s, expected %s", (int)n, text,
			     n < size ? "..." : "", what);
}

/* --- repeated keys ---------------------------------------------------- */

#define N_PAIRWISE 8 /* up to so many keys each is compared with each */

struct key {
	const char *text;
	uint32_t size;
	uint32_t node;
};

static int by_text(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	size_t n = x->size < y->size ? x->size : y->size;
	int sign = memcmp(x->text, y->text, n);

	if (!sign)
		sign = (x->size > y->size) - (x->size < y->size);
	if (!sign)
		sign = (x->node > y->node) - (x->node < y->node);
	return sign;
}

static bool is_same(const struct key *a, const struct key *b)
{
	return a->size == b->size && !memcmp(a->text, b->text, a->size);
}

/* The first of KEY, [n], that is spelled as an earlier one, or NULL. */
static const struct key *find_repeat(struct key *key, size_t n)
{
	size_t i, j;

	if (n <= N_PAIRWISE) {
		for (i = 1; i < n; i++)
			for (j = 0; j < i; j++)
				if (is_same(&key[i], &key[j]))
					return &key[i];
		return NULL;
	}
	qsort(key, n, sizeof(*key), by_text);
	for (i = 1; i < n; i++)
		if (is_same(&key[i], &key[i - 1]))
			return &key[i];
	return NULL;
}

int boa_json_check_repeats(const struct boa_json *doc, uint32_t node,
			   struct boa_err *err)
{
	struct key few[N_PAIRWISE], *key = few;
	const struct key *hit;
	size_t n = doc->node[node].size, i;
	uint32_t at = node + 1;
	int rc = 0;

	if (n > N_PAIRWISE)
		key = calloc(n, sizeof(*key));
	if (!key)
		return boa_err_set(err, BOA_ENOMEM, "%s: out of memory",
				   doc->source);
	for (i = 0; i < n; i++, at = doc->node[at + 1].next)
		key[i] = (struct key){
			.text = doc->text + doc->node[at].at,
			.size = doc->node[at].size,
			.node = at,
		};
	hit = find_repeat(key, n);
	if (hit)
		rc = boa_json_fail(doc, hit->node, err, BOA_EPARSE,
				   "is repeated, expected each key once");
	if (key != few)
		free(key);
	return rc;
}
