/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_classes.c - what is planned, in status.json. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/json.h"
#include "src/status_parts.h"

void boa_status_put_expected(FILE *out, const struct boa_table *table)
{
	const struct boa_expected *expected;

	if (!table) {
		fputs("null", out);
		return;
	}
	expected = &table->expected;
	fputs("{ \"objective_s\": ", out);
	boa_json_put_real(out, expected->objective_s);
	boa_status_put_real(out, "mean_jct_s", expected->mean_jct_s);
	boa_status_put_real(out, "spend_per_hour", expected->spend_per_hour);
	boa_status_put_real(out, "dual_bound_s", expected->dual_bound_s);
	boa_status_put_real(out, "gap", expected->gap);
	boa_status_put_real(out, "no_rescale_bound_s",
			    expected->no_rescale_bound_s);
	boa_status_put_real(out, "shadow_price", expected->shadow_price);
	fputs(" }", out);
}

static void put_plan(FILE *out, const struct boa_plan *plan, size_t n_epoch)
{
	size_t j;

	fputs("{ \"share\": ", out);
	boa_json_put_real(out, plan->share);
	fputs(", \"gpu_types\": [", out);
	for (j = 0; j < n_epoch; j++) {
		fputs(j ? ", " : "", out);
		boa_json_put_string(out, plan->gpu_type[j]);
	}
	fputs("], \"widths\": [", out);
	for (j = 0; j < n_epoch; j++)
		fprintf(out, "%s%u", j ? ", " : "", plan->gpus[j]);
	fputc(']', out);
	boa_status_put_real(out, "time_s", plan->time_s);
	boa_status_put_real(out, "spend", plan->spend / 3600);
	fputs(", \"epoch_time_s\": [", out);
	for (j = 0; j < n_epoch; j++) {
		fputs(j ? ", " : "", out);
		boa_json_put_real(out, plan->epoch_time_s[j]);
	}
	fputc(']', out);
	boa_status_put_real(out, "reduced_cost", plan->reduced_cost);
	fputs(" }", out);
}

static void put_class(FILE *out, const struct boa_classes *set,
		      const struct boa_table_class *plans)
{
	const struct boa_class *class = NULL;
	ptrdiff_t i = -1;
	size_t q;

	if (set)
		i = boa_classes_find(set, plans->name, strlen(plans->name));
	if (i >= 0)
		class = &set->class[i];
	fputs("{ \"name\": ", out);
	boa_json_put_string(out, plans->name);
	boa_status_put_whole(out, "n_epoch", plans->n_epoch);
	boa_status_put_real(out, "arrival_rate_per_hour",
			    class ? class->arrival_rate_per_hour : NAN);
	boa_status_put_real(out, "weight", class ? class->weight : NAN);
	boa_status_put_real(out, "startup_s", class ? class->startup_s : NAN);
	boa_status_put_real(out, "rescale_s", class ? class->rescale_s : NAN);
	fputs(", \"plans\": [", out);
	for (q = 0; q < plans->n_plan; q++) {
		fputs(q ? ",\n    " : "\n    ", out);
		put_plan(out, &plans->plan[q], plans->n_epoch);
	}
	fputs(" ] }", out);
}

void boa_status_put_classes(FILE *out, const struct boa_status *status)
{
	size_t i;

	fputc('[', out);
	for (i = 0; status->table && i < status->table->n_class; i++) {
		fputs(i ? ",\n  " : "\n  ", out);
		put_class(out, status->set, &status->table->class[i]);
	}
	fputs(" ]", out);
}
