/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/json.h"
#include "src/number.h"
#include "src/utf8.h"

void boa_json_put_real(FILE *out, double value)
{
	char text[BOA_NUMBER_MAX];

	if (!isfinite(value)) {
		fputs("null", out);
		return;
	}
	boa_number_print(value, 17, text);
	fputs(text, out);
}

void boa_json_put_string(FILE *out, const char *text)
{
	size_t left = strlen(text);

	fputc('"', out);
	while (left) {
		size_t n = boa_utf8_len(text, left);

		if (!n)
			fputs("\\ufffd", out);
		else if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			fprintf(out, "\\u%04x", (unsigned)*text);
		else
			fwrite(text, 1, n, out);
		n = n ? n : 1;
		text += n;
		left -= n;
	}
	fputc('"', out);
}
