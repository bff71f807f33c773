/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/sample.h"

#define STEP     1e-3  /* of the logarithm */
#define LEAST    1e-3  /* lower bound of bucket 0; smaller values join it */
#define N_BUCKET 32000 /* up to LEAST * e^32 */

int boa_sample_init(struct boa_sample *sample, struct boa_err *err)
{
	*sample = (struct boa_sample){ 0 };
	sample->bucket = calloc(N_BUCKET, sizeof(*sample->bucket));
	if (!sample->bucket)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a sample");
	return 0;
}

void boa_sample_fini(struct boa_sample *sample)
{
	free(sample->bucket);
	*sample = (struct boa_sample){ 0 };
}

static size_t bucket_of(double value)
{
	double i = value > LEAST ? floor(log(value / LEAST) / STEP) : 0.0;

	return i < N_BUCKET - 1 ? (size_t)i : N_BUCKET - 1;
}

void boa_sample_add(struct boa_sample *sample, double value)
{
	double before = value - sample->mean;

	if (!sample->n || value < sample->least)
		sample->least = value;
	if (!sample->n || value > sample->greatest)
		sample->greatest = value;
	sample->n++;
	sample->mean += before / (double)sample->n;
	sample->sum_square += before * (value - sample->mean);
	sample->bucket[bucket_of(value)]++;
}

double boa_sample_quantile(const struct boa_sample *sample, double fraction)
{
	double need = fraction * (double)sample->n;
	uint64_t below = 0;
	double value;
	size_t i = 0;

	if (!sample->n)
		return NAN;
	while (i < N_BUCKET - 1 &&
	       ((double)(below + sample->bucket[i]) < need ||
		!sample->bucket[i]))
		below += sample->bucket[i++];
	value = LEAST * exp(((double)i + 0.5) * STEP);
	return fmin(fmax(value, sample->least), sample->greatest);
}

double boa_sample_scv(const struct boa_sample *sample)
{
	if (sample->n < 2 || sample->mean == 0.0)
		return NAN;
	return sample->sum_square / (double)(sample->n - 1) /
	       (sample->mean * sample->mean);
}
