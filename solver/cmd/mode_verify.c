/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "solver/cmd/modes.h"
#include "solver/verify.h"

#include "src/table_json.h"

/* Does TABLE's own checksum, if it carries one, still hold? */
static int check_seal(const struct boa_table *table, struct boa_err *err)
{
	uint32_t crc32;
	int rc = table->has_crc32 ? boa_table_crc32(table, &crc32, err) : 0;

	if (rc || !table->has_crc32 || crc32 == table->crc32)
		return rc;
	return boa_err_set(err, BOA_ERANGE,
			   "table_crc32 is %08x, expected %08x: something was "
			   "changed",
			   (unsigned)table->crc32, (unsigned)crc32);
}

static int check(const struct widths_options *options,
		 const struct widths_inputs *inputs, struct boa_table *table,
		 struct boa_err *err)
{
	const char *gpu_hours = boa_budget_unit_name(
		&(struct boa_budget){ 1.0, BOA_GPU_HOURS_PER_HOUR });
	struct boa_classes priced = inputs->classes;
	int rc = boa_table_load(options->verify, table, err);

	if (rc)
		return rc;
	/* A table in GPU-hours was made with every price taken as 1. */
	for (size_t h = 0; h < priced.n_gpu_type; h++) {
		if (!strcmp(table->unit, gpu_hours))
			priced.gpu_type[h].price = 1.0;
	}
	rc = boa_verify(&priced, table, &options->rule, inputs->crc32, err);
	/* last, since it names no place */
	if (!rc)
		rc = check_seal(table, err);
	return rc ? boa_err_prefix(err, rc, options->verify) : 0;
}

int widths_verify_table(const struct widths_options *options,
			const struct widths_inputs *inputs)
{
	struct boa_table table = { 0 };
	struct boa_err err;
	int rc = check(options, inputs, &table, &err);

	if (!rc) {
		printf("%s: verified: objective %.9g s, at least %.9g s is "
		       "needed (gap %.3g s), no policy does better than %.9g "
		       "s\n",
		       options->verify, table.expected.objective_s,
		       table.expected.dual_bound_s, table.expected.gap,
		       table.expected.no_rescale_bound_s);
		rc = widths_flush(&err);
	}
	boa_table_free(&table);
	return rc ? widths_complain(&err) : WIDTHS_DONE;
}
