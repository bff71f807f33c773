/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl explain JOBID - the width of one job, what else its class could get,
 * and what a little more money would do.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column item_columns[] = { { "ITEM", false },
						       { "VALUE", false } };

static const struct boa_text_column plan_columns[] = {
	{ "PLAN", true },  { "OF_JOB", false },      { "SHARE", true },
	{ "TYPE", false }, { "WIDTHS", false },      { "TIME_S", true },
	{ "SPEND", true }, { "REDUCED_COST", true },
};

/* All borrowed from STATUS; NULL where there is none. */
struct subject {
	struct json_object *status;
	struct json_object *job;
	struct json_object *class; /* of the current table */
	struct json_object *bill;
	ptrdiff_t plan; /* the job's, in CLASS; -1: not among them */
};

static bool same_list(struct json_object *a, struct json_object *b,
		      const char *key)
{
	struct json_object *left = NULL, *right = NULL;

	json_object_object_get_ex(a, key, &left);
	json_object_object_get_ex(b, key, &right);
	return json_object_equal(left, right);
}

/* The plan of CLASS that JOB follows: the one of its types and widths. */
static ptrdiff_t find_plan(struct json_object *job, struct json_object *class)
{
	if (!boa_view_count(job, "widths"))
		return -1;
	for (size_t i = 0; i < boa_view_count(class, "plans"); i++) {
		struct json_object *plan = boa_view_item(class, "plans", i);

		if (same_list(job, plan, "gpu_types") &&
		    same_list(job, plan, "widths"))
			return (ptrdiff_t)i;
	}
	return -1;
}

static int find_subject(struct json_object *status, const char *text,
			struct subject *subject)
{
	char *end = NULL;
	unsigned long id;

	errno = 0;
	id = strtoul(text, &end, 10);
	if (text[0] < '0' || text[0] > '9' || *end || errno || id > UINT32_MAX)
		return boactl_fail(BOACTL_USAGE, "explain",
				   "\"%s\" is not a job's number", text);
	*subject = (struct subject){
		.status = status,
		.job = boa_view_find(status, "jobs", "id", (double)id),
		.bill = boa_view_find(boa_view_object(status, "ledger"), "jobs",
				      "id", (double)id),
		.plan = -1,
	};
	if (!subject->job)
		return boactl_fail(
			BOACTL_FAILED, "explain",
			"job %lu: the controller does not remember "
			"it%s",
			id,
			subject->bill ? "; see boactl ledger --by job" : "");
	subject->class =
		boa_view_find_text(status, "classes", "name",
				   boa_view_text(subject->job, "class"));
	subject->plan = find_plan(subject->job, subject->class);
	return BOACTL_OK;
}

/* In one sentence: why does the job have this width? */
static void add_reason(struct boa_text_table *table,
		       const struct subject *subject)
{
	struct json_object *plan = boa_view_item(
		subject->class, "plans",
		subject->plan < 0 ? SIZE_MAX : (size_t)subject->plan);
	const char *class = boa_view_text(subject->job, "class");

	boa_text_table_add(table, "reason");
	if (!*class)
		boa_text_table_add(table, "has no class; Slurm alone sizes it");
	else if (!boa_view_count(subject->job, "widths"))
		boa_text_table_add(table,
				   boa_view_flag(subject->job, "elastic")
					   ? "no plan was assigned yet"
					   : "keeps the size its user gave");
	else if (!subject->class)
		boa_text_table_add(table,
				   "the table has no class %s now; the "
				   "plan assigned is kept",
				   class);
	else if (!plan)
		boa_text_table_add(table, "assigned from an earlier table; a "
					  "plan is kept for life");
	else if (boa_view_number(plan, "share") > 0)
		boa_text_table_add(
			table,
			"%.1f %% of class %s get this plan; no other "
			"is better at the shadow price",
			100 * boa_view_number(plan, "share"), class);
	else
		boa_text_table_add(table,
				   "a fallback, %.3f s per job worse than the "
				   "plans in use",
				   boa_view_number(plan, "reduced_cost"));
}

static void add_epoch(struct boa_text_table *table, struct json_object *job)
{
	char widths[512], types[512];

	boa_view_join(job, "widths", widths, sizeof(widths));
	boa_view_join_types(job, "gpu_types", types, sizeof(types));
	boa_text_table_add(table, "plan");
	if (!*widths) {
		boa_text_table_add(table, "none");
		return;
	}
	boa_text_table_add(table, "%s GPUs of %s, one width per epoch", widths,
			   types);
	boa_text_table_add(table, "epoch");
	boa_text_table_add(
		table, "%.0f of %zu%s", boa_view_number(job, "epoch"),
		boa_view_count(job, "widths"),
		boa_view_flag(job, "reported") ? ""
					       : ", not reported in this run");
	boa_text_table_add(table, "width");
	boa_text_table_add(table, "%.0f GPUs given, %.0f held",
			   boa_view_number(job, "width_gpus"),
			   boa_view_number(job, "held_gpus"));
}

static void add_bill(struct boa_text_table *table, struct json_object *bill)
{
	struct json_object *total = boa_view_object(bill, "total");

	if (!bill)
		return;
	boa_text_table_add(table, "bill");
	boa_text_table_add(table, "%.3f in %.3f GPU-hours, %.0f runs",
			   boa_view_number(total, "spend"),
			   boa_view_number(total, "gpu_s") / 3600,
			   boa_view_number(bill, "n_run"));
	boa_text_table_add(table, "modelled");
	boa_text_table_add_number(table,
				  boa_view_number(bill, "modelled_spend"), 3);
}

static void add_price(struct boa_text_table *table, struct json_object *status)
{
	double price = boa_view_number(status, "shadow_price");

	if (!isfinite(price))
		return;
	boa_text_table_add(table, "shadow price");
	boa_text_table_add(table,
			   "1 %s more would take about %.4g s off the mean JCT",
			   boa_view_text(status, "unit"), price);
}

static void add_job(struct boa_text_table *table, const struct subject *subject)
{
	struct json_object *job = subject->job;
	const char *why = boa_view_text(job, "why");

	boa_text_table_add(table, "job");
	boa_text_table_add_number(table, boa_view_number(job, "id"), 0);
	boa_text_table_add(table, "user");
	boa_show_add_user(table, boa_view_text(job, "user"));
	boa_text_table_add(table, "class");
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "class")));
	boa_text_table_add(table, "state");
	boa_text_table_add(table, "%s", boa_view_text(job, "state"));
	add_epoch(table, job);
	add_reason(table, subject);
	if (*why) {
		boa_text_table_add(table, "note");
		boa_text_table_add(table, "%s", why);
	}
	add_bill(table, subject->bill);
	add_price(table, subject->status);
}

static void add_plan(struct boa_text_table *table, struct json_object *plan,
		     size_t i, bool of_job)
{
	char text[512];

	boa_text_table_add(table, "%zu", i + 1);
	boa_text_table_add(table, "%s", of_job ? "*" : "");
	boa_text_table_add_number(table, boa_view_number(plan, "share"), 4);
	boa_text_table_add(
		table, "%s",
		boa_view_join_types(plan, "gpu_types", text, sizeof(text)));
	boa_text_table_add(table, "%s",
			   boa_view_join(plan, "widths", text, sizeof(text)));
	boa_text_table_add_number(table, boa_view_number(plan, "time_s"), 1);
	boa_text_table_add_number(table, boa_view_number(plan, "spend"), 3);
	boa_text_table_add_number(table, boa_view_number(plan, "reduced_cost"),
				  3);
}

static int show(const struct boactl *ctl, const struct subject *subject)
{
	struct boactl bare = *ctl;
	struct boa_text_table table;
	int rc;

	bare.noheader = true;
	boa_text_table_init(&table, item_columns, 2);
	add_job(&table, subject);
	rc = boa_show_table(&bare, &table);
	if (rc || !subject->class)
		return rc;
	putchar('\n');
	boa_text_table_init(&table, plan_columns,
			    sizeof(plan_columns) / sizeof(plan_columns[0]));
	for (size_t i = 0; i < boa_view_count(subject->class, "plans"); i++)
		add_plan(&table, boa_view_item(subject->class, "plans", i), i,
			 subject->plan == (ptrdiff_t)i);
	return boa_show_table(ctl, &table);
}

static int show_json(const struct subject *subject)
{
	static const char *const keys[] = { "written_at_s", "unit",
					    "generation", "shadow_price" };
	struct json_object *document = json_object_new_object(), *value;

	if (!document)
		return boa_show_json(NULL);
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		value = NULL;
		json_object_object_get_ex(subject->status, keys[i], &value);
		json_object_object_add(document, keys[i],
				       json_object_get(value));
	}
	json_object_object_add(document, "job", json_object_get(subject->job));
	json_object_object_add(document, "bill",
			       json_object_get(subject->bill));
	json_object_object_add(document, "class",
			       json_object_get(subject->class));
	json_object_object_add(document, "class_plan",
			       subject->plan < 0
				       ? NULL
				       : json_object_new_int64(subject->plan));
	return boa_show_json(document);
}

int boactl_explain(const struct boactl *ctl, int argc, char **argv)
{
	struct json_object *status = NULL;
	struct subject subject = { .plan = -1 };
	int rc;

	(void)argc;
	rc = boa_show_load(ctl, &status);
	if (rc)
		return rc;
	rc = find_subject(status, argv[0], &subject);
	if (!rc)
		rc = ctl->json ? show_json(&subject) : show(ctl, &subject);
	json_object_put(status);
	return rc;
}
