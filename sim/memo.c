/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sim/memo.h"

void *boa_memo_at(const struct boa_memo *memo, size_t i)
{
	return memo->entry + i * memo->size;
}

static int grow(struct boa_memo *memo, size_t n, struct boa_err *err)
{
	size_t room = 2 * n + 16;
	uint64_t *id = realloc(memo->id, room * sizeof(*id));
	char *entry;

	if (id)
		memo->id = id;
	entry = id ? realloc(memo->entry, room * memo->size) : NULL;
	if (!entry)
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu jobs",
				   n);
	memo->entry = entry;
	memo->room = room;
	return 0;
}

int boa_memo_follow(struct boa_memo *memo, const struct boa_view *view,
		    struct boa_err *err)
{
	size_t kept = 0;
	size_t i;

	for (i = 0; i < memo->n; i++) {
		if (kept >= view->n_job || view->job[kept].id != memo->id[i]) {
			if (memo->drop)
				memo->drop(boa_memo_at(memo, i));
			continue;
		}
		if (kept != i) {
			memo->id[kept] = memo->id[i];
			memcpy(boa_memo_at(memo, kept), boa_memo_at(memo, i),
			       memo->size);
		}
		kept++;
	}
	memo->n = kept;
	if (view->n_job > memo->room) {
		int rc = grow(memo, view->n_job, err);

		if (rc)
			return rc;
	}
	for (i = kept; i < view->n_job; i++) {
		memo->id[i] = view->job[i].id;
		memset(boa_memo_at(memo, i), 0, memo->size);
	}
	memo->n = view->n_job;
	return 0;
}

void boa_memo_fini(struct boa_memo *memo)
{
	for (size_t i = 0; memo->drop && i < memo->n; i++)
		memo->drop(boa_memo_at(memo, i));
	free(memo->id);
	free(memo->entry);
	memo->id = NULL;
	memo->entry = NULL;
	memo->n = memo->room = 0;
}
