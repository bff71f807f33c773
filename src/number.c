/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "src/number.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t skip_digits(const char *text, size_t len, size_t i)
{
	while (i < len && is_digit(text[i]))
		i++;
	return i;
}

size_t boa_number_len(const char *text, size_t len, size_t *bad)
{
	size_t i = 0, start;

	*bad = 0;
	if (i < len && text[i] == '-')
		i++;
	start = i;
	i = i < len && text[i] == '0' ? i + 1 : skip_digits(text, len, i);
	if (i == start)
		goto none;
	if (i < len && text[i] == '.') {
		start = ++i;
		i = skip_digits(text, len, i);
		if (i == start)
			goto none;
	}
	if (i < len && (text[i] == 'e' || text[i] == 'E')) {
		i++;
		if (i < len && (text[i] == '+' || text[i] == '-'))
			i++;
		start = i;
		i = skip_digits(text, len, i);
		if (i == start)
			goto none;
	}
	return i;
none:
	*bad = i;
	return 0;
}

double boa_number_value(const char *text)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	double value;

	/* glibc holds "C" ready: this cannot fail there */
	value = c ? strtod_l(text, NULL, c) : strtod(text, NULL);
	if (c)
		freelocale(c);
	return value == 0 ? 0 : value;
}

bool boa_number_is_whole(double value)
{
	return value >= 0 && value <= 9007199254740992.0 &&
	       floor(value) == value;
}

void boa_number_print(double value, int digits, char text[BOA_NUMBER_MAX])
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t old = c ? uselocale(c) : (locale_t)0;

	snprintf(text, BOA_NUMBER_MAX, "%.*g", digits, value);
	if (c) {
		uselocale(old);
		freelocale(c);
	}
}

void boa_number_print_short(double value, char text[BOA_NUMBER_MAX])
{
	int digits = 15; /* that many survive from text to text */

	do
		boa_number_print(value, digits, text);
	while (boa_number_value(text) != value && digits++ < 17);
}
