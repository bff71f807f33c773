/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl status - the whole at a glance: jobs, nodes, spend against budget.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column columns[] = { { "ITEM", false },
						  { "VALUE", false } };

static const char *const job_states[] = { "pending",   "configuring", "running",
					  "requeuing", "ending",      "done" };
#define N_JOB_STATE (sizeof(job_states) / sizeof(job_states[0]))

static const char *const node_states[] = { "up", "booting", "leaving", "off",
					   "failed" };
#define N_NODE_STATE (sizeof(node_states) / sizeof(node_states[0]))

static void count_jobs(struct json_object *status, size_t count[N_JOB_STATE])
{
	memset(count, 0, N_JOB_STATE * sizeof(*count));
	for (size_t i = 0; i < boa_view_count(status, "jobs"); i++) {
		const char *state = boa_view_text(
			boa_view_item(status, "jobs", i), "state");

		for (size_t j = 0; j < N_JOB_STATE; j++)
			count[j] += !strcmp(state, job_states[j]);
	}
}

static void add_head(struct boa_text_table *table, struct json_object *status)
{
	double age_s =
		(double)time(NULL) - boa_view_number(status, "written_at_s");

	boa_text_table_add(table, "cluster");
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(status, "cluster")));
	boa_text_table_add(table, "mode");
	boa_text_table_add(table, "%s", boa_view_text(status, "mode"));
	boa_text_table_add(table, "age");
	boa_text_table_add_duration(table, age_s < 0 ? 0 : age_s);
}

static void add_money(struct boa_text_table *table, struct json_object *status)
{
	const char *unit = boa_view_text(status, "unit");
	double mean = boa_view_number(status, "spend_per_hour");
	double now = boa_view_number(status, "rate_per_hour");

	boa_text_table_add(table, "budget");
	boa_text_table_add(table, "%g %s (%s)",
			   boa_view_number(status, "budget"), unit,
			   boa_view_text(status, "budget_mode"));
	boa_text_table_add(table, "spend");
	if (isfinite(mean))
		boa_text_table_add(table, "%.2f %s on average, %.2f now", mean,
				   unit, now);
	else
		boa_text_table_add(table, "%.2f %s now", now, unit);
	boa_text_table_add(table, "gpus");
	boa_text_table_add(table, "%.0f rented, %.0f held by jobs",
			   boa_view_number(status, "rented_gpus"),
			   boa_view_number(status, "held_gpus"));
}

static void add_table(struct boa_text_table *table, struct json_object *status)
{
	struct json_object *expected = boa_view_object(status, "expected");

	boa_text_table_add(table, "widths");
	if (!expected) {
		boa_text_table_add(table, "no width table; jobs are not sized");
		return;
	}
	boa_text_table_add(table,
			   "generation %.0f of %s: mean JCT %.1f s at %.2f %s",
			   boa_view_number(status, "generation"),
			   boa_show_dash(boa_view_text(status, "generated_at")),
			   boa_view_number(expected, "mean_jct_s"),
			   boa_view_number(expected, "spend_per_hour"),
			   boa_view_text(status, "unit"));
}

static void add_jobs(struct boa_text_table *table, struct json_object *status)
{
	size_t count[N_JOB_STATE], used = 0;
	char text[256];

	count_jobs(status, count);
	for (size_t j = 0; j < N_JOB_STATE; j++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%zu %s", j ? ", " : "", count[j],
					 job_states[j]);
	boa_text_table_add(table, "jobs");
	boa_text_table_add(table, "%s", text);
}

static void add_nodes(struct boa_text_table *table, struct json_object *type)
{
	struct json_object *nodes = boa_view_object(type, "nodes");
	size_t used = 0;
	char text[256];

	for (size_t j = 0; j < N_NODE_STATE; j++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%s%.0f %s", j ? ", " : "",
					 boa_view_number(nodes, node_states[j]),
					 node_states[j]);
	boa_text_table_add(table, "nodes %s", boa_view_text(type, "name"));
	boa_text_table_add(table, "%s", text);
}

static int show(const struct boactl *ctl, struct json_object *status)
{
	struct boa_text_table table;

	boa_text_table_init(&table, columns, 2);
	add_head(&table, status);
	add_money(&table, status);
	add_table(&table, status);
	add_jobs(&table, status);
	for (size_t i = 0; i < boa_view_count(status, "gpu_types"); i++)
		add_nodes(&table, boa_view_item(status, "gpu_types", i));
	for (size_t i = 0; i < boa_view_count(status, "problems"); i++) {
		boa_text_table_add(&table, "problem");
		boa_text_table_add(&table, "%s",
				   json_object_get_string(boa_view_item(
					   status, "problems", i)));
	}
	return boa_show_table(ctl, &table);
}

/* The problems alone; is there one? Then exit 1. */
static int show_problems(const struct boactl *ctl, struct json_object *status)
{
	size_t n = boa_view_count(status, "problems");
	int rc = BOACTL_OK;

	if (ctl->json)
		rc = boa_show_json_list(status, "problems");
	for (size_t i = 0; !ctl->json && i < n; i++)
		puts(json_object_get_string(
			boa_view_item(status, "problems", i)));
	return rc ? rc : n ? BOACTL_FAILED : BOACTL_OK;
}

/* STATUS without its long lists, with jobs counted by state. */
static int show_json(struct json_object *status)
{
	static const char *const lists[] = { "classes", "jobs", "nodes" };
	struct json_object *count = json_object_new_object();
	struct json_object *ledger = boa_view_object(status, "ledger");
	size_t n[N_JOB_STATE];

	if (!count)
		return boa_show_json(NULL);
	count_jobs(status, n);
	for (size_t j = 0; j < N_JOB_STATE; j++)
		json_object_object_add(count, job_states[j],
				       json_object_new_int64((int64_t)n[j]));
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		json_object_object_del(status, lists[i]);
	json_object_object_del(ledger, "cells");
	json_object_object_del(ledger, "jobs");
	json_object_object_add(status, "n_jobs", count);
	return boa_show_json(json_object_get(status));
}

int boactl_status(const struct boactl *ctl, int argc, char **argv)
{
	struct json_object *status = NULL;
	int rc;

	(void)argc;
	(void)argv;
	rc = boa_show_load(ctl, &status);
	if (rc)
		return rc;
	if (ctl->problems)
		rc = show_problems(ctl, status);
	else
		rc = ctl->json ? show_json(status) : show(ctl, status);
	json_object_put(status);
	return rc;
}
