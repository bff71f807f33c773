/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_finish.c - the rules of class.h. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/class_curve.h"

static int lack_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "out of memory");
	return BOA_ENOMEM;
}

/* --- figures ---------------------------------------------------------- */

struct figure {
	const char *name;
	double value;
	bool above_zero;
};

static bool is_bad(double value, bool above_zero)
{
	return !(value <= BOA_REAL_MAX) ||
	       (above_zero ? !(value > 0) : !(value >= 0));
}

/* The first bad one of FIGURE, [n], is an error at PLACE. */
static int check_figures(const struct figure *figure, size_t n,
			 const char *place, struct boa_err *err)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (is_bad(figure[i].value, figure[i].above_zero))
			return boa_err_set(
				err, BOA_ERANGE,
				"%s.%s is %g, expected a number %s 0 and at "
				"most 1e12",
				place, figure[i].name, figure[i].value,
				figure[i].above_zero ? "above" : "of at least");
	return 0;
}

static int check_name(const char *name, const char *place, struct boa_err *err)
{
	if (name && boa_name_is_valid(name, strlen(name)))
		return 0;
	return boa_err_set(err, BOA_ERANGE,
			   "%s.name is \"%.80s\", expected " BOA_NAME_RULE,
			   place, name ? name : "");
}

/* --- one class -------------------------------------------------------- */

static int check_limits(const struct boa_classes *set, size_t i,
			struct boa_err *err)
{
	const struct boa_class *class = &set->class[i];
	size_t h;

	for (h = 0; h < set->n_gpu_type; h++)
		if (class->min_gpus[h] < 1 ||
		    class->min_gpus[h] > class->max_gpus[h] ||
		    class->max_gpus[h] > BOA_GPUS_MAX)
			return boa_err_set(
				err, BOA_ERANGE,
				"classes[%zu].min_gpus is %u and max_gpus %u "
				"on %s, expected 1 <= min_gpus <= max_gpus <= "
				"%u",
				i, class->min_gpus[h], class->max_gpus[h],
				set->gpu_type[h].name, BOA_GPUS_MAX);
	return 0;
}

static int check_class(const struct boa_classes *set, size_t i,
		       struct boa_err *err)
{
	const struct boa_class *class = &set->class[i];
	const struct figure figure[] = {
		{ "arrival_rate_per_hour", class->arrival_rate_per_hour,
		  false },
		{ "weight", class->weight, true },
		{ "rescale_s", class->rescale_s, false },
		{ "startup_s", class->startup_s, false },
	};
	char place[48];
	size_t a;
	int rc;

	snprintf(place, sizeof(place), "classes[%zu]", i);
	rc = check_name(class->name, place, err);
	if (!rc)
		rc = check_figures(figure, sizeof(figure) / sizeof(*figure),
				   place, err);
	if (!rc)
		rc = check_limits(set, i, err);
	if (!rc && (class->n_epoch < 1 || class->n_epoch > BOA_EPOCHS_MAX))
		return boa_err_set(err, BOA_ERANGE,
				   "%s.epochs has %zu, expected 1 to %d", place,
				   class->n_epoch, BOA_EPOCHS_MAX);
	for (a = 0; !rc && a < class->n_account; a++) {
		const struct figure rate = {
			class->account[a].name,
			class->account[a].arrival_rate_per_hour, false
		};

		snprintf(place, sizeof(place), "classes[%zu].accounts", i);
		rc = check_name(rate.name, place, err);
		if (!rc)
			rc = check_figures(&rate, 1, place, err);
	}
	return rc;
}

static int check_epoch(struct boa_classes *set, size_t i, size_t j,
		       struct boa_err *err)
{
	struct boa_epoch *epoch = &set->class[i].epoch[j];
	const struct figure work = { "work_s", epoch->work_s, false };
	char place[80];
	size_t h;
	int rc;

	snprintf(place, sizeof(place), "classes[%zu].epochs[%zu]", i, j);
	rc = check_figures(&work, 1, place, err);
	for (h = 0; !rc && h < set->n_gpu_type; h++) {
		const struct boa_curve_place curve = {
			.i = i,
			.j = j,
			.type = set->gpu_type[h].name,
		};

		rc = boa_curve_finish(&epoch->curve[h], epoch->work_s, &curve,
				      err);
	}
	return rc;
}

int boa_class_finish(struct boa_classes *set, size_t i, struct boa_err *err)
{
	struct boa_class *class = &set->class[i];
	size_t j, n_usable;
	int rc;

	rc = check_class(set, i, err);
	for (j = 0; !rc && j < class->n_epoch; j++)
		rc = check_epoch(set, i, j, err);
	if (!rc)
		rc = boa_grids_make(class, set->n_gpu_type, &n_usable);
	if (rc == BOA_ENOMEM)
		return lack_memory(err);
	if (!rc && !n_usable)
		return boa_err_set(err, BOA_ERANGE,
				   "classes[%zu] (%s) can run on no GPU type, "
				   "expected on at least one type a width that "
				   "every epoch has, from min_gpus to max_gpus",
				   i, class->name);
	return rc;
}

/* --- the set ---------------------------------------------------------- */

static int check_types(const struct boa_classes *set, struct boa_err *err)
{
	size_t h;
	int rc = 0;

	if (set->n_gpu_type > BOA_TYPES_MAX)
		return boa_err_set(err, BOA_ERANGE,
				   "there are %zu GPU types, expected at most "
				   "%d",
				   set->n_gpu_type, BOA_TYPES_MAX);
	for (h = 0; !rc && h < set->n_gpu_type; h++) {
		const struct boa_gpu_type *type = &set->gpu_type[h];
		const struct figure price = { "price", type->price, true };
		char place[48];
		ptrdiff_t first;

		snprintf(place, sizeof(place), "gpu_types[%zu]", h);
		rc = check_name(type->name, place, err);
		if (!rc)
			rc = check_figures(&price, 1, place, err);
		if (rc)
			break;
		first = boa_classes_find_type(set, type->name,
					      strlen(type->name));
		if (first != (ptrdiff_t)h)
			rc = boa_err_set(err, BOA_ERANGE,
					 "%s.name is \"%s\" as gpu_types[%td], "
					 "expected each name once",
					 place, type->name, first);
	}
	return rc;
}

static int sort_names(struct boa_classes *set, struct boa_err *err)
{
	size_t at, n = set->n_class;

	free(set->by_name);
	set->by_name = calloc(n, sizeof(*set->by_name));
	if (!set->by_name)
		return lack_memory(err);
	boa_names_sort(set->class, sizeof(*set->class), n, set->by_name);
	at = boa_names_repeat(set->class, sizeof(*set->class), n, set->by_name);
	if (!at)
		return 0;
	return boa_err_set(err, BOA_ERANGE,
			   "classes[%zu].name is \"%s\" as classes[%zu], "
			   "expected each name once",
			   set->by_name[at], set->class[set->by_name[at]].name,
			   set->by_name[at - 1]);
}

int boa_classes_finish(struct boa_classes *set, struct boa_err *err)
{
	size_t i;
	int rc;

	if (!set->n_class)
		return boa_err_set(err, BOA_ERANGE,
				   "classes is empty, expected at least one");
	rc = check_types(set, err);
	for (i = 0; !rc && i < set->n_class; i++)
		rc = boa_class_finish(set, i, err);
	if (!rc)
		rc = sort_names(set, err);
	if (!rc && !(boa_classes_rate_per_hour(set) > 0))
		return boa_err_set(err, BOA_ERANGE,
				   "arrival_rate_per_hour adds up to 0 over "
				   "all classes, expected more than 0");
	return rc;
}
