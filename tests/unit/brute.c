/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

double dice_real(struct dice *dice, double least, double most)
{
	/* Knuth's linear congruential generator (MMIX); the high bits. */
	dice->state = dice->state * 6364136223846793005U + 1442695040888963407U;
	return least + (most - least) * (double)(dice->state >> 11) /
			       9007199254740992.0;
}

unsigned dice_whole(struct dice *dice, unsigned least, unsigned most)
{
	return least +
	       (unsigned)dice_real(dice, 0.0, (double)(most - least) + 1.0);
}

static void put_curve(FILE *out, struct dice *dice, unsigned n_width)
{
	double rate = dice_real(dice, 0.5, 2.0);

	fputc('[', out);
	for (unsigned k = 1; k <= n_width; k++) {
		fprintf(out, "%s[%u, %.6g]", k > 1 ? ", " : "", k, rate);
		/* now and then flat or falling */
		rate *= dice_real(dice, 0.9, 1.8);
		if (dice_whole(dice, 0, 5) == 0)
			rate = nearbyint(rate);
		rate = rate > 0.1 ? rate : 0.1;
	}
	fputc(']', out);
}

static void put_epochs(FILE *out, struct dice *dice,
		       const struct random_spec *spec, unsigned n_type)
{
	unsigned n_epoch = dice_whole(dice, 1, spec->max_epoch);
	unsigned n_width = dice_whole(dice, 1, spec->max_width);

	for (unsigned j = 0; j < n_epoch; j++) {
		fprintf(out, "%s{\"work_s\": %.6g, \"speedup\": {",
			j ? ", " : "", dice_real(dice, 0.0, 4000.0));
		for (unsigned h = 0; h < n_type; h++) {
			fprintf(out, "%s\"t%u\": ", h ? ", " : "", h);
			put_curve(out, dice, n_width);
		}
		fputs("}}", out);
	}
}

static void put_class(FILE *out, struct dice *dice,
		      const struct random_spec *spec, unsigned n_type)
{
	fprintf(out, "\"arrival_rate_per_hour\": %.6g, ",
		dice_real(dice, 0.1, 5.0));
	if (spec->times && dice_whole(dice, 0, 1))
		fprintf(out, "\"rescale_s\": %u, ", dice_whole(dice, 0, 400));
	if (spec->times && dice_whole(dice, 0, 1))
		fprintf(out, "\"startup_s\": %u, ", dice_whole(dice, 0, 400));
	if (spec->times && dice_whole(dice, 0, 1))
		fprintf(out, "\"weight\": %.3g, ", dice_real(dice, 0.2, 5.0));
	if (spec->times && dice_whole(dice, 0, 3) == 0)
		fputs("\"max_gpus\": 2, ", out);
	if (spec->max_account) {
		fputs("\"accounts\": {", out);
		for (unsigned a = 0; a < spec->max_account; a++)
			fprintf(out, "%s\"acct%u\": %.6g", a ? ", " : "", a,
				dice_real(dice, 0.0, 2.0));
		fputs("}, ", out);
	}
	fputs("\"epochs\": [", out);
	put_epochs(out, dice, spec, n_type);
	fputs("]", out);
}

char *random_classes(struct dice *dice, const struct random_spec *spec)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	unsigned n_type = dice_whole(dice, 1, spec->max_type);
	unsigned n_class = dice_whole(dice, 1, spec->max_class);

	assert_non_null(out);
	fputs("{\"gpu_types\": [", out);
	for (unsigned h = 0; h < n_type; h++)
		fprintf(out,
			"%s{\"name\": \"t%u\", \"price\": %.6g, "
			"\"gpus_per_node\": 2}",
			h ? ", " : "", h, dice_real(dice, 0.5, 4.0));
	fputs("], \"classes\": [", out);
	for (unsigned i = 0; i < n_class; i++) {
		fprintf(out, "%s{\"name\": \"c%u\", ", i ? ", " : "", i);
		put_class(out, dice, spec, n_type);
		fputc('}', out);
	}
	fputs("]}\n", out);
	assert_int_equal(fclose(out), 0);
	return text;
}

void random_set(struct dice *dice, const struct random_spec *spec,
		struct boa_classes *set)
{
	char *text = random_classes(dice, spec);
	struct boa_err err;

	if (boa_classes_parse(text, strlen(text), "random", set, &err))
		fail_msg("%s\n%s", err.text, text);
	free(text);
}

/* A plan under way: epochs done, and where the last one ran. */
struct trail {
	const struct boa_classes *set;
	const struct boa_class *class;
	bool allow_type_change;
	struct brute_plans *plans;
	size_t type, width;
	struct brute_plan so_far;
};

static void emit(const struct trail *trail)
{
	struct brute_plans *plans = trail->plans;
	size_t size = trail->set->n_gpu_type * sizeof(double);
	struct brute_plan plan = trail->so_far;

	plan.gpu_s = malloc(size);
	assert_non_null(plan.gpu_s);
	memcpy(plan.gpu_s, trail->so_far.gpu_s, size);
	plans->plan =
		realloc(plans->plan, (plans->n + 1) * sizeof(*plans->plan));
	assert_non_null(plans->plan);
	plans->plan[plans->n++] = plan;
}

static void extend(const struct trail *trail, size_t epoch);

/* Run EPOCH on WIDTH of type H, then what follows. */
static void run_epoch(const struct trail *trail, size_t epoch, size_t h,
		      size_t width)
{
	const struct boa_class *class = trail->class;
	const struct boa_grid *grid = &class->grid[h];
	double gpus = grid->gpus[width];
	double held_s = class->epoch[epoch].work_s /
			grid->rate[epoch * grid->n_width + width];
	struct trail next = *trail;

	if (epoch == 0)
		held_s += class->startup_s;
	else if (h != trail->type || width != trail->width)
		held_s += class->rescale_s;
	next.type = h;
	next.width = width;
	next.so_far.time_s += held_s;
	next.so_far.spend += trail->set->gpu_type[h].price * gpus * held_s;
	next.so_far.gpu_s[h] += gpus * held_s;
	extend(&next, epoch + 1);
	next.so_far.gpu_s[h] -= gpus * held_s;
}

static void extend(const struct trail *trail, size_t epoch)
{
	if (epoch == trail->class->n_epoch) {
		emit(trail);
		return;
	}
	for (size_t h = 0; h < trail->set->n_gpu_type; h++) {
		if (epoch && h != trail->type && !trail->allow_type_change)
			continue;
		for (size_t k = 0; k < trail->class->grid[h].n_width; k++)
			run_epoch(trail, epoch, h, k);
	}
}

void brute_enumerate(const struct boa_classes *set, size_t i,
		     bool allow_type_change, struct brute_plans *plans)
{
	struct trail start = {
		.set = set,
		.class = &set->class[i],
		.allow_type_change = allow_type_change,
		.plans = plans,
	};

	*plans = (struct brute_plans){ 0 };
	start.so_far.gpu_s = calloc(set->n_gpu_type, sizeof(double));
	assert_non_null(start.so_far.gpu_s);
	extend(&start, 0);
	free(start.so_far.gpu_s);
}

static int by_spend(const void *a, const void *b)
{
	const struct brute_plan *x = a, *y = b;

	if (x->spend != y->spend)
		return x->spend < y->spend ? -1 : 1;
	return (x->time_s > y->time_s) - (x->time_s < y->time_s);
}

void brute_drop_dominated(struct brute_plans *plans)
{
	double best = HUGE_VAL;
	size_t kept = 0;

	qsort(plans->plan, plans->n, sizeof(*plans->plan), by_spend);
	for (size_t q = 0; q < plans->n; q++) {
		if (plans->plan[q].time_s < best) {
			best = plans->plan[q].time_s;
			plans->plan[kept++] = plans->plan[q];
		} else {
			free(plans->plan[q].gpu_s);
		}
	}
	plans->n = kept;
}

void brute_free(struct brute_plans *plans, size_t n_class)
{
	for (size_t i = 0; i < n_class; i++) {
		for (size_t q = 0; q < plans[i].n; q++)
			free(plans[i].plan[q].gpu_s);
		free(plans[i].plan);
	}
}

static double time_worth(const struct boa_classes *set, size_t i)
{
	return set->class[i].arrival_rate_per_hour * set->class[i].weight /
	       boa_classes_rate_per_hour(set);
}

static double spend_rate(const struct boa_classes *set, size_t i)
{
	return set->class[i].arrival_rate_per_hour / 3600.0;
}

static double unmixed_from(const struct boa_classes *set,
			   const struct brute_plans *plans, size_t i,
			   double left)
{
	double best = HUGE_VAL;

	if (left < 0.0)
		return HUGE_VAL;
	if (i == set->n_class)
		return 0.0;
	for (size_t q = 0; q < plans[i].n; q++) {
		const struct brute_plan *plan = &plans[i].plan[q];
		double value =
			time_worth(set, i) * plan->time_s +
			unmixed_from(set, plans, i + 1,
				     left - spend_rate(set, i) * plan->spend);

		best = value < best ? value : best;
	}
	return best;
}

double brute_unmixed(const struct boa_classes *set,
		     const struct brute_plans *plans, double budget)
{
	return unmixed_from(set, plans, 0, budget * (1.0 + 1e-12));
}

static double lagrangian(const struct boa_classes *set,
			 const struct brute_plans *plans, double budget,
			 double price)
{
	double value = -price * budget;

	for (size_t i = 0; i < set->n_class; i++) {
		double best = HUGE_VAL;

		for (size_t q = 0; q < plans[i].n; q++) {
			const struct brute_plan *plan = &plans[i].plan[q];
			double one = time_worth(set, i) * plan->time_s +
				     price * spend_rate(set, i) * plan->spend;

			best = one < best ? one : best;
		}
		value += best;
	}
	return value;
}

double brute_mixed(const struct boa_classes *set,
		   const struct brute_plans *plans, double budget)
{
	double best = lagrangian(set, plans, budget, 0.0);

	/* The bound is piecewise linear: its top is where two plans tie. */
	for (size_t i = 0; i < set->n_class; i++) {
		for (size_t a = 0; a < plans[i].n; a++) {
			for (size_t b = 0; b < plans[i].n; b++) {
				const struct brute_plan *p = &plans[i].plan[a];
				const struct brute_plan *q = &plans[i].plan[b];
				double price = time_worth(set, i) *
					       (p->time_s - q->time_s) /
					       (spend_rate(set, i) *
						(q->spend - p->spend));
				double value;

				if (!(price > 0.0) || !isfinite(price))
					continue;
				value = lagrangian(set, plans, budget, price);
				best = value > best ? value : best;
			}
		}
	}
	return best;
}

double brute_least_budget(const struct boa_classes *set,
			  const struct brute_plans *plans)
{
	double least = 0.0;

	for (size_t i = 0; i < set->n_class; i++) {
		double cheapest = HUGE_VAL;

		for (size_t q = 0; q < plans[i].n; q++) {
			if (plans[i].plan[q].spend < cheapest)
				cheapest = plans[i].plan[q].spend;
		}
		least += spend_rate(set, i) * cheapest;
	}
	return least;
}
