/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * estimate.h - arrival rates as they are observed. The class file's rate counts
 * as PRIOR jobs seen before the run began (a gamma prior); from then on
 *
 *     rate = (prior + n) / (prior / rate0 + hours)
 *
 * A rate0 of 0 has no such weight. With a MEMORY the past fades: what lies
 * memory_h back has lost all but 1/e of its weight, so that drift is followed.
 */
#ifndef BOA_ESTIMATE_H
#define BOA_ESTIMATE_H

#include <stddef.h>

#include "src/class.h"

struct boa_estimate {
	size_t n_class;
	double prior_jobs; /* INFINITY: the class file is the truth */
	double memory_h;   /* INFINITY: nothing fades */
	double at_s;
	double *jobs;                  /* [n_class], faded */
	double *hours;                 /* [n_class], faded */
	const struct boa_classes *set; /* borrowed: rate0 */
};

/* Returns 0 or BOA_ENOMEM. */
int boa_estimate_init(struct boa_estimate *estimate,
		      const struct boa_classes *set, double prior_jobs,
		      double now_s, struct boa_err *err);
void boa_estimate_fini(struct boa_estimate *estimate);

/* A job of CLASS has arrived at NOW_S. */
void boa_estimate_count(struct boa_estimate *estimate, size_t class,
			double now_s);

/* Write the rates as of NOW_S into SET, whose classes are those of init. */
void boa_estimate_apply(struct boa_estimate *estimate, double now_s,
			struct boa_classes *set);

#endif /* BOA_ESTIMATE_H */
