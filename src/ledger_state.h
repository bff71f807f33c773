/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_state.h - ledger, share counters, budget control and provider mark on
 * disk.
 *
 * An append-only file of checksummed frames (frames.h), the first a whole
 * snapshot, each further one the new absolute values of what changed since (so
 * that what is read twice doubles nothing); a torn tail is cut off. When it has
 * grown it is written anew and renamed. kill -9 at any point loses at most the
 * frame not yet written: one cycle, which the next charge bridges.
 *
 *     DIR/ledger       the state         DIR/ledger.old      the one before
 *     DIR/jobs.jsonl   job bills that are final, each once (journal.h)
 *     DIR/ledger.damaged, DIR/ledger.old.damaged   what could not be read
 */
#ifndef BOA_LEDGER_STATE_H
#define BOA_LEDGER_STATE_H

#include "src/control.h"
#include "src/err.h"
#include "src/ledger.h"
#include "src/provider_log.h"
#include "src/share.h"

struct boa_state_file;

/* Flushed to the disk no more often than this, by the ledger's clock. */
#define BOA_STATE_SYNC_S 5.0

/* What is appended before the state is written anew. */
#define BOA_STATE_GROWTH_BYTES (4u << 20)

/*
 * Open the state in the folder DIR (made if missing, mode 0700) and restore
 * from it; an absent file is an empty state. On success *FILE is new, close it
 * with boa_state_close(); *LEDGER and *SHARES are new, the caller's; *MARK is
 * set. CUT_BYTES (may be NULL) tells how much could not be read: a torn tail
 * that was cut off, or all of a damaged file in whose place the one before is
 * used.
 *
 * Returns 0; BOA_EIO; BOA_ENOMEM; BOA_EPARSE: the snapshot itself is damaged,
 * and so is the one before, or there is none. What is damaged has then been
 * moved aside, so that opening again begins with an empty state.
 */
int boa_state_open(const char *dir, struct boa_state_file **file,
		   struct boa_ledger **ledger, struct boa_shares **shares,
		   struct boa_provider_mark *mark, uint64_t *cut_bytes,
		   struct boa_err *err);

/*
 * The budget control, restored with the rest and saved with it: FILE's own, for
 * the caller to use and charge.
 */
struct boa_control *boa_state_control(struct boa_state_file *file);

/*
 * Append what changed since the last call; every so often add to the journal
 * and flush to disk, or write the whole anew. Returns 0, BOA_EIO or BOA_ENOMEM:
 * nothing is half written, and the next call tries again. BOA_EIO also when
 * another process has changed the file meanwhile: it is left to that one.
 */
int boa_state_save(struct boa_state_file *file, struct boa_ledger *ledger,
		   const struct boa_shares *shares,
		   const struct boa_provider_mark *mark, struct boa_err *err);

void boa_state_close(struct boa_state_file *file);

#endif /* BOA_LEDGER_STATE_H */
