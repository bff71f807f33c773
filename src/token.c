/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/class.h"
#include "src/token.h"

#define SEPARATORS " \t\n,"

struct word {
	const char *at; /* NULL: there is none */
	size_t len;
};

/* The word at or after AT. */
static struct word next_word(const char *at)
{
	at += strspn(at, SEPARATORS);
	if (!*at)
		return (struct word){ 0 };
	return (struct word){ .at = at, .len = strcspn(at, SEPARATORS) };
}

/* The next word at or after AT that begins with KEY. */
static struct word next_of(const char *at, const char *key)
{
	size_t len = strlen(key);
	struct word word;

	for (word = next_word(at); word.at; word = next_word(at)) {
		if (word.len >= len && !memcmp(word.at, key, len))
			break;
		at = word.at + word.len;
	}
	return word;
}

/* --- class:NAME ------------------------------------------------------- */

/* The name in the next well-formed class word at or after AT. */
static struct word next_class(const char *at)
{
	static const char key[] = "class:";
	const size_t skip = sizeof(key) - 1;
	struct word word;

	for (word = next_of(at, key); word.at; word = next_of(at, key)) {
		at = word.at + word.len;
		word.at += skip;
		word.len -= skip;
		if (boa_name_is_valid(word.at, word.len))
			break;
	}
	return word;
}

struct boa_token_class boa_token_class(const char *comment)
{
	struct boa_token_class token = { 0 };
	struct word first, word;

	first = comment ? next_class(comment) : (struct word){ 0 };
	if (!first.at)
		return token;
	token.name = first.at;
	token.len = first.len;
	word = first;
	while ((word = next_class(word.at + word.len)).at) {
		if (word.len == first.len &&
		    !memcmp(word.at, first.at, first.len))
			continue;
		token.other = word.at;
		token.other_len = word.len;
		break;
	}
	return token;
}

/* --- epoch:N and epoch:N.R -------------------------------------------- */

/* Read the digits at *AT, before END, and step over them. */
static bool read_number(const char **at, const char *end, unsigned *number)
{
	const char *from = *at;
	unsigned value = 0;

	for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
		unsigned digit = (unsigned)(**at - '0');

		if (value > (UINT_MAX - digit) / 10)
			return false;
		value = 10 * value + digit;
	}
	*number = value;
	return *at > from;
}

static bool read_epoch(const char *at, const char *end,
		       struct boa_token_epoch *token)
{
	if (!read_number(&at, end, &token->epoch) || token->epoch < 1)
		return false;
	if (at < end && *at == '.') {
		at++;
		token->has_restart = true;
		if (!read_number(&at, end, &token->restart))
			return false;
	}
	return at == end;
}

/* The first well-formed epoch word of COMMENT. */
static struct word find_epoch(const char *comment,
			      struct boa_token_epoch *token)
{
	static const char key[] = "epoch:";
	const char *at = comment;
	struct word word;

	for (word = next_of(at, key); word.at; word = next_of(at, key)) {
		at = word.at + word.len;
		*token = (struct boa_token_epoch){ .given = true };
		if (read_epoch(word.at + sizeof(key) - 1, at, token))
			return word;
	}
	*token = (struct boa_token_epoch){ 0 };
	return word;
}

struct boa_token_epoch boa_token_epoch(const char *comment)
{
	struct boa_token_epoch token = { 0 };

	if (comment)
		find_epoch(comment, &token);
	return token;
}

int boa_token_set_epoch(const char *comment, unsigned epoch, unsigned restart,
			char **out, struct boa_err *err)
{
	const char *whole = comment ? comment : "";
	size_t len = strlen(whole);
	struct boa_token_epoch old;
	struct word word = find_epoch(whole, &old);
	size_t before = word.at ? (size_t)(word.at - whole) : len;
	const char *gap = word.at || !len ? "" : " ";
	char token[40];
	size_t total;
	char *text;

	if (epoch < 1)
		return boa_err_set(err, BOA_EINVAL, "epoch 0: the first is 1");
	snprintf(token, sizeof(token), "epoch:%u.%u", epoch, restart);
	total = len - word.len + strlen(gap) + strlen(token);
	if (total > BOA_COMMENT_MAX)
		return boa_err_set(err, BOA_ERANGE,
				   "the comment would have %zu bytes, above %d",
				   total, BOA_COMMENT_MAX);
	text = malloc(total + 1);
	if (!text)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a comment");
	snprintf(text, total + 1, "%.*s%s%s%s", (int)before, whole, gap, token,
		 whole + before + word.len);
	*out = text;
	return 0;
}
