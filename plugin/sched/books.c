/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "plugin/common/slurm_compat.h"

#include "src/file.h"
#include "src/status_json.h"
#include "src/text.h"

#define RETRY_S         10.0
#define PUBLISH_EVERY_S 1.0
#define LAUNCHES_MAX    (1 << 20) /* bytes */

/* Log WHAT unless it was said already. */
static void complain(struct boa_books *books, const char *what)
{
	if (!strcmp(books->problem, what))
		return;
	snprintf(books->problem, sizeof(books->problem), "%s", what);
	error("sched/boa: %s", what);
}

int boa_books_open(struct boa_books *books, const char *state_dir, double now_s,
		   struct boa_shares **shares)
{
	uint64_t cut_bytes = 0;
	struct boa_err err;
	int rc;

	if (now_s < books->retry_s)
		return -1;
	books->retry_s = now_s + RETRY_S;
	for (int attempt = 0; attempt < 2; attempt++) {
		rc = boa_state_open(state_dir, &books->file, &books->ledger,
				    shares, &books->mark, &cut_bytes, &err);
		if (rc)
			complain(books, err.text);
		if (rc != BOA_EPARSE)
			break; /* a damaged file was moved aside: once more */
	}
	if (rc)
		return -1;
	if (cut_bytes)
		info("sched/boa: %llu bytes of a torn record were cut off the state",
		     (unsigned long long)cut_bytes);
	books->problem[0] = '\0';
	return 0;
}

void boa_books_close(struct boa_books *books)
{
	boa_state_close(books->file);
	boa_ledger_free(books->ledger);
	boa_words_free(&books->words);
	*books = (struct boa_books){ 0 };
}

void boa_books_charge(struct boa_books *books, const struct boa_live *live,
		      struct boa_snapshot *snapshot)
{
	struct boa_provider_mark mark = books->mark;
	struct boa_provider_events events = { 0 };
	struct boa_ledger_input input = {
		.snapshot = snapshot,
		.set = live->has_set ? &live->set : NULL,
		.table = live->has_table ? &live->table : NULL,
		.has_provider = live->conf.provider_log != NULL,
	};
	struct boa_err err;

	if (input.has_provider &&
	    boa_provider_read(live->conf.provider_log, &mark, &events, &err)) {
		/* Unread is not lost: the events come with the next cycle,
		   and until then nothing is charged. */
		complain(books, err.text);
		return;
	}
	if (events.n_bad)
		complain(books, "ProviderLog has lines that are no events");
	input.n_event = events.n;
	input.event = events.event;
	if (boa_ledger_charge(books->ledger, &input, &err))
		complain(books, err.text);
	else
		books->mark = mark;
	if (input.has_provider) {
		boa_words_hear(&books->words, &events);
		boa_words_mark(&books->words, books->ledger, snapshot);
	}
	boa_provider_events_free(&events);
}

void boa_books_save(struct boa_books *books, const struct boa_shares *shares)
{
	struct boa_err err;

	if (boa_state_save(books->file, books->ledger, shares, &books->mark,
			   &err))
		complain(books, err.text);
	else
		books->problem[0] = '\0';
}

/* --- launches --------------------------------------------------------- */

void boa_books_load_launches(struct boa_books *books, const char *state_dir,
			     struct boa_launches *launches)
{
	struct boa_err err;
	char *path, *text = NULL;
	size_t len;

	if (asprintf(&path, "%s/launches", state_dir) < 0)
		return;
	if (!access(path, F_OK) &&
	    (boa_file_read(path, LAUNCHES_MAX, &text, &len, &err) ||
	     boa_launches_parse(text, launches, &err)))
		complain(books, err.text);
	free(text);
	free(path);
}

static int print_launches(FILE *out, const void *arg, struct boa_err *err)
{
	char *text;
	int rc = boa_launches_print(arg, &text, err);

	if (rc)
		return rc;
	fputs(text, out);
	free(text);
	return 0;
}

void boa_books_save_launches(struct boa_books *books, const char *state_dir,
			     struct boa_launches *launches)
{
	struct boa_err err;
	char *path;

	if (!launches->changed || asprintf(&path, "%s/launches", state_dir) < 0)
		return;
	if (boa_file_replace(path, print_launches, launches, &err))
		complain(books, err.text);
	else
		launches->changed = false;
	free(path);
}

/* --- what is amiss ---------------------------------------------------- */

/* Add TEXT (owned; NULL: no memory) to what STATUS has of problems. */
static void add_problem(struct boa_status *status, char *text)
{
	char **problem = realloc((char **)status->problem,
				 (status->n_problem + 1) * sizeof(*problem));

	if (problem)
		status->problem = problem;
	if (!problem || !text) {
		free(text);
		return;
	}
	problem[status->n_problem++] = text;
}

static void add_problems(struct boa_status *status,
			 const struct boa_launches *launches)
{
	const struct boa_snapshot *snapshot = status->snapshot;

	for (size_t i = 0; i < launches->n; i++) {
		const struct boa_launch_group *group = &launches->group[i];

		if (group->held)
			add_problem(status,
				    boa_text_new("launches of %s are on hold "
						 "after %u failures in a row; "
						 "boactl resume %s",
						 group->name, group->n_failed,
						 group->name));
		else if (group->n_failed)
			add_problem(status,
				    boa_text_new("launches of %s fail, %u in "
						 "a row",
						 group->name, group->n_failed));
	}
	for (size_t i = 0; i < snapshot->n_node; i++)
		if (snapshot->node[i].orphan)
			add_problem(status,
				    boa_text_new("node %s is an orphan: off "
						 "for Slurm, billed by the "
						 "provider",
						 snapshot->node[i].name));
}

static void free_problems(struct boa_status *status)
{
	for (size_t i = 0; i < status->n_problem; i++)
		free(status->problem[i]);
	free((char **)status->problem);
}

void boa_books_publish(struct boa_books *books, const struct boa_live *live,
		       const struct boa_snapshot *snapshot, const char *cluster,
		       const struct boa_launches *launches, const char *problem)
{
	struct boa_status status = {
		.cluster = cluster,
		.conf = &live->conf,
		.set = live->has_set ? &live->set : NULL,
		.table = live->has_table ? &live->table : NULL,
		.snapshot = snapshot,
		.ledger = books->ledger,
		.control = boa_state_control(books->file),
	};
	struct boa_err err;
	char *path;

	if (snapshot->now_s < books->publish_s &&
	    snapshot->now_s > books->publish_s - 2 * PUBLISH_EVERY_S)
		return;
	books->publish_s = snapshot->now_s + PUBLISH_EVERY_S;
	if (problem[0])
		add_problem(&status, strdup(problem));
	if (books->problem[0])
		add_problem(&status, strdup(books->problem));
	add_problems(&status, launches);
	if (asprintf(&path, "%s/status.json", live->conf.status_dir) < 0)
		path = NULL;
	(void)mkdir(live->conf.status_dir, 0755);
	if (path && boa_status_save(path, &status, &err))
		complain(books, err.text);
	free(path);
	free_problems(&status);
}
