/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "solver/import/import.h"

#include "src/json.h"

#define MODEL_MAX 256

/* The model and GPUs of the key "('MODEL', GPUS)". */
static int split_key(const struct boa_json *doc, uint32_t key, char *model,
		     double *gpus, struct boa_err *err)
{
	size_t len;
	const char *raw = boa_json_raw(doc, key, &len);
	const char *end = raw + len, *quote = NULL;
	size_t digits;

	for (const char *c = raw + 2; len > 6 && c < end; c++) {
		if (*c == '\'')
			quote = c; /* the last one */
	}
	if (!quote || raw[0] != '(' || raw[1] != '\'' || end[-1] != ')' ||
	    end - quote < 5 || quote[1] != ',' || quote[2] != ' ' ||
	    quote - raw - 2 >= MODEL_MAX)
		return boa_json_wants(doc, key, err, "('MODEL', GPUS)");
	digits = (size_t)(end - quote) - 4;
	if (digits > 7 || strspn(quote + 3, "0123456789") != digits)
		return boa_json_wants(doc, key, err, "('MODEL', GPUS)");
	memcpy(model, raw + 2, (size_t)(quote - raw) - 2);
	model[quote - raw - 2] = '\0';
	*gpus = strtod(quote + 3, NULL);
	return 0;
}

/* The throughput alone on the GPUs, the member "null"; 0 without one. */
static int read_alone(const struct boa_json *doc, uint32_t node, double *rate,
		      struct boa_err *err)
{
	static const struct boa_json_range range = { 0, DBL_MAX, false };
	uint32_t key = boa_json_first(node);
	size_t n;
	int rc = boa_json_object(doc, node, 0, &n, err);

	*rate = 0.0;
	for (; !rc && n; n--) {
		uint32_t value = boa_json_next(doc, key);
		size_t len;
		const char *name = boa_json_raw(doc, key, &len);

		if (len == 4 && !memcmp(name, "null", 4))
			return boa_json_real(doc, value, &range, rate, err);
		key = boa_json_next(doc, value);
	}
	return rc;
}

static int read_type(const struct boa_json *doc, uint32_t node,
		     const char *type, struct boa_profile *profile,
		     struct boa_err *err)
{
	uint32_t key = boa_json_first(node);
	size_t n;
	int rc = boa_json_object(doc, node, 0, &n, err);

	for (; !rc && n; n--) {
		uint32_t value = boa_json_next(doc, key);
		char model[MODEL_MAX];
		double gpus = 0.0, rate = 0.0;

		rc = split_key(doc, key, model, &gpus, err);
		if (!rc)
			rc = read_alone(doc, value, &rate, err);
		if (!rc && rate > 0.0) {
			rc = boa_profile_add(profile, model, type, gpus, rate,
					     err);
			if (rc)
				boa_err_prefix(err, rc, doc->source);
		}
		key = boa_json_next(doc, value);
	}
	return rc;
}

int boa_import_gavel(const struct boa_import *from, struct boa_profile *profile,
		     struct boa_err *err)
{
	struct boa_json doc;
	uint32_t key;
	size_t n;
	int rc = boa_json_parse(from->text, from->len, from->source, &doc, err);

	if (rc)
		return rc;
	rc = boa_json_object(&doc, 0, 1, &n, err);
	key = boa_json_first(0);
	for (; !rc && n; n--) {
		uint32_t value = boa_json_next(&doc, key);
		char *type = NULL;

		rc = boa_json_name(&doc, key, &type, err);
		if (!rc)
			rc = read_type(&doc, value, type, profile, err);
		free(type);
		key = boa_json_next(&doc, value);
	}
	boa_json_fini(&doc);
	return rc;
}
