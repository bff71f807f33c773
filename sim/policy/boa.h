/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boa.h - policy boa as its files share it.
 *
 *     boa.c           the policy: what Slurm and boactl do around the engine
 *     boa_table.c     the width table, solved anew from what is observed
 *     boa_snapshot.c  the simulated cluster as the engine's snapshot
 */
#ifndef BOA_POLICY_BOA_H
#define BOA_POLICY_BOA_H

#include "sim/estimate.h"
#include "sim/memo.h"
#include "sim/policy.h"

#include "src/engine.h"
#include "src/record.h"
#include "src/snapshot.h"

/* What slurmctld would know of a job beside what the view says. */
struct boa_slurm_job {
	char *comment;
	char *record; /* its system_comment */
	bool known;   /* PARSED is what RECORD says */
	struct boa_record parsed;
	bool requeued;  /* wants to run at another width: is pending */
	unsigned epoch; /* reported last, from 1; 0: none yet */
	unsigned n_restart;
	ptrdiff_t type; /* of the size given; -1: none */
	unsigned gpus;
};

struct boa_sim_boa {
	struct boa_policy_options options;
	struct boa_engine *engine;
	struct boa_memo memo; /* struct boa_slurm_job */
	struct boa_actions actions;

	/* boa_table.c */
	struct boa_classes set; /* a shallow copy, rates as observed */
	struct boa_estimate estimate;
	bool has_estimate;
	bool has_table;
	struct boa_table table;
	uint64_t generation;
	uint64_t n_counted; /* arrivals the estimate knows of */
	double solved_s;

	/* boa_snapshot.c */
	struct boa_snapshot snapshot;
	struct boa_snapshot_type *type; /* [n_type] */
	size_t job_room;
	struct boa_job *job;
	size_t node_room;
	struct boa_node *node;
	size_t hold_room;
	struct boa_hold *hold;

	double modelled_spend; /* of the plans given, price * GPU * s */
	double modelled_time_s;
};

/*
 * Count the arrivals in VIEW and solve when it is time. Below the least
 * feasible budget the cheapest plans are taken ("soft"). 0 or an error.
 */
int boa_sim_boa_refresh(struct boa_sim_boa *me, const struct boa_view *view,
			struct boa_err *err);
void boa_sim_boa_fini_table(struct boa_sim_boa *me);

/* Make ME's snapshot of VIEW; 0 or BOA_ENOMEM. */
int boa_sim_boa_snapshot(struct boa_sim_boa *me, const struct boa_view *view,
			 struct boa_err *err);
void boa_sim_boa_fini_snapshot(struct boa_sim_boa *me);

#endif /* BOA_POLICY_BOA_H */
