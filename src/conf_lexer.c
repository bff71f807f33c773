/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "src/conf_lexer.h"

/* The place after blanks and a comment that may begin at POS. */
static size_t skip_rest(const struct boa_conf_lexer *x, size_t pos)
{
	while (pos < x->len && strchr(" \t\r", x->text[pos]) && x->text[pos])
		pos++;
	if (pos < x->len && x->text[pos] == '#')
		while (pos < x->len && x->text[pos] != '\n')
			pos++;
	return pos;
}

int boa_conf_next(struct boa_conf_lexer *x)
{
	for (;;) {
		size_t end;

		if (x->pos >= x->len || x->text[x->pos] == '\n')
			return BOA_CONF_END;
		if (x->text[x->pos] == '#') {
			x->pos = skip_rest(x, x->pos);
			return BOA_CONF_END;
		}
		if (x->text[x->pos] != '\\')
			return (unsigned char)x->text[x->pos++];
		end = x->pos + 1;
		if (end < x->len && x->text[end] != '#')
			end = skip_rest(x, end);
		if (end < x->len && x->text[end] != '\n') {
			x->pos += 2;
			return BOA_CONF_LITERAL +
			       (unsigned char)x->text[x->pos - 1];
		}
		x->pos = end < x->len ? end + 1 : end;
		x->line += end < x->len;
	}
}

int boa_conf_peek(const struct boa_conf_lexer *x)
{
	struct boa_conf_lexer copy = *x;

	return boa_conf_next(&copy);
}

bool boa_conf_is_blank(int c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

void boa_conf_skip_blanks(struct boa_conf_lexer *x)
{
	while (boa_conf_is_blank(boa_conf_peek(x)))
		boa_conf_next(x);
}

void boa_conf_skip_line(struct boa_conf_lexer *x)
{
	while (boa_conf_next(x) != BOA_CONF_END)
		;
	x->pos++;
	x->line++;
}
