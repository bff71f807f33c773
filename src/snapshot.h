/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * snapshot.h - the cluster at one moment, in core types: what the engine and
 * the ledger see. slurmctld's records or the simulated cluster are turned
 * into this; strings and arrays belong to whoever made the snapshot and live
 * as long as it does.
 */
#ifndef BOA_SNAPSHOT_H
#define BOA_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum boa_job_state {
	BOA_JOB_PENDING,     /* waits, holds nothing */
	BOA_JOB_CONFIGURING, /* holds nodes of which some still boot */
	BOA_JOB_RUNNING,
	BOA_JOB_REQUEUING, /* gives its nodes back and will be pending again */
	BOA_JOB_ENDING,    /* gives its nodes back and is done */
	BOA_JOB_DONE,      /* done; still remembered by the controller */
};

enum boa_job_end {
	BOA_END_NONE,
	BOA_END_COMPLETED,
	BOA_END_FAILED,
	BOA_END_CANCELLED,
	BOA_END_NODE_FAIL
};

struct boa_job {
	uint32_t id;
	enum boa_job_state state;
	enum boa_job_end end;  /* of a job ENDING or DONE */
	const char *user;      /* name or number; for showing */
	const char *account;   /* "" when none */
	const char *comment;   /* may be NULL */
	const char *record;    /* system_comment; may be NULL */
	bool sized;            /* job_submit/boa gave it its size: elastic */
	const char *only_type; /* the user restricted it to this type; NULL */
	bool eligible; /* pending, and only resources keep it from starting */
	bool held;     /* pending, and BOA holds it back (BOA_ACT_HOLD) */
	bool requeue_delayed; /* pending with the requeue's own begin time */
	ptrdiff_t type;       /* of the size asked for, in types[]; -1 none */
	unsigned asked_nodes;
	unsigned asked_gpus_per_node;
	bool whole_nodes; /* it gets whole nodes, as with --exclusive */
	unsigned n_task;  /* of an array that waits: jobs still in it; 0 is 1 */
	unsigned held_gpus; /* in all; 0 when it holds nothing */
	unsigned n_restart;
	double submit_s;  /* unix time; of the last requeue if there was one */
	double start_s;   /* of this run; 0 when it has not started */
	double end_s;     /* of a job DONE, else 0 */
	double begin_s;   /* PENDING: it may not start before; 0: it may */
	bool nodes_ready; /* CONFIGURING: every node of it is up */
};

enum boa_node_state {
	BOA_NODE_OFF,     /* powered down: nothing is billed */
	BOA_NODE_BOOTING, /* from the launch until it answers */
	BOA_NODE_UP,
	BOA_NODE_LEAVING, /* marked for release or powering down */
	BOA_NODE_FAILED,  /* down, but not known to be off */
};

/* Why slurmctld has a node down, where that is known and BOA's business. */
enum boa_node_trouble {
	BOA_TROUBLE_NONE,   /* not down, or for a reason of somebody else's */
	BOA_TROUBLE_LAUNCH, /* its launch failed */
	BOA_TROUBLE_LOST,   /* it was up and went away */
};

/* One job's part of a node. */
struct boa_hold {
	size_t job; /* index into snapshot.job */
	unsigned gpus;
};

struct boa_node {
	const char *name;
	ptrdiff_t type; /* in types[]; -1: not one of BOA's */
	unsigned gpus;
	enum boa_node_state state;
	bool idle;       /* up, and no job or epilog holds any of it */
	bool releasable; /* BOA may power it down: cloud node, power saving on,
			    not drained, reserved or excepted (SuspendExc*) */
	bool usable;     /* a job may be put on it: not drained or down */
	enum boa_node_trouble trouble; /* OFF, FAILED: why it is down */
	double down_s;                 /* with trouble: since when */
	bool refused;  /* BOOTING: the provider said there will be none */
	bool gone;     /* the provider ended it, and nobody asked for that */
	bool orphan;   /* OFF: the provider bills it all the same */
	double boot_s; /* when its last launch was asked for; 0 unknown */
	size_t n_hold;
	struct boa_hold *hold; /* [n_hold] */
};

struct boa_snapshot_type {
	const char *name;
	double price_per_gpu_h;
	unsigned gpus_per_node;
	unsigned max_nodes;    /* that can be had at most; 0: no limit known */
	double boot_timeout_s; /* a launch has failed after; 0: Slurm decides */
};

struct boa_snapshot {
	double now_s; /* unix time */
	size_t n_type;
	const struct boa_snapshot_type *type; /* [n_type] */
	size_t n_job;
	struct boa_job *job; /* [n_job], by rising id */
	size_t n_node;
	struct boa_node *node; /* [n_node] */
};

#endif /* BOA_SNAPSHOT_H */
