/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl ledger - where the money went, by kind, class, account, GPU type or
 * job.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/boactl.h"
#include "src/cmd/ledger_rows.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"

static const struct boa_text_column kind_columns[] = {
	{ "KIND", false }, { "GPU_H", true },  { "SPEND", true },
	{ "SHARE", true }, { "MEANS", false },
};

static const struct boa_text_column job_columns[] = {
	{ "JOBID", true }, { "CLASS", false },   { "ACCOUNT", false },
	{ "USER", false }, { "END", false },     { "JCT", true },
	{ "RUNS", true },  { "RESIZES", true },  { "GPU_H", true },
	{ "SPEND", true }, { "MODELLED", true },
};

static int show_kinds(const struct boactl *ctl, struct json_object *ledger)
{
	struct json_object *kinds = boa_view_object(ledger, "by_kind");
	double whole =
		boa_view_number(boa_view_object(ledger, "total"), "spend");
	struct boa_text_table table;

	boa_text_table_init(&table, kind_columns,
			    sizeof(kind_columns) / sizeof(kind_columns[0]));
	for (int k = 0; k < BOA_N_KIND; k++) {
		struct boa_amount amount =
			boa_ledger_amount(kinds, boa_ledger_kind[k].word);

		boa_text_table_add(&table, "%s", boa_ledger_kind[k].word);
		boa_text_table_add(&table, "%.3f", amount.gpu_s / 3600);
		boa_text_table_add(&table, "%.3f", amount.spend);
		boa_text_table_add_number(
			&table, boa_show_percent(amount.spend, whole), 1);
		boa_text_table_add(&table, "%s", boa_ledger_kind[k].means);
	}
	boa_text_table_add(&table, "total");
	boa_text_table_add_number(
		&table,
		boa_view_number(boa_view_object(ledger, "total"), "gpu_s") /
			3600,
		3);
	boa_text_table_add_number(&table, whole, 3);
	boa_text_table_add_number(&table, boa_show_percent(whole, whole), 1);
	boa_text_table_add(&table, "the nodes' bill");
	return boa_show_table(ctl, &table);
}

static void add_job(struct boa_text_table *table, struct json_object *job)
{
	struct json_object *total = boa_view_object(job, "total");

	boa_text_table_add_number(table, boa_view_number(job, "id"), 0);
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "class")));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "account")));
	boa_show_add_user(table, boa_view_text(job, "user"));
	boa_text_table_add(table, "%s",
			   boa_show_dash(boa_view_text(job, "end")));
	boa_text_table_add_duration(table, boa_view_number(job, "jct_s"));
	boa_text_table_add_number(table, boa_view_number(job, "n_run"), 0);
	boa_text_table_add_number(table, boa_view_number(job, "n_resize"), 0);
	boa_text_table_add_number(table, boa_view_number(total, "gpu_s") / 3600,
				  3);
	boa_text_table_add_number(table, boa_view_number(total, "spend"), 3);
	boa_text_table_add_number(table, boa_view_number(job, "modelled_spend"),
				  3);
}

static int show_jobs(const struct boactl *ctl, struct json_object *ledger)
{
	struct boa_text_table table;

	boa_text_table_init(&table, job_columns,
			    sizeof(job_columns) / sizeof(job_columns[0]));
	for (size_t i = 0; i < boa_view_count(ledger, "jobs"); i++)
		add_job(&table, boa_view_item(ledger, "jobs", i));
	return boa_show_table(ctl, &table);
}

/* The columns of a ledger by class, account or type: one per kind. */
static int show_rows(const struct boactl *ctl,
		     const struct boa_ledger_rows *rows, const char *title)
{
	struct boa_text_column column[BOA_N_KIND + 3] = { { title, false },
							  { "GPU_H", true },
							  { "SPEND", true } };
	struct boa_text_table table;

	for (int k = 0; k < BOA_N_KIND; k++)
		column[k + 3] =
			(struct boa_text_column){ boa_ledger_kind[k].title,
						  true };
	boa_text_table_init(&table, column, BOA_N_KIND + 3);
	for (size_t i = 0; i < rows->n; i++) {
		struct boa_amount total = boa_ledger_row_total(&rows->row[i]);

		boa_text_table_add(&table, "%s",
				   boa_show_dash(rows->row[i].name));
		boa_text_table_add(&table, "%.3f", total.gpu_s / 3600);
		boa_text_table_add(&table, "%.3f", total.spend);
		for (int k = 0; k < BOA_N_KIND; k++)
			boa_text_table_add(&table, "%.3f",
					   rows->row[i].by_kind[k].gpu_s /
						   3600);
	}
	return boa_show_table(ctl, &table);
}

static const struct by {
	const char *word;
	const char *title;
	bool is_cell; /* a key of the ledger's cells */
} bys[] = {
	{ "kind", "KIND", false },      { "class", "CLASS", true },
	{ "account", "ACCOUNT", true }, { "type", "TYPE", true },
	{ "job", "JOBID", false },
};

static const struct by *find_by(const char *word)
{
	for (size_t i = 0; i < sizeof(bys) / sizeof(bys[0]); i++)
		if (!strcmp(bys[i].word, word))
			return &bys[i];
	return NULL;
}

static int show(const struct boactl *ctl, struct json_object *status,
		const struct by *by)
{
	struct json_object *ledger = boa_view_object(status, "ledger");
	struct boa_ledger_rows rows = { 0 };
	int rc;

	if (!strcmp(by->word, "kind") && !ctl->json)
		return show_kinds(ctl, ledger);
	if (!strcmp(by->word, "job") && !ctl->json)
		return show_jobs(ctl, ledger);
	if (by->is_cell && boa_ledger_rows_sum(ledger, by->word, &rows))
		return boactl_fail(BOACTL_FAILED, NULL, "out of memory");
	rc = ctl->json ? boa_show_json(boa_ledger_json(status, by->word, &rows))
		       : show_rows(ctl, &rows, by->title);
	boa_ledger_rows_free(&rows);
	return rc;
}

int boactl_ledger(const struct boactl *ctl, int argc, char **argv)
{
	const struct by *by = find_by(ctl->by ? ctl->by : "kind");
	struct json_object *status = NULL;
	int rc;

	(void)argc;
	(void)argv;
	if (!by)
		return boactl_fail(BOACTL_USAGE, "--by",
				   "\"%s\" is not one of kind, class, account, "
				   "type, job",
				   ctl->by);
	rc = boa_show_load(ctl, &status);
	if (rc)
		return rc;
	rc = show(ctl, status, by);
	json_object_put(status);
	return rc;
}
