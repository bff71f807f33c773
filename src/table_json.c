/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_json.c - the width table, from text. table_print.c writes it. */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/file.h"
#include "src/table_json.h"
#include "src/table_reader.h"

static const struct boa_json_range ANY = { -DBL_MAX, DBL_MAX, false };
static const struct boa_json_range ABOVE_ZERO = { 0, DBL_MAX, true };

struct expected_key {
	const char *name;
	size_t offset;
};

static const struct expected_key expected_key[] = {
#define EXPECTED_KEY(name) { #name, offsetof(struct boa_expected, name) },
	BOA_EXPECTED_MAP(EXPECTED_KEY)
#undef EXPECTED_KEY
};

#define N_EXPECTED (sizeof(expected_key) / sizeof(*expected_key))

static int read_expected(const struct boa_json *doc, uint32_t node,
			 struct boa_expected *expected, struct boa_err *err)
{
	struct boa_json_key key[N_EXPECTED];
	uint32_t value[N_EXPECTED];
	size_t k;
	int rc;

	for (k = 0; k < N_EXPECTED; k++)
		key[k] = (struct boa_json_key){ expected_key[k].name, true };
	rc = boa_json_members(doc, node, key, N_EXPECTED, value, err);
	for (k = 0; !rc && k < N_EXPECTED; k++) {
		double got = NAN;

		if (!boa_json_is_null(doc, value[k]))
			rc = boa_json_real(doc, value[k], &ANY, &got, err);
		memcpy((char *)expected + expected_key[k].offset, &got,
		       sizeof(got));
	}
	return rc;
}

/* Eight hexadecimal digits in a string. */
static int read_crc(const struct boa_json *doc, uint32_t node, uint32_t *crc,
		    struct boa_err *err)
{
	const char *raw;
	char text[9];
	size_t len;

	if (boa_json_is_string(doc, node)) {
		raw = boa_json_raw(doc, node, &len);
		if (len == 8 && strspn(raw, "0123456789abcdef") == 8) {
			memcpy(text, raw, 8);
			text[8] = '\0';
			*crc = (uint32_t)strtoul(text, NULL, 16);
			return 0;
		}
	}
	return boa_json_wants(doc, node, err,
			      "8 hexadecimal digits, in small letters");
}

static int read_unit(const struct boa_json *doc, uint32_t node, char **unit,
		     struct boa_err *err)
{
	static const char *const units[] = { "GPU-h/h", "USD/h", "price/h" };
	size_t len, i;
	const char *raw;

	if (!boa_json_is_string(doc, node))
		return boa_json_wants(doc, node, err, "a string");
	raw = boa_json_raw(doc, node, &len);
	for (i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (len == strlen(units[i]) && !memcmp(raw, units[i], len))
			return boa_json_string(doc, node, unit, err);
	return boa_json_wants(doc, node, err, "GPU-h/h, USD/h or price/h");
}

enum table_key {
	TABLE_VERSION,
	TABLE_GENERATION,
	TABLE_GENERATED_AT,
	TABLE_INPUTS_CRC32,
	TABLE_CRC32,
	TABLE_BUDGET,
	TABLE_UNIT,
	TABLE_EXPECTED,
	TABLE_LIMITS,
	TABLE_CLASSES,
	N_TABLE_KEY
};

static const struct boa_json_key table_key[N_TABLE_KEY] = {
	[TABLE_VERSION] = { "version", true },
	[TABLE_GENERATION] = { "generation", true },
	[TABLE_GENERATED_AT] = { "generated_at", true },
	[TABLE_INPUTS_CRC32] = { "inputs_crc32", true },
	[TABLE_CRC32] = { "table_crc32", false },
	[TABLE_BUDGET] = { "budget", true },
	[TABLE_UNIT] = { "unit", true },
	[TABLE_EXPECTED] = { "expected", true },
	[TABLE_LIMITS] = { "limits", false },
	[TABLE_CLASSES] = { "classes", true },
};

static int read_table(const struct boa_json *doc, struct boa_table *table,
		      struct boa_err *err)
{
	uint32_t value[N_TABLE_KEY];
	uint64_t version;
	int rc;

	rc = boa_json_members(doc, 0, table_key, N_TABLE_KEY, value, err);
	if (!rc)
		rc = boa_json_whole(doc, value[TABLE_VERSION], 1, 1, &version,
				    err);
	if (!rc)
		rc = boa_json_whole(doc, value[TABLE_GENERATION], 0, UINT64_MAX,
				    &table->generation, err);
	if (!rc && !boa_json_is_null(doc, value[TABLE_GENERATED_AT]))
		rc = boa_json_string(doc, value[TABLE_GENERATED_AT],
				     &table->generated_at, err);
	if (!rc)
		rc = read_crc(doc, value[TABLE_INPUTS_CRC32],
			      &table->inputs_crc32, err);
	table->has_crc32 = !rc && value[TABLE_CRC32];
	if (table->has_crc32)
		rc = read_crc(doc, value[TABLE_CRC32], &table->crc32, err);
	if (!rc)
		rc = boa_json_real(doc, value[TABLE_BUDGET], &ABOVE_ZERO,
				   &table->budget, err);
	if (!rc)
		rc = read_unit(doc, value[TABLE_UNIT], &table->unit, err);
	if (!rc)
		rc = read_expected(doc, value[TABLE_EXPECTED], &table->expected,
				   err);
	if (!rc && value[TABLE_LIMITS])
		rc = boa_table_read_limits(doc, value[TABLE_LIMITS], table,
					   err);
	if (!rc)
		rc = boa_table_read_classes(doc, value[TABLE_CLASSES], table,
					    err);
	return rc;
}

int boa_table_parse(const char *text, size_t len, const char *source,
		    struct boa_table *table, struct boa_err *err)
{
	struct boa_table fresh = { 0 };
	struct boa_json doc;
	int rc;

	rc = boa_json_parse(text, len, source, &doc, err);
	if (rc)
		return rc;
	rc = read_table(&doc, &fresh, err);
	if (rc)
		goto out;
	rc = boa_table_check(&fresh, err);
	if (!rc)
		rc = boa_table_index(&fresh, err);
	if (rc) {
		boa_err_prefix(err, rc, source);
		goto out;
	}
	*table = fresh;
	fresh = (struct boa_table){ 0 };
out:
	boa_table_free(&fresh);
	boa_json_fini(&doc);
	return rc;
}

int boa_table_load(const char *path, struct boa_table *table,
		   struct boa_err *err)
{
	char *text;
	size_t len;
	int rc;

	rc = boa_file_read(path, BOA_TABLE_FILE_MAX, &text, &len, err);
	if (rc)
		return rc;
	rc = boa_table_parse(text, len, path, table, err);
	free(text);
	return rc;
}
