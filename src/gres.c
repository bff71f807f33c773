/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "src/gres.h"

/* Bytes of the item at TEXT: up to a comma outside parentheses, or the end. */
static size_t item_len(const char *text)
{
	size_t depth = 0;
	size_t len = 0;

	for (; text[len] && (text[len] != ',' || depth); len++) {
		if (text[len] == '(')
			depth++;
		else if (text[len] == ')' && depth)
			depth--;
	}
	return len;
}

/* Read WORD (LEN bytes) as a count; false if it is none. */
static bool read_count(const char *word, size_t len, uint64_t *count)
{
	uint64_t value = 0;
	size_t i = 0;
	unsigned shift = 0;

	for (; i < len && isdigit((unsigned char)word[i]); i++) {
		if (value > (UINT64_MAX >> 40) / 10)
			return false;
		value = value * 10 + (uint64_t)(word[i] - '0');
	}
	if (i && i + 1 == len) {
		switch (tolower((unsigned char)word[i++])) {
		case 'k':
			shift = 10;
			break;
		case 'm':
			shift = 20;
			break;
		case 'g':
			shift = 30;
			break;
		default:
			return false;
		}
	}
	if (!len || i != len)
		return false;
	*count = value << shift;
	return true;
}

/* The item at TEXT (LEN bytes) names GPUs: read what follows the name. */
static void read_gpu(const char *text, size_t len, struct boa_gres *gres)
{
	const char *word = text;
	const char *end = memchr(text, '(', len);

	if (!end)
		end = text + len;
	while (word < end && (*word == ':' || *word == '=')) {
		const char *start = ++word;

		while (word < end && *word != ':' && *word != '=')
			word++;
		if (read_count(start, (size_t)(word - start), &gres->count)) {
			gres->has_count = true;
		} else if (word > start && !gres->type) {
			gres->type = start;
			gres->type_len = (size_t)(word - start);
		}
	}
}

struct boa_gres boa_gres_parse(const char *text)
{
	struct boa_gres gres = { .count = 1 };

	while (text && *text) {
		size_t len = item_len(text);
		const char *item = text;
		size_t rest = len;

		if (rest > 5 && !strncmp(item, "gres", 4) &&
		    (item[4] == ':' || item[4] == '/')) {
			item += 5;
			rest -= 5;
		}
		if (!gres.has_gpu && rest >= 3 && !strncmp(item, "gpu", 3) &&
		    (rest == 3 || strchr(":=(", item[3]))) {
			gres.has_gpu = true;
			read_gpu(item + 3, rest - 3, &gres);
		} else if (rest) {
			gres.has_other = true;
		}
		text += len + (text[len] == ',');
	}
	return gres;
}
