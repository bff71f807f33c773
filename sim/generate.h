/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * generate.h - a source of jobs drawn at random; the seed decides them.
 *
 * Arrivals are Poisson, or modulated between two rates: a high phase of mean
 * length burst_s that takes up burst_part of the time. The phases'
 * rates are chosen so that the mean rate is as asked for and the squared
 * coefficient of variation of the times between arrivals is C^2 [Fischer and
 * Meier-Hellstern, "The Markov-modulated Poisson process cookbook", 1993].
 */
#ifndef BOA_GENERATE_H
#define BOA_GENERATE_H

#include <stdint.h>

#include "sim/source.h"

#include "src/class.h"

struct boa_generate_options {
	const struct boa_classes *set; /* mix and rates; borrowed */
	double rate_factor;            /* of the set's rates; > 0 */
	uint64_t n_job;                /* as many jobs; 0: hours decide */
	double hours;                  /* no job after; 0: n_job decides */
	double scv;                    /* C^2 >= 1; 1: Poisson */
	double burst_s;                /* mean length of a high phase, > 0 */
	double burst_part;             /* of the time in high phases, (0, 1) */
	/*
	 * Work is the class's mean times a factor of mean 1: 1 itself (0) or
	 * gamma with this squared coefficient of variation.
	 */
	double work_scv;
	/* Half way through, the rate of class DRIFT_CLASS is multiplied. */
	size_t drift_class;
	double drift_factor; /* 1: none */
	uint64_t seed;
};

/* SOURCE is new. Returns 0, BOA_ERANGE (an option) or BOA_ENOMEM. */
int boa_generate_open(const struct boa_generate_options *options,
		      struct boa_source *source, struct boa_err *err);

/*
 * Rates (per s) of the two phases for mean rate RATE_PER_S: RATE[0] low,
 * RATE[1] high, LEAVE[i] the rate at which phase i ends. BOA_ERANGE when no
 * rates give this C^2 with these phases (ERR names the greatest).
 */
int boa_generate_phases(const struct boa_generate_options *options,
			double rate_per_s, double rate[2], double leave[2],
			struct boa_err *err);

/* C^2 of the times between arrivals of a stationary two-phase process. */
double boa_generate_scv(const double rate[2], const double leave[2]);

#endif /* BOA_GENERATE_H */
