/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bill_json.h - amounts and job bills as JSON, for status.json and journal. */
#ifndef BOA_BILL_JSON_H
#define BOA_BILL_JSON_H

#include <stdio.h>

#include "src/ledger.h"

/* The word of how a job ended: "", "completed", "failed", ... */
const char *boa_job_end_word(enum boa_job_end end);

/* { "gpu_s": ..., "spend": ... }; errors are left in OUT, here and below. */
void boa_amount_put(FILE *out, const struct boa_amount *amount);

/* { "useful": AMOUNT, ... }; those that are 0 only when ALL. */
void boa_kinds_put(FILE *out, const struct boa_amount by_kind[BOA_N_KIND],
		   bool all);

/*
 * The members of a bill without the braces around them (status_json.h,
 * ledger.jobs[]), "id", "first_submit_s" and "end_s" first.
 */
void boa_bill_put(FILE *out, const struct boa_job_bill *bill);

#endif /* BOA_BILL_JSON_H */
