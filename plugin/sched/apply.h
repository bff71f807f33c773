/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * apply.h - the engine's actions as calls of slurmctld's own functions.
 */
#ifndef BOA_SCHED_APPLY_H
#define BOA_SCHED_APPLY_H

#include "src/conf.h"
#include "src/engine.h"

/* Begins the reason that Slurm shows of a job that is held. */
#define BOA_HOLD_PREFIX "BOA: "

/* What became of a step's actions. */
struct boa_tally {
	size_t n_done;    /* carried out */
	size_t n_passed;  /* no longer made sense: the world had moved */
	size_t n_refused; /* slurmctld said no; logged */
	bool schedule;    /* Slurm's main scheduler should look now */
	bool save_nodes;  /* node states were changed */
};

/*
 * Carry out ACTIONS, decided on SNAPSHOT, under one hold of write locks. Every
 * job is looked up anew by its id, and what no longer holds is passed over:
 * the engine will decide anew. DONE[i] (n of ACTIONS) says which were carried
 * out.
 */
void boa_apply(const struct boa_conf *conf, const struct boa_snapshot *snapshot,
	       const struct boa_actions *actions, bool *done,
	       struct boa_tally *tally);

#endif /* BOA_SCHED_APPLY_H */
