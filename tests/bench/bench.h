/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench.h - the median CPU time of many runs. Benchmarks print what they
 * measured; they judge nothing, since no test may depend on time.
 */
#ifndef BOA_BENCH_H
#define BOA_BENCH_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double bench_now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline int bench_by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sort the N times in SECONDS; print their median and greatest as WHAT took. */
static inline void bench_print(const char *what, double *seconds, size_t n)
{
	qsort(seconds, n, sizeof(*seconds), bench_by_value);
	printf("%s: median %.1f us, most %.1f us of CPU, %zu runs\n", what,
	       1e6 * seconds[n / 2], 1e6 * seconds[n - 1], n);
}

#endif /* BOA_BENCH_H */
