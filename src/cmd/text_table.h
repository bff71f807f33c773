/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text_table.h - a table for people (aligned columns) or for scripts (cells
 * separated by '|', as Slurm's --parsable2).
 *
 * Cells are added one by one, row by row. Memory running out is remembered and
 * reported once, by the print. Bytes that would steer a terminal are shown as
 * '?'; widths count UTF-8 characters.
 */
#ifndef BOA_TEXT_TABLE_H
#define BOA_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct boa_text_column {
	const char *title;
	bool right; /* numbers: aligned to the right */
};

struct boa_text_table {
	size_t n_column;
	const struct boa_text_column *column; /* [n_column], borrowed */
	size_t n_cell;
	size_t room;
	char **cell; /* [n_cell], row-major */
	bool failed; /* memory ran out */
};

struct boa_text_style {
	bool noheader;
	bool parsable;
};

/* Make TABLE an empty one of the N_COLUMN columns COLUMN (borrowed). */
void boa_text_table_init(struct boa_text_table *table,
			 const struct boa_text_column *column, size_t n_column);

/* Add the next cell, a printf-style text. */
void boa_text_table_add(struct boa_text_table *table, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Add the number VALUE with N_DECIMAL decimals, or "-" when it is not known
 * (NAN).
 */
void boa_text_table_add_number(struct boa_text_table *table, double value,
			       int n_decimal);

/* Add a length of time in s as [D-]HH:MM:SS, Slurm's form; NAN as "-". */
void boa_text_table_add_duration(struct boa_text_table *table, double time_s);

/*
 * Print TABLE on OUT. An unfinished row is left out. The last column is not
 * padded. Returns 0, or BOA_ENOMEM when a cell could not be added.
 */
int boa_text_table_print(const struct boa_text_table *table,
			 const struct boa_text_style *style, FILE *out);

/* Release what TABLE holds and zero it. */
void boa_text_table_fini(struct boa_text_table *table);

#endif /* BOA_TEXT_TABLE_H */
