/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options.h - the command line of boa-widths.
 */
#ifndef BOA_WIDTHS_OPTIONS_H
#define BOA_WIDTHS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/problem.h"

#define WIDTHS_USAGE 2 /* exit status for bad usage */

struct widths_options {
	const char *classes;       /* or NULL: the one of the conf */
	const char *conf;          /* or NULL */
	const char *budget;        /* or NULL: the one of the conf */
	const char *output;        /* or NULL: standard output */
	uint64_t generation_above; /* the new table's is greater */
	struct boa_widths_rule rule;
	bool at_least; /* an infeasible budget becomes the least feasible */
	bool json;
	bool csv;
	const char *verify; /* or NULL: the table to check */
	bool frontier;
	size_t n_point;   /* of the frontier; 0: every breakpoint */
	const char *plot; /* or NULL: where to draw the frontier */
};

/*
 * Read the arguments into OPTIONS, which borrows them. Returns -1 to go on, or
 * the exit status when all is said: 0 after --help and --version, WIDTHS_USAGE
 * after a message on stderr.
 */
int widths_options_parse(int argc, char **argv, struct widths_options *options);

#endif /* BOA_WIDTHS_OPTIONS_H */
