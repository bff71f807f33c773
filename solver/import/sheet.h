/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sheet.h - comma-separated values with a header line (RFC 4180): quotes, line
 * ends of either kind, blank lines passed over.
 */
#ifndef BOA_SHEET_H
#define BOA_SHEET_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"

#define BOA_SHEET_COLUMNS_MAX 64

struct boa_sheet {
	const char *source; /* what messages call it; borrowed */
	char *text;         /* borrowed and cut into fields, NUL-terminated */
	char *at;           /* where the next record begins */
	unsigned long line; /* of the record at hand, from 1 */
	unsigned long next_line;
	size_t n_column;                    /* as the header says */
	char *name[BOA_SHEET_COLUMNS_MAX];  /* [n_column] */
	char *field[BOA_SHEET_COLUMNS_MAX]; /* [n_column] the record at hand */
};

/*
 * Begin with TEXT (LEN bytes and a NUL), which is changed, and read its
 * header. Returns 0; BOA_EPARSE (no header, too many columns, a NUL, an open
 * quote: ERR names source and line).
 */
int boa_sheet_begin(struct boa_sheet *csv, char *text, size_t len,
		    const char *source, struct boa_err *err);

/* Read the next record; *MORE is false at the end. 0 or BOA_EPARSE. */
int boa_sheet_next(struct boa_sheet *csv, bool *more, struct boa_err *err);

/*
 * The place of the column called NAME, in *COLUMN. BOA_EPARSE when there is
 * none.
 */
int boa_sheet_column(const struct boa_sheet *csv, const char *name,
		     size_t *column, struct boa_err *err);

/* The number above 0 in COLUMN of the record at hand. 0 or BOA_ERANGE. */
int boa_sheet_number(const struct boa_sheet *csv, size_t column, double *value,
		     struct boa_err *err);

#endif /* BOA_SHEET_H */
