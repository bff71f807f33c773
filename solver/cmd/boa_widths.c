/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boa_widths.c - the command boa-widths: classes and a budget in, a width
 * table out.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solver/cmd/inputs.h"
#include "solver/cmd/options.h"
#include "solver/cmd/report.h"
#include "solver/solve.h"

#include "src/table_json.h"

enum { DONE = 0, BAD_INPUT = 1, INFEASIBLE = 3 };

static int complain(const struct boa_err *err)
{
	fprintf(stderr, "boa-widths: %s\n", err->text);
	return BAD_INPUT;
}

/* The generation of the table in PATH; 0 when there is none to go on from. */
static uint64_t old_generation(const char *path)
{
	struct boa_table old = { 0 };
	struct boa_err err;
	uint64_t generation = 0;

	if (!path)
		return 0;
	if (access(path, F_OK) && errno == ENOENT) {
		fprintf(stderr,
			"boa-widths: %s: no old table, a new count of "
			"generations begins\n",
			path);
	} else if (boa_table_load(path, &old, &err)) {
		fprintf(stderr,
			"boa-widths: %s; a new count of generations "
			"begins\n",
			err.text);
	} else {
		generation = old.generation;
	}
	boa_table_free(&old);
	return generation;
}

static int number(const struct widths_options *options, struct boa_table *table,
		  struct boa_err *err)
{
	uint64_t last = old_generation(options->output);

	if (last < options->generation_above)
		last = options->generation_above;
	if (last >= (uint64_t)1 << 53) /* what JSON readers hold exactly */
		return boa_err_set(err, BOA_ERANGE,
				   "generation %llu has no successor",
				   (unsigned long long)last);
	table->generation = last + 1;
	return 0;
}

/* Say whence and when TABLE is. */
static int stamp(const struct widths_inputs *inputs, struct boa_table *table,
		 struct boa_err *err)
{
	char text[32];
	time_t now = time(NULL);
	struct tm utc;

	if (!gmtime_r(&now, &utc) ||
	    !strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc))
		return boa_err_set(err, BOA_EIO, "the clock is out of range");
	table->generated_at = strdup(text);
	table->unit = strdup(boa_budget_unit_name(&inputs->budget));
	if (!table->generated_at || !table->unit)
		return boa_err_set(err, BOA_ENOMEM, "a table");
	table->inputs_crc32 = inputs->crc32;
	return 0;
}

static int print(const struct widths_options *options,
		 const struct boa_table *table, struct boa_err *err)
{
	int rc = 0;

	if (options->json)
		rc = boa_table_print(stdout, table, err);
	else
		widths_report(stdout, table);
	if (rc)
		return rc;
	if (fflush(stdout) || ferror(stdout))
		return boa_err_set(err, BOA_EIO, "standard output: %s",
				   strerror(errno));
	return 0;
}

static int put(const struct widths_options *options,
	       const struct boa_table *table, struct boa_err *err)
{
	int rc = 0;

	if (options->output)
		rc = boa_table_save(options->output, table, err);
	if (!rc && (options->json || !options->output))
		rc = print(options, table, err);
	return rc;
}

static int solve(const struct widths_options *options,
		 const struct widths_inputs *inputs, struct boa_err *err)
{
	struct boa_solve_options how = { .rule = options->rule };
	struct boa_solve_result result = { 0 };
	double budget = boa_budget_per_hour(&inputs->budget);
	int rc = boa_solve(&inputs->classes, budget, &how, &result, err);

	if (rc)
		return complain(err);
	if (result.status == BOA_INFEASIBLE) {
		fprintf(stderr,
			"boa-widths: the budget is %.9g %s, below the least "
			"that will do: %.9g\n",
			budget, boa_budget_unit_name(&inputs->budget),
			result.least_budget);
		return INFEASIBLE;
	}
	rc = stamp(inputs, &result.table, err);
	if (!rc)
		rc = number(options, &result.table, err);
	if (!rc)
		rc = put(options, &result.table, err);
	boa_table_free(&result.table);
	return rc ? complain(err) : DONE;
}

int main(int argc, char **argv)
{
	struct widths_options options;
	struct widths_inputs inputs = { 0 };
	struct boa_err err;
	int status = widths_options_parse(argc, argv, &options);

	if (status >= 0)
		return fflush(stdout) ? BAD_INPUT : status;
	signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing */
	if (widths_inputs_load(&options, &inputs, &err))
		return complain(&err);
	status = solve(&options, &inputs, &err);
	widths_inputs_free(&inputs);
	return status;
}
