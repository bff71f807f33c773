/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lane.h - one epoch of one GPU type, over all its widths: the inner loops of
 * dp.c, apart so that they can be compiled for speed. All numbers are finite.
 */
#ifndef BOA_LANE_H
#define BOA_LANE_H

#include <stddef.h>

/* What the passes over an epoch read; each [n], by width. */
struct boa_lane {
	size_t n;
	const double *per_s;  /* p: what one second is worth */
	const double *change; /* p times the time of a change of width */
	const double *retype; /* p times the time of a change of type */
};

/* Write to F [n] the values of the first epoch; returns the least. */
double boa_lane_begin(const struct boa_lane *lane, double startup_s,
		      const double *time_s, double *f);

/* Write to F those of the epoch after BEFORE, whose least was LEAST. */
double boa_lane_extend(const struct boa_lane *lane, double least,
		       const double *before, const double *time_s, double *f);

/* The same when one may also come from another type: LEAST[1] at the least. */
double boa_lane_extend_free(const struct boa_lane *lane, const double least[2],
			    const double *before, const double *time_s,
			    double *f);

#endif /* BOA_LANE_H */
