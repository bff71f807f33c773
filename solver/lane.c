/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

/*
 * A least over an array is vectorised only where NaN and -0 need not be told
 * apart; neither occurs here.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "finite-math-only", "no-signed-zeros")
#endif

#include "solver/lane.h"

static double least_of(const double *restrict f, size_t n)
{
	double least = f[0];

	for (size_t s = 1; s < n; s++)
		least = f[s] < least ? f[s] : least;
	return least;
}

double boa_lane_begin(const struct boa_lane *lane, double startup_s,
		      const double *restrict time_s, double *restrict f)
{
	const double *restrict per_s = lane->per_s;

	for (size_t s = 0; s < lane->n; s++)
		f[s] = per_s[s] * (startup_s + time_s[s]);
	return least_of(f, lane->n);
}

double boa_lane_extend(const struct boa_lane *lane, double least,
		       const double *restrict before,
		       const double *restrict time_s, double *restrict f)
{
	const double *restrict per_s = lane->per_s;
	const double *restrict change = lane->change;

	for (size_t s = 0; s < lane->n; s++) {
		double moved = least + change[s];
		double from = before[s] < moved ? before[s] : moved;

		f[s] = from + per_s[s] * time_s[s];
	}
	return least_of(f, lane->n);
}

double boa_lane_extend_free(const struct boa_lane *lane, const double least[2],
			    const double *restrict before,
			    const double *restrict time_s, double *restrict f)
{
	const double *restrict per_s = lane->per_s;
	const double *restrict change = lane->change;
	const double *restrict retype = lane->retype;

	for (size_t s = 0; s < lane->n; s++) {
		double moved = least[0] + change[s];
		double retyped = least[1] + retype[s];
		double from = before[s] < moved ? before[s] : moved;

		from = from < retyped ? from : retyped;
		f[s] = from + per_s[s] * time_s[s];
	}
	return least_of(f, lane->n);
}
