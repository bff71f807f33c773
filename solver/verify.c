/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/verify.h"
#include "solver/verify_path.h"

struct check {
	const struct boa_classes *set;
	const struct boa_table *table;
	const struct boa_widths_rule *rule;
	struct boa_err *err;
	double rate_per_hour;
	double spend_worth;      /* s of objective per job and unit of spend */
	struct boa_spots *spots; /* [n_class] */
	double *least;           /* [n_class] value of the best plan */
	double *per_s;           /* [most spots] of the class at hand */
	double *used;            /* [n_limit] */
};

/* Is GOT, the number at PLACE, WANT to the tolerance of SCALE? */
static int compare(struct check *check, double got, double want, double scale,
		   const char *place)
{
	if (fabs(got - want) <= BOA_VERIFY_TOL * fmax(scale, fabs(want)))
		return 0;
	return boa_err_set(check->err, BOA_ERANGE,
			   "%s is %.17g, expected %.17g", place, got, want);
}

/* "classes[I].plans[Q].NAME" */
struct place {
	char text[160];
};

static struct place place_of(size_t i, size_t q, const char *name)
{
	struct place place;

	snprintf(place.text, sizeof(place.text), "classes[%zu].plans[%zu].%s",
		 i, q, name);
	return place;
}

/* Spots of plan Q of class I, epoch by epoch. */
static int find_spots(struct check *check, size_t i, size_t q, size_t *spot)
{
	const struct boa_plan *plan = &check->table->class[i].plan[q];
	const struct boa_class *class = &check->set->class[i];

	for (size_t j = 0; j < class->n_epoch; j++) {
		ptrdiff_t s = boa_spots_find(&check->spots[i], check->set,
					     plan->gpu_type[j], plan->gpus[j]);

		if (s < 0)
			return boa_err_set(
				check->err, BOA_ERANGE,
				"%s[%zu] is %u GPUs of %s, expected a width "
				"that the class can use",
				place_of(i, q, "widths").text, j, plan->gpus[j],
				plan->gpu_type[j]);
		spot[j] = (size_t)s;
		if (j && !isfinite(boa_spots_idle_s(&check->spots[i], class,
						    check->rule, spot[j - 1],
						    spot[j])))
			return boa_err_set(check->err, BOA_ERANGE,
					   "%s changes in epoch %zu, expected "
					   "one type for life",
					   place_of(i, q, "gpu_type").text, j);
	}
	return 0;
}

/* Times and spend of plan Q of class I. */
static int check_times(struct check *check, size_t i, size_t q,
		       const size_t *spot)
{
	const struct boa_plan *plan = &check->table->class[i].plan[q];
	const struct boa_class *class = &check->set->class[i];
	const struct boa_spots *spots = &check->spots[i];
	double time_s = 0.0, spend = 0.0;
	int rc = 0;

	for (size_t j = 0; !rc && j < class->n_epoch; j++) {
		double held_s = spots->time_s[j * spots->n + spot[j]];
		char name[48];

		if (j)
			held_s += boa_spots_idle_s(spots, class, check->rule,
						   spot[j - 1], spot[j]);
		else
			held_s += class->startup_s;
		snprintf(name, sizeof(name), "epoch_time_s[%zu]", j);
		rc = compare(check, plan->epoch_time_s[j], held_s, held_s,
			     place_of(i, q, name).text);
		time_s += held_s;
		spend += spots->spot[spot[j]].price_per_s * held_s;
	}
	if (!rc)
		rc = compare(check, plan->time_s, time_s, time_s,
			     place_of(i, q, "time_s").text);
	if (!rc)
		rc = compare(check, plan->spend, spend, spend,
			     place_of(i, q, "spend").text);
	return rc;
}

/* lambda_ia, or 0 when CLASS is not in the account. */
static double account_rate(const struct boa_class *class, const char *name)
{
	for (size_t a = 0; a < class->n_account; a++) {
		if (!strcmp(class->account[a].name, name))
			return class->account[a].arrival_rate_per_hour;
	}
	return 0.0;
}

/* What one second of one job of class I is worth in spot S: the objective and
 * everything limited, at the table's prices. */
static double worth_of(const struct check *check, size_t i, size_t s)
{
	const struct boa_class *class = &check->set->class[i];
	const struct boa_spot *spot = &check->spots[i].spot[s];
	double rate = class->arrival_rate_per_hour;
	double per_h = check->rate_per_hour / 3600.0;
	double worth = class->weight + check->table->expected.shadow_price *
					       per_h * spot->price_per_s;

	for (size_t r = 0; r < check->table->n_limit; r++) {
		const struct boa_table_limit *limit = &check->table->limit[r];
		const char *type = check->set->gpu_type[spot->type].name;

		if (!strcmp(limit->kind, "gpu_type") &&
		    !strcmp(limit->name, type))
			worth += limit->price * per_h * spot->paid;
		else if (!strcmp(limit->kind, "account") && rate > 0.0)
			worth += limit->price * per_h * spot->price_per_s *
				 account_rate(class, limit->name) / rate;
		else if (!strcmp(limit->kind, "jct") && rate > 0.0 &&
			 !strcmp(limit->name, class->name))
			worth += limit->price * check->rate_per_hour / rate;
	}
	return worth;
}

static int check_reduced_cost(struct check *check, size_t i, size_t q,
			      const size_t *spot)
{
	const struct boa_plan *plan = &check->table->class[i].plan[q];
	double value = 0.0, want;

	for (size_t j = 0; j < check->set->class[i].n_epoch; j++)
		value += check->per_s[spot[j]] * plan->epoch_time_s[j];
	want = plan->share > 0.0 ? 0.0 : value - check->least[i];
	return compare(check, plan->reduced_cost, want, value,
		       place_of(i, q, "reduced_cost").text);
}

/* Add what plan Q of class I takes of every limit. */
static void add_used(struct check *check, size_t i, size_t q,
		     const size_t *spot)
{
	const struct boa_plan *plan = &check->table->class[i].plan[q];
	const struct boa_class *class = &check->set->class[i];

	for (size_t r = 0; r < check->table->n_limit; r++) {
		const struct boa_table_limit *limit = &check->table->limit[r];
		double used = 0.0;

		if (!strcmp(limit->kind, "account"))
			used = account_rate(class, limit->name) * plan->spend /
			       3600.0;
		else if (!strcmp(limit->kind, "jct") &&
			 !strcmp(limit->name, class->name))
			used = plan->time_s;
		for (size_t j = 0;
		     !strcmp(limit->kind, "gpu_type") && j < class->n_epoch;
		     j++) {
			if (!strcmp(limit->name, plan->gpu_type[j]))
				used += class->arrival_rate_per_hour *
					check->spots[i].spot[spot[j]].paid *
					plan->epoch_time_s[j] / 3600.0;
		}
		check->used[r] += plan->share * used;
	}
}

static int price_spots(struct check *check, size_t i)
{
	size_t n = check->spots[i].n;

	free(check->per_s);
	check->per_s = calloc(n + 1, sizeof(*check->per_s));
	if (!check->per_s)
		return boa_err_set(check->err, BOA_ENOMEM, "%zu widths", n);
	for (size_t s = 0; s < n; s++)
		check->per_s[s] = worth_of(check, i, s);
	return 0;
}

static int check_class(struct check *check, size_t i, size_t *spot)
{
	const struct boa_table_class *entry = &check->table->class[i];
	const struct boa_class *class = &check->set->class[i];
	int rc;

	if (strcmp(entry->name, class->name) != 0)
		return boa_err_set(check->err, BOA_ERANGE,
				   "classes[%zu].name is %s, expected %s", i,
				   entry->name, class->name);
	if (entry->n_epoch != class->n_epoch)
		return boa_err_set(check->err, BOA_ERANGE,
				   "classes[%zu].plans have %zu epochs, "
				   "expected %zu",
				   i, entry->n_epoch, class->n_epoch);
	rc = boa_spots_init(&check->spots[i], check->set, i, check->rule,
			    check->err);
	if (!rc)
		rc = price_spots(check, i);
	if (!rc)
		rc = boa_spots_least(&check->spots[i], class, check->rule,
				     check->per_s, &check->least[i],
				     check->err);
	for (size_t q = 0; !rc && q < entry->n_plan; q++) {
		rc = find_spots(check, i, q, spot);
		if (!rc)
			rc = check_times(check, i, q, spot);
		if (!rc)
			rc = check_reduced_cost(check, i, q, spot);
		if (!rc)
			add_used(check, i, q, spot);
	}
	return rc;
}

static int check_classes(struct check *check)
{
	const struct boa_classes *set = check->set;
	size_t most = 1, *spot;
	int rc = 0;

	if (check->table->n_class != set->n_class)
		return boa_err_set(check->err, BOA_ERANGE,
				   "classes has %zu entries, expected %zu",
				   check->table->n_class, set->n_class);
	for (size_t i = 0; i < set->n_class; i++) {
		if (set->class[i].n_epoch > most)
			most = set->class[i].n_epoch;
	}
	spot = calloc(most, sizeof(*spot));
	if (!spot)
		return boa_err_set(check->err, BOA_ENOMEM, "%zu epochs", most);
	for (size_t i = 0; !rc && i < set->n_class; i++)
		rc = check_class(check, i, spot);
	free(spot);
	return rc;
}

/* What the shares promise. */
static int check_sums(struct check *check)
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
	rc = compare(check, e->objective_s, objective, 0.0,
		     "expected.objective_s");
	if (!rc)
		rc = compare(check, e->mean_jct_s, jct, 0.0,
			     "expected.mean_jct_s");
	if (!rc)
		rc = compare(check, e->spend_per_hour, spend, 0.0,
			     "expected.spend_per_hour");
	most = check->table->budget * (1.0 + BOA_VERIFY_TOL);
	if (!rc && spend > most)
		rc = boa_err_set(check->err, BOA_ERANGE,
				 "expected.spend_per_hour is %.17g, expected "
				 "at most the budget %.17g",
				 spend, check->table->budget);
	return rc;
}

static int check_limits(struct check *check)
{
	int rc = 0;

	for (size_t r = 0; !rc && r < check->table->n_limit; r++) {
		const struct boa_table_limit *limit = &check->table->limit[r];
		char place[48];

		snprintf(place, sizeof(place), "limits[%zu].used", r);
		rc = compare(check, limit->used, check->used[r], limit->limit,
			     place);
		if (!rc && limit->used > limit->limit * (1.0 + BOA_VERIFY_TOL))
			rc = boa_err_set(check->err, BOA_ERANGE,
					 "%s is %.17g, expected at most the "
					 "limit %.17g",
					 place, limit->used, limit->limit);
	}
	return rc;
}

/* Is the dual bound the Lagrangian at the prices? */
static int check_bound(struct check *check)
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
	rc = compare(check, e->dual_bound_s, best - spent, best,
		     "expected.dual_bound_s");
	if (!rc)
		rc = compare(check, e->gap, e->objective_s - e->dual_bound_s,
			     e->objective_s, "expected.gap");
	if (!rc && e->gap < 0.0)
		rc = boa_err_set(check->err, BOA_ERANGE,
				 "expected.gap is %g, expected at least 0",
				 e->gap);
	return rc;
}

/* With no rescale every epoch is free: value and spend at PRICE. */
static void relax(const struct check *check, double price, double *value,
		  double *spend)
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

static int check_no_rescale(struct check *check)
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
	return compare(check, check->table->expected.no_rescale_bound_s, best,
		       best, "expected.no_rescale_bound_s");
}

static int check_head(struct check *check, uint32_t inputs_crc32)
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
	struct check check = {
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
		rc = check_classes(&check);
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
