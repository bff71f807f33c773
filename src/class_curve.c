/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/class_curve.h"

#define EPOCH_TIME_MAX_S 1e18 /* work over rate; keeps sums finite */

static int fail_point(const struct boa_curve_place *place, size_t p,
		      struct boa_err *err, const char *what)
{
	return boa_err_set(err, BOA_ERANGE,
			   "classes[%zu].epochs[%zu].speedup.%s[%zu] %s",
			   place->i, place->j, place->type, p, what);
}

static int check_points(const struct boa_curve *curve, double work_s,
			const struct boa_curve_place *place,
			struct boa_err *err)
{
	char what[160];
	size_t p;

	for (p = 0; p < curve->n_point; p++) {
		const struct boa_point *point = &curve->point[p];

		if (point->gpus < 1 || point->gpus > BOA_GPUS_MAX) {
			snprintf(what, sizeof(what),
				 "is for %u GPUs, expected 1 to %u",
				 point->gpus, BOA_GPUS_MAX);
			return fail_point(place, p, err, what);
		}
		if (!(point->rate > 0) || !(point->rate <= BOA_REAL_MAX) ||
		    work_s / point->rate > EPOCH_TIME_MAX_S) {
			snprintf(what, sizeof(what),
				 "has rate %g, expected a number above 0 and "
				 "at most 1e12 at which the epoch ends within "
				 "1e18 s",
				 point->rate);
			return fail_point(place, p, err, what);
		}
	}
	return 0;
}

static int by_gpus(const void *a, const void *b)
{
	const struct boa_point *x = a, *y = b;

	return (x->gpus > y->gpus) - (x->gpus < y->gpus);
}

static bool is_rising(const struct boa_curve *curve)
{
	size_t p;

	for (p = 1; p < curve->n_point; p++)
		if (curve->point[p].gpus <= curve->point[p - 1].gpus)
			return false;
	return true;
}

/* Name the second point of width GPUS in POINT, the order of the file. */
static int fail_repeat(const struct boa_point *point, unsigned gpus,
		       const struct boa_curve_place *place, struct boa_err *err)
{
	char what[120];
	size_t first = 0, p;

	while (point[first].gpus != gpus)
		first++;
	p = first + 1;
	while (point[p].gpus != gpus)
		p++;
	snprintf(what, sizeof(what),
		 "is for %u GPUs as [%zu], expected each width once", gpus,
		 first);
	return fail_point(place, p, err, what);
}

/* Sort the points of CURVE; a width that stands twice is an error. */
static int sort_points(struct boa_curve *curve,
		       const struct boa_curve_place *place, struct boa_err *err)
{
	size_t size = curve->n_point * sizeof(*curve->point), p;
	struct boa_point *sorted;

	if (is_rising(curve))
		return 0;
	sorted = calloc(1, size);
	if (!sorted)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	memcpy(sorted, curve->point, size);
	qsort(sorted, curve->n_point, sizeof(*sorted), by_gpus);
	for (p = 1; p < curve->n_point; p++)
		if (sorted[p].gpus == sorted[p - 1].gpus) {
			unsigned gpus = sorted[p].gpus;

			free(sorted);
			return fail_repeat(curve->point, gpus, place, err);
		}
	free(curve->point);
	curve->point = sorted;
	return 0;
}

int boa_curve_finish(struct boa_curve *curve, double work_s,
		     const struct boa_curve_place *place, struct boa_err *err)
{
	int rc = check_points(curve, work_s, place, err);

	return rc ? rc : sort_points(curve, place, err);
}
