/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/utf8.h"

size_t boa_utf8_len(const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned char least = 0x80, most = 0xbf;
	size_t n, i;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (len < n)
		return 0;
	if (s[0] == 0xe0)
		least = 0xa0; /* shorter spellings exist */
	else if (s[0] == 0xed)
		most = 0x9f; /* surrogates */
	else if (s[0] == 0xf0)
		least = 0x90;
	else if (s[0] == 0xf4)
		most = 0x8f; /* beyond U+10FFFF */
	if (s[1] < least || s[1] > most)
		return 0;
	for (i = 2; i < n; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return n;
}

size_t boa_utf8_clip(const char *text, size_t len, size_t most)
{
	if (len <= most)
		return len;
	while (most && ((unsigned char)text[most] & 0xc0) == 0x80)
		most--;
	return most;
}

size_t boa_utf8_put(unsigned code, char *out)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xc0 | code >> 6);
		out[1] = (char)(0x80 | (code & 0x3f));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xe0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 0x3f));
		out[2] = (char)(0x80 | (code & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 0x3f));
	out[2] = (char)(0x80 | (code >> 6 & 0x3f));
	out[3] = (char)(0x80 | (code & 0x3f));
	return 4;
}
