/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/runs.h"
#include "src/cmd/status_view.h"
#include "src/file.h"

#define STATUS_VERSION 1
#define BYTES_MAX      ((size_t)64 << 20)

static int parse(const char *text, size_t len, struct json_object **document,
		 struct boa_err *err)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *root;
	enum json_tokener_error error;

	if (!tokener)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
	root = json_tokener_parse_ex(tokener, text, (int)len + 1);
	error = json_tokener_get_error(tokener);
	json_tokener_free(tokener);
	if (error != json_tokener_success) {
		json_object_put(root);
		return boa_err_set(err, BOA_EPARSE, "is damaged: %s",
				   json_tokener_error_desc(error));
	}
	*document = root;
	return 0;
}

/* The parts that every verb relies on. */
static int check(struct json_object *root, struct boa_err *err)
{
	static const struct {
		const char *key;
		enum json_type type;
		const char *what;
	} parts[] = {
		{ "gpu_types", json_type_array, "a list" },
		{ "classes", json_type_array, "a list" },
		{ "jobs", json_type_array, "a list" },
		{ "nodes", json_type_array, "a list" },
		{ "problems", json_type_array, "a list" },
		{ "ledger", json_type_object, "an object" },
	};
	struct json_object *part;

	if (!json_object_is_type(root, json_type_object))
		return boa_err_set(err, BOA_EPARSE,
				   "is damaged: not an object");
	if (boa_view_number(root, "version") != STATUS_VERSION)
		return boa_err_set(err, BOA_EPARSE,
				   "is not of version %d, which this boactl "
				   "reads",
				   STATUS_VERSION);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		part = NULL;
		json_object_object_get_ex(root, parts[i].key, &part);
		if (!json_object_is_type(part, parts[i].type))
			return boa_err_set(err, BOA_EPARSE,
					   "is damaged: %s is not %s",
					   parts[i].key, parts[i].what);
	}
	return 0;
}

int boa_status_view_load(const char *path, struct json_object **status,
			 struct boa_err *err)
{
	struct json_object *root = NULL;
	char *text = NULL;
	size_t len = 0;
	int rc;

	rc = boa_file_read(path, BYTES_MAX, &text, &len, err);
	if (rc)
		return rc;
	rc = parse(text, len, &root, err);
	if (!rc)
		rc = check(root, err);
	if (!rc) {
		*status = root;
		root = NULL;
	} else {
		boa_err_prefix(err, rc, path);
	}
	json_object_put(root);
	free(text);
	return rc;
}

static struct json_object *value_of(struct json_object *object, const char *key,
				    enum json_type type)
{
	struct json_object *value = NULL;

	if (!json_object_is_type(object, json_type_object) ||
	    !json_object_object_get_ex(object, key, &value) ||
	    !json_object_is_type(value, type))
		return NULL;
	return value;
}

double boa_view_number(struct json_object *object, const char *key)
{
	struct json_object *value = value_of(object, key, json_type_double);

	if (!value)
		value = value_of(object, key, json_type_int);
	return value ? json_object_get_double(value) : NAN;
}

const char *boa_view_text(struct json_object *object, const char *key)
{
	struct json_object *value = value_of(object, key, json_type_string);

	return value ? json_object_get_string(value) : "";
}

bool boa_view_flag(struct json_object *object, const char *key)
{
	return json_object_get_boolean(
		value_of(object, key, json_type_boolean));
}

struct json_object *boa_view_object(struct json_object *object, const char *key)
{
	return value_of(object, key, json_type_object);
}

size_t boa_view_count(struct json_object *object, const char *key)
{
	struct json_object *list = value_of(object, key, json_type_array);

	return list ? json_object_array_length(list) : 0;
}

struct json_object *boa_view_item(struct json_object *object, const char *key,
				  size_t i)
{
	struct json_object *list = value_of(object, key, json_type_array);

	return list ? json_object_array_get_idx(list, i) : NULL;
}

static bool same_text(struct json_object *a, struct json_object *b)
{
	return json_object_is_type(a, json_type_string) &&
	       json_object_is_type(b, json_type_string) &&
	       !strcmp(json_object_get_string(a), json_object_get_string(b));
}

static const char *join(struct json_object *list, size_t n, char *buf,
			size_t room)
{
	struct boa_runs runs;

	boa_runs_begin(&runs, buf, room);
	for (size_t i = 0; i < n; i++) {
		struct json_object *item = json_object_array_get_idx(list, i);

		boa_runs_add(&runs, item ? json_object_get_string(item) : "-");
	}
	return boa_runs_end(&runs);
}

const char *boa_view_join(struct json_object *object, const char *key,
			  char *buf, size_t room)
{
	return join(value_of(object, key, json_type_array),
		    boa_view_count(object, key), buf, room);
}

const char *boa_view_join_types(struct json_object *object, const char *key,
				char *buf, size_t room)
{
	struct json_object *list = value_of(object, key, json_type_array);
	size_t n = boa_view_count(object, key), n_same = n ? 1 : 0;

	while (n_same < n && same_text(json_object_array_get_idx(list, 0),
				       json_object_array_get_idx(list, n_same)))
		n_same++;
	return join(list, n_same == n && n > 1 ? 1 : n, buf, room);
}

struct json_object *boa_view_find(struct json_object *object, const char *key,
				  const char *field, double value)
{
	for (size_t i = 0; i < boa_view_count(object, key); i++) {
		struct json_object *item = boa_view_item(object, key, i);

		if (boa_view_number(item, field) == value)
			return item;
	}
	return NULL;
}

struct json_object *boa_view_find_text(struct json_object *object,
				       const char *key, const char *field,
				       const char *value)
{
	for (size_t i = 0; i < boa_view_count(object, key); i++) {
		struct json_object *item = boa_view_item(object, key, i);

		if (!strcmp(boa_view_text(item, field), value))
			return item;
	}
	return NULL;
}
