/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "src/choice.h"
#include "src/size.h"

ptrdiff_t boa_choice_find_type(const struct boa_snapshot_type *type,
			       size_t n_type, const char *name)
{
	size_t i;

	for (i = 0; name && i < n_type; i++)
		if (!strcmp(type[i].name, name))
			return (ptrdiff_t)i;
	return -1;
}

bool boa_choice_has_room(const struct boa_snapshot_type *type, unsigned gpus)
{
	struct boa_size size;

	if (!boa_size_is_placeable(gpus, type->gpus_per_node))
		return false;
	size = boa_size_of(gpus, type->gpus_per_node, 0, 0);
	return !type->max_nodes || size.nodes <= type->max_nodes;
}

static bool is_allowed(const struct boa_plan *plan, size_t n_epoch,
		       const struct boa_snapshot_type *type, size_t n_type,
		       const char *only_type)
{
	size_t j;

	for (j = 0; j < n_epoch; j++) {
		ptrdiff_t h =
			boa_choice_find_type(type, n_type, plan->gpu_type[j]);

		if (h < 0 || !boa_choice_has_room(&type[h], plan->gpus[j]))
			return false;
		if (only_type && strcmp(plan->gpu_type[j], only_type) != 0)
			return false;
	}
	return true;
}

size_t boa_choice_allow(const struct boa_table_class *class,
			const struct boa_snapshot_type *type, size_t n_type,
			const char *only_type, bool *allowed)
{
	size_t n = 0, q;

	for (q = 0; q < class->n_plan; q++) {
		allowed[q] = is_allowed(&class->plan[q], class->n_epoch, type,
					n_type, only_type);
		n += allowed[q];
	}
	return n;
}
