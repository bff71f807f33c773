/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tabulate.h - from plans and shares to a width table.
 */
#ifndef BOA_TABULATE_H
#define BOA_TABULATE_H

#include <stdint.h>

#include "solver/dp.h"
#include "solver/problem.h"

#include "src/class.h"
#include "src/err.h"
#include "src/table.h"

/* One plan of an item, as states. */
struct boa_candidate {
	double share;
	double reduced_cost;
	const uint32_t *state; /* [n_epoch], borrowed */
};

/*
 * Time and spend of the plan STATE [n_epoch] of ITEM, added up epoch by epoch;
 * EPOCH_TIME_S [n_epoch] (may be NULL) gets each with what precedes it.
 */
void boa_plan_walk(const struct boa_item *item, const uint32_t *state,
		   double *epoch_time_s, double *time_s, double *spend);

/*
 * Fill *ENTRY for class I of SET with the N plans of CANDIDATE: those in use
 * by falling share, then by rising reduced cost; of plans that are alike only
 * the first stays. CANDIDATE is reordered. Returns 0 or BOA_ENOMEM; then *ENTRY
 * holds nothing.
 */
int boa_tabulate(const struct boa_classes *set, size_t i,
		 const struct boa_item *item, struct boa_candidate *candidate,
		 size_t n, struct boa_table_class *entry);

/*
 * Objective, mean JCT and spend of TABLE, from its plans and shares; the other
 * fields of TABLE->expected stay.
 */
void boa_tabulate_expect(const struct boa_classes *set,
			 struct boa_table *table);

#endif /* BOA_TABULATE_H */
