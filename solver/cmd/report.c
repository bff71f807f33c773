/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "solver/cmd/report.h"

static void put_expected(FILE *out, const struct boa_table *table)
{
	const struct boa_expected *e = &table->expected;
	const struct {
		const char *name;
		double value;
		const char *unit;
	} row[] = {
		{ "budget", table->budget, table->unit },
		{ "spend", e->spend_per_hour, table->unit },
		{ "mean JCT", e->mean_jct_s, "s" },
		{ "objective", e->objective_s, "s (weighted mean JCT)" },
		{ "lower bound", e->dual_bound_s, "s (certified)" },
		{ "gap", e->gap, "s" },
		{ "no-rescale bound", e->no_rescale_bound_s, "s" },
		{ "shadow price", e->shadow_price, "s per unit of budget" },
	};

	for (size_t r = 0; r < sizeof(row) / sizeof(*row); r++) {
		if (!isnan(row[r].value))
			fprintf(out, "%-17s %16.6f  %s\n", row[r].name,
				row[r].value, row[r].unit ? row[r].unit : "");
	}
}

static void put_limits(FILE *out, const struct boa_table *table)
{
	if (!table->n_limit)
		return;
	fprintf(out, "\n%-8s  %-16s  %14s  %14s  %14s\n", "LIMIT", "ON", "AT",
		"USED", "PRICE_S");
	for (size_t r = 0; r < table->n_limit; r++) {
		const struct boa_table_limit *limit = &table->limit[r];

		fprintf(out, "%-8s  %-16s  %14.6f  %14.6f  %14.6f%s\n",
			limit->kind, limit->name, limit->limit, limit->used,
			limit->price, limit->price > 0.0 ? "  binds" : "");
	}
}

static bool types_change(const struct boa_plan *plan, size_t n_epoch)
{
	for (size_t j = 1; j < n_epoch; j++) {
		if (strcmp(plan->gpu_type[j], plan->gpu_type[0]) != 0)
			return true;
	}
	return false;
}

/* Widths, equal ones in a row once; with their types where these change. */
static void put_widths(FILE *out, const struct boa_plan *plan, size_t n_epoch,
		       bool with_type)
{
	size_t j = 0;

	while (j < n_epoch) {
		size_t from = j;

		while (j < n_epoch && plan->gpus[j] == plan->gpus[from] &&
		       !strcmp(plan->gpu_type[j], plan->gpu_type[from]))
			j++;
		fprintf(out, "%s%s%s%u", from ? "," : "",
			with_type ? plan->gpu_type[from] : "",
			with_type ? ":" : "", plan->gpus[from]);
		if (j - from > 1)
			fprintf(out, "x%zu", j - from);
	}
}

static int name_width(const struct boa_table *table)
{
	size_t width = strlen("CLASS");

	for (size_t i = 0; i < table->n_class; i++) {
		size_t len = strlen(table->class[i].name);

		width = len > width ? len : width;
	}
	return (int)width;
}

static int type_width(const struct boa_table *table)
{
	size_t width = strlen("(varies)");

	for (size_t i = 0; i < table->n_class; i++) {
		for (size_t q = 0; q < table->class[i].n_plan; q++) {
			size_t len =
				strlen(table->class[i].plan[q].gpu_type[0]);

			width = len > width ? len : width;
		}
	}
	return (int)width;
}

void widths_report(FILE *out, const struct boa_table *table)
{
	int name = name_width(table), type = type_width(table);

	put_expected(out, table);
	put_limits(out, table);
	fprintf(out, "\n%-*s  %8s  %-*s  %14s  %14s  %12s  %s\n", name, "CLASS",
		"SHARE", type, "TYPE", "TIME_S", "SPEND/JOB", "EXTRA_S",
		"WIDTHS");
	for (size_t i = 0; i < table->n_class; i++) {
		const struct boa_table_class *class = &table->class[i];

		for (size_t q = 0; q < class->n_plan; q++) {
			const struct boa_plan *plan = &class->plan[q];
			bool change = types_change(plan, class->n_epoch);

			fprintf(out,
				"%-*s  %8.6f  %-*s  %14.3f  %14.6f  %12.3f  ",
				name, class->name, plan->share, type,
				change ? "(varies)" : plan->gpu_type[0],
				plan->time_s, plan->spend / 3600.0,
				plan->reduced_cost);
			put_widths(out, plan, class->n_epoch, change);
			fputc('\n', out);
		}
	}
}
