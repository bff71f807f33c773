/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_ledger.c - the money in status.json. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "src/bill_json.h"
#include "src/json.h"
#include "src/status_parts.h"

static void put_cells(FILE *out, const struct boa_ledger *ledger)
{
	size_t i;

	fputs(",\n  \"cells\": [", out);
	for (i = 0; i < boa_ledger_n_cell(ledger); i++) {
		const struct boa_cell *cell = boa_ledger_cell(ledger, i);

		fputs(i ? ",\n    { \"class\": " : "\n    { \"class\": ", out);
		boa_json_put_string(out, cell->class);
		boa_status_put_text(out, "account", cell->account);
		boa_status_put_text(out, "type", cell->type);
		fputs(", \"by_kind\": ", out);
		boa_kinds_put(out, cell->by_kind, false);
		fputs(" }", out);
	}
	fputs(" ]", out);
}

/* --- job bills -------------------------------------------------------- */

typedef const struct boa_job_bill *bill_ptr;

static int latest_end_first(const void *a, const void *b)
{
	double x = (*(const bill_ptr *)a)->end_s;
	double y = (*(const bill_ptr *)b)->end_s;

	return (x < y) - (x > y);
}

static int by_id(const void *a, const void *b)
{
	uint32_t x = (*(const bill_ptr *)a)->id;
	uint32_t y = (*(const bill_ptr *)b)->id;

	return (x > y) - (x < y);
}

/*
 * The bills to show as *SHOWN, new, of *N: all that are not final and the
 * latest that are.
 */
static int choose_bills(const struct boa_ledger *ledger, bill_ptr **shown,
			size_t *n)
{
	size_t n_job = boa_ledger_n_job(ledger);
	size_t n_final = boa_ledger_n_final(ledger);
	bill_ptr *fresh = calloc(n_job + 1, sizeof(bill_ptr));
	size_t i;

	if (!fresh)
		return BOA_ENOMEM;
	for (i = 0; i < n_job; i++)
		fresh[i] = boa_ledger_job(ledger, i);
	*n = n_job;
	if (n_final > BOA_STATUS_FINAL_MAX) {
		size_t n_out = n_final - BOA_STATUS_FINAL_MAX;

		qsort(fresh, n_final, sizeof(bill_ptr), latest_end_first);
		/* the others take the place of those left out */
		for (i = n_final; i < n_job; i++)
			fresh[i - n_out] = fresh[i];
		*n -= n_out;
	}
	qsort(fresh, *n, sizeof(bill_ptr), by_id);
	*shown = fresh;
	return 0;
}

static int put_bills(FILE *out, const struct boa_ledger *ledger)
{
	bill_ptr *shown;
	size_t i, n;

	if (choose_bills(ledger, &shown, &n))
		return BOA_ENOMEM;
	fprintf(out, ",\n  \"n_job\": %" PRIu64 ", \"jobs\": [",
		boa_ledger_n_opened(ledger));
	for (i = 0; i < n; i++) {
		fputs(i ? ",\n    { " : "\n    { ", out);
		boa_bill_put(out, shown[i]);
		fputs(" }", out);
	}
	fputs(" ]", out);
	free(shown);
	return 0;
}

int boa_status_put_ledger(FILE *out, const struct boa_ledger *ledger)
{
	struct boa_amount by_kind[BOA_N_KIND], total;
	int rc;

	boa_ledger_sum(ledger, by_kind, &total);
	fputs("{ \"total\": ", out);
	boa_amount_put(out, &total);
	boa_status_put_time(out, "begin_s", boa_ledger_begin_s(ledger));
	boa_status_put_time(out, "now_s", boa_ledger_now_s(ledger));
	boa_status_put_real(out, "marked_gpu_s",
			    boa_ledger_marked_gpu_s(ledger));
	fputs(", \"by_kind\": ", out);
	boa_kinds_put(out, by_kind, true);
	put_cells(out, ledger);
	rc = put_bills(out, ledger);
	fputs(" }", out);
	return rc;
}
