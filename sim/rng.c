/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "sim/rng.h"

static uint64_t split_mix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15U;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
	return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

void boa_rng_seed(struct boa_rng *rng, uint64_t seed, uint64_t stream)
{
	uint64_t x = seed;
	uint64_t y;

	y = split_mix(&x) ^ (stream * 0xd1342543de82ef95U);
	for (int i = 0; i < 4; i++)
		rng->s[i] = split_mix(&y);
}

uint64_t boa_rng_next(struct boa_rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = rotate(s[0] + s[3], 23) + s[0];
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotate(s[3], 45);
	return result;
}

double boa_rng_unit(struct boa_rng *rng)
{
	return (double)(boa_rng_next(rng) >> 11) * 0x1.0p-53;
}

uint32_t boa_rng_below(struct boa_rng *rng, uint32_t n)
{
	return (uint32_t)(((boa_rng_next(rng) >> 32) * n) >> 32);
}

double boa_rng_exponential(struct boa_rng *rng, double mean)
{
	return -mean * log1p(-boa_rng_unit(rng));
}
