/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tabulate.h - from plans and shares to a width table.
 */
#ifndef BOA_TABULATE_H
#define BOA_TABULATE_H

#include <stdint.h>

#include "solver/dp.h"
#include "solver/problem.h"
#include "solver/rows.h"

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
 * Seconds that the plan STATE [n_epoch] of ITEM spends in epoch J, with the
 * start-up or rescale before it.
 */
double boa_plan_epoch_s(const struct boa_item *item, const uint32_t *state,
			size_t j);

/* Tables are written class by class; what that takes. */
struct boa_tabulator {
	const struct boa_classes *set;
	const struct boa_problem *problem;
	const struct boa_rows *rows;
	const double *price; /* [rows->n] s of objective per unit of limit */
	struct boa_dp dp;
	struct boa_candidate *candidate; /* [room + max_segment + 1] */
	uint32_t *state;                 /* [max_segment + 1][max_epoch] */
	size_t room; /* plans in use that one class may have */
};

/*
 * Make *TAB ready, for classes with at most ROOM plans in use; it borrows all
 * else. Returns 0 or BOA_ENOMEM; release it with boa_tabulator_fini().
 */
int boa_tabulator_init(struct boa_tabulator *tab, const struct boa_classes *set,
		       const struct boa_problem *problem,
		       const struct boa_rows *rows, const double *price,
		       size_t room);
void boa_tabulator_fini(struct boa_tabulator *tab);

/*
 * Fill *ENTRY for class I with its N plans in use, IN_USE, by falling share,
 * then the alternates by rising reduced cost: the best of every type at the
 * prices, and the cheapest of all. Of plans that are alike only the first
 * stays. Returns 0 or BOA_ENOMEM; then *ENTRY holds nothing.
 */
int boa_tabulate(struct boa_tabulator *tab, size_t i,
		 const struct boa_candidate *in_use, size_t n,
		 struct boa_table_class *entry);

/*
 * Objective, mean JCT and spend of TABLE, from its plans and shares; the other
 * fields of TABLE->expected stay.
 */
void boa_tabulate_expect(const struct boa_classes *set,
			 struct boa_table *table);

#endif /* BOA_TABULATE_H */
