/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_rows.h - the ledger's cells added up by one of their keys.
 */
#ifndef BOA_LEDGER_ROWS_H
#define BOA_LEDGER_ROWS_H

#include <stddef.h>

#include <json-c/json.h>

#include "src/ledger.h"

/* The kinds of BOA_KIND_MAP in words. */
struct boa_ledger_kind {
	const char *word;  /* in documents */
	const char *title; /* of a column */
	const char *means;
};
extern const struct boa_ledger_kind boa_ledger_kind[BOA_N_KIND];

struct boa_ledger_row {
	const char *name; /* borrowed from the document; "" for none */
	struct boa_amount by_kind[BOA_N_KIND];
};

struct boa_ledger_rows {
	size_t n;
	struct boa_ledger_row *row; /* [n], by falling spend */
};

/* KINDS[WORD], zero where it is left out. */
struct boa_amount boa_ledger_amount(struct json_object *kinds,
				    const char *word);

/*
 * Add up the cells of LEDGER by KEY ("class", "account" or "type"). *ROWS is
 * new, valid as long as LEDGER; release it with boa_ledger_rows_free(). Returns
 * 0 or BOA_ENOMEM.
 */
int boa_ledger_rows_sum(struct json_object *ledger, const char *key,
			struct boa_ledger_rows *rows);

struct boa_amount boa_ledger_row_total(const struct boa_ledger_row *row);

void boa_ledger_rows_free(struct boa_ledger_rows *rows);

/*
 * The ledger of STATUS as a new document: { "written_at_s", "unit", "begin_s",
 * "now_s", "by", "rows": [...], "total", "marked_gpu_s" }. BY "kind": rows are
 * { "kind", "gpu_s", "spend" }; "job": the ledger's jobs; else of ROWS:
 * { BY: name, "total", "by_kind" } with kinds that are 0 left out. Returns NULL
 * when memory ran out.
 */
struct json_object *boa_ledger_json(struct json_object *status, const char *by,
				    const struct boa_ledger_rows *rows);

#endif /* BOA_LEDGER_ROWS_H */
