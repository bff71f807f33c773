/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * limit.h - which new starts must wait for money.
 *
 * Jobs are asked about in the order in which they were submitted, and whoever
 * has to wait lets nobody pass who would draw on the same money: the oldest go
 * on first. Jobs that run, or go on after a requeue, are never asked about;
 * nothing is ever ended for money.
 *
 * BudgetMode=hard. A start waits while its purse (the whole or its account's)
 * is overdrawn; and while what is bound already, this job included, is more
 * than its funds (control.h): at the end of a period that is all there will be,
 * so it is kept to. Bound is, by the plan of
 * each job, what it will spend within the span, as if it took half as long
 * again, over phi.
 *
 * MaxRate. A start waits while the price of all nodes that are up, of those
 * that jobs are yet to get, and of its own would be above it. Every job counts
 * with the most that its plan will ask for, so that a job which grows later
 * stays below it too; what is idle is used before more is rented.
 */
#ifndef BOA_WAIT_H
#define BOA_WAIT_H

#include <stdbool.h>
#include <stddef.h>

#include "src/control.h"

/* One row per answer: the name, and what the user is told. */
#define BOA_WAIT_MAP(X)                                                        \
	X(NONE, "")                                                            \
	X(OVERDRAWN, "the budget is overdrawn")                                \
	X(BOUND, "running jobs need what is left of the budget")               \
	X(ACCOUNT_OVERDRAWN, "the account's budget is overdrawn")              \
	X(ACCOUNT_BOUND, "the account's jobs need what is left of its budget") \
	X(RATE, "MaxRate is reached")                                          \
	X(RATE_ALONE, "its plan alone spends more than MaxRate")

enum boa_wait {
#define BOA_WAIT_ENUM(name, text) BOA_WAIT_##name,
	BOA_WAIT_MAP(BOA_WAIT_ENUM)
#undef BOA_WAIT_ENUM
};

/* What HOLD means, in words; a static string. */
const char *boa_wait_text(enum boa_wait hold);

/* The nodes of one GPU type, in GPUs. */
struct boa_limit_type {
	double price_per_gpu_h;
	unsigned gpus_per_node;
	unsigned free_whole; /* on nodes up that nobody holds any of */
	unsigned free_part;  /* on nodes up that jobs hold a part of */
};

struct boa_limits {
	bool hard;                     /* the purses bind */
	size_t n_purse;                /* 0 unless hard */
	const struct boa_limit *purse; /* [n_purse] the whole, then by name */
	double max_rate_per_hour;      /* INFINITY: none */
};

/* What a job asks for from now on, by its plan. */
struct boa_limit_job {
	const char *account;
	size_t type;          /* index; beyond the types: not counted */
	unsigned gpus;        /* its width now, or the one it starts with */
	unsigned most_gpus;   /* in any of its epochs to come, >= gpus */
	bool holds;           /* its GPUs, that is, they are rented */
	double rate_per_hour; /* its mean spend */
	double left_h;        /* for how long still */
};

struct boa_limiter;

/*
 * Begin a round under LIMITS (borrowed, as TYPE [n_type], which is copied) with
 * RATE_PER_HOUR, the price of all that is rented now. *LIMITER is new. Returns
 * 0 or BOA_ENOMEM.
 */
int boa_limiter_new(const struct boa_limits *limits, double rate_per_hour,
		    size_t n_type, const struct boa_limit_type *type,
		    struct boa_limiter **limiter, struct boa_err *err);
void boa_limiter_free(struct boa_limiter *limiter);

/* A job that runs or will run whatever is said: its part is bound. */
void boa_limiter_add(struct boa_limiter *limiter,
		     const struct boa_limit_job *demand);

/* May this job start? BOA_WAIT_NONE: yes, and its part is bound. */
enum boa_wait boa_limiter_ask(struct boa_limiter *limiter,
			      const struct boa_limit_job *demand);

/*
 * How much longer a job goes on that has run for AGE_H and was to run for
 * PLAN_H: the rest, and no less than half of what it has taken already.
 */
double boa_limit_left_h(double plan_h, double age_h);

#endif /* BOA_WAIT_H */
