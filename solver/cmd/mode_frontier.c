/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "solver/cmd/curve.h"
#include "solver/cmd/modes.h"

#include "src/file.h"

struct request {
	const struct widths_options *options;
	const struct widths_curve *curve;
	double budget;
};

static int print(FILE *out, const void *arg, struct boa_err *err)
{
	const struct request *request = arg;

	if (request->options->json)
		return widths_curve_json(out, request->curve, err);
	if (request->options->csv)
		widths_curve_csv(out, request->curve);
	else
		widths_curve_text(out, request->curve);
	return 0;
}

static int draw(FILE *out, const void *arg, struct boa_err *err)
{
	const struct request *request = arg;

	return widths_curve_plot(out, request->curve, request->budget, err);
}

static int put(const struct request *request, struct boa_err *err)
{
	const struct widths_options *options = request->options;
	int rc = 0;

	if (options->plot)
		rc = boa_file_replace(options->plot, draw, request, err);
	if (rc)
		return rc;
	if (options->output)
		return boa_file_replace(options->output, print, request, err);
	if (options->plot && !options->json && !options->csv)
		return 0;
	rc = print(stdout, request, err);
	return rc ? rc : widths_flush(err);
}

int widths_make_frontier(const struct widths_options *options,
			 const struct widths_inputs *inputs)
{
	struct widths_curve curve;
	struct boa_err err;
	struct request request = { options, &curve, 0.0 };
	int rc = widths_curve_init(&curve, &inputs->classes, &options->rule,
				   options->n_point, &err);

	if (rc)
		return widths_complain(&err);
	if (inputs->budget.amount > 0.0)
		request.budget = boa_budget_per_hour(&inputs->budget);
	curve.unit = boa_budget_unit_name(&inputs->budget);
	rc = put(&request, &err);
	widths_curve_free(&curve);
	return rc ? widths_complain(&err) : WIDTHS_DONE;
}
