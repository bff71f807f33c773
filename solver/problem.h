/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * problem.h - the width problem laid out for pricing.
 *
 * Every class becomes an item: a row of epochs over states. A state s is one
 * GPU type held at one width; the states of a type stand together (a segment),
 * widths rising. All numbers of an item are contiguous, so that a pass over an
 * epoch is a pass over an array.
 */
#ifndef BOA_PROBLEM_H
#define BOA_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "src/class.h"
#include "src/err.h"

/* What is asked of the widths. */
struct boa_widths_rule {
	bool placeable;   /* only widths below a node's GPUs, or whole nodes */
	bool whole_nodes; /* a width is priced as the nodes it holds */
	bool allow_type_change; /* a job may change GPU type between epochs */
	double type_change_s;   /* time of such a change, >= 0; used only when
				   type_change_is_set, else rescale_s holds */
	bool type_change_is_set;
};

/* The states of one GPU type: first .. first + n_state - 1. */
struct boa_segment {
	size_t type; /* index in boa_classes.gpu_type */
	size_t first;
	size_t n_state; /* >= 1 */
};

struct boa_item {
	size_t n_epoch;                    /* >= 1 */
	size_t n_state;                    /* >= 1 */
	size_t n_segment;                  /* >= 1 */
	const struct boa_segment *segment; /* [n_segment] */
	const unsigned *gpus;              /* [n_state] */
	const double *held;   /* [n_state] GPUs paid for, >= gpus */
	const double *cost;   /* [n_state] price of one hour in the state; also
				 the spend (price * GPU * s) of one second */
	const double *time_s; /* [n_epoch][n_state] work / rate */
	double rescale_s;     /* held and idle when the width changes */
	double type_change_s; /* the same when the type changes */
	double startup_s;     /* the same at the first launch */
	double weight;        /* > 0 */
	double rate_per_hour; /* lambda_i >= 0 */
	bool free_type;       /* the type may change between epochs */
};

struct boa_problem {
	size_t n_item;
	struct boa_item *item; /* [n_item], in the order of the classes */
	double rate_per_hour;  /* sum over the items' classes, > 0 */
	size_t max_epoch, max_state, max_segment;
	size_t n_path;            /* sum of n_epoch over the items */
	struct boa_segment *segs; /* what the items point into; NULL when */
	unsigned *gpus;           /* borrowed from another problem */
	double *held;
	double *cost;
	double *time_s;
};

/*
 * Lay SET (finished) out under RULE. On success *PROBLEM is new, and valid on
 * its own except for names; on failure it is untouched.
 *
 * Returns 0; BOA_ERANGE when a class has no width left, when gpus_per_node is
 * wanted and not known, or when a run time is beyond 1e30 s (ERR names the
 * place); BOA_ENOMEM.
 */
int boa_problem_init(struct boa_problem *problem, const struct boa_classes *set,
		     const struct boa_widths_rule *rule, struct boa_err *err);

/*
 * The relaxation whose optimum no policy beats [BOA Thm 4.3, 4.4]: no rescale
 * nor start-up time, the type free in each epoch; so every epoch is an item of
 * its own. RELAXED borrows the arrays of PROBLEM. Returns 0 or BOA_ENOMEM.
 */
int boa_problem_relax(const struct boa_problem *problem,
		      struct boa_problem *relaxed, struct boa_err *err);

/* Release what PROBLEM holds and zero it. */
void boa_problem_free(struct boa_problem *problem);

/* Index in ITEM's segments of the one that holds STATE. */
size_t boa_item_segment_of(const struct boa_item *item, size_t state);

#endif /* BOA_PROBLEM_H */
