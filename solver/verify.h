/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verify.h - is a width table what it says? Recomputed from the classes, by
 * other means than the solver's: nothing is shared with problem.c, dp.c or
 * search.c. Best plans come from a shortest path over all pairs of states, the
 * no-rescale bound from bisection on the price.
 */
#ifndef BOA_VERIFY_H
#define BOA_VERIFY_H

#include <stdint.h>

#include "solver/problem.h"

#include "src/class.h"
#include "src/err.h"
#include "src/table.h"

#define BOA_VERIFY_TOL 1e-9 /* relative; numbers may differ by so much */

/*
 * Check every number of TABLE against SET, from which it was made under RULE
 * with inputs of checksum INPUTS_CRC32: times and spend of every plan, reduced
 * costs, what is expected, and that the dual bound is one.
 *
 * Returns 0; BOA_ERANGE with place, value and what was expected in ERR;
 * BOA_ENOMEM. Costs epochs * states^2 per class.
 */
int boa_verify(const struct boa_classes *set, const struct boa_table *table,
	       const struct boa_widths_rule *rule, uint32_t inputs_crc32,
	       struct boa_err *err);

#endif /* BOA_VERIFY_H */
