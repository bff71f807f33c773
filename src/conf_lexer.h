/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conf_lexer.h - boa.conf as characters of logical lines: comments are gone,
 * continued lines are one; for conf_source.c alone.
 */
#ifndef BOA_CONF_LEXER_H
#define BOA_CONF_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#define BOA_CONF_END     (-1) /* of the logical line */
#define BOA_CONF_LITERAL 256  /* added where a '\\' stood before */

struct boa_conf_lexer {
	const char *text; /* [len] */
	size_t len;
	size_t pos;    /* of what comes next */
	unsigned line; /* that it stands on, from 1 */
};

/* The next character, which is then passed; at BOA_CONF_END it stays. */
int boa_conf_next(struct boa_conf_lexer *x);

/* The same, passing nothing. */
int boa_conf_peek(const struct boa_conf_lexer *x);

bool boa_conf_is_blank(int c);
void boa_conf_skip_blanks(struct boa_conf_lexer *x);

/* Pass the rest of the logical line and its newline. */
void boa_conf_skip_line(struct boa_conf_lexer *x);

#endif /* BOA_CONF_LEXER_H */
