/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * options.h - the command line of boa-widths.
 */
#ifndef BOA_WIDTHS_OPTIONS_H
#define BOA_WIDTHS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "solver/problem.h"
#include "solver/rows.h"

#define WIDTHS_USAGE 2 /* exit status for bad usage */

/* A limit beside the budget, NAME=NUMBER as given. */
struct widths_limit_text {
	enum boa_row_kind kind;
	const char *text;
};

struct widths_options {
	const char *classes;       /* or NULL: the one of the conf */
	const char *conf;          /* or NULL */
	const char *budget;        /* or NULL: the one of the conf */
	const char *output;        /* or NULL: standard output */
	const char *previous;      /* or NULL: the old table in output */
	double hysteresis;         /* fraction of the objective, or 0 */
	uint64_t generation_above; /* the new table's is greater */
	struct boa_widths_rule rule;
	size_t n_limit;
	struct widths_limit_text *limit; /* [n_limit]; widths_options_free() */
	double quota_share;  /* of MaxNodes that may be held on average; 0 */
	double time_limit_s; /* 0: the solver's own */
	bool at_least; /* an infeasible budget becomes the least feasible */
	bool unmixed;
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

void widths_options_free(struct widths_options *options);

#endif /* BOA_WIDTHS_OPTIONS_H */
