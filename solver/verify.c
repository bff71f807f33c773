/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/verification.h"

/* What the shares promise. */
static int check_sums(struct boa_verification *check)
{
	const struct boa_expected *e = &check->table->expected;
	double objective = 0.0, jct = 0.0, spend = 0.0, most;
	int rc;

	for (size_t i = 0; i < check->set->n_class; i++) {
		const struct boa_table_class *entry = &check->table->class[i];
		const struct boa_class *class = &check->set->class[i];
		double rate = class->arrival_rate_per_hour;

		for (size_t q = 0; q < entry->n_plan; q++) {
			double jobs = rate * entry->plan[q].share;

			jct += jobs * entry->plan[q].time_s /
			       check->rate_per_hour;
			objective += jobs * class->weight *
				     entry->plan[q].time_s /
				     check->rate_per_hour;
			spend += jobs * entry->plan[q].spend / 3600.0;
		}
	}
	rc = boa_verify_number(check, e->objective_s, objective, 0.0,
			       "expected.objective_s");
	if (!rc)
		rc = boa_verify_number(check, e->mean_jct_s, jct, 0.0,
				       "expected.mean_jct_s");
	if (!rc)
		rc = boa_verify_number(check, e->spend_per_hour, spend, 0.0,
				       "expected.spend_per_hour");
	most = check->table->budget * (1.0 + BOA_VERIFY_TOL);
	if (!rc && spend > most)
		rc = boa_err_set(check->err, BOA_ERANGE,
				 "expected.spend_per_hour is %.17g, expected "
				 "at most the budget %.17g",
				 spend, check->table->budget);
	return rc;
}

static int check_limits(struct boa_verification *check)
{
	int rc = 0;

	for (size_t r = 0; !rc && r < check->table->n_limit; r++) {
		const struct boa_table_limit *limit = &check->table->limit[r];
		char place[48];

		snprintf(place, sizeof(place), "limits[%zu].used", r);
		rc = boa_verify_number(check, limit->used, check->used[r],
				       limit->limit, place);
		if (!rc && limit->used > limit->limit * (1.0 + BOA_VERIFY_TOL))
			rc = boa_err_set(check->err, BOA_ERANGE,
					 "%s is %.17g, expected at most the "
					 "limit %.17g",
					 place, limit->used, limit->limit);
	}
	return rc;
}

/* Is the dual bound the Lagrangian at the prices? */
static int check_bound(struct boa_verification *check)
{
	const struct boa_expected *e = &check->table->expected;
	double best = 0.0, spent;
	int rc;

	if (!(e->shadow_price >= 0.0))
		return boa_err_set(check->err, BOA_ERANGE,
				   "expected.shadow_price is %g, expected at "
				   "least 0",
				   e->shadow_price);
	for (size_t i = 0; i < check->set->n_class; i++)
		best += check->set->class[i].arrival_rate_per_hour *
			check->least[i] / check->rate_per_hour;
	spent = e->shadow_price * check->table->budget;
	for (size_t r = 0; r < check->table->n_limit; r++)
		spent += check->table->limit[r].price *
			 check->table->limit[r].limit;
	rc = boa_verify_number(check, e->dual_bound_s, best - spent, best,
			       "expected.dual_bound_s");
	if (!rc)
		rc = boa_verify_number(check, e->gap,
				       e->objective_s - e->dual_bound_s,
				       e->objective_s, "expected.gap");
	if (!rc && e->gap < 0.0)
		rc = boa_err_set(check->err, BOA_ERANGE,
				 "expected.gap is %g, expected at least 0",
				 e->gap);
	return rc;
}

/* With no rescale every epoch is free: value and spend at PRICE. */
static void relax(const struct boa_verification *check, double price,
		  double *value, double *spend)
{
	double worth = price * check->rate_per_hour / 3600.0;

	*value = *spend = 0.0;
	for (size_t i = 0; i < check->set->n_class; i++) {
		const struct boa_class *class = &check->set->class[i];
		const struct boa_spots *spots = &check->spots[i];
		double rate = class->arrival_rate_per_hour;

		for (size_t j = 0; j < class->n_epoch; j++) {
			double least = HUGE_VAL, paid = 0.0;

			for (size_t s = 0; s < spots->n; s++) {
				double time_s = spots->time_s[j * spots->n + s];
				double cost =
					spots->spot[s].price_per_s * time_s;
				double one =
					class->weight * time_s + worth * cost;

				if (one < least ||
				    (one == least && cost < paid)) {
					least = one;
					paid = cost;
				}
			}
			*value += rate * least / check->rate_per_hour;
			*spend += rate * paid / 3600.0;
		}
	}
}

static int check_no_rescale(struct boa_verification *check)
{
	double budget = check->table->budget;
	double low = 0.0, high = 1e-9, best, value, spend;
	bool done = false;

	relax(check, 0.0, &value, &spend);
	best = value;
	for (int n = 0; n < 200 && spend > budget; n++) {
		relax(check, high, &value, &spend);
		best = fmax(best, value - high * budget);
		if (spend > budget) {
			low = high;
			high *= 4.0;
		}
	}
	while (!done) {
		double middle = low + 0.5 * (high - low);

		relax(check, middle, &value, &spend);
		best = fmax(best, value - middle * budget);
		done = middle <= low || middle >= high;
		if (spend > budget)
			low = middle;
		else
			high = middle;
	}
	return boa_verify_number(check,
				 check->table->expected.no_rescale_bound_s,
				 best, best, "expected.no_rescale_bound_s");
}

static int check_head(struct boa_verification *check, uint32_t inputs_crc32)
{
	const struct boa_table *table = check->table;

	if (table->inputs_crc32 != inputs_crc32)
		return boa_err_set(check->err, BOA_ERANGE,
				   "inputs_crc32 is %08x, expected %08x, that "
				   "of the files given",
				   (unsigned)table->inputs_crc32,
				   (unsigned)inputs_crc32);
	if (!table->generation)
		return boa_err_set(check->err, BOA_ERANGE,
				   "generation is 0, expected at least 1");
	return 0;
}

int boa_verify(const struct boa_classes *set, const struct boa_table *table,
	       const struct boa_widths_rule *rule, uint32_t inputs_crc32,
	       struct boa_err *err)
{
	struct boa_verification check = {
		.set = set,
		.table = table,
		.rule = rule,
		.err = err,
		.rate_per_hour = boa_classes_rate_per_hour(set),
		.spots = calloc(set->n_class, sizeof(*check.spots)),
		.least = calloc(set->n_class, sizeof(*check.least)),
		.used = calloc(table->n_limit + 1, sizeof(*check.used)),
	};
	int rc;

	check.spend_worth =
		table->expected.shadow_price * check.rate_per_hour / 3600.0;
	if (!check.spots || !check.least)
		rc = boa_err_set(err, BOA_ENOMEM, "%zu classes", set->n_class);
	else
		rc = check_head(&check, inputs_crc32);
	if (!rc)
		rc = boa_verify_classes(&check);
	if (!rc)
		rc = check_sums(&check);
	if (!rc)
		rc = check_limits(&check);
	if (!rc)
		rc = check_bound(&check);
	if (!rc)
		rc = check_no_rescale(&check);
	for (size_t i = 0; check.spots && i < set->n_class; i++)
		boa_spots_free(&check.spots[i]);
	free(check.spots);
	free(check.least);
	free(check.per_s);
	free(check.used);
	return rc;
}
