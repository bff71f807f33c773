/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/verification.h"

int boa_verify_number(struct boa_verification *check, double got, double want,
		      double scale, const char *place)
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
static int find_spots(struct boa_verification *check, size_t i, size_t q,
		      size_t *spot)
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
static int check_times(struct boa_verification *check, size_t i, size_t q,
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
		rc = boa_verify_number(check, plan->epoch_time_s[j], held_s,
				       held_s, place_of(i, q, name).text);
		time_s += held_s;
		spend += spots->spot[spot[j]].price_per_s * held_s;
	}
	if (!rc)
		rc = boa_verify_number(check, plan->time_s, time_s, time_s,
				       place_of(i, q, "time_s").text);
	if (!rc)
		rc = boa_verify_number(check, plan->spend, spend, spend,
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
static double worth_of(const struct boa_verification *check, size_t i, size_t s)
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

static int check_reduced_cost(struct boa_verification *check, size_t i,
			      size_t q, const size_t *spot)
{
	const struct boa_plan *plan = &check->table->class[i].plan[q];
	double value = 0.0, want;

	for (size_t j = 0; j < check->set->class[i].n_epoch; j++)
		value += check->per_s[spot[j]] * plan->epoch_time_s[j];
	want = plan->share > 0.0 ? 0.0 : value - check->least[i];
	return boa_verify_number(check, plan->reduced_cost, want, value,
				 place_of(i, q, "reduced_cost").text);
}

/* Add what plan Q of class I takes of every limit. */
static void add_used(struct boa_verification *check, size_t i, size_t q,
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

static int price_spots(struct boa_verification *check, size_t i)
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

static int check_class(struct boa_verification *check, size_t i, size_t *spot)
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

int boa_verify_classes(struct boa_verification *check)
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
