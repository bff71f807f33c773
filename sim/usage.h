/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage.h - where the GPU-seconds of a simulated cluster went.
 *
 * How many GPUs are at what is kept as it changes and integrated over time.
 * The bill of each node, from launch until it is gone, is added up on its own;
 * the two agree (boa_usage_imbalance), or the simulator is wrong.
 */
#ifndef BOA_USAGE_H
#define BOA_USAGE_H

#include <stddef.h>

#include "sim/series.h"

#include "src/err.h"

enum boa_use {
	BOA_USE_USEFUL,  /* jobs make progress */
	BOA_USE_STARTUP, /* jobs start for the first time */
	BOA_USE_RESIZE,  /* jobs change what they hold */
	BOA_USE_WAIT,    /* held by jobs whose other nodes boot */
	BOA_USE_BOOT,    /* whole nodes that boot */
	BOA_USE_IDLE,    /* up, held by no job */
	BOA_USE_DRAIN,   /* marked for release, not yet gone */
	BOA_N_USE
};

const char *boa_use_word(enum boa_use use);

struct boa_usage {
	double since_s;
	size_t n_type;
	double *price;          /* [n_type] */
	double *gpus;           /* [n_type][BOA_N_USE], now */
	double *gpu_s;          /* [n_type][BOA_N_USE], so far */
	double productive_gpus; /* now: sum of K s(k)/s(K) of the jobs at work
				 */
	double paying_gpus;     /* the same of those that pay, as if at work */
	double productive_gpu_s;
	double paying_gpu_s;
	double jobs;              /* alive now */
	double job_s;             /* integral of it */
	double node_gpu_s;        /* the bills of nodes that are gone */
	double open_gpus;         /* of nodes not gone yet, ... */
	double open_gpus_rent_s;  /* ... and the sum of GPUs * launch time */
	struct boa_series series; /* held GPUs, jobs, efficiency (both kinds) */
};

/* N_TYPE types; the caller sets their prices. Returns 0 or BOA_ENOMEM. */
int boa_usage_init(struct boa_usage *usage, size_t n_type, double now_s,
		   struct boa_err *err);
void boa_usage_fini(struct boa_usage *usage);

/* Integrate until NOW_S. */
void boa_usage_advance(struct boa_usage *usage, double now_s);

/* From now on DELTA more GPUs of TYPE are at USE. */
void boa_usage_change(struct boa_usage *usage, size_t type, enum boa_use use,
		      double delta);

/* A node of GPUS was launched; one launched at RENT_S is gone. */
void boa_usage_open(struct boa_usage *usage, double gpus);
void boa_usage_close(struct boa_usage *usage, double gpus, double rent_s);

/* Sums over types: GPU-seconds of USE; of all; until marked for release. */
double boa_usage_of(const struct boa_usage *usage, enum boa_use use);
double boa_usage_billed_gpu_s(const struct boa_usage *usage);
double boa_usage_marked_gpu_s(const struct boa_usage *usage);

/* The same at the types' prices, price * GPU * s. */
double boa_usage_billed_spend(const struct boa_usage *usage);
double boa_usage_marked_spend(const struct boa_usage *usage);

/*
 * What the two accounts differ by, relative to the larger: rounding, unless
 * something is wrong.
 */
double boa_usage_imbalance(const struct boa_usage *usage);

#endif /* BOA_USAGE_H */
