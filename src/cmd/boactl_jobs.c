/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl jobs - every job the controller remembers: class, plan, epoch, width.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column columns[] = {
	{ "JOBID", true },   { "USER", false },   { "ACCOUNT", false },
	{ "CLASS", false },  { "STATE", false },  { "TYPE", false },
	{ "EPOCH", true },   { "WIDTH", true },   { "HELD", true },
	{ "WIDTHS", false }, { "RESIZES", true }, { "AGE", true },
	{ "WHY", false },
};

/* "running", or how a job that is done ended. */
static const char *state_of(struct json_object *job)
{
	const char *end = boa_view_text(job, "end");

	return *end ? end : boa_view_text(job, "state");
}

static void add_epoch(struct boa_text_table *table, struct json_object *job)
{
	double epoch = boa_view_number(job, "epoch");

	if (isnan(epoch))
		boa_text_table_add(table, "-");
	else
		boa_text_table_add(table, "%.0f/%zu", epoch,
				   boa_view_count(job, "widths"));
}

static void add_job(struct boa_text_table *table, struct json_object *job,
		    struct json_object *status)
{
	double now_s = boa_view_number(status, "written_at_s");
	double end_s = boa_view_number(job, "end_s");
	char widths[256];

	boa_text_table_add_number(table, boa_view_number(job, "id"), 0);
	boa_show_add_user(table, boa_view_text(job, "user"));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "account")));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "class")));
	boa_text_table_add(table, "%s", state_of(job));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "gpu_type")));
	add_epoch(table, job);
	boa_text_table_add_number(table, boa_view_number(job, "width_gpus"), 0);
	boa_text_table_add_number(table, boa_view_number(job, "held_gpus"), 0);
	boa_view_join(job, "widths", widths, sizeof(widths));
	boa_text_table_add(table, "%s", boa_show_dash(widths));
	boa_text_table_add_number(table, boa_view_number(job, "n_resize"), 0);
	boa_text_table_add_duration(table,
				    (isnan(end_s) ? now_s : end_s) -
					    boa_view_number(job, "submit_s"));
	boa_text_table_add(table, "%s", boa_view_text(job, "why"));
}

int boactl_jobs(const struct boactl *ctl, int argc, char **argv)
{
	static const struct boa_show_list list = {
		.key = "jobs",
		.column = columns,
		.n_column = sizeof(columns) / sizeof(columns[0]),
		.add = add_job,
	};

	(void)argc;
	(void)argv;
	return boa_show_list(ctl, &list);
}
