/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choice.h - which plans of its class a job may follow here and now. The
 * submit hook and the engine choose by the same rule.
 */
#ifndef BOA_CHOICE_H
#define BOA_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/snapshot.h"
#include "src/table.h"

/* Index of the type called NAME (NULL: none), or -1. */
ptrdiff_t boa_choice_find_type(const struct boa_snapshot_type *type,
			       size_t n_type, const char *name);

/* Can GPUS of TYPE be asked for: placeable, and within TYPE's max_nodes? */
bool boa_choice_has_room(const struct boa_snapshot_type *type, unsigned gpus);

/*
 * Write to ALLOWED, [n_plan], which plans of CLASS can be carried out: the GPU
 * type of every epoch is one of TYPE and, with ONLY_TYPE (may be NULL), is
 * that; every width has room. Returns how many are allowed.
 */
size_t boa_choice_allow(const struct boa_table_class *class,
			const struct boa_snapshot_type *type, size_t n_type,
			const char *only_type, bool *allowed);

#endif /* BOA_CHOICE_H */
