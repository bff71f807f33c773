/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verify_path.h - best plans and bounds for verify.c, straight from the class
 * file's curves.
 */
#ifndef BOA_VERIFY_PATH_H
#define BOA_VERIFY_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/problem.h"

#include "src/class.h"
#include "src/err.h"

/* One type at one width. */
struct boa_spot {
	size_t type;
	unsigned gpus;
	unsigned paid;      /* GPUs paid for, >= gpus */
	double price_per_s; /* spend of one second there */
};

/* The widths of one class that RULE leaves; times by [epoch][spot]. */
struct boa_spots {
	size_t n;
	struct boa_spot *spot; /* [n] */
	double *time_s;        /* [n_epoch][n] */
};

/* Returns 0 or BOA_ENOMEM; release with boa_spots_free(). */
int boa_spots_init(struct boa_spots *spots, const struct boa_classes *set,
		   size_t i, const struct boa_widths_rule *rule,
		   struct boa_err *err);
void boa_spots_free(struct boa_spots *spots);

/* The spot of GPUS GPUs of the type called NAME, or -1. */
ptrdiff_t boa_spots_find(const struct boa_spots *spots,
			 const struct boa_classes *set, const char *name,
			 unsigned gpus);

/* Seconds without progress on going from spot FROM to spot TO. */
double boa_spots_idle_s(const struct boa_spots *spots,
			const struct boa_class *class,
			const struct boa_widths_rule *rule, size_t from,
			size_t to);

/*
 * Write to *LEAST the least that any plan of CLASS is worth when a second in
 * each spot is worth PER_S [n]. Returns 0 or BOA_ENOMEM.
 */
int boa_spots_least(const struct boa_spots *spots,
		    const struct boa_class *class,
		    const struct boa_widths_rule *rule, const double *per_s,
		    double *least, struct boa_err *err);

#endif /* BOA_VERIFY_PATH_H */
