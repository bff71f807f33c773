/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl widths - the width table that jobs are sized by.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "src/cmd/boactl.h"
#include "src/cmd/runs.h"
#include "src/cmd/show.h"
#include "src/cmd/text_table.h"
#include "src/err.h"
#include "src/table.h"
#include "src/table_json.h"

static const struct boa_text_column columns[] = {
	{ "CLASS", false },       { "SHARE", true },  { "TYPE", false },
	{ "WIDTHS", false },      { "TIME_S", true }, { "SPEND", true },
	{ "REDUCED_COST", true },
};

/* One word per epoch, or a single one where all are the same. */
static const char *join_types(const struct boa_plan *plan, size_t n_epoch,
			      char *buf, size_t room)
{
	struct boa_runs runs;
	size_t n = 1;

	for (size_t j = 1; j < n_epoch; j++)
		if (strcmp(plan->gpu_type[j], plan->gpu_type[0]) != 0)
			n = n_epoch;
	boa_runs_begin(&runs, buf, room);
	for (size_t j = 0; j < n; j++)
		boa_runs_add(&runs, plan->gpu_type[j]);
	return boa_runs_end(&runs);
}

static const char *join_widths(const struct boa_plan *plan, size_t n_epoch,
			       char *buf, size_t room)
{
	struct boa_runs runs;
	char word[16];

	boa_runs_begin(&runs, buf, room);
	for (size_t j = 0; j < n_epoch; j++) {
		snprintf(word, sizeof(word), "%u", plan->gpus[j]);
		boa_runs_add(&runs, word);
	}
	return boa_runs_end(&runs);
}

static void add_plan(struct boa_text_table *table,
		     const struct boa_table_class *class,
		     const struct boa_plan *plan)
{
	char text[512];

	boa_text_table_add(table, "%s", class->name);
	boa_text_table_add_number(table, plan->share, 4);
	boa_text_table_add(
		table, "%s",
		join_types(plan, class->n_epoch, text, sizeof(text)));
	boa_text_table_add(
		table, "%s",
		join_widths(plan, class->n_epoch, text, sizeof(text)));
	boa_text_table_add_number(table, plan->time_s, 1);
	boa_text_table_add_number(table, plan->spend / 3600, 3);
	boa_text_table_add_number(table, plan->reduced_cost, 3);
}

/* What the table is worth, below it; not for scripts. */
static void print_foot(const struct boa_table *widths)
{
	const struct boa_expected *expected = &widths->expected;

	printf("\ngeneration %llu%s%s, budget %g %s\n"
	       "objective %.6f s (mean JCT %.6f s), no table is below %.6f s\n"
	       "spend %.4f %s, shadow price %.4g s per %s\n",
	       (unsigned long long)widths->generation,
	       widths->generated_at ? " of " : "",
	       widths->generated_at ? widths->generated_at : "", widths->budget,
	       widths->unit, expected->objective_s, expected->mean_jct_s,
	       expected->dual_bound_s, expected->spend_per_hour, widths->unit,
	       expected->shadow_price, widths->unit);
}

static int show(const struct boactl *ctl, const struct boa_table *widths)
{
	struct boa_text_table table;
	int rc;

	boa_text_table_init(&table, columns,
			    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < widths->n_class; i++)
		for (size_t q = 0; q < widths->class[i].n_plan; q++)
			add_plan(&table, &widths->class[i],
				 &widths -> class[i].plan[q]);
	rc = boa_show_table(ctl, &table);
	if (!rc && !ctl->parsable && !ctl->noheader)
		print_foot(widths);
	return rc;
}

int boactl_widths(const struct boactl *ctl, int argc, char **argv)
{
	struct boa_table widths = { 0 };
	char path[PATH_MAX];
	struct boa_err err;
	int rc;

	(void)argc;
	(void)argv;
	boa_show_status_path(ctl, "widths.json", path, sizeof(path));
	rc = boa_table_load(path, &widths, &err);
	if (rc)
		return boa_show_failed(rc, &err);
	if (!ctl->json)
		rc = show(ctl, &widths);
	else if (boa_table_print(stdout, &widths, &err))
		rc = boactl_fail(BOACTL_FAILED, "widths", "%s", err.text);
	boa_table_free(&widths);
	return rc;
}
