/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_lane.h - what each GPU of a node does at a moment; for ledger_lane.c
 * and ledger_lay.c only.
 */
#ifndef BOA_LEDGER_LANE_H
#define BOA_LEDGER_LANE_H

#include <math.h>

#include "src/ledger_book.h"

/* One scene being laid. */
struct boa_laying {
	struct boa_charge *charge;
	const struct boa_scene *scene;
	double a_s;
	double b_s;
	struct boa_lane *was; /* [n_was], what went on before for jobs */
	size_t n_was;
	double boot_until_s; /* UP now, but was booting until then */
	double orphan_s;     /* OFF: when it becomes an orphan */
};

static inline bool boa_stretch_is_open(const struct boa_stretch *stretch)
{
	return isinf(stretch->to_s);
}

/* The job of BILL in the snapshot, or NULL. */
static inline const struct boa_job *
boa_lane_job(const struct boa_charge *charge, const struct boa_bill *bill)
{
	return bill->job == SIZE_MAX ? NULL
				     : &charge->input->snapshot->job[bill->job];
}

/* When job JOB of the snapshot began what it does at the end of LAYING. */
double boa_lane_hold_start(const struct boa_laying *laying, size_t job);

/* Note what goes on of jobs, until when, as laying->was. */
void boa_lanes_recall(struct boa_laying *laying);

/*
 * Write to WANT the lanes from X_S to Y_S, between which nothing changes;
 * returns how many there are.
 */
size_t boa_lanes_at(const struct boa_laying *laying, double x_s, double y_s,
		    struct boa_lane *want);

#endif /* BOA_LEDGER_LANE_H */
