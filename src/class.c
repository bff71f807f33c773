/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class.c - a set of classes: release and finding. */
#include "config.h"

#include <stdlib.h>

#include "src/class.h"

/* --- release ---------------------------------------------------------- */

void boa_grids_free(struct boa_grid *grid, size_t n_type)
{
	size_t h;

	for (h = 0; grid && h < n_type; h++) {
		free(grid[h].gpus);
		free(grid[h].rate);
	}
	free(grid);
}

static void free_epoch(struct boa_epoch *epoch, size_t n_type)
{
	size_t h;

	for (h = 0; epoch->curve && h < n_type; h++)
		free(epoch->curve[h].point);
	free(epoch->curve);
}

static void free_class(struct boa_class *class, size_t n_type)
{
	size_t j;

	for (j = 0; class->epoch && j < class->n_epoch; j++)
		free_epoch(&class->epoch[j], n_type);
	for (j = 0; class->account && j < class->n_account; j++)
		free(class->account[j].name);
	boa_grids_free(class->grid, n_type);
	free(class->epoch);
	free(class->account);
	free(class->min_gpus);
	free(class->max_gpus);
	free(class->name);
}

static void free_types(struct boa_gpu_type *type, size_t n_type)
{
	size_t h;

	for (h = 0; type && h < n_type; h++)
		free(type[h].name);
	free(type);
}

void boa_classes_free(struct boa_classes *set)
{
	size_t i;

	for (i = 0; set->class && i < set->n_class; i++)
		free_class(&set->class[i], set -> n_gpu_type);
	free_types(set->gpu_type, set->n_gpu_type);
	free(set->class);
	free(set->by_name);
	*set = (struct boa_classes){ 0 };
}

/* --- finding ---------------------------------------------------------- */

ptrdiff_t boa_classes_find(const struct boa_classes *set, const char *name,
			   size_t len)
{
	return boa_names_find(set->class, sizeof(*set->class), set->n_class,
			      set->by_name, name, len);
}

ptrdiff_t boa_classes_find_type(const struct boa_classes *set, const char *name,
				size_t len)
{
	return boa_names_find(set->gpu_type, sizeof(*set->gpu_type),
			      set->n_gpu_type, NULL, name, len);
}

double boa_classes_rate_per_hour(const struct boa_classes *set)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < set->n_class; i++)
		sum += set->class[i].arrival_rate_per_hour;
	return sum;
}
