/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/estimate.h"

int boa_estimate_init(struct boa_estimate *estimate,
		      const struct boa_classes *set, double prior_jobs,
		      double now_s, struct boa_err *err)
{
	*estimate = (struct boa_estimate){
		.n_class = set->n_class,
		.prior_jobs = prior_jobs,
		.memory_h = INFINITY,
		.at_s = now_s,
		.set = set,
		.jobs = calloc(set->n_class, sizeof(*estimate->jobs)),
		.hours = calloc(set->n_class, sizeof(*estimate->hours)),
	};
	if (!estimate->jobs || !estimate->hours) {
		boa_estimate_fini(estimate);
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu rates",
				   set->n_class);
	}
	for (size_t i = 0; isfinite(prior_jobs) && i < set->n_class; i++) {
		double rate = set->class[i].arrival_rate_per_hour;

		if (rate > 0.0) {
			estimate->jobs[i] = prior_jobs;
			estimate->hours[i] = prior_jobs / rate;
		}
	}
	return 0;
}

void boa_estimate_fini(struct boa_estimate *estimate)
{
	free(estimate->jobs);
	free(estimate->hours);
	*estimate = (struct boa_estimate){ 0 };
}

static void pass(struct boa_estimate *estimate, double now_s)
{
	double hours = (now_s - estimate->at_s) / 3600.0;
	double memory_h = estimate->memory_h;
	double keep = isfinite(memory_h) ? exp(-hours / memory_h) : 1.0;
	double gain = isfinite(memory_h) ? memory_h * (1.0 - keep) : hours;

	for (size_t i = 0; i < estimate->n_class; i++) {
		estimate->jobs[i] *= keep;
		estimate->hours[i] = estimate->hours[i] * keep + gain;
	}
	estimate->at_s = now_s;
}

void boa_estimate_count(struct boa_estimate *estimate, size_t class,
			double now_s)
{
	pass(estimate, now_s);
	estimate->jobs[class] += 1.0;
}

void boa_estimate_apply(struct boa_estimate *estimate, double now_s,
			struct boa_classes *set)
{
	pass(estimate, now_s);
	for (size_t i = 0; i < estimate->n_class; i++) {
		double rate = estimate->jobs[i] / estimate->hours[i];

		if (!isfinite(estimate->prior_jobs) || !isfinite(rate))
			rate = estimate->set->class[i].arrival_rate_per_hour;
		set->class[i].arrival_rate_per_hour = rate;
	}
}
