/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rng.h - random numbers whose state is the caller's, so that a seed decides
 * a run: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", ACM TOMS 2021), seeded by SplitMix64.
 */
#ifndef BOA_RNG_H
#define BOA_RNG_H

#include <stdint.h>

struct boa_rng {
	uint64_t s[4];
};

/* Seed RNG; STREAM tells several generators of one seed apart. */
void boa_rng_seed(struct boa_rng *rng, uint64_t seed, uint64_t stream);

uint64_t boa_rng_next(struct boa_rng *rng);

/* Uniform in [0, 1). */
double boa_rng_unit(struct boa_rng *rng);

/* Uniform in 0 .. N - 1; N >= 1. The bias is below N / 2^32. */
uint32_t boa_rng_below(struct boa_rng *rng, uint32_t n);

/* Exponential with MEAN. */
double boa_rng_exponential(struct boa_rng *rng, double mean);

#endif /* BOA_RNG_H */
