/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tables.h"

static void fill(struct boa_plan *to, size_t n_epoch, const struct plan *from)
{
	const char *types = from->types;
	size_t j;

	to->share = from->share;
	to->gpu_type = calloc(n_epoch, sizeof(*to->gpu_type));
	to->gpus = calloc(n_epoch, sizeof(*to->gpus));
	to->epoch_time_s = calloc(n_epoch, sizeof(*to->epoch_time_s));
	for (j = 0; j < n_epoch; j++) {
		size_t len = strcspn(types, " ");

		to->gpus[j] = from->gpus[j];
		to->gpu_type[j] = strndup(types, len);
		if (types[len])
			types += len + 1;
	}
}

void add_class(struct boa_table *table, const char *name, size_t n_epoch,
	       const struct plan *plan, size_t n_plan)
{
	struct boa_table_class *class;
	size_t q;

	table->class =
		realloc(table->class, (table->n_class + 1) * sizeof(*class));
	class = &table->class[table->n_class++];
	*class = (struct boa_table_class){
		.name = strdup(name),
		.n_epoch = n_epoch,
		.n_plan = n_plan,
		.plan = calloc(n_plan, sizeof(*class->plan)),
	};
	for (q = 0; q < n_plan; q++)
		fill(&class->plan[q], n_epoch, &plan[q]);
}
