/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * class.h - what is known of the jobs: classes, their epochs, speedup curves.
 *
 * A class is one kind of training job (model and data set). Its training is a
 * row of epochs; within an epoch the speedup curve is constant: on k GPUs of
 * type h the epoch's work, given in seconds at rate 1, is done at rate s(k)
 * [BOA, arXiv 2602.01404, section 3]. Rates need be neither monotone nor
 * concave. A width k is usable on type h when every epoch has it and it lies
 * within the class's least and most for that type.
 */
#ifndef BOA_CLASS_H
#define BOA_CLASS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"
#include "src/name.h"

#define BOA_GPUS_MAX   (1U << 20) /* more GPUs than any job will hold */
#define BOA_EPOCHS_MAX 1000
#define BOA_TYPES_MAX  64   /* GPU types of a set */
#define BOA_REAL_MAX   1e12 /* no rate, price, time or weight is above */

struct boa_gpu_type {
	char *name;   /* [A-Za-z0-9._-]{1,64} */
	double price; /* per GPU-hour, > 0; 1 when money is not used */
	unsigned gpus_per_node; /* >= 1, or 0 when not known */
};

struct boa_point {
	unsigned gpus; /* >= 1 */
	double rate;   /* work-seconds per second, > 0 */
};

/* Points by rising gpus, no width twice. */
struct boa_curve {
	size_t n_point;
	struct boa_point *point; /* [n_point]; NULL when the type is absent */
};

struct boa_epoch {
	double work_s;           /* mean inherent work, >= 0 */
	struct boa_curve *curve; /* [n_gpu_type] */
};

/* The widths one class can use on one type, and its rates there. */
struct boa_grid {
	size_t n_width; /* 0: the type is unusable for the class */
	unsigned *gpus; /* [n_width], rising */
	double *rate;   /* [n_epoch][n_width], row-major */
};

struct boa_account_rate {
	char *name;
	double arrival_rate_per_hour; /* >= 0 */
};

struct boa_class {
	char *name;                   /* [A-Za-z0-9._-]{1,64} */
	double arrival_rate_per_hour; /* >= 0 */
	double weight;                /* in the objective, > 0 */
	double rescale_s;   /* paid when the width changes between epochs */
	double startup_s;   /* the same at the first launch */
	unsigned *min_gpus; /* [n_gpu_type], >= 1 */
	unsigned *max_gpus; /* [n_gpu_type], <= BOA_GPUS_MAX */
	size_t n_account;
	struct boa_account_rate *account; /* [n_account] */
	size_t n_epoch;                   /* >= 1 */
	struct boa_epoch *epoch;          /* [n_epoch] */
	struct boa_grid *grid; /* [n_gpu_type], derived from the above */
};

/*
 * A whole set; zero is an empty one. Valid once boa_classes_finish() has
 * returned 0: names unique, every class usable on at least one type, total
 * arrival rate > 0.
 */
struct boa_classes {
	size_t n_gpu_type;
	struct boa_gpu_type *gpu_type; /* [n_gpu_type] */
	size_t n_class;
	struct boa_class *class; /* [n_class] */
	size_t *by_name;         /* [n_class] by rising name, derived */
	bool types_listed; /* by the file; else each type mentioned got price 1
			    */
};

/*
 * Check class I of SET, sort its points and (re)compute its grids.
 *
 * Returns 0; BOA_ERANGE when a rule above is broken (ERR names the place, for
 * example "classes[2].epochs[0].speedup.t4[3]", the value and what was
 * expected); BOA_ENOMEM. On failure SET may only be passed to
 * boa_classes_free().
 */
int boa_class_finish(struct boa_classes *set, size_t i, struct boa_err *err);

/*
 * The same for every class of SET, its types and SET as a whole. N log N in
 * the number of classes, linear in the points.
 */
int boa_classes_finish(struct boa_classes *set, struct boa_err *err);

/*
 * Make TYPE, [N_TYPE], the types of SET, matched by name: what is known on a
 * type not in TYPE is dropped, a type new to SET is one no class runs on.
 * TYPE is copied and may be SET's own. Not finished afterwards. Returns 0 or
 * BOA_ENOMEM (SET is as it was).
 */
int boa_classes_retype(struct boa_classes *set, const struct boa_gpu_type *type,
		       size_t n_type, struct boa_err *err);

/*
 * Append the classes of FROM to SET; both have the same types in the same
 * order. FROM is left an empty set. Not finished afterwards. Returns 0 or
 * BOA_ENOMEM (both sets are as they were).
 */
int boa_classes_append(struct boa_classes *set, struct boa_classes *from,
		       struct boa_err *err);

/* Release what SET holds and zero it; SET itself is the caller's. */
void boa_classes_free(struct boa_classes *set);

/*
 * Make the grids of CLASS, whose points are sorted, on N_TYPE types and count
 * those with a width in *N_USABLE. Returns 0 or BOA_ENOMEM. Linear.
 */
int boa_grids_make(struct boa_class *class, size_t n_type, size_t *n_usable);

/* Release GRID, [n_type], may be NULL. */
void boa_grids_free(struct boa_grid *grid, size_t n_type);

/* Index of the class (log N) or type called NAME (LEN bytes), or -1. */
ptrdiff_t boa_classes_find(const struct boa_classes *set, const char *name,
			   size_t len);
ptrdiff_t boa_classes_find_type(const struct boa_classes *set, const char *name,
				size_t len);

/* Sum of all arrival rates, per hour. */
double boa_classes_rate_per_hour(const struct boa_classes *set);

#endif /* BOA_CLASS_H */
