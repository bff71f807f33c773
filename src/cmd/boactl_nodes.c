/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl nodes - every node: is it up, what holds it, since when is it billed.
 */
#include "config.h"

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column columns[] = {
	{ "NODE", false },  { "TYPE", false },   { "STATE", false },
	{ "SINCE", false }, { "GPUS", true },    { "HELD", true },
	{ "BILLED", true }, { "USABLE", false }, { "JOBS", false },
};

static void add_node(struct boa_text_table *table, struct json_object *node,
		     struct json_object *status)
{
	double now_s = boa_view_number(status, "written_at_s");
	char jobs[256];

	boa_text_table_add(table, "%s", boa_view_text(node, "name"));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(node, "type")));
	boa_text_table_add(table, "%s", boa_view_text(node, "state"));
	boa_show_add_time(table, boa_view_number(node, "since_s"));
	boa_text_table_add_number(table, boa_view_number(node, "gpus"), 0);
	boa_text_table_add_number(table, boa_view_number(node, "held_gpus"), 0);
	boa_text_table_add_duration(
		table, now_s - boa_view_number(node, "billed_since_s"));
	boa_text_table_add(table, "%s",
			   boa_view_flag(node, "usable") ? "yes" : "no");
	boa_text_table_add(table, "%s",
			   boa_view_join(node, "jobs", jobs, sizeof(jobs)));
}

int boactl_nodes(const struct boactl *ctl, int argc, char **argv)
{
	static const struct boa_show_list list = {
		.key = "nodes",
		.column = columns,
		.n_column = sizeof(columns) / sizeof(columns[0]),
		.add = add_node,
	};

	(void)argc;
	(void)argv;
	return boa_show_list(ctl, &list);
}
