/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/books.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin/common/slurm_compat.h"

#include "src/status_json.h"

#define RETRY_S         10.0
#define PUBLISH_EVERY_S 1.0

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
	*books = (struct boa_books){ 0 };
}

void boa_books_charge(struct boa_books *books, const struct boa_live *live,
		      const struct boa_snapshot *snapshot)
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

void boa_books_publish(struct boa_books *books, const struct boa_live *live,
		       const struct boa_snapshot *snapshot, const char *cluster,
		       const char *problem)
{
	char *problems[2];
	struct boa_status status = {
		.cluster = cluster,
		.conf = &live->conf,
		.set = live->has_set ? &live->set : NULL,
		.table = live->has_table ? &live->table : NULL,
		.snapshot = snapshot,
		.ledger = books->ledger,
		.control = boa_state_control(books->file),
		.problem = problems,
	};
	struct boa_err err;
	char *path;

	if (snapshot->now_s < books->publish_s &&
	    snapshot->now_s > books->publish_s - 2 * PUBLISH_EVERY_S)
		return;
	books->publish_s = snapshot->now_s + PUBLISH_EVERY_S;
	if (problem[0])
		problems[status.n_problem++] = (char *)problem;
	if (books->problem[0])
		problems[status.n_problem++] = books->problem;
	if (asprintf(&path, "%s/status.json", live->conf.status_dir) < 0)
		return;
	(void)mkdir(live->conf.status_dir, 0755);
	if (boa_status_save(path, &status, &err))
		complain(books, err.text);
	free(path);
}
