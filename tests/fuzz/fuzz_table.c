/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_table.c - any text is a table that prints as it loads, or an error. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/table_json.h"

const char fuzz_corpus[] = "table";

static char *print(const struct boa_table *table)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	fuzz_must(out && !boa_table_print(out, table, NULL) && !fclose(out));
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct boa_table table, again;
	struct boa_err err = { 0 };
	char *once, *twice;

	if (boa_table_parse((const char *)data, size, "fuzz", &table, &err)) {
		fuzz_must(err.code < 0 && strlen(err.text) > strlen("fuzz"));
		return 0;
	}
	once = print(&table);
	fuzz_must(!boa_table_parse(once, strlen(once), "again", &again, &err));
	twice = print(&again);
	fuzz_must(!strcmp(once, twice));
	free(once);
	free(twice);
	boa_table_free(&table);
	boa_table_free(&again);
	return 0;
}
