/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cluster.h - a small cluster that does what slurmctld and a cloud would: it
 * starts jobs that fit in the order of their ids, on nodes that are up before
 * nodes that are not, boots nodes, gives requeued jobs Slurm's delay, and
 * carries out what the engine decides - after checking that it may be.
 *
 * One type, t4, of 4 GPUs a node, and one, a100, of 8. Time goes by in ticks of
 * a second. Boots take 30 s, epilogs 2 s, powering down 5 s.
 */
#ifndef BOA_TEST_CLUSTER_H
#define BOA_TEST_CLUSTER_H

#include "tests/unit/tables.h"

#include "src/engine.h"
#include "src/record.h"

#define CLUSTER_JOBS  256
#define CLUSTER_NODES 64

enum { CLUSTER_T4, CLUSTER_A100 };

struct cluster_job {
	char *comment, *record; /* owned */
	double until_s; /* when its epilog, or its requeue delay, is over */
	unsigned n_launch;
	unsigned launched_gpus; /* held when it was launched last */
	unsigned in_epoch;      /* of the script; 0: not told yet */
};

struct cluster_node {
	char name[32];
	struct boa_hold hold[8];
	double until_s; /* when its boot, or its way down, is over */
	unsigned n_boot;
};

struct cluster {
	struct boa_snapshot_type type[2];
	struct boa_snapshot snapshot;
	struct boa_job job[CLUSTER_JOBS]; /* ids 1, 2, ...; never removed */
	struct boa_node node[CLUSTER_NODES];
	struct cluster_job own[CLUSTER_JOBS];
	struct cluster_node machine[CLUSTER_NODES];
	const struct boa_table *table;
	struct boa_engine_options options;
	struct boa_engine *engine;
	struct boa_actions actions; /* of the last tick */
	unsigned n_release, n_boot;
	bool deaf;  /* actions are decided on and lost */
	bool hasty; /* jobs are started before the engine saw them, too */
};

/* N_T4 and N_A100 nodes, all off; TABLE is borrowed. */
void cluster_begin(struct cluster *cluster, const struct boa_table *table,
		   size_t n_t4, size_t n_a100);
void cluster_end(struct cluster *cluster);

/* slurmctld starts anew: only what it and the state file hold is left. */
void cluster_restart(struct cluster *cluster);

/* Submit a batch job that job_submit/boa sized for GPUS of t4; its index. */
size_t cluster_submit(struct cluster *cluster, const char *comment,
		      unsigned gpus);

/* One second, or N. */
void cluster_tick(struct cluster *cluster);
void cluster_run(struct cluster *cluster, unsigned n);

/* `boactl epoch N' in job I; `scontrol requeue' by it; its script's end. */
void cluster_report(struct cluster *cluster, size_t i, unsigned epoch);
void cluster_requeue(struct cluster *cluster, size_t i);
void cluster_finish(struct cluster *cluster, size_t i);

/* Node K is lost; its jobs are requeued. */
void cluster_lose(struct cluster *cluster, size_t k);

/* What the record of job I says; release it. */
struct boa_record cluster_record(const struct cluster *cluster, size_t i);

/* Job I asks for GPUS of TYPE; it gives back all it holds. */
void cluster_ask(struct cluster *cluster, size_t i, ptrdiff_t type,
		 unsigned gpus);
void cluster_drop(struct cluster *cluster, size_t i);

/* Nodes that are billed. */
unsigned cluster_n_on(const struct cluster *cluster);

#endif /* BOA_TEST_CLUSTER_H */
