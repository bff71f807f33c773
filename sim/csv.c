/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "sim/csv.h"

/* Cut the line off that AT begins; NULL when the text is over. */
static char *take_line(struct boa_csv *csv)
{
	char *line = csv->at;
	char *end;

	if (!*line)
		return NULL;
	end = strchr(line, '\n');
	csv->at = end ? end + 1 : line + strlen(line);
	csv->line++;
	if (!end)
		end = csv->at;
	*end = '\0';
	if (end > line && end[-1] == '\r')
		end[-1] = '\0';
	return line;
}

/* Cut the value off that *AT begins, without its quotes. */
static const char *take_field(char **at, char separator, bool *last)
{
	char *from = *at;
	char *to = from;
	const char *start = from;
	bool quoted = *from == '"';

	if (quoted)
		from++;
	while (*from && (quoted || *from != separator)) {
		if (quoted && *from == '"') {
			if (from[1] != '"') {
				quoted = false;
				from++;
				continue;
			}
			from++;
		}
		*to++ = *from++;
	}
	*last = !*from;
	*at = from + !*last;
	*to = '\0';
	return start;
}

static size_t split(char *line, char separator, const char **field)
{
	bool last = false;
	size_t n = 0;

	while (!last && n < BOA_CSV_FIELDS)
		field[n++] = take_field(&line, separator, &last);
	return last ? n : BOA_CSV_FIELDS + 1;
}

int boa_csv_begin(struct boa_csv *csv, char *text, struct boa_err *err)
{
	char *line;

	*csv = (struct boa_csv){ .text = text, .at = text };
	line = take_line(csv);
	if (!line || !*line)
		return boa_err_set(err, BOA_EPARSE,
				   "line 1 is empty, expected the names of the "
				   "columns");
	csv->separator = strchr(line, '|') ? '|' : ',';
	csv->n_column = split(line, csv->separator, csv->column);
	if (csv->n_column > BOA_CSV_FIELDS)
		return boa_err_set(err, BOA_EPARSE,
				   "line 1 has more than %d columns",
				   BOA_CSV_FIELDS);
	return 0;
}

void boa_csv_fini(struct boa_csv *csv)
{
	free(csv->text);
	csv->text = NULL;
}

int boa_csv_next(struct boa_csv *csv, bool *more, struct boa_err *err)
{
	char *line;

	do
		line = take_line(csv);
	while (line && !*line);
	*more = line != NULL;
	if (!line)
		return 0;
	csv->n_field = split(line, csv->separator, csv->field);
	if (csv->n_field != csv->n_column)
		return boa_err_set(err, BOA_EPARSE,
				   "line %zu has %zu values, expected %zu",
				   csv->line, csv->n_field, csv->n_column);
	return 0;
}

ptrdiff_t boa_csv_find(const struct boa_csv *csv, const char *const *names)
{
	for (; *names; names++)
		for (size_t i = 0; i < csv->n_column; i++)
			if (strcasecmp(csv->column[i], *names) == 0)
				return (ptrdiff_t)i;
	return -1;
}
