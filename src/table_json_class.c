/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_json_class.c - the classes and plans of a width table, from text. */
#include "config.h"

#include <float.h>
#include <stdlib.h>

#include "src/table_reader.h"

static const struct boa_json_range ANY = { -DBL_MAX, DBL_MAX, false };
static const struct boa_json_range AT_LEAST_ZERO = { 0, DBL_MAX, false };
static const struct boa_json_range SHARE = { 0, 1, false };

static int lack_memory(const struct boa_json *doc, struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "%s: out of memory", doc->source);
}

/* --- plans ------------------------------------------------------------ */

enum plan_key {
	PLAN_SHARE,
	PLAN_TYPE,
	PLAN_WIDTHS,
	PLAN_TIME,
	PLAN_SPEND,
	PLAN_EPOCH_TIME,
	PLAN_REDUCED_COST,
	N_PLAN_KEY
};

static const struct boa_json_key plan_key[N_PLAN_KEY] = {
	[PLAN_SHARE] = { "share", true },
	[PLAN_TYPE] = { "gpu_type", true },
	[PLAN_WIDTHS] = { "widths", true },
	[PLAN_TIME] = { "time_s", true },
	[PLAN_SPEND] = { "spend", true },
	[PLAN_EPOCH_TIME] = { "epoch_time_s", true },
	[PLAN_REDUCED_COST] = { "reduced_cost", true },
};

/* An array of exactly N_EPOCH items. */
static int check_length(const struct boa_json *doc, uint32_t node,
			size_t n_epoch, struct boa_err *err)
{
	size_t n;
	int rc = boa_json_array(doc, node, 0, &n, err);

	if (!rc && n != n_epoch)
		rc = boa_json_fail(doc, node, err, BOA_ERANGE,
				   "has %zu items, expected %zu, one per epoch",
				   n, n_epoch);
	return rc;
}

/* gpu_type: one name for all epochs, or a list. */
static int read_types(const struct boa_json *doc, uint32_t node, size_t n_epoch,
		      char **type, struct boa_err *err)
{
	bool is_one = boa_json_is_string(doc, node);
	uint32_t at = is_one ? node : boa_json_first(node);
	size_t j;
	int rc = 0;

	if (!is_one && !boa_json_is_array(doc, node))
		return boa_json_wants(doc, node, err,
				      "a name, or an array with one per epoch");
	if (!is_one)
		rc = check_length(doc, node, n_epoch, err);
	for (j = 0; !rc && j < n_epoch; j++) {
		rc = boa_json_name(doc, at, &type[j], err);
		if (!is_one)
			at = boa_json_next(doc, at);
	}
	return rc;
}

static int read_widths(const struct boa_json *doc, uint32_t node,
		       size_t n_epoch, unsigned *gpus, struct boa_err *err)
{
	uint32_t at = boa_json_first(node);
	uint64_t got;
	size_t j;
	int rc = check_length(doc, node, n_epoch, err);

	for (j = 0; !rc && j < n_epoch; j++, at = boa_json_next(doc, at)) {
		rc = boa_json_whole(doc, at, 1, BOA_GPUS_MAX, &got, err);
		if (!rc)
			gpus[j] = (unsigned)got;
	}
	return rc;
}

static int read_times(const struct boa_json *doc, uint32_t node, size_t n_epoch,
		      double *time_s, struct boa_err *err)
{
	uint32_t at = boa_json_first(node);
	size_t j;
	int rc = check_length(doc, node, n_epoch, err);

	for (j = 0; !rc && j < n_epoch; j++, at = boa_json_next(doc, at))
		rc = boa_json_real(doc, at, &AT_LEAST_ZERO, &time_s[j], err);
	return rc;
}

static int read_plan(const struct boa_json *doc, uint32_t node, size_t n_epoch,
		     struct boa_plan *plan, struct boa_err *err)
{
	uint32_t value[N_PLAN_KEY];
	int rc;

	plan->gpu_type = calloc(n_epoch, sizeof(*plan->gpu_type));
	plan->gpus = calloc(n_epoch, sizeof(*plan->gpus));
	plan->epoch_time_s = calloc(n_epoch, sizeof(*plan->epoch_time_s));
	if (!plan->gpu_type || !plan->gpus || !plan->epoch_time_s)
		return lack_memory(doc, err);
	rc = boa_json_members(doc, node, plan_key, N_PLAN_KEY, value, err);
	if (!rc)
		rc = boa_json_real(doc, value[PLAN_SHARE], &SHARE, &plan->share,
				   err);
	if (!rc)
		rc = read_types(doc, value[PLAN_TYPE], n_epoch, plan->gpu_type,
				err);
	if (!rc)
		rc = read_widths(doc, value[PLAN_WIDTHS], n_epoch, plan->gpus,
				 err);
	if (!rc)
		rc = boa_json_real(doc, value[PLAN_TIME], &AT_LEAST_ZERO,
				   &plan->time_s, err);
	if (!rc)
		rc = boa_json_real(doc, value[PLAN_SPEND], &AT_LEAST_ZERO,
				   &plan->spend, err);
	if (!rc)
		rc = read_times(doc, value[PLAN_EPOCH_TIME], n_epoch,
				plan->epoch_time_s, err);
	if (!rc)
		rc = boa_json_real(doc, value[PLAN_REDUCED_COST], &ANY,
				   &plan->reduced_cost, err);
	return rc;
}

/* --- classes ---------------------------------------------------------- */

/* The number of epochs, told by the first of PLANS, an array with one. */
static int count_epochs(const struct boa_json *doc, uint32_t plans,
			size_t *n_epoch, struct boa_err *err)
{
	uint32_t value[N_PLAN_KEY];
	size_t n;
	int rc;

	rc = boa_json_members(doc, boa_json_first(plans), plan_key, N_PLAN_KEY,
			      value, err);
	if (!rc)
		rc = boa_json_array(doc, value[PLAN_WIDTHS], 1, &n, err);
	if (!rc && n > BOA_EPOCHS_MAX)
		rc = boa_json_fail(doc, value[PLAN_WIDTHS], err, BOA_ERANGE,
				   "has %zu items, expected at most %d", n,
				   BOA_EPOCHS_MAX);
	if (!rc)
		*n_epoch = n;
	return rc;
}

static int read_class(const struct boa_json *doc, uint32_t node,
		      struct boa_table_class *class, struct boa_err *err)
{
	static const struct boa_json_key key[] = {
		{ "name", true },
		{ "plans", true },
	};
	uint32_t value[2], at;
	size_t n;
	int rc;

	rc = boa_json_members(doc, node, key, 2, value, err);
	if (!rc)
		rc = boa_json_name(doc, value[0], &class->name, err);
	if (!rc)
		rc = boa_json_array(doc, value[1], 1, &n, err);
	if (!rc)
		rc = count_epochs(doc, value[1], &class->n_epoch, err);
	if (rc)
		return rc;
	class->plan = calloc(n, sizeof(*class->plan));
	if (!class->plan)
		return lack_memory(doc, err);
	at = boa_json_first(value[1]);
	for (; !rc && n; n--, at = boa_json_next(doc, at))
		rc = read_plan(doc, at, class->n_epoch,
			       &class->plan[class->n_plan++], err);
	return rc;
}

int boa_table_read_classes(const struct boa_json *doc, uint32_t node,
			   struct boa_table *table, struct boa_err *err)
{
	uint32_t at = boa_json_first(node);
	size_t n;
	int rc;

	rc = boa_json_array(doc, node, 1, &n, err);
	if (rc)
		return rc;
	table->class = calloc(n, sizeof(*table->class));
	if (!table->class)
		return lack_memory(doc, err);
	for (; !rc && n; n--, at = boa_json_next(doc, at))
		rc = read_class(doc, at, &table->class[table->n_class++], err);
	return rc;
}
