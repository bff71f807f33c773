/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tables.h - width tables by hand.
 */
#ifndef BOA_TEST_TABLES_H
#define BOA_TEST_TABLES_H

#include "src/table.h"

#define PLAN_EPOCHS 4

/* A plan of up to PLAN_EPOCHS epochs; TYPES: one, or one for each epoch. */
struct plan {
	double share;
	const char *types; /* separated by spaces */
	unsigned gpus[PLAN_EPOCHS];
};

/*
 * Add class NAME with the N_PLAN plans PLAN of N_EPOCH epochs to TABLE (zeroed
 * at first); release with boa_table_free().
 */
void add_class(struct boa_table *table, const char *name, size_t n_epoch,
	       const struct plan *plan, size_t n_plan);

#endif /* BOA_TEST_TABLES_H */
