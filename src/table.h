/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * table.h - the width table: for every class the plans its jobs follow.
 *
 * A plan is one GPU type and one width per epoch; its share is the fraction of
 * the class's jobs that follow it (theory: the columns y of the LP). Plans of
 * share 0 are the alternates for falling back, best reduced cost first.
 */
#ifndef BOA_TABLE_H
#define BOA_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/class.h"
#include "src/err.h"

struct boa_plan {
	double share;    /* 0 .. 1; the shares of a class add up to 1 */
	char **gpu_type; /* [n_epoch], each its own string; all equal unless
			    types may change */
	unsigned *gpus;  /* [n_epoch], the widths, >= 1 */
	double time_s;   /* mean run time T, start-up and rescales included */
	double spend;    /* mean spend C, price * GPU * s */
	double *epoch_time_s; /* [n_epoch], each with what precedes it: start-up
				 or rescale */
	double reduced_cost;  /* s of objective per job; 0 for plans in use */
};

struct boa_table_class {
	char *name;
	size_t n_epoch;
	size_t n_plan;
	struct boa_plan *plan; /* [n_plan], shares falling, then alternates */
};

/* What the solver expects of the table; NAN where it does not apply. */
struct boa_expected {
	double objective_s; /* sum_i (lambda_i / lambda) w_i T_i */
	double mean_jct_s;  /* the same with all weights 1 */
	double spend_per_hour;
	double dual_bound_s;       /* a lower bound on objective_s, certified */
	double gap;                /* objective_s - dual_bound_s, >= 0 */
	double no_rescale_bound_s; /* [BOA Thm 4.3, 4.4], the type free per
				      epoch */
	double shadow_price; /* -d(objective_s)/d(budget), s per unit per hour
			      */
};

/* The members of struct boa_expected, in the order of the document. */
#define BOA_EXPECTED_MAP(X)                                                    \
	X(objective_s)                                                         \
	X(mean_jct_s)                                                          \
	X(spend_per_hour)                                                      \
	X(dual_bound_s)                                                        \
	X(gap)                                                                 \
	X(no_rescale_bound_s)                                                  \
	X(shadow_price)

/* One limit beside the budget that the table keeps to. */
struct boa_table_limit {
	char *kind;   /* "account", "gpu_type" or "jct" (of a class) */
	char *name;   /* of the account, GPU type or class */
	double limit; /* per hour; GPUs held on average; s */
	double used;  /* in the same unit */
	double price; /* -d(objective_s)/d(limit); 0: it does not bind */
};

struct boa_table {
	uint64_t generation; /* grows from table to table */
	char *generated_at;  /* UTC, ISO 8601; informative only; may be NULL */
	uint32_t inputs_crc32;
	bool has_crc32; /* of the table itself, see table_json.h */
	uint32_t crc32;
	double budget; /* per hour */
	char *unit;    /* "GPU-h/h", "USD/h" or "price/h" */
	struct boa_expected expected;
	size_t n_limit;                /* 0 when there is only the budget */
	struct boa_table_limit *limit; /* [n_limit] */
	size_t n_class;
	struct boa_table_class *class; /* [n_class] */
	size_t *by_name; /* [n_class] by rising name, or NULL: search is slow */
};

/* Release what TABLE holds and zero it; TABLE itself is the caller's. */
void boa_table_free(struct boa_table *table);

/*
 * The entry of class NAME (LEN bytes), borrowed, or NULL. Log N with by_name,
 * else N.
 */
const struct boa_table_class *boa_table_find(const struct boa_table *table,
					     const char *name, size_t len);

/*
 * Make TABLE's by_name anew, when its classes are complete. Returns 0 or
 * BOA_ENOMEM.
 */
int boa_table_index(struct boa_table *table, struct boa_err *err);

/*
 * Check TABLE as a whole: shares within [0, 1] and adding up to 1 (1e-9),
 * widths >= 1, times and spend finite and >= 0, names valid and unique.
 * Returns 0; BOA_ERANGE with the place in ERR; BOA_ENOMEM.
 */
int boa_table_check(const struct boa_table *table, struct boa_err *err);

#endif /* BOA_TABLE_H */
