/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verification.h - a verification under way; for verify.c and verify_plan.c.
 */
#ifndef BOA_VERIFICATION_H
#define BOA_VERIFICATION_H

#include "solver/verify.h"
#include "solver/verify_path.h"

/* A verification under way. */
struct boa_verification {
	const struct boa_classes *set;
	const struct boa_table *table;
	const struct boa_widths_rule *rule;
	struct boa_err *err;
	double rate_per_hour;
	double spend_worth;      /* s of objective per job and unit of spend */
	struct boa_spots *spots; /* [n_class] */
	double *least;           /* [n_class] value of the best plan */
	double *per_s;           /* [most spots] of the class at hand */
	double *used;            /* [n_limit] */
};

/*
 * Is GOT, the number at PLACE, WANT to the tolerance of SCALE or of WANT,
 * whichever is greater? Returns 0 or BOA_ERANGE.
 */
int boa_verify_number(struct boa_verification *check, double got, double want,
		      double scale, const char *place);

/*
 * Every class's plans: widths, times, spend and reduced costs. Leaves spots,
 * least and used for what is checked next. Returns 0, BOA_ERANGE, BOA_ENOMEM.
 */
int boa_verify_classes(struct boa_verification *check);

#endif /* BOA_VERIFICATION_H */
