/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_grid.c - the widths a class can use on each type. */
#include "config.h"

#include <stdlib.h>

#include "src/class.h"

/* --- grids ------------------------------------------------------------ */

/* Keep in GPUS, [*n], rising, what CURVE has too. */
static void intersect(unsigned *gpus, size_t *n, const struct boa_curve *curve)
{
	size_t k, p = 0, kept = 0;

	for (k = 0; k < *n; k++) {
		while (p < curve->n_point && curve->point[p].gpus < gpus[k])
			p++;
		if (p < curve->n_point && curve->point[p].gpus == gpus[k])
			gpus[kept++] = gpus[k];
	}
	*n = kept;
}

/* Set RATE, [n_width], to CURVE's at the widths of GRID. */
static void fill_rates(const struct boa_grid *grid,
		       const struct boa_curve *curve, double *rate)
{
	size_t k, p = 0;

	for (k = 0; k < grid->n_width; k++) {
		while (curve->point[p].gpus < grid->gpus[k])
			p++;
		rate[k] = curve->point[p].rate;
	}
}

static int make_grid(const struct boa_class *class, size_t h,
		     struct boa_grid *grid)
{
	const struct boa_curve *first = &class->epoch[0].curve[h];
	size_t p, j, n = 0;

	if (!first->n_point)
		return 0;
	grid->gpus = calloc(first->n_point, sizeof(*grid->gpus));
	if (!grid->gpus)
		return BOA_ENOMEM;
	for (p = 0; p < first->n_point; p++)
		if (first->point[p].gpus >= class->min_gpus[h] &&
		    first->point[p].gpus <= class->max_gpus[h])
			grid->gpus[n++] = first->point[p].gpus;
	for (j = 1; j < class->n_epoch; j++)
		intersect(grid->gpus, &n, &class->epoch[j].curve[h]);
	if (!n)
		return 0;
	grid->rate = calloc(class->n_epoch * n, sizeof(*grid->rate));
	if (!grid->rate)
		return BOA_ENOMEM;
	grid->n_width = n;
	for (j = 0; j < class->n_epoch; j++)
		fill_rates(grid, &class->epoch[j].curve[h], grid->rate + j * n);
	return 0;
}

int boa_grids_make(struct boa_class *class, size_t n_type, size_t *n_usable)
{
	size_t h;

	boa_grids_free(class->grid, n_type);
	class->grid = calloc(n_type ? n_type : 1, sizeof(*class->grid));
	if (!class->grid)
		return BOA_ENOMEM;
	*n_usable = 0;
	for (h = 0; h < n_type; h++) {
		if (make_grid(class, h, &class->grid[h]))
			return BOA_ENOMEM;
		*n_usable += class->grid[h].n_width > 0;
	}
	return 0;
}
