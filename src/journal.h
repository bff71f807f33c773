/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * journal.h - the bills of all jobs that have ended, one JSON object a line:
 *
 *     {"id": 71, "first_submit_s": ..., "end_s": ..., ..., "crc32": "0a1b2c3d"}
 *
 * The members are those of ledger.jobs[] in status.json (status_json.h); crc32
 * is that of the line up to `, "crc32"`. A job stands in it once; one that was
 * requeued after its end has a line for each end, of the same id and
 * first_submit_s, the last of which counts. The file only grows; it may be
 * moved away at any time, a new one is begun then.
 */
#ifndef BOA_JOURNAL_H
#define BOA_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/err.h"
#include "src/ledger.h"

/* How far the journal is known to the state file. Zero: not at all. */
struct boa_journal_mark {
	uint64_t inode;
	uint64_t offset;
};

struct boa_journal;

/*
 * Open PATH, or make it (mode 0600), and cut off a torn line. What lies behind
 * MARK is read, so that a job which was written, but not marked as written, is
 * known. On success *JOURNAL is new. Returns 0, BOA_EIO or BOA_ENOMEM.
 */
int boa_journal_open(const char *path, const struct boa_journal_mark *mark,
		     struct boa_journal **journal, struct boa_err *err);
void boa_journal_close(struct boa_journal *journal);

/* Was this end of BILL's job found behind the mark? */
bool boa_journal_has(const struct boa_journal *journal,
		     const struct boa_job_bill *bill);

/*
 * Append the N bills of BILL and flush them to the disk. On failure (BOA_EIO,
 * BOA_ENOMEM) none of them stands in it.
 */
int boa_journal_append(struct boa_journal *journal,
		       const struct boa_job_bill *const *bill, size_t n,
		       struct boa_err *err);

/* Where the journal ends now. */
struct boa_journal_mark boa_journal_mark(const struct boa_journal *journal);

/* Is LINE (LEN bytes, without the newline) as it was written? */
bool boa_journal_line_is_whole(const char *line, size_t len);

#endif /* BOA_JOURNAL_H */
