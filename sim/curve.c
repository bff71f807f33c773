/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/curve.h"

#define STEPS 1000 /* of the common range */

static int by_spend(const void *a, const void *b)
{
	const struct boa_trade *x = a;
	const struct boa_trade *y = b;

	if (x->spend != y->spend)
		return x->spend < y->spend ? -1 : 1;
	return (x->time_s > y->time_s) - (x->time_s < y->time_s);
}

size_t boa_trade_pareto(struct boa_trade *point, size_t n)
{
	size_t kept = 0;

	if (n)
		qsort(point, n, sizeof(*point), by_spend);
	for (size_t i = 0; i < n; i++)
		if (!kept || point[i].time_s < point[kept - 1].time_s)
			point[kept++] = point[i];
	return kept;
}

double boa_trade_time(const struct boa_trade *point, size_t n, double spend)
{
	for (size_t i = 0; i + 1 < n; i++) {
		double part;

		if (spend < point[i].spend || spend > point[i + 1].spend)
			continue;
		part = (spend - point[i].spend) /
		       (point[i + 1].spend - point[i].spend);
		return point[i].time_s +
		       part * (point[i + 1].time_s - point[i].time_s);
	}
	return NAN;
}

double boa_trade_spend(const struct boa_trade *point, size_t n, double time_s)
{
	for (size_t i = 0; i + 1 < n; i++) {
		double part;

		if (time_s > point[i].time_s || time_s < point[i + 1].time_s)
			continue;
		part = (point[i].time_s - time_s) /
		       (point[i].time_s - point[i + 1].time_s);
		return point[i].spend +
		       part * (point[i + 1].spend - point[i].spend);
	}
	return NAN;
}

typedef double value_at(const struct boa_trade *point, size_t n, double at);

static struct boa_ratio compare(const struct boa_trade *own, size_t n_own,
				const struct boa_trade *other, size_t n_other,
				value_at *value, struct boa_ratio ratio)
{
	ratio.known = n_own > 1 && n_other > 1 && ratio.from < ratio.to;
	for (int i = 0; ratio.known && i <= STEPS; i++) {
		double at = ratio.from +
			    (ratio.to - ratio.from) * (double)i / STEPS;
		double is = value(other, n_other, at) / value(own, n_own, at);

		if (isnan(is))
			continue;
		if (!(is >= ratio.least))
			ratio.least = is;
		if (!(is <= ratio.greatest)) {
			ratio.greatest = is;
			ratio.at_greatest = at;
		}
	}
	return ratio;
}

struct boa_ratio boa_trade_time_ratio(const struct boa_trade *own, size_t n_own,
				      const struct boa_trade *other,
				      size_t n_other)
{
	struct boa_ratio ratio = { .least = NAN, .greatest = NAN };

	if (n_own && n_other) {
		ratio.from = fmax(own[0].spend, other[0].spend);
		ratio.to = fmin(own[n_own - 1].spend, other[n_other - 1].spend);
	}
	return compare(own, n_own, other, n_other, boa_trade_time, ratio);
}

struct boa_ratio boa_trade_spend_ratio(const struct boa_trade *own,
				       size_t n_own,
				       const struct boa_trade *other,
				       size_t n_other)
{
	struct boa_ratio ratio = { .least = NAN, .greatest = NAN };

	if (n_own && n_other) {
		ratio.from =
			fmax(own[n_own - 1].time_s, other[n_other - 1].time_s);
		ratio.to = fmin(own[0].time_s, other[0].time_s);
	}
	return compare(own, n_own, other, n_other, boa_trade_spend, ratio);
}
