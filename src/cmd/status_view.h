/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status_view.h - status.json as the showing verbs see it (its keys are laid
 * down in status_json.h). The document is checked for its shape once; after
 * that a value that is missing, null or of another kind than asked for is
 * "not known", never a fault.
 */
#ifndef BOA_STATUS_VIEW_H
#define BOA_STATUS_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include <json-c/json.h>

#include "src/err.h"

/*
 * Read the status document in PATH. *STATUS is new, json_object_put() it;
 * untouched on failure. Returns 0; BOA_EIO (it cannot be read); BOA_EPARSE (not
 * JSON, cut off, another version, or a part has the wrong shape); BOA_ENOMEM.
 * ERR names PATH.
 */
int boa_status_view_load(const char *path, struct json_object **status,
			 struct boa_err *err);

/* The value KEY of OBJECT (may be NULL), borrowed: NAN, "", false, NULL when
 * not known. */
double boa_view_number(struct json_object *object, const char *key);
const char *boa_view_text(struct json_object *object, const char *key);
bool boa_view_flag(struct json_object *object, const char *key);
struct json_object *boa_view_object(struct json_object *object,
				    const char *key);

/* Length of the list KEY of OBJECT, 0 when there is none, and its item I. */
size_t boa_view_count(struct json_object *object, const char *key);
struct json_object *boa_view_item(struct json_object *object, const char *key,
				  size_t i);

/*
 * The items of the list KEY in BUF (ROOM bytes, at least 4), joined as runs.h
 * says; "" when empty. Returns BUF.
 */
const char *boa_view_join(struct json_object *object, const char *key,
			  char *buf, size_t room);

/* The same, but one word where all are the same. */
const char *boa_view_join_types(struct json_object *object, const char *key,
				char *buf, size_t room);

/* The item of list KEY whose number FIELD is VALUE; or NULL. */
struct json_object *boa_view_find(struct json_object *object, const char *key,
				  const char *field, double value);

/* The item of list KEY whose text FIELD is VALUE; or NULL. */
struct json_object *boa_view_find_text(struct json_object *object,
				       const char *key, const char *field,
				       const char *value);

#endif /* BOA_STATUS_VIEW_H */
