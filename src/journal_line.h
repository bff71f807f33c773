/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal_line.h - one line of the journal; for src/journal*.c only. */
#ifndef BOA_JOURNAL_LINE_H
#define BOA_JOURNAL_LINE_H

#include <stdio.h>

#include "src/journal.h"

/* One end of a job that stands in the journal. */
struct boa_journal_entry {
	uint32_t id;
	double first_submit_s;
	double end_s;
};

/* Read the first members of LINE, which is whole; false: there are none. */
bool boa_journal_read_entry(const char *line, struct boa_journal_entry *entry);

/* Print BILL as a line. Returns 0 or BOA_ENOMEM; errors are left in OUT too. */
int boa_journal_put_line(FILE *out, const struct boa_job_bill *bill);

#endif /* BOA_JOURNAL_LINE_H */
