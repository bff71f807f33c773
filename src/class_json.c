/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_json.c - one class file, from text to a set. */
#include "config.h"

#include <stdlib.h>

#include "src/class_json.h"
#include "src/class_reader.h"

static const struct boa_json_range AT_LEAST_ZERO = { 0, BOA_REAL_MAX, false };
static const struct boa_json_range ABOVE_ZERO = { 0, BOA_REAL_MAX, true };

static int lack_memory(const struct boa_class_reader *r)
{
	return boa_err_set(r->err, BOA_ENOMEM, "%s: out of memory",
			   r->doc->source);
}

/* A number that may be absent (node 0): then VALUE stays. */
static int read_real(const struct boa_class_reader *r, uint32_t node,
		     const struct boa_json_range *range, double *value)
{
	return node ? boa_json_real(r->doc, node, range, value, r->err) : 0;
}

/* A note is for people: a string, otherwise not looked at. */
static int check_note(const struct boa_class_reader *r, uint32_t node)
{
	if (!node || boa_json_is_string(r->doc, node))
		return 0;
	return boa_json_wants(r->doc, node, r->err, "a string");
}

/* --- classes ---------------------------------------------------------- */

static int read_curve(const struct boa_class_reader *r, uint32_t node,
		      struct boa_curve *curve)
{
	uint32_t at = boa_json_first(node);
	size_t n, n_item;
	int rc;

	rc = boa_json_array(r->doc, node, 1, &n, r->err);
	if (rc)
		return rc;
	curve->point = calloc(n, sizeof(*curve->point));
	if (!curve->point)
		return lack_memory(r);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at)) {
		struct boa_point *point = &curve->point[curve->n_point];
		uint32_t gpus = boa_json_first(at);

		rc = boa_json_array(r->doc, at, 0, &n_item, r->err);
		if (!rc && n_item != 2)
			rc = boa_json_fail(r->doc, at, r->err, BOA_ERANGE,
					   "has %zu items, expected [gpus, "
					   "rate]",
					   n_item);
		if (!rc)
			rc = boa_class_read_gpus(r, gpus, &point->gpus);
		if (!rc)
			rc = read_real(r, boa_json_next(r->doc, gpus),
				       &ABOVE_ZERO, &point->rate);
		curve->n_point += !rc;
	}
	return rc;
}

static int read_epoch(const struct boa_class_reader *r, uint32_t node,
		      struct boa_epoch *epoch)
{
	static const struct boa_json_key key[] = {
		{ "work_s", true },
		{ "speedup", true },
	};
	uint32_t value[2], at;
	size_t n, h;
	int rc;

	epoch->curve = calloc(r->set->n_gpu_type, sizeof(*epoch->curve));
	if (!epoch->curve)
		return lack_memory(r);
	rc = boa_json_members(r->doc, node, key, 2, value, r->err);
	if (!rc)
		rc = read_real(r, value[0], &AT_LEAST_ZERO, &epoch->work_s);
	if (!rc)
		rc = boa_json_object(r->doc, value[1], 1, &n, r->err);
	if (rc)
		return rc;
	at = boa_json_first(value[1]);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at + 1)) {
		rc = boa_class_find_type(r, at, &h);
		if (!rc)
			rc = read_curve(r, at + 1, &epoch->curve[h]);
	}
	return rc;
}

static int read_epochs(const struct boa_class_reader *r, uint32_t node,
		       struct boa_class *class)
{
	uint32_t at = boa_json_first(node);
	size_t n;
	int rc;

	rc = boa_json_array(r->doc, node, 1, &n, r->err);
	if (rc)
		return rc;
	if (n > BOA_EPOCHS_MAX)
		return boa_json_fail(r->doc, node, r->err, BOA_ERANGE,
				     "has %zu epochs, expected at most %d", n,
				     BOA_EPOCHS_MAX);
	class->epoch = calloc(n, sizeof(*class->epoch));
	if (!class->epoch)
		return lack_memory(r);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at))
		rc = read_epoch(r, at, &class->epoch[class->n_epoch++]);
	return rc;
}

/* A limit is one number, or one for some types; else DEFAULT_GPUS. */
static int read_limit(const struct boa_class_reader *r, uint32_t node,
		      unsigned default_gpus, unsigned **limit)
{
	size_t n_type = r->set->n_gpu_type, n, h;
	unsigned gpus = default_gpus;
	uint32_t at;
	int rc = 0;

	*limit = calloc(n_type, sizeof(**limit));
	if (!*limit)
		return lack_memory(r);
	if (node && !boa_json_is_object(r->doc, node))
		rc = boa_class_read_gpus(r, node, &gpus);
	for (h = 0; h < n_type; h++)
		(*limit)[h] = gpus;
	if (rc || !node || !boa_json_is_object(r->doc, node))
		return rc;
	rc = boa_json_object(r->doc, node, 1, &n, r->err);
	if (rc)
		return rc;
	at = boa_json_first(node);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at + 1)) {
		rc = boa_class_find_type(r, at, &h);
		if (!rc)
			rc = boa_class_read_gpus(r, at + 1, &(*limit)[h]);
	}
	return rc;
}

static int read_accounts(const struct boa_class_reader *r, uint32_t node,
			 struct boa_class *class)
{
	uint32_t at = boa_json_first(node);
	size_t n;
	int rc;

	if (!node)
		return 0;
	rc = boa_json_object(r->doc, node, 1, &n, r->err);
	if (rc)
		return rc;
	class->account = calloc(n, sizeof(*class->account));
	if (!class->account)
		return lack_memory(r);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at + 1)) {
		struct boa_account_rate *account =
			&class->account[class->n_account++];

		rc = boa_json_name(r->doc, at, &account->name, r->err);
		if (!rc)
			rc = read_real(r, at + 1, &AT_LEAST_ZERO,
				       &account->arrival_rate_per_hour);
	}
	return rc;
}

enum class_key {
	CLASS_NAME,
	CLASS_NOTE,
	CLASS_ARRIVAL_RATE,
	CLASS_WEIGHT,
	CLASS_RESCALE,
	CLASS_STARTUP,
	CLASS_MIN_GPUS,
	CLASS_MAX_GPUS,
	CLASS_ACCOUNTS,
	CLASS_EPOCHS,
	N_CLASS_KEY
};

static const struct boa_json_key class_key[N_CLASS_KEY] = {
	[CLASS_NAME] = { "name", true },
	[CLASS_NOTE] = { "note", false },
	[CLASS_ARRIVAL_RATE] = { "arrival_rate_per_hour", true },
	[CLASS_WEIGHT] = { "weight", false },
	[CLASS_RESCALE] = { "rescale_s", false },
	[CLASS_STARTUP] = { "startup_s", false },
	[CLASS_MIN_GPUS] = { "min_gpus", false },
	[CLASS_MAX_GPUS] = { "max_gpus", false },
	[CLASS_ACCOUNTS] = { "accounts", false },
	[CLASS_EPOCHS] = { "epochs", true },
};

static int read_class(const struct boa_class_reader *r, uint32_t node,
		      struct boa_class *class)
{
	uint32_t value[N_CLASS_KEY];
	int rc;

	class->weight = 1;
	rc = boa_json_members(r->doc, node, class_key, N_CLASS_KEY, value,
			      r->err);
	if (!rc)
		rc = boa_json_name(r->doc, value[CLASS_NAME], &class->name,
				   r->err);
	if (!rc)
		rc = check_note(r, value[CLASS_NOTE]);
	if (!rc)
		rc = read_real(r, value[CLASS_ARRIVAL_RATE], &AT_LEAST_ZERO,
			       &class->arrival_rate_per_hour);
	if (!rc)
		rc = read_real(r, value[CLASS_WEIGHT], &ABOVE_ZERO,
			       &class->weight);
	if (!rc)
		rc = read_real(r, value[CLASS_RESCALE], &AT_LEAST_ZERO,
			       &class->rescale_s);
	if (!rc)
		rc = read_real(r, value[CLASS_STARTUP], &AT_LEAST_ZERO,
			       &class->startup_s);
	if (!rc)
		rc = read_limit(r, value[CLASS_MIN_GPUS], 1, &class->min_gpus);
	if (!rc)
		rc = read_limit(r, value[CLASS_MAX_GPUS], BOA_GPUS_MAX,
				&class->max_gpus);
	if (!rc)
		rc = read_accounts(r, value[CLASS_ACCOUNTS], class);
	if (!rc)
		rc = read_epochs(r, value[CLASS_EPOCHS], class);
	return rc;
}

/* --- the file --------------------------------------------------------- */

static int read_classes(const struct boa_class_reader *r, uint32_t node,
			size_t n)
{
	struct boa_classes *set = r->set;
	uint32_t at = boa_json_first(node);
	int rc = 0;

	set->class = calloc(n, sizeof(*set->class));
	if (!set->class)
		return lack_memory(r);
	for (; !rc && n; n--, at = boa_json_next(r->doc, at))
		rc = read_class(r, at, &set->class[set->n_class++]);
	return rc;
}

static int read_root(const struct boa_class_reader *r)
{
	static const struct boa_json_key key[] = {
		{ "note", false },
		{ "gpu_types", false },
		{ "classes", true },
	};
	struct boa_classes *set = r->set;
	uint32_t value[3];
	size_t n;
	int rc;

	set->gpu_type = calloc(BOA_TYPES_MAX, sizeof(*set->gpu_type));
	if (!set->gpu_type)
		return lack_memory(r);
	rc = boa_json_members(r->doc, 0, key, 3, value, r->err);
	if (!rc)
		rc = check_note(r, value[0]);
	if (!rc)
		rc = boa_json_array(r->doc, value[2], 1, &n, r->err);
	if (!rc && value[1])
		rc = boa_class_read_types(r, value[1]);
	else if (!rc)
		rc = boa_class_mention_types(r, value[2]);
	if (!rc)
		rc = read_classes(r, value[2], n);
	return rc;
}

int boa_classes_read(const char *text, size_t len, const char *source,
		     struct boa_classes *set, struct boa_err *err)
{
	struct boa_classes fresh = { 0 };
	struct boa_json doc;
	const struct boa_class_reader r = {
		.doc = &doc,
		.set = &fresh,
		.err = err,
	};
	int rc;

	rc = boa_json_parse(text, len, source, &doc, err);
	if (rc)
		return rc;
	rc = read_root(&r);
	boa_json_fini(&doc);
	if (rc)
		boa_classes_free(&fresh);
	else
		*set = fresh;
	return rc;
}
