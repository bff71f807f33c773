/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * check_rows.h - the findings of boactl check, one row each.
 */
#ifndef BOA_CHECK_ROWS_H
#define BOA_CHECK_ROWS_H

#include <stdbool.h>
#include <stddef.h>

enum boa_check_level {
	BOA_CHECK_OK,
	BOA_CHECK_WARN, /* works, but not as one might expect */
	BOA_CHECK_BAD,  /* BOA does not work so */
};

struct boa_check_row {
	enum boa_check_level level;
	char *item; /* what was looked at */
	char *set;  /* what is set or was found; "" when nothing */
	char *text; /* what must be, or what follows */
};

struct boa_check {
	size_t n;
	size_t room;
	struct boa_check_row *row; /* [n] */
	bool failed;               /* memory ran out: a row is missing */
};

/* "ok", "warn" or "bad". */
const char *boa_check_word(enum boa_check_level level);

/* Add a row: ITEM is SET (NULL: nothing), and a printf-style text. */
void boa_check_add(struct boa_check *check, enum boa_check_level level,
		   const char *item, const char *set, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

/* How many rows are of LEVEL? */
size_t boa_check_count(const struct boa_check *check,
		       enum boa_check_level level);

/* Release what CHECK holds and zero it. */
void boa_check_free(struct boa_check *check);

#endif /* BOA_CHECK_ROWS_H */
