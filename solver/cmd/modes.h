/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * modes.h - what boa-widths can be asked to do. Each function says on stderr
 * what is wrong and returns the exit status.
 */
#ifndef BOA_WIDTHS_MODES_H
#define BOA_WIDTHS_MODES_H

#include "solver/cmd/inputs.h"
#include "solver/cmd/options.h"

enum widths_status {
	WIDTHS_DONE = 0,
	WIDTHS_BAD_INPUT = 1,
	/* 2: usage, options.h */
	WIDTHS_INFEASIBLE = 3,
};

/* One table for one budget. */
int widths_make_table(const struct widths_options *options,
		      const struct widths_inputs *inputs);

/* The frontier over all budgets. */
int widths_make_frontier(const struct widths_options *options,
			 const struct widths_inputs *inputs);

/* Is the table of --verify what it says? */
int widths_verify_table(const struct widths_options *options,
			const struct widths_inputs *inputs);

/*
 * The verb import: ARGV [ARGC] begins with the program's name, the verb left
 * out.
 */
int widths_import(int argc, char **argv);

/* Say what ERR holds on stderr; returns WIDTHS_BAD_INPUT. */
int widths_complain(const struct boa_err *err);

/* Flush standard output; BOA_EIO when something could not be written. */
int widths_flush(struct boa_err *err);

#endif /* BOA_WIDTHS_MODES_H */
