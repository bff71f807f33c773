/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * curve.h - what a policy's runs at several spends say about it as a curve,
 * and how two curves compare.
 */
#ifndef BOA_SIM_CURVE_H
#define BOA_SIM_CURVE_H

#include <stdbool.h>
#include <stddef.h>

struct boa_trade {
	double spend;
	double time_s;
};

/*
 * Sort POINT by spend and leave the N' of N that no other is better than in
 * both; returns N'.
 */
size_t boa_trade_pareto(struct boa_trade *point, size_t n);

/*
 * The time at SPEND on the curve (N points by rising spend, straight between
 * them); NAN outside it.
 */
double boa_trade_time(const struct boa_trade *point, size_t n, double spend);

/* The least spend at which the curve is down to TIME_S; NAN outside it. */
double boa_trade_spend(const struct boa_trade *point, size_t n, double time_s);

/* Least and greatest of a ratio over a common range. */
struct boa_ratio {
	bool known;
	double from, to; /* the range: of spend, or of time */
	double least, greatest;
	double at_greatest; /* where */
};

/* OTHER's time over OWN's at equal spend, and its spend at equal time. */
struct boa_ratio boa_trade_time_ratio(const struct boa_trade *own, size_t n_own,
				      const struct boa_trade *other,
				      size_t n_other);
struct boa_ratio boa_trade_spend_ratio(const struct boa_trade *own,
				       size_t n_own,
				       const struct boa_trade *other,
				       size_t n_other);

#endif /* BOA_SIM_CURVE_H */
