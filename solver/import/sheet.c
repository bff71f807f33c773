/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/import/sheet.h"

#include "src/number.h"

static int fail(const struct boa_sheet *csv, const char *what,
		struct boa_err *err)
{
	return boa_err_set(err, BOA_EPARSE, "%s:%lu: %s", csv->source,
			   csv->line, what);
}

/* Cut a quoted field off; *END is left at what follows its last quote. */
static int cut_quoted(struct boa_sheet *csv, char **end, struct boa_err *err)
{
	char *from = *end + 1, *to = *end;

	for (;; from++) {
		if (!*from)
			return fail(csv, "a quote that is not closed", err);
		if (*from == '"' && *++from != '"')
			break;
		if (*from == '\n')
			csv->next_line++;
		*to++ = *from;
	}
	/* FROM is beyond the closing quote, so TO may end the field here. */
	if (*from && *from != ',' && *from != '\n' && *from != '\r')
		return fail(csv, "text after a closing quote", err);
	*end = from;
	if (to < from)
		*to = '\0';
	return 0;
}

/* Cut one field off at csv->at; *LAST when it ends its record. */
static int cut_field(struct boa_sheet *csv, char **field, bool *last,
		     struct boa_err *err)
{
	char *end = csv->at;
	char stop;
	int rc = 0;

	*field = csv->at;
	if (*end == '"')
		rc = cut_quoted(csv, &end, err);
	else
		end += strcspn(end, ",\r\n");
	if (rc)
		return rc;
	stop = *end;
	*last = stop != ',';
	if (stop == '\r' && end[1] == '\n')
		*end++ = '\0';
	csv->at = *end ? end + 1 : end;
	*end = '\0';
	if (*last)
		csv->next_line++;
	return 0;
}

/* Cut a record into FIELD; returns how many in *N. */
static int cut_record(struct boa_sheet *csv, char **field, size_t *n,
		      struct boa_err *err)
{
	bool last = false;

	while (*csv->at == '\n' || *csv->at == '\r') {
		csv->next_line += *csv->at == '\n';
		csv->at++;
	}
	csv->line = csv->next_line;
	*n = 0;
	if (!*csv->at)
		return 0;
	while (!last) {
		int rc;

		if (*n == BOA_SHEET_COLUMNS_MAX)
			return fail(csv, "more than 64 columns", err);
		rc = cut_field(csv, &field[*n], &last, err);
		if (rc)
			return rc;
		++*n;
	}
	return 0;
}

int boa_sheet_begin(struct boa_sheet *csv, char *text, size_t len,
		    const char *source, struct boa_err *err)
{
	int rc;

	*csv = (struct boa_sheet){
		.source = source,
		.text = text,
		.at = text,
		.line = 1,
		.next_line = 1,
	};
	if (strlen(text) != len)
		return fail(csv, "a NUL byte", err);
	rc = cut_record(csv, csv->name, &csv->n_column, err);
	if (!rc && !csv->n_column)
		rc = fail(csv, "no header", err);
	return rc;
}

int boa_sheet_next(struct boa_sheet *csv, bool *more, struct boa_err *err)
{
	size_t n;
	int rc = cut_record(csv, csv->field, &n, err);

	if (rc)
		return rc;
	if (n && n != csv->n_column)
		return boa_err_set(err, BOA_EPARSE,
				   "%s:%lu: %zu fields, expected %zu",
				   csv->source, csv->line, n, csv->n_column);
	*more = n > 0;
	return 0;
}

int boa_sheet_column(const struct boa_sheet *csv, const char *name,
		     size_t *column, struct boa_err *err)
{
	for (size_t c = 0; c < csv->n_column; c++) {
		if (!strcmp(csv->name[c], name)) {
			*column = c;
			return 0;
		}
	}
	return boa_err_set(err, BOA_EPARSE, "%s:1: no column is called %s",
			   csv->source, name);
}

int boa_sheet_number(const struct boa_sheet *csv, size_t column, double *value,
		     struct boa_err *err)
{
	const char *text = csv->field[column];
	size_t bad, len = strlen(text);
	double number = NAN;

	if (len && boa_number_len(text, len, &bad) == len)
		number = boa_number_value(text);
	if (!(number > 0.0) || !isfinite(number))
		return boa_err_set(err, BOA_ERANGE,
				   "%s:%lu: %s is \"%.40s\", expected a number "
				   "above 0",
				   csv->source, csv->line, csv->name[column],
				   text);
	*value = number;
	return 0;
}
