/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/verify_path.h"

/* GPUs paid for when GPUS are used; 0 when the width may not be used. */
static unsigned gpus_paid(unsigned gpus, unsigned node,
			  const struct boa_widths_rule *rule)
{
	if (rule->placeable && gpus > node && gpus % node)
		return 0;
	if (rule->whole_nodes && gpus % node)
		return gpus - gpus % node + node;
	return gpus;
}

static bool has_width(const struct boa_curve *curve, unsigned gpus,
		      double *rate)
{
	for (size_t p = 0; p < curve->n_point; p++) {
		if (curve->point[p].gpus == gpus) {
			*rate = curve->point[p].rate;
			return true;
		}
	}
	return false;
}

/* A width counts when every epoch has it and it lies within the limits. */
static bool counts(const struct boa_class *class, size_t h, unsigned gpus)
{
	double rate;

	if (gpus < class->min_gpus[h] || gpus > class->max_gpus[h])
		return false;
	for (size_t j = 0; j < class->n_epoch; j++) {
		if (!has_width(&class->epoch[j].curve[h], gpus, &rate))
			return false;
	}
	return true;
}

static size_t list_spots(const struct boa_classes *set, size_t i,
			 const struct boa_widths_rule *rule,
			 struct boa_spot *spot)
{
	const struct boa_class *class = &set->class[i];
	size_t n = 0;

	for (size_t h = 0; h < set->n_gpu_type; h++) {
		const struct boa_curve *curve = &class->epoch[0].curve[h];

		for (size_t p = 0; p < curve->n_point; p++) {
			unsigned gpus = curve->point[p].gpus;
			unsigned paid = gpus_paid(
				gpus, set->gpu_type[h].gpus_per_node, rule);

			if (!paid || !counts(class, h, gpus))
				continue;
			if (spot)
				spot[n] = (struct boa_spot){
					h, gpus, paid,
					set->gpu_type[h].price * paid
				};
			n++;
		}
	}
	return n;
}

int boa_spots_init(struct boa_spots *spots, const struct boa_classes *set,
		   size_t i, const struct boa_widths_rule *rule,
		   struct boa_err *err)
{
	const struct boa_class *class = &set->class[i];
	struct boa_spots fresh = { .n = list_spots(set, i, rule, NULL) };

	fresh.spot = calloc(fresh.n + 1, sizeof(*fresh.spot));
	fresh.time_s =
		calloc(fresh.n * class->n_epoch + 1, sizeof(*fresh.time_s));
	if (!fresh.spot || !fresh.time_s) {
		boa_spots_free(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "widths of %s",
				   class->name);
	}
	list_spots(set, i, rule, fresh.spot);
	for (size_t j = 0; j < class->n_epoch; j++) {
		for (size_t s = 0; s < fresh.n; s++) {
			double rate = NAN;

			has_width(&class->epoch[j].curve[fresh.spot[s].type],
				  fresh.spot[s].gpus, &rate);
			fresh.time_s[j * fresh.n + s] =
				class->epoch[j].work_s / rate;
		}
	}
	*spots = fresh;
	return 0;
}

void boa_spots_free(struct boa_spots *spots)
{
	free(spots->spot);
	free(spots->time_s);
	*spots = (struct boa_spots){ 0 };
}

ptrdiff_t boa_spots_find(const struct boa_spots *spots,
			 const struct boa_classes *set, const char *name,
			 unsigned gpus)
{
	for (size_t s = 0; s < spots->n; s++) {
		if (spots->spot[s].gpus == gpus &&
		    !strcmp(set->gpu_type[spots->spot[s].type].name, name))
			return (ptrdiff_t)s;
	}
	return -1;
}

double boa_spots_idle_s(const struct boa_spots *spots,
			const struct boa_class *class,
			const struct boa_widths_rule *rule, size_t from,
			size_t to)
{
	if (from == to)
		return 0.0;
	if (spots->spot[from].type == spots->spot[to].type)
		return class->rescale_s;
	if (!rule->allow_type_change)
		return HUGE_VAL;
	return rule->type_change_is_set ? rule->type_change_s
					: class->rescale_s;
}

/* The least way into spot S from where BEFORE says what it took. */
static double way_into(const struct boa_spots *spots,
		       const struct boa_class *class,
		       const struct boa_widths_rule *rule, const double *before,
		       size_t s, double per_s)
{
	double best = HUGE_VAL;

	for (size_t from = 0; from < spots->n; from++) {
		double idle_s = boa_spots_idle_s(spots, class, rule, from, s);

		if (isfinite(idle_s) && before[from] + per_s * idle_s < best)
			best = before[from] + per_s * idle_s;
	}
	return best;
}

int boa_spots_least(const struct boa_spots *spots,
		    const struct boa_class *class,
		    const struct boa_widths_rule *rule, const double *per_s,
		    double *least, struct boa_err *err)
{
	double *room = calloc(2 * spots->n + 1, sizeof(*room));
	double *before = room, *after = room + spots->n;
	double best = HUGE_VAL;

	if (!room)
		return boa_err_set(err, BOA_ENOMEM, "widths of %s",
				   class->name);
	for (size_t j = 0; j < class->n_epoch; j++) {
		double *last = before;

		for (size_t s = 0; s < spots->n; s++) {
			double in = per_s[s] * class->startup_s;

			if (j)
				in = way_into(spots, class, rule, before, s,
					      per_s[s]);
			after[s] =
				in + per_s[s] * spots->time_s[j * spots->n + s];
		}
		before = after;
		after = last;
	}
	for (size_t s = 0; s < spots->n; s++)
		best = before[s] < best ? before[s] : best;
	free(room);
	*least = best;
	return 0;
}
