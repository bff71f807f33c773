/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_json_types.c - the GPU types of a class file. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/class_reader.h"

int boa_class_read_gpus(const struct boa_class_reader *r, uint32_t node,
			unsigned *value)
{
	uint64_t got;
	int rc = boa_json_whole(r->doc, node, 1, BOA_GPUS_MAX, &got, r->err);

	if (!rc)
		*value = (unsigned)got;
	return rc;
}

static ptrdiff_t find_type(const struct boa_class_reader *r, uint32_t key)
{
	size_t len;
	const char *raw = boa_json_raw(r->doc, key, &len);

	return boa_classes_find_type(r->set, raw, len);
}

int boa_class_find_type(const struct boa_class_reader *r, uint32_t key,
			size_t *h)
{
	ptrdiff_t at = find_type(r, key);

	if (at >= 0) {
		*h = (size_t)at;
		return 0;
	}
	return boa_json_fail(r->doc, key, r->err, BOA_ERANGE,
			     "is not a GPU type, expected one that %s",
			     r->set->types_listed ? "gpu_types lists"
						  : "a speedup mentions");
}

static int read_type(const struct boa_class_reader *r, uint32_t node,
		     struct boa_gpu_type *type)
{
	static const struct boa_json_key key[] = {
		{ "name", true },
		{ "price", false },
		{ "gpus_per_node", false },
	};
	static const struct boa_json_range price = { 0, BOA_REAL_MAX, true };
	uint32_t value[3];
	int rc;

	type->price = 1;
	rc = boa_json_members(r->doc, node, key, 3, value, r->err);
	if (!rc)
		rc = boa_json_name(r->doc, value[0], &type->name, r->err);
	if (!rc &&
	    boa_classes_find_type(r->set, type->name, strlen(type->name)) >= 0)
		rc = boa_json_wants(r->doc, value[0], r->err,
				    "each type's name once");
	if (!rc && value[1])
		rc = boa_json_real(r->doc, value[1], &price, &type->price,
				   r->err);
	if (!rc && value[2])
		rc = boa_class_read_gpus(r, value[2], &type->gpus_per_node);
	return rc;
}

int boa_class_read_types(const struct boa_class_reader *r, uint32_t node)
{
	struct boa_classes *set = r->set;
	uint32_t at = boa_json_first(node);
	size_t n;
	int rc;

	rc = boa_json_array(r->doc, node, 1, &n, r->err);
	if (rc)
		return rc;
	if (n > BOA_TYPES_MAX)
		return boa_json_fail(r->doc, node, r->err, BOA_ERANGE,
				     "has %zu types, expected at most %d", n,
				     BOA_TYPES_MAX);
	set->types_listed = true;
	for (; !rc && n; n--, at = boa_json_next(r->doc, at)) {
		struct boa_gpu_type type = { 0 };

		rc = read_type(r, at, &type);
		if (!rc)
			set->gpu_type[set->n_gpu_type++] = type;
		else
			free(type.name);
	}
	return rc;
}

/* Note each type that a speedup object mentions, at price 1. */
static int mention_types(const struct boa_class_reader *r, uint32_t speedup)
{
	struct boa_classes *set = r->set;
	uint32_t at = boa_json_first(speedup);
	size_t n;
	int rc;

	rc = boa_json_object(r->doc, speedup, 1, &n, r->err);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at + 1)) {
		struct boa_gpu_type type = { .price = 1 };

		if (find_type(r, at) >= 0)
			continue;
		if (set->n_gpu_type == BOA_TYPES_MAX)
			return boa_json_fail(
				r->doc, at, r->err, BOA_ERANGE,
				"is one GPU type too many, expected at most %d",
				BOA_TYPES_MAX);
		rc = boa_json_name(r->doc, at, &type.name, r->err);
		if (!rc)
			set->gpu_type[set->n_gpu_type++] = type;
	}
	return rc;
}

/* The value of member NAME of NODE, or 0; nothing else is checked. */
static uint32_t look_up(const struct boa_class_reader *r, uint32_t node,
			const char *name)
{
	uint32_t at = boa_json_first(node), end = boa_json_next(r->doc, node);
	size_t len;

	if (!boa_json_is_object(r->doc, node))
		return 0;
	for (; at < end; at = boa_json_next(r->doc, at + 1)) {
		const char *raw = boa_json_raw(r->doc, at, &len);

		if (len == strlen(name) && !memcmp(raw, name, len))
			return at + 1;
	}
	return 0;
}

int boa_class_mention_types(const struct boa_class_reader *r, uint32_t classes)
{
	uint32_t i = boa_json_first(classes), j, epochs, speedup;
	uint32_t end = boa_json_next(r->doc, classes);
	int rc = 0;

	for (; !rc && i < end; i = boa_json_next(r->doc, i)) {
		epochs = look_up(r, i, "epochs");
		if (!epochs || boa_json_is_object(r->doc, epochs))
			continue;
		for (j = boa_json_first(epochs);
		     !rc && j < boa_json_next(r->doc, epochs);
		     j = boa_json_next(r->doc, j)) {
			speedup = look_up(r, j, "speedup");
			if (speedup && boa_json_is_object(r->doc, speedup))
				rc = mention_types(r, speedup);
		}
	}
	return rc;
}
