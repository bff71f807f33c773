/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/text.h"

static bool grow(struct boa_text *text, size_t room)
{
	char *at;

	if (room <= text->room)
		return true;
	if (room < 2 * text->room)
		room = 2 * text->room;
	at = realloc(text->at, room);
	if (!at)
		return false;
	text->at = at;
	text->room = room;
	return true;
}

static void add(struct boa_text *text, const char *fmt, va_list ap)
{
	va_list again;
	int len;

	if (text->failed)
		return;
	va_copy(again, ap);
	len = vsnprintf(text->at ? text->at + text->n : NULL,
			text->room - text->n, fmt, ap);
	if (len < 0) {
		text->failed = true;
	} else if (text->n + (size_t)len < text->room) {
		text->n += (size_t)len;
	} else if (!grow(text, text->n + (size_t)len + 1)) {
		text->failed = true;
	} else {
		vsnprintf(text->at + text->n, (size_t)len + 1, fmt, again);
		text->n += (size_t)len;
	}
	va_end(again);
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
