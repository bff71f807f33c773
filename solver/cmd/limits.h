/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * limits.h - limits beside the budget: from the command line and boa.conf to
 * the solver's constraints, and back to words.
 */
#ifndef BOA_WIDTHS_LIMITS_H
#define BOA_WIDTHS_LIMITS_H

#include <stddef.h>
#include <stdio.h>

#include "solver/cmd/inputs.h"
#include "solver/cmd/options.h"
#include "solver/rows.h"

#include "src/err.h"
#include "src/table.h"

struct widths_limits {
	size_t n;
	struct boa_constraint *constraint; /* [n] */
	char **name; /* [n] accounts named on the command line, or NULL */
};

/*
 * The limits OPTIONS ask for and the Account= lines of boa.conf imply, on a
 * budget of BUDGET per hour. On success *LIMITS is new; it borrows from INPUTS.
 * Returns 0; BOA_ERANGE with option, value and what was expected; BOA_ENOMEM.
 */
int widths_limits_init(struct widths_limits *limits,
		       const struct widths_options *options,
		       const struct widths_inputs *inputs, double budget,
		       struct boa_err *err);
void widths_limits_free(struct widths_limits *limits);

/*
 * Say on OUT which limits are in CONFLICT [1 + n], the budget first: "the
 * budget of 2.2 price/h and the ceiling of 2400 s on a".
 */
void widths_limits_say(FILE *out, const struct widths_limits *limits,
		       const struct widths_inputs *inputs, double budget,
		       const bool *conflict);

#endif /* BOA_WIDTHS_LIMITS_H */
