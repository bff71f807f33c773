/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text.h - text that grows as it is written. Zero a struct boa_text, add to it,
 * take it; a failure on the way is remembered and shown once, at the end.
 */
#ifndef BOA_TEXT_H
#define BOA_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct boa_text {
	char *at; /* NUL-terminated; NULL while empty */
	size_t n; /* bytes, the NUL not counted */
	size_t room;
	bool failed; /* memory ran out */
};

/* Add a printf-style piece. Use no floating point: its form is a locale's. */
void boa_text_add(struct boa_text *text, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Add LEN bytes of WORD, WORD as it is, NUMBER in decimal: a tenth of the time
 * of the above. Inline, for the length of a literal is known.
 */
void boa_text_put_bytes(struct boa_text *text, const char *word, size_t len);
static inline void boa_text_put(struct boa_text *text, const char *word)
{
	boa_text_put_bytes(text, word, strlen(word));
}
void boa_text_put_number(struct boa_text *text, uint64_t number);

/*
 * The whole text, new, free() it; NULL when memory ran out. TEXT is zeroed in
 * either case.
 */
char *boa_text_take(struct boa_text *text);

/* One piece alone: new, free() it; NULL when memory ran out. */
char *boa_text_new(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif /* BOA_TEXT_H */
