/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * books.h - the agent's ledger, its state on disk, and the published status.
 */
#ifndef BOA_BOOKS_H
#define BOA_BOOKS_H

#include "plugin/common/live.h"
#include "plugin/sched/provider.h"

#include "src/launch.h"
#include "src/ledger.h"
#include "src/ledger_state.h"
#include "src/share.h"

struct boa_books {
	char *state_dir;
	struct boa_state_file *file; /* NULL: not open yet */
	struct boa_ledger *ledger;
	struct boa_provider_mark mark;
	struct boa_words words;
	double retry_s;   /* no new attempt to open before */
	double publish_s; /* no new status before */
	char problem[BOA_ERR_TEXT_MAX];
};

/*
 * Restore the state in STATE_DIR at NOW_S (any clock). On success *SHARES is
 * new, the caller's. Returns 0, or -1: not now (logged once); tries again when
 * called again, but not more than every ten seconds.
 */
int boa_books_open(struct boa_books *books, const char *state_dir, double now_s,
		   struct boa_shares **shares);

void boa_books_close(struct boa_books *books);

/* Charge the time up to SNAPSHOT, and mark its nodes by the provider's word. */
void boa_books_charge(struct boa_books *books, const struct boa_live *live,
		      struct boa_snapshot *snapshot);

/* Append what changed to the state on disk. */
void boa_books_save(struct boa_books *books, const struct boa_shares *shares);

/* The launches that failed, from STATE_DIR and to it if they changed; what
   cannot be read or written is logged once. */
void boa_books_load_launches(struct boa_books *books, const char *state_dir,
			     struct boa_launches *launches);
void boa_books_save_launches(struct boa_books *books, const char *state_dir,
			     struct boa_launches *launches);

/* Write status.json when a second has passed; PROBLEM: what is amiss with
   files and solver ("" is nothing); what is with launches and nodes is added.
 */
void boa_books_publish(struct boa_books *books, const struct boa_live *live,
		       const struct boa_snapshot *snapshot, const char *cluster,
		       const struct boa_launches *launches,
		       const char *problem);

#endif /* BOA_BOOKS_H */
