/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/text.h"

#define ROOM_AT_FIRST 256

/* Make room for LEN bytes more and a NUL; false when memory runs out. */
static bool grow(struct boa_text *text, size_t len)
{
	size_t need = text->n + len + 1, room = 2 * text->room;
	char *at;

	if (text->failed || need <= text->room)
		return !text->failed;
	if (room < ROOM_AT_FIRST)
		room = ROOM_AT_FIRST;
	at = realloc(text->at, need > room ? need : room);
	text->failed = !at;
	if (!at)
		return false;
	text->at = at;
	text->room = need > room ? need : room;
	return true;
}

static void __attribute__((format(printf, 2, 0)))
add(struct boa_text *text, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	if (!grow(text, 0))
		return;
	va_copy(again, ap);
	len = vsnprintf(text->at + text->n, text->room - text->n, fmt, ap);
	if (len < 0) {
		text->failed = true;
	} else if (text->n + (size_t)len < text->room) {
		text->n += (size_t)len;
	} else if (grow(text, (size_t)len)) {
		vsnprintf(text->at + text->n, (size_t)len + 1, fmt, again);
		text->n += (size_t)len;
	}
	va_end(again);
}

void boa_text_put_bytes(struct boa_text *text, const char *word, size_t len)
{
	if (!grow(text, len))
		return;
	memcpy(text->at + text->n, word, len);
	text->n += len;
	text->at[text->n] = '\0';
}

void boa_text_put_number(struct boa_text *text, uint64_t number)
{
	char digits[24];
	char *end = digits + sizeof(digits), *at = end;

	do {
		*--at = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	boa_text_put_bytes(text, at, (size_t)(end - at));
}

void boa_text_add(struct boa_text *text, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(text, fmt, ap);
	va_end(ap);
}

char *boa_text_take(struct boa_text *text)
{
	char *at = text->at;

	if (text->failed) {
		free(at);
		at = NULL;
	}
	*text = (struct boa_text){ 0 };
	return at;
}

char *boa_text_new(const char *fmt, ...)
{
	struct boa_text text = { 0 };
	va_list ap;

	va_start(ap, fmt);
	add(&text, fmt, ap);
	va_end(ap);
	return boa_text_take(&text);
}
