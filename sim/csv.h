/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv.h - rows of separated values with a header line (RFC 4180 without line
 * breaks in values; `sacct -P` with '|').
 */
#ifndef BOA_CSV_H
#define BOA_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"

#define BOA_CSV_FIELDS 256 /* at most in a row */

struct boa_csv {
	char *text; /* being read; its separators become NUL */
	char *at;   /* the next row */
	char separator;
	size_t n_column;
	const char *column[BOA_CSV_FIELDS];
	size_t line; /* of FIELD, from 1 */
	size_t n_field;
	const char *field[BOA_CSV_FIELDS];
};

/*
 * Read the header of TEXT (taken; NUL-terminated); the separator is '|' where
 * the header has one, else ','. Returns 0, or BOA_EPARSE (no header).
 */
int boa_csv_begin(struct boa_csv *csv, char *text, struct boa_err *err);
void boa_csv_fini(struct boa_csv *csv);

/*
 * The next row that is not empty into FIELD; *MORE is false when there is none.
 * Returns 0, or BOA_EPARSE (ERR: which line has how many values of how many).
 */
int boa_csv_next(struct boa_csv *csv, bool *more, struct boa_err *err);

/* Index of the first column that has one of NAMES (NULL-terminated), or -1. */
ptrdiff_t boa_csv_find(const struct boa_csv *csv, const char *const *names);

#endif /* BOA_CSV_H */
