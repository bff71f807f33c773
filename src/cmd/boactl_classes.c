/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl classes - every class of the table, and what a job of it may expect.
 */
#include "config.h"

#include <string.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column columns[] = {
	{ "CLASS", false }, { "EPOCHS", true },    { "ARRIVALS/H", true },
	{ "WEIGHT", true }, { "STARTUP_S", true }, { "RESCALE_S", true },
	{ "PLANS", true },  { "TIME_S", true },    { "SPEND", true },
	{ "JOBS", true },
};

/* The mean of the plans' FIELD by their shares: what a job may expect. */
static double expected(struct json_object *class, const char *field)
{
	double sum = 0;

	for (size_t i = 0; i < boa_view_count(class, "plans"); i++) {
		struct json_object *plan = boa_view_item(class, "plans", i);
		double share = boa_view_number(plan, "share");

		if (share > 0)
			sum += share * boa_view_number(plan, field);
	}
	return sum;
}

static size_t count_used(struct json_object *class)
{
	size_t n = 0;

	for (size_t i = 0; i < boa_view_count(class, "plans"); i++)
		n += boa_view_number(boa_view_item(class, "plans", i),
				     "share") > 0;
	return n;
}

/* Jobs of class NAME that are not done. */
static size_t count_jobs(struct json_object *status, const char *name)
{
	size_t n = 0;

	for (size_t i = 0; i < boa_view_count(status, "jobs"); i++) {
		struct json_object *job = boa_view_item(status, "jobs", i);

		n += !strcmp(boa_view_text(job, "class"), name) &&
		     strcmp(boa_view_text(job, "state"), "done") != 0;
	}
	return n;
}

static void add_class(struct boa_text_table *table, struct json_object *class,
		      struct json_object *status)
{
	const char *name = boa_view_text(class, "name");

	boa_text_table_add(table, "%s", name);
	boa_text_table_add_number(table, boa_view_number(class, "n_epoch"), 0);
	boa_text_table_add_number(
		table, boa_view_number(class, "arrival_rate_per_hour"), 3);
	boa_text_table_add_number(table, boa_view_number(class, "weight"), 2);
	boa_text_table_add_number(table, boa_view_number(class, "startup_s"),
				  0);
	boa_text_table_add_number(table, boa_view_number(class, "rescale_s"),
				  0);
	boa_text_table_add(table, "%zu", count_used(class));
	boa_text_table_add_number(table, expected(class, "time_s"), 1);
	boa_text_table_add_number(table, expected(class, "spend"), 3);
	boa_text_table_add(table, "%zu", count_jobs(status, name));
}

int boactl_classes(const struct boactl *ctl, int argc, char **argv)
{
	static const struct boa_show_list list = {
		.key = "classes",
		.column = columns,
		.n_column = sizeof(columns) / sizeof(columns[0]),
		.add = add_class,
	};

	(void)argc;
	(void)argv;
	return boa_show_list(ctl, &list);
}
