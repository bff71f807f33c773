/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_print.c - the width table, to text and to a file. */
#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "src/crc32.h"
#include "src/file.h"
#include "src/json.h"
#include "src/table_json.h"

static bool has_one_type(const struct boa_plan *plan, size_t n_epoch)
{
	size_t j;

	for (j = 1; j < n_epoch; j++)
		if (strcmp(plan->gpu_type[j], plan->gpu_type[0]) != 0)
			return false;
	return true;
}

static void put_types(FILE *out, const struct boa_plan *plan, size_t n_epoch)
{
	size_t j;

	if (has_one_type(plan, n_epoch)) {
		boa_json_put_string(out, plan->gpu_type[0]);
		return;
	}
	for (j = 0; j < n_epoch; j++) {
		fputs(j ? ", " : "[", out);
		boa_json_put_string(out, plan->gpu_type[j]);
	}
	fputs("]", out);
}

static void put_member(FILE *out, const char *name, double value)
{
	fprintf(out, "\"%s\": ", name);
	boa_json_put_real(out, value);
}

static void put_plan(FILE *out, const struct boa_plan *plan, size_t n_epoch)
{
	size_t j;

	fputs("{ ", out);
	put_member(out, "share", plan->share);
	fputs(", \"gpu_type\": ", out);
	put_types(out, plan, n_epoch);
	fputs(", \"widths\": [", out);
	for (j = 0; j < n_epoch; j++)
		fprintf(out, "%s%u", j ? ", " : "", plan->gpus[j]);
	fputs("], ", out);
	put_member(out, "time_s", plan->time_s);
	fputs(", ", out);
	put_member(out, "spend", plan->spend);
	fputs(", \"epoch_time_s\": [", out);
	for (j = 0; j < n_epoch; j++) {
		fputs(j ? ", " : "", out);
		boa_json_put_real(out, plan->epoch_time_s[j]);
	}
	fputs("], ", out);
	put_member(out, "reduced_cost", plan->reduced_cost);
	fputs(" }", out);
}

static void put_class(FILE *out, const struct boa_table_class *class)
{
	size_t q;

	fputs("    { \"name\": ", out);
	boa_json_put_string(out, class->name);
	fputs(", \"plans\": [\n", out);
	for (q = 0; q < class->n_plan; q++) {
		fputs("      ", out);
		put_plan(out, &class->plan[q], class->n_epoch);
		fputs(q + 1 < class->n_plan ? ",\n" : "\n", out);
	}
	fputs("    ] }", out);
}

static void put_expected(FILE *out, const struct boa_expected *expected)
{
	const char *comma = "";

	fputs("  \"expected\": {", out);
#define PUT_EXPECTED(name)                                                     \
	fprintf(out, "%s\n    ", comma);                                       \
	put_member(out, #name, expected->name);                                \
	comma = ",";
	BOA_EXPECTED_MAP(PUT_EXPECTED)
#undef PUT_EXPECTED
	fputs("\n  },\n", out);
}

static void put_limits(FILE *out, const struct boa_table *table)
{
	size_t r;

	if (!table->n_limit)
		return;
	fputs("  \"limits\": [\n", out);
	for (r = 0; r < table->n_limit; r++) {
		const struct boa_table_limit *limit = &table->limit[r];

		fputs("    { \"kind\": ", out);
		boa_json_put_string(out, limit->kind);
		fputs(", \"name\": ", out);
		boa_json_put_string(out, limit->name);
		fputs(", ", out);
		put_member(out, "limit", limit->limit);
		fputs(", ", out);
		put_member(out, "used", limit->used);
		fputs(", ", out);
		put_member(out, "price", limit->price);
		fputs(r + 1 < table->n_limit ? " },\n" : " }\n", out);
	}
	fputs("  ],\n", out);
}

static void put_table(FILE *out, const struct boa_table *table)
{
	size_t i;

	fprintf(out, "{\n  \"version\": 1,\n  \"generation\": %" PRIu64 ",\n",
		table->generation);
	fputs("  \"generated_at\": ", out);
	if (table->generated_at)
		boa_json_put_string(out, table->generated_at);
	else
		fputs("null", out);
	fprintf(out, ",\n  \"inputs_crc32\": \"%08" PRIx32 "\",\n  ",
		table->inputs_crc32);
	if (table->has_crc32)
		fprintf(out, "\"table_crc32\": \"%08" PRIx32 "\",\n  ",
			table->crc32);
	put_member(out, "budget", table->budget);
	fputs(",\n  \"unit\": ", out);
	boa_json_put_string(out, table->unit);
	fputs(",\n", out);
	put_expected(out, &table->expected);
	put_limits(out, table);
	fputs("  \"classes\": [\n", out);
	for (i = 0; i < table->n_class; i++) {
		put_class(out, &table->class[i]);
		fputs(i + 1 < table->n_class ? ",\n" : "\n", out);
	}
	fputs("  ]\n}\n", out);
}

int boa_table_print(FILE *out, const struct boa_table *table,
		    struct boa_err *err)
{
	put_table(out, table);
	if (fflush(out) || ferror(out))
		return boa_err_set(err, BOA_EIO,
				   "cannot write the width table");
	return 0;
}

int boa_table_crc32(const struct boa_table *table, uint32_t *crc32,
		    struct boa_err *err)
{
	struct boa_table bare = *table;
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int rc = BOA_ENOMEM;

	bare.has_crc32 = false;
	if (out)
		rc = boa_table_print(out, &bare, err);
	if (out && fclose(out))
		rc = BOA_ENOMEM;
	if (!rc)
		*crc32 = boa_crc32(0, text, len);
	free(text);
	return rc ? boa_err_set(err, rc, "out of memory") : 0;
}

static int print_on(FILE *out, const void *arg, struct boa_err *err)
{
	return boa_table_print(out, arg, err);
}

int boa_table_save(const char *path, const struct boa_table *table,
		   struct boa_err *err)
{
	return boa_file_replace(path, print_on, table, err);
}
