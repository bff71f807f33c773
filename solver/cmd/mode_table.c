/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solver/cmd/limits.h"
#include "solver/cmd/modes.h"
#include "solver/cmd/report.h"
#include "solver/solve.h"

#include "src/table_json.h"

/* So much above the least feasible budget that rounding cannot undo it. */
#define LEAST_SLACK 1e-9

/* The old table in PATH; zero when there is none to go on from. */
static void load_old(const char *path, struct boa_table *old)
{
	struct boa_err err;

	*old = (struct boa_table){ 0 };
	if (!path)
		return;
	if (access(path, F_OK) && errno == ENOENT)
		fprintf(stderr,
			"boa-widths: %s: no old table, a new count of "
			"generations begins\n",
			path);
	else if (boa_table_load(path, old, &err))
		fprintf(stderr,
			"boa-widths: %s; a new count of generations begins\n",
			err.text);
}

static int number(const struct widths_options *options,
		  const struct boa_table *old, struct boa_table *table,
		  struct boa_err *err)
{
	uint64_t last = old->generation;

	if (last < options->generation_above)
		last = options->generation_above;
	if (last >= (uint64_t)1 << 53) /* what JSON readers hold exactly */
		return boa_err_set(err, BOA_ERANGE,
				   "generation %llu has no successor",
				   (unsigned long long)last);
	table->generation = last + 1;
	return 0;
}

/* Let TABLE carry its own checksum; nothing in it may change after that. */
static int seal(struct boa_table *table, struct boa_err *err)
{
	int rc = boa_table_crc32(table, &table->crc32, err);

	table->has_crc32 = !rc;
	return rc;
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
	return widths_flush(err);
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

/* The answer is that there is none: say why. */
static int say_infeasible(const struct widths_options *options,
			  const struct widths_inputs *inputs,
			  const struct widths_limits *limits, double budget,
			  const struct boa_solve_result *result)
{
	if (result->conflict) {
		fputs("boa-widths: ", stderr);
		widths_limits_say(stderr, limits, inputs, budget,
				  result->conflict);
		fputs(" cannot be kept\n", stderr);
		return WIDTHS_INFEASIBLE;
	}
	fprintf(stderr,
		"boa-widths: the budget is %.9g %s, below the least "
		"that will do: %.9g%s\n",
		budget, boa_budget_unit_name(&inputs->budget),
		result->least_budget,
		options->at_least ? ", which is taken" : "");
	return WIDTHS_INFEASIBLE;
}

/* Solve at BUDGET; returns -1 with RESULT solved, or the exit status. */
static int solve(const struct widths_options *options,
		 const struct widths_inputs *inputs,
		 const struct boa_table *previous, double budget,
		 struct boa_solve_result *result)
{
	struct widths_limits limits = { 0 };
	struct boa_err err;
	int status = -1;
	int rc = widths_limits_init(&limits, options, inputs, budget, &err);
	struct boa_solve_options how = {
		.rule = options->rule,
		.n_constraint = limits.n,
		.constraint = limits.constraint,
		.unmixed = options->unmixed,
		.previous = previous->n_class ? previous : NULL,
		.hysteresis = options->hysteresis,
		.time_limit_s = options->time_limit_s,
	};

	if (!rc)
		rc = boa_solve(&inputs->classes, budget, &how, result, &err);
	if (rc)
		status = widths_complain(&err);
	else if (result->status == BOA_INFEASIBLE)
		status = say_infeasible(options, inputs, &limits, budget,
					result);
	widths_limits_free(&limits);
	return status;
}

/* Solve, starting from PREVIOUS; returns -1 with RESULT solved, or a status. */
static int solve_or_least(const struct widths_options *options,
			  const struct widths_inputs *inputs,
			  const struct boa_table *previous,
			  struct boa_solve_result *result)
{
	double budget = boa_budget_per_hour(&inputs->budget);
	int status = solve(options, inputs, previous, budget, result);

	if (status == WIDTHS_INFEASIBLE && options->at_least &&
	    !result->conflict)
		status =
			solve(options, inputs, previous,
			      result->least_budget * (1 + LEAST_SLACK), result);
	free(result->conflict);
	result->conflict = NULL;
	if (result->unmixed_bound_s < result->table.expected.objective_s)
		fprintf(stderr,
			"boa-widths: out of time: an unmixed choice can be "
			"better by %.9g s at most\n",
			result->table.expected.objective_s -
				result->unmixed_bound_s);
	return status;
}

int widths_make_table(const struct widths_options *options,
		      const struct widths_inputs *inputs)
{
	struct boa_solve_result result = { .unmixed_bound_s = HUGE_VAL };
	struct boa_table old, previous = { 0 };
	struct boa_err err;
	int status = -1, rc = 0;

	load_old(options->output, &old);
	if (options->previous)
		rc = boa_table_load(options->previous, &previous, &err);
	if (!rc)
		status = solve_or_least(options, inputs,
					options->previous ? &previous : &old,
					&result);
	if (!rc && status < 0) {
		rc = stamp(inputs, &result.table, &err);
		if (!rc)
			rc = number(options, &old, &result.table, &err);
		if (!rc)
			rc = seal(&result.table, &err);
		if (!rc)
			rc = put(options, &result.table, &err);
		status = WIDTHS_DONE;
	}
	boa_table_free(&result.table);
	boa_table_free(&previous);
	boa_table_free(&old);
	return rc ? widths_complain(&err) : status;
}
