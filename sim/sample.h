/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.h - mean, spread and quantiles of a stream of times in memory that
 * does not grow: values fall into buckets whose bounds are 0.1 % apart, so a
 * quantile is right to 0.05 %. Mean, least and greatest are exact.
 */
#ifndef BOA_SAMPLE_H
#define BOA_SAMPLE_H

#include <stdint.h>

#include "src/err.h"

struct boa_sample {
	uint64_t n;
	double mean;
	double sum_square; /* of the distances from the mean */
	double least;
	double greatest;
	uint64_t *bucket;
};

/* Returns 0 or BOA_ENOMEM. */
int boa_sample_init(struct boa_sample *sample, struct boa_err *err);
void boa_sample_fini(struct boa_sample *sample);

/* Add VALUE, >= 0. */
void boa_sample_add(struct boa_sample *sample, double value);

/*
 * The FRACTION (0 .. 1) quantile: the least value that at least FRACTION of
 * the values do not exceed; NAN when there is none.
 */
double boa_sample_quantile(const struct boa_sample *sample, double fraction);

/* Squared coefficient of variation, variance over squared mean. */
double boa_sample_scv(const struct boa_sample *sample);

#endif /* BOA_SAMPLE_H */
