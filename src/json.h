/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json.h - the strict door for every JSON document this project reads, and
 * the numbers and strings of those it writes.
 *
 * A document is RFC 8259 and narrower: its root is an object, at most 64
 * levels deep; keys carry no escapes and none is repeated in its object; text
 * is valid UTF-8 without NUL (U+0000 neither); numbers fit a double; nothing
 * but white space follows. What is let in is held as a tape: one node per
 * value or key, in the order of the text, 12 bytes each. The members of an
 * object are key, value, key, value, ... so that the place of a node, both
 * line and column and `classes[2].epochs[0].speedup.t4[3]`, is found when an
 * error asks for it and costs nothing before.
 *
 * (Why not a tree of json-c's: it lets repeated keys, NaN and 1e999 through,
 * keeps no positions and takes some 300 bytes for each point of a curve.)
 */
#ifndef BOA_JSON_H
#define BOA_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "src/err.h"

#define BOA_JSON_DEPTH_MAX 64

struct boa_json_node {
	uint32_t at;   /* first byte of the value in the text */
	uint32_t size; /* bytes of a scalar; items of an array; members */
	uint32_t next; /* node after the whole value; 0 while it is open */
};

struct boa_json {
	const char *source; /* what messages call it; borrowed */
	const char *text;   /* [len], borrowed */
	size_t len;
	size_t n_node;
	struct boa_json_node *node; /* [n_node]; the root is node 0 */
};

/*
 * Read TEXT (LEN bytes). SOURCE and TEXT must outlive DOC, which is new;
 * release it with boa_json_fini(). On failure DOC is untouched.
 *
 * Returns 0; BOA_EPARSE (not such a document; ERR says "source:line:column:
 * found ..., expected ..."); BOA_ENOMEM.
 */
int boa_json_parse(const char *text, size_t len, const char *source,
		   struct boa_json *doc, struct boa_err *err);
void boa_json_fini(struct boa_json *doc);

/*
 * The accessors below name NODE's place and value and what was expected in
 * ERR, and write only on success. They return 0 or BOA_ERANGE (BOA_ENOMEM
 * where memory is handed out).
 */

struct boa_json_key {
	const char *name;
	bool required;
};

/*
 * Write to VALUE, [n_key], the nodes of an object's members by the order of
 * KEY, 0 where an optional one is absent. Any other key is an error.
 */
int boa_json_members(const struct boa_json *doc, uint32_t node,
		     const struct boa_json_key *key, size_t n_key,
		     uint32_t *value, struct boa_err *err);

/* Is NODE an array of at least LEAST items, an object of so many members? */
int boa_json_array(const struct boa_json *doc, uint32_t node, size_t least,
		   size_t *n_item, struct boa_err *err);
int boa_json_object(const struct boa_json *doc, uint32_t node, size_t least,
		    size_t *n_member, struct boa_err *err);

/* The first inner node of a container with one, and the node after NODE. */
uint32_t boa_json_first(uint32_t node);
uint32_t boa_json_next(const struct boa_json *doc, uint32_t node);

/* A finite number in [LEAST, MOST], or in (LEAST, MOST] when ABOVE. */
struct boa_json_range {
	double least;
	double most;
	bool above;
};
int boa_json_real(const struct boa_json *doc, uint32_t node,
		  const struct boa_json_range *range, double *value,
		  struct boa_err *err);

/* A whole number in [LEAST, MOST]; 4.0 and 4e0 are whole too. */
int boa_json_whole(const struct boa_json *doc, uint32_t node, uint64_t least,
		   uint64_t most, uint64_t *value, struct boa_err *err);

/* A string; *VALUE is new, free() it. */
int boa_json_string(const struct boa_json *doc, uint32_t node, char **value,
		    struct boa_err *err);

/* A string or key that is a name (name.h); *VALUE is new, free() it. */
int boa_json_name(const struct boa_json *doc, uint32_t node, char **value,
		  struct boa_err *err);

/* A key's or string's text as it stands, escapes and all; borrowed. */
const char *boa_json_raw(const struct boa_json *doc, uint32_t node,
			 size_t *len);

bool boa_json_is_null(const struct boa_json *doc, uint32_t node);
bool boa_json_is_string(const struct boa_json *doc, uint32_t node);
bool boa_json_is_array(const struct boa_json *doc, uint32_t node);
bool boa_json_is_object(const struct boa_json *doc, uint32_t node);

/*
 * Set ERR to "source:line:column: place TEXT" and return CODE. boa_json_wants()
 * says "is VALUE, expected WHAT" and returns BOA_ERANGE.
 */
int boa_json_fail(const struct boa_json *doc, uint32_t node,
		  struct boa_err *err, enum boa_errc code, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
int boa_json_wants(const struct boa_json *doc, uint32_t node,
		   struct boa_err *err, const char *what);

/*
 * Print a number with 17 significant digits (null when it is not finite), or
 * a string in quotes (bytes that are not UTF-8 become U+FFFD). Errors are
 * left in OUT (ferror).
 */
void boa_json_put_real(FILE *out, double value);
void boa_json_put_string(FILE *out, const char *text);

#endif /* BOA_JSON_H */
