/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/check_rows.h"

const char *boa_check_word(enum boa_check_level level)
{
	static const char *const words[] = { "ok", "warn", "bad" };

	return words[level];
}

static struct boa_check_row *grow(struct boa_check *check)
{
	size_t room = check->room ? 2 * check->room : 32;
	struct boa_check_row *row = check->row;

	if (check->n == check->room) {
		row = realloc(check->row, room * sizeof(*row));
		if (!row)
			return NULL;
		check->row = row;
		check->room = room;
	}
	return &row[check->n];
}

void boa_check_add(struct boa_check *check, enum boa_check_level level,
		   const char *item, const char *set, const char *fmt, ...)
{
	struct boa_check_row *row = grow(check);
	struct boa_check_row fresh = { .level = level };
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&fresh.text, fmt, ap) < 0)
		fresh.text = NULL;
	va_end(ap);
	fresh.item = strdup(item);
	fresh.set = strdup(set ? set : "");
	if (!row || !fresh.item || !fresh.set || !fresh.text) {
		free(fresh.item);
		free(fresh.set);
		free(fresh.text);
		check->failed = true;
		return;
	}
	*row = fresh;
	check->n++;
}

size_t boa_check_count(const struct boa_check *check,
		       enum boa_check_level level)
{
	size_t n = 0;

	for (size_t i = 0; i < check->n; i++)
		n += check->row[i].level == level;
	return n;
}

void boa_check_free(struct boa_check *check)
{
	for (size_t i = 0; i < check->n; i++) {
		free(check->row[i].item);
		free(check->row[i].set);
		free(check->row[i].text);
	}
	free(check->row);
	*check = (struct boa_check){ 0 };
}
