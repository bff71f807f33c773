/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/text_table.h"
#include "src/err.h"

void boa_text_table_init(struct boa_text_table *table,
			 const struct boa_text_column *column, size_t n_column)
{
	*table = (struct boa_text_table){ .n_column = n_column,
					  .column = column };
}

/* Let nothing in TEXT steer a terminal or break a line. */
static void tame(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p; p++)
		if (*p < 0x20 || *p == 0x7f)
			*p = '?';
}

static bool grow(struct boa_text_table *table)
{
	size_t room = table->room ? 2 * table->room : 64;
	char **cell;

	if (table->n_cell < table->room)
		return true;
	cell = realloc(table->cell, room * sizeof(*cell));
	if (!cell)
		return false;
	table->cell = cell;
	table->room = room;
	return true;
}

void boa_text_table_add(struct boa_text_table *table, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0 || !grow(table)) {
		table->failed = true;
		if (n >= 0)
			free(text);
		return;
	}
	tame(text);
	table->cell[table->n_cell++] = text;
}

void boa_text_table_add_number(struct boa_text_table *table, double value,
			       int n_decimal)
{
	if (isfinite(value))
		boa_text_table_add(table, "%.*f", n_decimal, value);
	else
		boa_text_table_add(table, "-");
}

void boa_text_table_add_duration(struct boa_text_table *table, double time_s)
{
	long long s, days;

	if (!isfinite(time_s) || time_s < 0 || time_s > 1e12) {
		boa_text_table_add(table, "-");
		return;
	}
	s = llround(time_s);
	days = s / 86400;
	if (days)
		boa_text_table_add(table, "%lld-%02lld:%02lld:%02lld", days,
				   s / 3600 % 24, s / 60 % 60, s % 60);
	else
		boa_text_table_add(table, "%02lld:%02lld:%02lld", s / 3600,
				   s / 60 % 60, s % 60);
}

/* UTF-8 characters of TEXT. */
static size_t width_of(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += ((unsigned char)*text & 0xc0) != 0x80;
	return n;
}

/* Width of each column, [n_column], over all of N_CELL cells. */
static void measure(const struct boa_text_table *table, size_t n_cell,
		    bool header, size_t *width)
{
	for (size_t j = 0; j < table->n_column; j++)
		width[j] = header ? width_of(table->column[j].title) : 0;
	for (size_t i = 0; i < n_cell; i++) {
		size_t j = i % table->n_column, w = width_of(table->cell[i]);

		if (w > width[j])
			width[j] = w;
	}
}

/* Print one row; CELL is called for the text of column j. */
static void print_row(const struct boa_text_table *table,
		      const char *const *row, const size_t *width, FILE *out)
{
	for (size_t j = 0; j < table->n_column; j++) {
		bool last = j + 1 == table->n_column;
		const char *text = row ? row[j] : table->column[j].title;
		int pad = width ? (int)(width[j] - width_of(text)) : 0;

		if (table->column[j].right)
			fprintf(out, "%*s%s", pad, "", text);
		else
			fprintf(out, "%s%*s", text, last ? 0 : pad, "");
		fputs(last ? "\n" : width ? "  " : "|", out);
	}
}

int boa_text_table_print(const struct boa_text_table *table,
			 const struct boa_text_style *style, FILE *out)
{
	size_t n_cell = table->n_cell - table->n_cell % table->n_column;
	size_t *width = NULL;

	if (table->failed)
		return BOA_ENOMEM;
	if (!style->parsable) {
		width = calloc(table->n_column, sizeof(*width));
		if (!width)
			return BOA_ENOMEM;
		measure(table, n_cell, !style->noheader, width);
	}
	if (!style->noheader)
		print_row(table, NULL, width, out);
	for (size_t i = 0; i < n_cell; i += table->n_column)
		print_row(table, (const char *const *)table->cell + i, width,
			  out);
	free(width);
	return 0;
}

void boa_text_table_fini(struct boa_text_table *table)
{
	for (size_t i = 0; i < table->n_cell; i++)
		free(table->cell[i]);
	free(table->cell);
	*table = (struct boa_text_table){ 0 };
}
