/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/bill_json.h"
#include "src/crc32.h"
#include "src/journal_line.h"
#include "src/number.h"

#define SUM_KEY ", \"crc32\": \""
#define SUM_LEN (sizeof(SUM_KEY) - 1 + 8 + 2) /* eight digits, "} */

bool boa_journal_line_is_whole(const char *line, size_t len)
{
	char want[SUM_LEN + 1];

	if (len <= SUM_LEN)
		return false;
	len -= SUM_LEN;
	snprintf(want, sizeof(want), SUM_KEY "%08" PRIx32 "\"}",
		 boa_crc32(0, line, len));
	return !memcmp(line + len, want, SUM_LEN);
}

/* The number behind KEY, which *AT begins with; *AT moves behind it. */
static bool take_number(const char **at, const char *key, double *value)
{
	size_t bad, n, len = strlen(key);

	if (strncmp(*at, key, len) != 0)
		return false;
	*at += len;
	n = boa_number_len(*at, strlen(*at), &bad);
	*value = n ? boa_number_value(*at) : NAN;
	*at += n;
	return n > 0;
}

bool boa_journal_read_entry(const char *line, struct boa_journal_entry *entry)
{
	double id;

	if (!take_number(&line, "{\"id\": ", &id) || id < 0 || id > UINT32_MAX)
		return false;
	entry->id = (uint32_t)id;
	return take_number(&line,
			   ", \"first_submit_s\": ", &entry->first_submit_s) &&
	       take_number(&line, ", \"end_s\": ", &entry->end_s);
}

int boa_journal_put_line(FILE *out, const struct boa_job_bill *bill)
{
	char *text = NULL;
	size_t len = 0;
	FILE *line = open_memstream(&text, &len);

	if (!line)
		return BOA_ENOMEM;
	fputc('{', line);
	boa_bill_put(line, bill);
	if (fclose(line)) {
		free(text);
		return BOA_ENOMEM;
	}
	fwrite(text, 1, len, out);
	fprintf(out, SUM_KEY "%08" PRIx32 "\"}\n", boa_crc32(0, text, len));
	free(text);
	return 0;
}
