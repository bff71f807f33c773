/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile.h - measured throughputs of models on GPU types and widths, as they
 * are collected from published forms, and written as a class file.
 */
#ifndef BOA_PROFILE_H
#define BOA_PROFILE_H

#include <stddef.h>
#include <stdio.h>

#include "src/err.h"

/* Throughput of one model on one type and width. */
struct boa_sample {
	size_t model; /* index */
	size_t type;
	unsigned gpus;
	double throughput; /* in any unit that is one for the model */
};

/* Zero is an empty profile. */
struct boa_profile {
	size_t n_model, n_type, n_sample;
	char **model;              /* [n_model] valid names */
	char **type;               /* [n_type] */
	struct boa_sample *sample; /* [n_sample] */
};

/*
 * Add a sample of MODEL on TYPE; of several on one width the fastest counts.
 * Bytes that names may not have become '-'. Returns 0; BOA_ERANGE (nothing of
 * a name is left, the width is not 1 to 2^20, the throughput is not above 0);
 * BOA_ENOMEM.
 */
int boa_profile_add(struct boa_profile *profile, const char *model,
		    const char *type, double gpus, double throughput,
		    struct boa_err *err);
void boa_profile_free(struct boa_profile *profile);

/*
 * Print PROFILE as a class file on OUT: one class per model that arrives
 * RATE_PER_HOUR, with one epoch that is WORK_S seconds of work on the fewest
 * GPUs of its first type. Errors of writing are left in OUT (ferror). Returns
 * 0; BOA_ERANGE when there is no sample; BOA_ENOMEM.
 */
int boa_profile_print(FILE *out, const struct boa_profile *profile,
		      double rate_per_hour, double work_s, struct boa_err *err);

#endif /* BOA_PROFILE_H */
