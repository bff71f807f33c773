/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_state.h - ledger, share counters and provider mark on disk.
 *
 * An append-only file of checksummed records, each holding the new absolute
 * values of what changed since the last (so that a record read twice doubles
 * nothing), and beginning with a whole snapshot; a torn tail is cut off. When
 * it has grown it is written anew and renamed. kill -9 at any point loses at
 * most the records not yet written: one cycle.
 */
#ifndef BOA_LEDGER_STATE_H
#define BOA_LEDGER_STATE_H

#include "src/err.h"
#include "src/ledger.h"
#include "src/provider_log.h"
#include "src/share.h"

struct boa_state_file;

/*
 * Open the state in the folder DIR (made if missing, mode 0700) and restore
 * from it; an absent file is an empty state. On success *FILE is new, close it
 * with boa_state_close(); *LEDGER and *SHARES are new, the caller's; *MARK is
 * set. CUT_BYTES (may be NULL) tells how much of a torn tail was cut off.
 *
 * Returns 0; BOA_EIO; BOA_EPARSE (the snapshot itself is damaged: the file is
 * kept beside as *.damaged, and the previous snapshot is used when there is
 * one; only when there is none this is returned); BOA_ENOMEM.
 */
int boa_state_open(const char *dir, struct boa_state_file **file,
		   struct boa_ledger **ledger, struct boa_shares **shares,
		   struct boa_provider_mark *mark, uint64_t *cut_bytes,
		   struct boa_err *err);

/*
 * Append what changed since the last call; every so often flush to disk, or
 * begin a new snapshot. Returns 0, BOA_EIO (disk full: nothing is half
 * written, the next call tries again) or BOA_ENOMEM.
 */
int boa_state_save(struct boa_state_file *file, struct boa_ledger *ledger,
		   const struct boa_shares *shares,
		   const struct boa_provider_mark *mark, struct boa_err *err);

void boa_state_close(struct boa_state_file *file);

#endif /* BOA_LEDGER_STATE_H */
