/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * brute.h - small width problems by enumeration: what the solver's answers are
 * held against. Nothing here shares code with solver/.
 */
#ifndef BOA_TEST_BRUTE_H
#define BOA_TEST_BRUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/class.h"

/* A stream of random numbers; the same seed gives the same on any machine. */
struct dice {
	uint64_t state;
};
double dice_real(struct dice *dice, double least, double most);
unsigned dice_whole(struct dice *dice, unsigned least, unsigned most);

/* What random problems may have. */
struct random_spec {
	unsigned max_class, max_epoch, max_type,
		max_width;    /* widths per curve */
	unsigned max_account; /* 0: no accounts */
	bool times; /* rescale and start-up times, weights, min and max */
};

/* A random class file as text; free() it. */
char *random_classes(struct dice *dice, const struct random_spec *spec);

/* The same, loaded. */
void random_set(struct dice *dice, const struct random_spec *spec,
		struct boa_classes *set);

struct brute_plan {
	double time_s;
	double spend;  /* price * GPU * s */
	double *gpu_s; /* [n_gpu_type] GPU-seconds held on each type */
};

/* Every plan of one class. */
struct brute_plans {
	size_t n;
	struct brute_plan *plan;
};
void brute_enumerate(const struct boa_classes *set, size_t i,
		     bool allow_type_change, struct brute_plans *plans);

/* Drop plans that another is no slower and no dearer than. */
void brute_drop_dominated(struct brute_plans *plans);
void brute_free(struct brute_plans *plans, size_t n_class);

/*
 * The least objective of exactly one plan per class within BUDGET, or infinity
 * when there is none. Tries every combination.
 */
double brute_unmixed(const struct boa_classes *set,
		     const struct brute_plans *plans, double budget);

/*
 * The least objective with plans mixed: the greatest value of the Lagrangian
 * bound over all slopes between two plans of one class, and 0.
 */
double brute_mixed(const struct boa_classes *set,
		   const struct brute_plans *plans, double budget);

/* Spend per hour of every class at its cheapest plan. */
double brute_least_budget(const struct boa_classes *set,
			  const struct brute_plans *plans);

#endif /* BOA_TEST_BRUTE_H */
