/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/ledger_text.h"
#include "src/number.h"

/* --- printing --------------------------------------------------------- */

void boa_word_put(struct boa_text *text, const char *word)
{
	static const char digits[] = "0123456789ABCDEF";
	char piece[4] = " ";

	boa_text_put(text, piece);
	if (!*word)
		boa_text_put(text, "-");
	for (; *word; word++) {
		unsigned char byte = (unsigned char)*word;

		if (byte <= ' ' || byte == 0x7f || byte == '%' || byte == '-') {
			piece[0] = '%';
			piece[1] = digits[byte >> 4];
			piece[2] = digits[byte & 15];
			piece[3] = '\0';
		} else {
			piece[0] = *word;
			piece[1] = '\0';
		}
		boa_text_put(text, piece);
	}
}

void boa_word_put_real(struct boa_text *text, double value)
{
	char number[BOA_NUMBER_MAX] = "-";

	if (isfinite(value))
		boa_number_print(value, 17, number);
	boa_text_put(text, " ");
	boa_text_put(text, number);
}

void boa_word_put_whole(struct boa_text *text, uint64_t value)
{
	boa_text_put(text, " ");
	boa_text_put_number(text, value);
}

/* --- reading ---------------------------------------------------------- */

bool boa_word_is_left(const struct boa_words *words)
{
	return !words->bad && *words->rest;
}

/* The next word as it stands, cut off with a NUL; "" when there is none. */
static char *take_raw(struct boa_words *words)
{
	char *word = words->rest;
	char *end = strchr(word, ' ');

	if (end) {
		*end = '\0';
		words->rest = end + 1;
	} else {
		words->rest = word + strlen(word);
	}
	words->bad |= !*word;
	return word;
}

static int hex(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	return digit >= 'A' && digit <= 'F' ? digit - 'A' + 10 : -1;
}

char *boa_word_take(struct boa_words *words)
{
	char *word = take_raw(words), *from, *to;

	if (!strcmp(word, "-")) {
		*word = '\0';
		return word;
	}
	for (from = to = word; *from; from++) {
		int high, low;

		if (*from != '%') {
			*to++ = *from;
			continue;
		}
		high = hex(from[1]);
		low = high < 0 ? -1 : hex(from[2]);
		if (low < 0 || !(high | low)) {
			words->bad = true;
			break;
		}
		*to++ = (char)(high << 4 | low);
		from += 2;
	}
	*to = '\0';
	return word;
}

double boa_word_take_real(struct boa_words *words)
{
	char *word = take_raw(words);
	size_t bad, len = strlen(word);
	double value;

	if (!strcmp(word, "-"))
		return NAN;
	if (!len || boa_number_len(word, len, &bad) != len) {
		words->bad = true;
		return NAN;
	}
	value = boa_number_value(word);
	words->bad |= !isfinite(value);
	return value;
}

uint64_t boa_word_take_whole(struct boa_words *words, uint64_t most)
{
	char *word = take_raw(words);
	uint64_t value = 0;

	for (; *word; word++) {
		unsigned digit = (unsigned)(*word - '0');

		if (digit > 9 || value > (UINT64_MAX - digit) / 10) {
			words->bad = true;
			return 0;
		}
		value = 10 * value + digit;
	}
	if (value > most)
		words->bad = true;
	return words->bad ? 0 : value;
}
