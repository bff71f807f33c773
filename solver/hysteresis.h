/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hysteresis.h - widths that do not follow every breath of the estimates.
 *
 * Among the plans in use of an old table and of a new one, the shares that
 * move the fewest jobs to plans they did not have, with all limits kept and the
 * objective at most a stated fraction above the new optimum: a linear
 * programme. When the old plans are within the fraction nothing moves.
 */
#ifndef BOA_HYSTERESIS_H
#define BOA_HYSTERESIS_H

#include "solver/problem.h"
#include "solver/rows.h"

#include "src/class.h"
#include "src/err.h"
#include "src/table.h"

struct boa_hysteresis {
	const struct boa_classes *set;
	const struct boa_problem *problem;
	const struct boa_rows *rows;
	const struct boa_table *old;
	double fraction; /* of the objective, >= 0 */
	double limit_s;
};

/*
 * Rewrite the classes of TABLE, just solved, and what is expected of it. Old
 * plans that the classes no longer allow are passed over. On failure TABLE is
 * as it was. Returns 0, BOA_ENOMEM or BOA_ESOLVER.
 */
int boa_hysteresis_apply(const struct boa_hysteresis *what,
			 struct boa_table *table, struct boa_err *err);

#endif /* BOA_HYSTERESIS_H */
