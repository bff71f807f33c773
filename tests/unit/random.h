/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * random.h - random numbers for property tests: small, the same on every
 * machine, from a seed that is printed (BOA_SEED sets another).
 */
#ifndef BOA_TEST_RANDOM_H
#define BOA_TEST_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t random_state;

/* Begin; the seed goes into the test's log. */
static inline void random_begin(uint64_t seed)
{
	const char *given = getenv("BOA_SEED");

	random_state = given ? strtoull(given, NULL, 10) : seed;
	printf("# seed %llu\n", (unsigned long long)random_state);
}

/* SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline uint64_t random_bits(void)
{
	uint64_t z = random_state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* From 0 to N - 1. */
static inline unsigned random_below(unsigned n)
{
	return (unsigned)(random_bits() % n);
}

/* In [0, 1). */
static inline double random_unit(void)
{
	return (double)(random_bits() >> 11) * 0x1p-53;
}

#endif /* BOA_TEST_RANDOM_H */
