/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/setting.h"

#include "src/class_json.h"
#include "src/file.h"
#include "src/json.h"
#include "src/text.h"

#define SETTING_BYTES_MAX ((size_t)1 << 20)

/* --- leaving out ------------------------------------------------------ */

static void free_class(struct boa_class *class, size_t n_type)
{
	/* one class in a set of its own is freed as sets are */
	struct boa_classes alone = { 0 };

	alone.n_gpu_type = n_type;
	alone.gpu_type = calloc(n_type, sizeof(*alone.gpu_type));
	alone.class = malloc(sizeof(*class));
	if (!alone.gpu_type || !alone.class) {
		free(alone.gpu_type);
		free(alone.class);
		return;
	}
	*alone.class = *class;
	alone.n_class = 1;
	boa_classes_free(&alone);
}

static void drop_type(struct boa_classes *set, size_t h)
{
	size_t after = set->n_gpu_type - h - 1;

	for (size_t i = 0; i < set->n_class; i++) {
		struct boa_class *class = &set->class[i];

		memmove(class->min_gpus + h, class->min_gpus + h + 1,
			after * sizeof(*class->min_gpus));
		memmove(class->max_gpus + h, class->max_gpus + h + 1,
			after * sizeof(*class->max_gpus));
		for (size_t j = 0; j < class->n_epoch; j++) {
			struct boa_curve *curve = class->epoch[j].curve;

			free(curve[h].point);
			memmove(curve + h, curve + h + 1,
				after * sizeof(*curve));
		}
		if (class->grid) {
			free(class->grid[h].gpus);
			free(class->grid[h].rate);
			memmove(class->grid + h, class->grid + h + 1,
				after * sizeof(*class->grid));
		}
	}
	free(set->gpu_type[h].name);
	memmove(set->gpu_type + h, set->gpu_type + h + 1,
		after * sizeof(*set->gpu_type));
	set->n_gpu_type--;
}

int boa_setting_select(struct boa_classes *set, const bool *class,
		       const bool *type, struct boa_err *err)
{
	for (size_t i = set->n_class; i-- > 0;) {
		if (class[i])
			continue;
		free_class(&set->class[i], set -> n_gpu_type);
		memmove(set->class + i, set->class + i + 1,
			(set->n_class - i - 1) * sizeof(*set->class));
		set->n_class--;
	}
	for (size_t h = set->n_gpu_type; h-- > 0;)
		if (!type[h])
			drop_type(set, h);
	return boa_classes_finish(set, err);
}

/* --- the document ----------------------------------------------------- */

enum key {
	NOTE,
	CLASSES,
	PREDICTOR,
	UNIT,
	GPU_TYPES,
	KEEP,
	TRACE,
	NODES,
	RESCALE,
	SLOWDOWN,
	MEAN_STEPS,
	N_KEY
};

static const struct boa_json_key keys[N_KEY] = {
	[NOTE] = { "note", true },
	[CLASSES] = { "classes", true },
	[PREDICTOR] = { "predictor", false },
	[UNIT] = { "unit", true },
	[GPU_TYPES] = { "gpu_types", true },
	[KEEP] = { "keep", true },
	[TRACE] = { "trace", false },
	[NODES] = { "nodes", true },
	[RESCALE] = { "rescale_s", false },
	[SLOWDOWN] = { "slowdown", false },
	[MEAN_STEPS] = { "mean_steps", false },
};

struct reader {
	struct boa_json doc;
	uint32_t at[N_KEY];
	const char *path;
	struct boa_err *err;
};

/* Numbers above 0 of an object { name: number }, given to EACH by its index. */
static int read_numbers(const struct reader *reader, enum key key,
			const struct boa_classes *set, bool types,
			double *value)
{
	static const struct boa_json_range range = { 0.0, 1e12, false };
	const struct boa_json *doc = &reader->doc;
	size_t n = 0;
	uint32_t node;
	int rc = boa_json_object(doc, reader->at[key], 0, &n, reader->err);

	node = boa_json_first(reader->at[key]);
	for (size_t m = 0; !rc && m < n; m++) {
		size_t len = 0;
		const char *name = boa_json_raw(doc, node, &len);
		ptrdiff_t i = types ? boa_classes_find_type(set, name, len)
				    : boa_classes_find(set, name, len);

		if (i < 0)
			return boa_json_wants(doc, node, reader->err,
					      types ? "a GPU type of the class "
						      "file"
						    : "a class of the class "
						      "file");
		node = boa_json_next(doc, node);
		rc = boa_json_real(doc, node, &range, &value[i], reader->err);
		node = boa_json_next(doc, node);
	}
	return rc;
}

/* The class file that KEY names, beside the setting. */
static int load_classes(const struct reader *reader, enum key key,
			struct boa_classes *set)
{
	const char *slash = strrchr(reader->path, '/');
	int folder = slash ? (int)(slash - reader->path) : 1;
	char *name = NULL;
	char *path = NULL;
	int rc = boa_json_string(&reader->doc, reader->at[key], &name,
				 reader->err);

	if (rc)
		return rc;
	path = boa_text_new("%.*s/%s", folder, slash ? reader->path : ".",
			    name);
	free(name);
	if (!path)
		return boa_err_set(reader->err, BOA_ENOMEM, "no memory");
	rc = boa_classes_load(path, set, reader->err);
	free(path);
	return rc;
}

static int read_types(const struct reader *reader,
		      const struct boa_classes *set, bool *type)
{
	const struct boa_json *doc = &reader->doc;
	size_t n = 0;
	uint32_t node = boa_json_first(reader->at[GPU_TYPES]);
	int rc = boa_json_array(doc, reader->at[GPU_TYPES], 1, &n, reader->err);

	for (size_t i = 0; !rc && i < n; i++) {
		size_t len = 0;
		const char *name = boa_json_raw(doc, node, &len);
		ptrdiff_t h = boa_json_is_string(doc, node)
				      ? boa_classes_find_type(set, name, len)
				      : -1;

		if (h < 0)
			return boa_json_wants(doc, node, reader->err,
					      "a GPU type of the class file");
		type[h] = true;
		node = boa_json_next(doc, node);
	}
	return rc;
}

/* Everything in SET as the setting has it. */
static int shape(const struct reader *reader, struct boa_classes *set,
		 bool priced)
{
	static const struct boa_json_range range = { 0.0, 1e9, false };
	size_t n = set->n_class;
	double *rate = malloc(n * sizeof(*rate));
	double *slowdown = malloc(n * sizeof(*slowdown));
	bool *class = calloc(n, sizeof(*class));
	bool *type = calloc(set->n_gpu_type, sizeof(*type));
	double rescale_s = NAN;
	int rc = 0;

	if (!rate || !slowdown || !class || !type)
		rc = boa_err_set(reader->err, BOA_ENOMEM, "no memory");
	for (size_t i = 0; !rc && i < n; i++) {
		rate[i] = NAN;
		slowdown[i] = 1.0;
	}
	if (!rc)
		rc = read_numbers(reader, KEEP, set, false, rate);
	if (!rc && reader->at[SLOWDOWN])
		rc = read_numbers(reader, SLOWDOWN, set, false, slowdown);
	if (!rc && reader->at[RESCALE])
		rc = boa_json_real(&reader->doc, reader->at[RESCALE], &range,
				   &rescale_s, reader->err);
	if (!rc)
		rc = read_types(reader, set, type);
	for (size_t i = 0; !rc && i < n; i++) {
		struct boa_class *c = &set->class[i];

		class[i] = !isnan(rate[i]);
		c->arrival_rate_per_hour = class[i] ? rate[i] : 0.0;
		if (!isnan(rescale_s))
			c->rescale_s = c->startup_s = rescale_s;
		for (size_t j = 0; j < c->n_epoch; j++)
			c->epoch[j].work_s /= slowdown[i];
	}
	for (size_t h = 0; !rc && !priced && h < set->n_gpu_type; h++)
		set->gpu_type[h].price = 1.0;
	if (!rc)
		rc = boa_setting_select(set, class, type, reader->err);
	free(rate);
	free(slowdown);
	free(class);
	free(type);
	return rc;
}

/* What stands by type and class in the finished set. */
static int read_tables(const struct reader *reader, struct boa_setting *to)
{
	size_t n_class = to->set.n_class;
	size_t n_type = to->set.n_gpu_type;
	double *nodes = calloc(n_type, sizeof(*nodes));
	int rc = 0;

	to->nodes = calloc(n_type, sizeof(*to->nodes));
	to->mean_steps = malloc(n_class * sizeof(*to->mean_steps));
	if (!nodes || !to->nodes || !to->mean_steps)
		rc = boa_err_set(reader->err, BOA_ENOMEM, "no memory");
	for (size_t i = 0; !rc && i < n_class; i++)
		to->mean_steps[i] = NAN;
	if (!rc)
		rc = read_numbers(reader, NODES, &to->set, true, nodes);
	for (size_t h = 0; !rc && h < n_type; h++)
		to->nodes[h] = (unsigned)nodes[h];
	if (!rc && reader->at[MEAN_STEPS])
		rc = read_numbers(reader, MEAN_STEPS, &to->set, false,
				  to->mean_steps);
	free(nodes);
	return rc;
}

static int read(const struct reader *reader, struct boa_setting *to)
{
	const struct boa_json *doc = &reader->doc;
	bool priced;
	int rc = boa_json_string(doc, reader->at[NOTE], &to->note, reader->err);

	if (!rc)
		rc = boa_json_string(doc, reader->at[UNIT], &to->unit,
				     reader->err);
	if (!rc && strcmp(to->unit, "GPU-h/h") != 0 &&
	    strcmp(to->unit, "USD/h") != 0)
		rc = boa_json_wants(doc, reader->at[UNIT], reader->err,
				    "\"GPU-h/h\" or \"USD/h\"");
	if (!rc && reader->at[TRACE])
		rc = boa_json_string(doc, reader->at[TRACE], &to->trace,
				     reader->err);
	if (!rc)
		rc = load_classes(reader, CLASSES, &to->set);
	if (rc)
		return rc;
	priced = strcmp(to->unit, "USD/h") == 0;
	rc = shape(reader, &to->set, priced);
	if (!rc && reader->at[PREDICTOR]) {
		rc = load_classes(reader, PREDICTOR, &to->predictor);
		to->has_predictor = !rc;
		if (!rc)
			rc = shape(reader, &to->predictor, priced);
	}
	return rc ? rc : read_tables(reader, to);
}

int boa_setting_load(const char *path, struct boa_setting *setting,
		     struct boa_err *err)
{
	struct boa_setting made = { 0 };
	struct reader reader = { .path = path, .err = err };
	char *text = NULL;
	size_t len = 0;
	int rc = boa_file_read(path, SETTING_BYTES_MAX, &text, &len, err);

	if (rc)
		return rc;
	rc = boa_json_parse(text, len, path, &reader.doc, err);
	if (rc)
		goto out;
	rc = boa_json_members(&reader.doc, 0, keys, N_KEY, reader.at, err);
	if (!rc)
		rc = read(&reader, &made);
	boa_json_fini(&reader.doc);
	if (rc)
		boa_setting_free(&made);
	else
		*setting = made;
out:
	free(text);
	return rc;
}

void boa_setting_free(struct boa_setting *setting)
{
	free(setting->note);
	free(setting->unit);
	free(setting->trace);
	boa_classes_free(&setting->set);
	if (setting->has_predictor)
		boa_classes_free(&setting->predictor);
	free(setting->nodes);
	free(setting->mean_steps);
	*setting = (struct boa_setting){ 0 };
}
