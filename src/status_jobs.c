/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_jobs.c - the jobs in status.json. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/bill_json.h"
#include "src/json.h"
#include "src/record.h"
#include "src/status_parts.h"
#include "src/token.h"

static const char *const state_words[] = {
	[BOA_JOB_PENDING] = "pending", [BOA_JOB_CONFIGURING] = "configuring",
	[BOA_JOB_RUNNING] = "running", [BOA_JOB_REQUEUING] = "requeuing",
	[BOA_JOB_ENDING] = "ending",   [BOA_JOB_DONE] = "done",
};

/* --- which nodes a job holds ------------------------------------------ */

void boa_status_holds_free(struct boa_status_holds *holds)
{
	free(holds->first);
	free(holds->next);
	free(holds->node);
	*holds = (struct boa_status_holds){ 0 };
}

int boa_status_holds_make(const struct boa_snapshot *snapshot,
			  struct boa_status_holds *holds)
{
	struct boa_status_holds fresh;
	size_t i, h, n = 0;

	for (i = 0; i < snapshot->n_node; i++)
		n += snapshot->node[i].n_hold;
	fresh.first = calloc(snapshot->n_job + 1, sizeof(*fresh.first));
	fresh.next = calloc(n + 1, sizeof(*fresh.next));
	fresh.node = calloc(n + 1, sizeof(*fresh.node));
	if (!fresh.first || !fresh.next || !fresh.node) {
		boa_status_holds_free(&fresh);
		return BOA_ENOMEM;
	}
	for (i = 0; i < snapshot->n_job; i++)
		fresh.first[i] = SIZE_MAX;
	/* from the last node to the first, so that chains run the other way */
	for (i = snapshot->n_node, n = 0; i-- > 0;) {
		for (h = 0; h < snapshot->node[i].n_hold; h++, n++) {
			size_t job = snapshot->node[i].hold[h].job;

			fresh.node[n] = i;
			fresh.next[n] = fresh.first[job];
			fresh.first[job] = n;
		}
	}
	*holds = fresh;
	return 0;
}

/* --- one job ---------------------------------------------------------- */

/* All that is printed of one job. */
struct view {
	const struct boa_status *status;
	const struct boa_job *job;
	const struct boa_record *record; /* NULL: it has none */
	const struct boa_status_holds *holds;
	size_t first_hold;
};

/* The class JOB names, "" for none that is known. */
static void put_class(FILE *out, const struct view *view)
{
	struct boa_token_class token = boa_token_class(view->job->comment);
	const struct boa_classes *set = view->status->set;
	char name[BOA_NAME_MAX + 1] = "";

	if (view->record)
		memcpy(name, view->record->class, sizeof(name));
	else if (token.name && token.len <= BOA_NAME_MAX &&
		 (!set || boa_classes_find(set, token.name, token.len) >= 0))
		memcpy(name, token.name, token.len);
	boa_status_put_text(out, "class", name);
}

/* The type held, or else asked for, or else planned; NULL. */
static const char *type_of(const struct view *view)
{
	const struct boa_snapshot *snapshot = view->status->snapshot;
	ptrdiff_t type = view->job->type;

	if (view->first_hold != SIZE_MAX)
		type = snapshot->node[view->holds->node[view->first_hold]].type;
	if (type >= 0)
		return snapshot->type[type].name;
	return view->record
		       ? view->record->type[boa_record_epoch(view->record) - 1]
		       : NULL;
}

static void put_record(FILE *out, const struct view *view)
{
	const struct boa_record *record = view->record;
	unsigned j;

	if (!record) {
		fputs(", \"plan\": null, \"plan_generation\": null, "
		      "\"gpu_types\": null, \"widths\": null, "
		      "\"epoch\": null, \"reported\": false",
		      out);
		return;
	}
	boa_status_put_whole(out, "plan", record->plan);
	fprintf(out, ", \"plan_generation\": %" PRIu64 ", \"gpu_types\": [",
		record->generation);
	for (j = 0; j < record->n_epoch; j++) {
		fputs(j ? ", " : "", out);
		boa_json_put_string(out, record->type[j]);
	}
	fputs("], \"widths\": [", out);
	for (j = 0; j < record->n_epoch; j++)
		fprintf(out, "%s%u", j ? ", " : "", record->gpus[j]);
	fputc(']', out);
	boa_status_put_whole(out, "epoch", record->epoch);
	boa_status_put_bool(out, "reported",
			    record->reported &&
				    record->run == view->job->n_restart);
}

static void put_nodes(FILE *out, const struct view *view)
{
	size_t i;

	fputs(", \"nodes\": [", out);
	for (i = view->first_hold; i != SIZE_MAX; i = view->holds->next[i]) {
		fputs(i == view->first_hold ? "" : ", ", out);
		boa_json_put_string(
			out, view->status->snapshot->node[view->holds->node[i]]
				     .name);
	}
	fputc(']', out);
}

static void put_job(FILE *out, const struct view *view)
{
	const struct boa_job *job = view->job;
	const struct boa_record *record = view->record;
	double submit_s = record && record->first_submit_s > 0
				  ? (double)record->first_submit_s
				  : job->submit_s;

	fprintf(out, "{ \"id\": %" PRIu32, job->id);
	boa_status_put_text(out, "user", job->user ? job->user : "");
	boa_status_put_text(out, "account", job->account ? job->account : "");
	put_class(out, view);
	boa_status_put_text(out, "state", state_words[job->state]);
	boa_status_put_text(out, "end", boa_job_end_word(job->end));
	boa_status_put_bool(out, "elastic", job->sized);
	boa_status_put_text(out, "gpu_type", type_of(view));
	put_record(out, view);
	boa_status_put_whole(out, "width_gpus",
			     record ? record->width_gpus
				    : job->asked_nodes *
					      job->asked_gpus_per_node);
	boa_status_put_whole(out, "held_gpus", job->held_gpus);
	put_nodes(out, view);
	boa_status_put_time(out, "submit_s", submit_s);
	boa_status_put_time(out, "start_s", job->start_s);
	boa_status_put_time(out, "end_s", job->end_s);
	boa_status_put_whole(out, "n_restart", job->n_restart);
	boa_status_put_whole(out, "n_resize", record ? record->n_resize : 0);
	boa_status_put_text(out, "why",
			    record && record->why ? record->why : "");
	fputs(" }", out);
}

/* Print job J; returns 0 or BOA_ENOMEM. */
static int put_one(FILE *out, const struct boa_status *status,
		   const struct boa_status_holds *holds, size_t j)
{
	struct view view = { .status = status,
			     .job = &status->snapshot->job[j],
			     .holds = holds,
			     .first_hold = holds->first[j] };
	struct boa_record record;
	bool found = false;
	int rc = boa_record_parse(view.job->record, &found, &record, NULL);

	if (rc == BOA_ENOMEM)
		return rc;
	if (!rc && found)
		view.record = &record;
	put_job(out, &view);
	if (view.record)
		boa_record_free(&record);
	return 0;
}

int boa_status_put_jobs(FILE *out, const struct boa_status *status)
{
	struct boa_status_holds holds;
	size_t j;
	int rc = boa_status_holds_make(status->snapshot, &holds);

	if (rc)
		return rc;
	fputc('[', out);
	for (j = 0; !rc && j < status->snapshot->n_job; j++) {
		fputs(j ? ",\n  " : "\n  ", out);
		rc = put_one(out, status, &holds, j);
	}
	fputs(" ]", out);
	boa_status_holds_free(&holds);
	return rc;
}
