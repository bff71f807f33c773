/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_json_limit.c - the limits beside the budget, from text. */
#include "config.h"

#include <float.h>
#include <stdlib.h>

#include "src/table_reader.h"

static int read_limit(const struct boa_json *doc, uint32_t node,
		      struct boa_table_limit *limit, struct boa_err *err)
{
	static const struct boa_json_range above_zero = { 0, DBL_MAX, true };
	static const struct boa_json_range at_least_zero = { 0, DBL_MAX,
							     false };
	static const struct boa_json_key key[] = {
		{ "kind", true }, { "name", true },  { "limit", true },
		{ "used", true }, { "price", true },
	};
	uint32_t value[5];
	int rc;

	rc = boa_json_members(doc, node, key, 5, value, err);
	if (!rc)
		rc = boa_json_name(doc, value[0], &limit->kind, err);
	if (!rc)
		rc = boa_json_name(doc, value[1], &limit->name, err);
	if (!rc)
		rc = boa_json_real(doc, value[2], &above_zero, &limit->limit,
				   err);
	if (!rc)
		rc = boa_json_real(doc, value[3], &at_least_zero, &limit->used,
				   err);
	if (!rc)
		rc = boa_json_real(doc, value[4], &at_least_zero, &limit->price,
				   err);
	return rc;
}

int boa_table_read_limits(const struct boa_json *doc, uint32_t node,
			  struct boa_table *table, struct boa_err *err)
{
	uint32_t at = boa_json_first(node);
	size_t n;
	int rc;

	rc = boa_json_array(doc, node, 1, &n, err);
	if (rc)
		return rc;
	table->limit = calloc(n, sizeof(*table->limit));
	if (!table->limit)
		return boa_err_set(err, BOA_ENOMEM, "%s: out of memory",
				   doc->source);
	for (; !rc && n; n--, at = boa_json_next(doc, at))
		rc = read_limit(doc, at, &table->limit[table->n_limit++], err);
	return rc;
}
