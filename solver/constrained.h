/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * constrained.h - the table of a budget with further limits; for solve.c.
 */
#ifndef BOA_CONSTRAINED_H
#define BOA_CONSTRAINED_H

#include <stdbool.h>

#include "solver/problem.h"
#include "solver/rows.h"

#include "src/class.h"
#include "src/err.h"
#include "src/table.h"

struct boa_constrained {
	const struct boa_classes *set;
	const struct boa_problem *problem;
	const struct boa_rows *rows;
	const struct boa_constraint *constraint; /* [rows->n - 1] */
	double limit_s;
};

/*
 * Solve WHAT. When *FEASIBLE, the classes, the limits and what is expected of
 * TABLE are filled, but for the no-rescale bound; else CONFLICT [rows->n]
 * marks the smallest set of rows in conflict. Returns 0, BOA_ENOMEM,
 * BOA_ESOLVER.
 */
int boa_constrained_solve(const struct boa_constrained *what,
			  struct boa_table *table, bool *feasible,
			  bool *conflict, struct boa_err *err);

#endif /* BOA_CONSTRAINED_H */
