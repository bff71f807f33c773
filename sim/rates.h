/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rates.h - the speedup curves of a class set as dense tables, for simulators
 * and policies that ask for any width: between two known widths the rate is
 * interpolated linearly, below the least and above the greatest it is 0.
 */
#ifndef BOA_RATES_H
#define BOA_RATES_H

#include <stddef.h>

#include "src/class.h"

struct boa_rates {
	const struct boa_classes *set; /* borrowed */
	size_t n_epoch_max;
	unsigned gpus_max;
	double *rate;    /* [n_class][n_epoch_max][n_type][gpus_max + 1] */
	unsigned *least; /* [n_class][n_type], 0: the type is unusable */
	unsigned *most;  /* [n_class][n_type] */
	double *speedup; /* as rate: rate(k) / rate(least) */
};

/* Tables of SET (finished), which must outlive RATES. 0 or BOA_ENOMEM. */
int boa_rates_init(struct boa_rates *rates, const struct boa_classes *set,
		   struct boa_err *err);
void boa_rates_fini(struct boa_rates *rates);

/* Rates of CLASS in EPOCH (from 0) on TYPE, [gpus_max + 1], by GPUs. */
const double *boa_rates_of(const struct boa_rates *rates, size_t class,
			   size_t epoch, size_t type);

/*
 * The same over the rate on the class's least GPUs of TYPE: s(k) / s(K). It
 * is what Pollux, Sia and Rubick call the speedup of a job.
 */
const double *boa_rates_speedup(const struct boa_rates *rates, size_t class,
				size_t epoch, size_t type);

/* Least (K; 0: unusable) and most GPUs of CLASS on TYPE. */
unsigned boa_rates_least(const struct boa_rates *rates, size_t class,
			 size_t type);
unsigned boa_rates_most(const struct boa_rates *rates, size_t class,
			size_t type);

#endif /* BOA_RATES_H */
