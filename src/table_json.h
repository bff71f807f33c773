/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * table_json.h - the width table as a JSON document (README, "Width table").
 *
 * The document boa-widths writes and prints, and the plugins read:
 * { "version": 1, "generation", "generated_at", "inputs_crc32", "budget",
 * "unit", "expected": {...}, "classes": [ { "name", "plans": [ { "share",
 * "gpu_type", "widths", "time_s", "spend", "epoch_time_s", "reduced_cost" }
 * ] } ] }. Where more than the budget is limited, "limits": [ { "kind"
 * (account, gpu_type, jct), "name", "limit", "used", "price" } ] stands before
 * "classes". "table_crc32" may follow "inputs_crc32" (boa_table_crc32).
 * gpu_type is a string, or a list with one per epoch when the type changes
 * between epochs. NAN is written as null.
 */
#ifndef BOA_TABLE_JSON_H
#define BOA_TABLE_JSON_H

#include <stdio.h>

#include "src/table.h"

#define BOA_TABLE_FILE_MAX (256UL << 20) /* bytes of a file that is read */

/*
 * Read the table in PATH, whole and checked (boa_table_check). On success
 * *TABLE is new; release it with boa_table_free(); on failure untouched.
 * Returns 0, BOA_EIO, BOA_EPARSE, BOA_ERANGE or BOA_ENOMEM as
 * boa_classes_load() does.
 */
int boa_table_load(const char *path, struct boa_table *table,
		   struct boa_err *err);

/* The same from TEXT (LEN bytes); SOURCE is what messages call it. */
int boa_table_parse(const char *text, size_t len, const char *source,
		    struct boa_table *table, struct boa_err *err);

/*
 * Write TABLE to PATH so that a reader sees the old document or the new one,
 * never a part: temporary file beside it, flushed, renamed. Numbers carry 17
 * significant digits. Returns 0, BOA_EIO or BOA_ENOMEM; on failure PATH is as
 * it was.
 */
int boa_table_save(const char *path, const struct boa_table *table,
		   struct boa_err *err);

/* Print the same document on OUT. Returns 0, BOA_EIO or BOA_ENOMEM. */
int boa_table_print(FILE *out, const struct boa_table *table,
		    struct boa_err *err);

/*
 * Write to *CRC32 the CRC-32 of the document of TABLE without table_crc32. A
 * table that carries it as crc32 (has_crc32) shows when anything in it was
 * changed; readers do not insist. Returns 0, BOA_EIO or BOA_ENOMEM.
 */
int boa_table_crc32(const struct boa_table *table, uint32_t *crc32,
		    struct boa_err *err);

#endif /* BOA_TABLE_JSON_H */
