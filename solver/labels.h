/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * labels.h - every plan of one class that an unmixed answer may need.
 *
 * An unmixed optimum may use plans that no price makes best. At a price, a
 * plan's reduced cost is what it is worse than the best one; a plan whose
 * reduced cost is above the gap between a known answer and the bound cannot be
 * in a better answer. Labels (spend, time) are extended epoch by epoch and
 * state by state; dropped is what another label at the same place dominates,
 * and what even its best end leaves above the limit.
 */
#ifndef BOA_LABELS_H
#define BOA_LABELS_H

#include <stddef.h>
#include <stdint.h>

#include "solver/dp.h"
#include "solver/problem.h"

#include "src/err.h"

/* A plan, or the part of one up to some epoch. */
struct boa_label {
	double spend;
	double time_s;
	uint32_t state;  /* in its last epoch */
	uint32_t parent; /* index among the labels of the epoch before */
};

/* The labels of every epoch; those of the last one are the plans. */
struct boa_labels {
	size_t n_epoch;
	size_t *n;                /* [n_epoch] */
	struct boa_label **label; /* [n_epoch][n[j]] */
};

/*
 * All plans of ITEM that none dominates and whose reduced cost at WORTH, per
 * job, is at most MOST; at most ROOM labels are held at any time. On success
 * *LABELS is new; release it with boa_labels_free(). Returns 0; BOA_ERANGE
 * when there are more than ROOM; BOA_ENOMEM.
 */
int boa_labels_init(struct boa_labels *labels, const struct boa_item *item,
		    struct boa_worth worth, double most, size_t room,
		    struct boa_err *err);
void boa_labels_free(struct boa_labels *labels);

/* Write to STATE [n_epoch] the plan that ends in label Q of the last epoch. */
void boa_labels_trace(const struct boa_labels *labels, size_t q,
		      uint32_t *state);

#endif /* BOA_LABELS_H */
