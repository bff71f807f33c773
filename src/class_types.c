/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_types.c - sets brought to common GPU types, and joined. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/class.h"

static int lack_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "out of memory");
	return BOA_ENOMEM;
}

/* calloc() that gives something to free for N = 0 as well. */
static void *new_array(size_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

/* All copies below: TO starts zeroed; on failure it holds what was made. */
static int copy_types(const struct boa_gpu_type *type, size_t n_type,
		      struct boa_classes *to)
{
	to->gpu_type = new_array(n_type, sizeof(*to->gpu_type));
	if (!to->gpu_type)
		return BOA_ENOMEM;
	for (; to->n_gpu_type < n_type; to->n_gpu_type++) {
		struct boa_gpu_type *made = &to->gpu_type[to->n_gpu_type];

		*made = type[to->n_gpu_type];
		made->name = strdup(made->name);
		if (!made->name)
			return BOA_ENOMEM;
	}
	return 0;
}

static int copy_curve(const struct boa_curve *curve, struct boa_curve *to)
{
	to->point = new_array(curve->n_point, sizeof(*to->point));
	if (!to->point)
		return BOA_ENOMEM;
	if (curve->n_point)
		memcpy(to->point, curve->point,
		       curve->n_point * sizeof(*to->point));
	to->n_point = curve->n_point;
	return 0;
}

/* MAP, [n_new], has for each new type the old one's index, or -1. */
static int copy_epoch(const struct boa_epoch *epoch, const ptrdiff_t *map,
		      size_t n_new, struct boa_epoch *to)
{
	size_t h;
	int rc = 0;

	to->work_s = epoch->work_s;
	to->curve = new_array(n_new, sizeof(*to->curve));
	if (!to->curve)
		return BOA_ENOMEM;
	for (h = 0; !rc && h < n_new; h++)
		if (map[h] >= 0 && epoch->curve[map[h]].n_point)
			rc = copy_curve(&epoch->curve[map[h]], &to->curve[h]);
	return rc;
}

static int copy_accounts(const struct boa_class *class, struct boa_class *to)
{
	size_t n = class->n_account;

	if (!n)
		return 0;
	to->account = calloc(n, sizeof(*to->account));
	if (!to->account)
		return BOA_ENOMEM;
	for (; to->n_account < n; to->n_account++) {
		struct boa_account_rate *made = &to->account[to->n_account];

		*made = class->account[to->n_account];
		made->name = strdup(made->name);
		if (!made->name)
			return BOA_ENOMEM;
	}
	return 0;
}

static int copy_class(const struct boa_class *class, const ptrdiff_t *map,
		      size_t n_new, struct boa_class *to)
{
	size_t h;
	int rc;

	*to = (struct boa_class){
		.name = strdup(class->name),
		.arrival_rate_per_hour = class->arrival_rate_per_hour,
		.weight = class->weight,
		.rescale_s = class->rescale_s,
		.startup_s = class->startup_s,
		.min_gpus = new_array(n_new, sizeof(*to->min_gpus)),
		.max_gpus = new_array(n_new, sizeof(*to->max_gpus)),
		.epoch = new_array(class->n_epoch, sizeof(*to->epoch)),
	};
	if (!to->name || !to->min_gpus || !to->max_gpus || !to->epoch)
		return BOA_ENOMEM;
	for (h = 0; h < n_new; h++) {
		to->min_gpus[h] = map[h] < 0 ? 1 : class->min_gpus[map[h]];
		to->max_gpus[h] =
			map[h] < 0 ? BOA_GPUS_MAX : class->max_gpus[map[h]];
	}
	rc = copy_accounts(class, to);
	while (!rc && to->n_epoch < class->n_epoch) {
		size_t j = to->n_epoch++;

		rc = copy_epoch(&class->epoch[j], map, n_new, &to->epoch[j]);
	}
	return rc;
}

int boa_classes_retype(struct boa_classes *set, const struct boa_gpu_type *type,
		       size_t n_type, struct boa_err *err)
{
	struct boa_classes fresh = { .types_listed = set->types_listed };
	ptrdiff_t *map = new_array(n_type, sizeof(*map));
	size_t h;
	int rc;

	fresh.class = new_array(set->n_class, sizeof(*fresh.class));
	rc = map && fresh.class ? copy_types(type, n_type, &fresh) : BOA_ENOMEM;
	for (h = 0; !rc && h < n_type; h++)
		map[h] = boa_classes_find_type(set, type[h].name,
					       strlen(type[h].name));
	while (!rc && fresh.n_class < set->n_class) {
		size_t i = fresh.n_class++;

		rc = copy_class(&set->class[i], map, n_type, &fresh.class[i]);
	}
	if (rc) {
		rc = lack_memory(err);
		goto out;
	}
	boa_classes_free(set);
	*set = fresh;
	fresh = (struct boa_classes){ 0 };
out:
	boa_classes_free(&fresh);
	free(map);
	return rc;
}

int boa_classes_append(struct boa_classes *set, struct boa_classes *from,
		       struct boa_err *err)
{
	struct boa_class *more;

	more = realloc(set->class,
		       (set->n_class + from->n_class + 1) * sizeof(*more));
	if (!more)
		return lack_memory(err);
	if (from->n_class)
		memcpy(more + set->n_class, from->class,
		       from->n_class * sizeof(*more));
	set->class = more;
	set->n_class += from->n_class;
	free(set->by_name);
	set->by_name = NULL;
	from->n_class = 0;
	boa_classes_free(from);
	return 0;
}
