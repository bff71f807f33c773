/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * engine.h - the decisions: a snapshot and a width table in, actions out.
 *
 * The same engine runs inside slurmctld (sched/boa) and in the simulator. It
 * has no clock, no I/O and no knowledge of Slurm: the caller takes a snapshot,
 * asks for a step, and carries out the actions that still make sense by then.
 * Repeating a step on an unchanged snapshot gives the same actions; an action
 * that could not be carried out simply comes again. Only what is merely told
 * comes once, for as long as its cause lasts.
 *
 * A job that job_submit/boa sized and that names a class in the table is
 * assigned a plan for life, in job-id order by largest remainder over (class,
 * account): while it waits it is given the first width, once it has started
 * the plan nearest to what it holds is adopted. The plan stands in the job's
 * record (record.h) and nowhere else: an engine made anew goes on from the
 * records, and neither a new table nor a changed comment moves a job that has
 * one. Each epoch that the job reports is written into the record; whenever
 * the job waits it is given the width of its epoch.
 *
 * A job of a class that has not started yet is held back while the limits say
 * so; one that comes back from a requeue never is. Jobs are asked about by
 * rising id. When a held job is let go by another's hand it is not held again.
 *
 * A launch that fails costs nothing more: the node is given up, its job waits
 * again at the same width (launch.h has the back-off), and what came up of its
 * other nodes is released unless somebody waits for it. A job whose launches
 * fail too often goes to the next best plan of its class on another GPU type.
 * Nodes that slurmctld took out of service for it come back by themselves.
 *
 * Nodes that are idle are released but for those that waiting jobs need, and
 * those by which a job that is due to be resized will grow: the nodes they ask
 * for, jobs below a node's size packed, first into what is left
 * on nodes partly in use. Nothing else is presumed about where Slurm will
 * place them, so rather a node too many is kept until they have started.
 */
#ifndef BOA_ENGINE_H
#define BOA_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/err.h"
#include "src/launch.h"
#include "src/limit.h"
#include "src/share.h"
#include "src/snapshot.h"
#include "src/table.h"

enum boa_action_kind {
	/* Write RECORD into the job; nothing else. */
	BOA_ACT_RECORD,
	/*
	 * Give the pending job TYPE and GPUS (and its partition) and write
	 * RECORD. BEGIN_S: it may not start before; LIFT_DELAY: it may start
	 * now, whatever its requeue or an earlier BEGIN_S said.
	 */
	BOA_ACT_SIZE,
	/*
	 * Hold the pending job back: it must not start, for the reason HOLD.
	 * Let it go again. Its record goes before, as a RECORD or SIZE.
	 */
	BOA_ACT_HOLD,
	BOA_ACT_UNHOLD,
	/* Start the configuring job: its nodes are up. */
	BOA_ACT_LAUNCH,
	/* Power down NODE: idle, and no job waits for it. */
	BOA_ACT_RELEASE,
	/* Power up NODE. */
	BOA_ACT_RENT,
	/*
	 * Take NODE out of service for REASON: its launch failed, or it is
	 * gone. slurmctld requeues the jobs that hold it.
	 */
	BOA_ACT_FAIL,
	/* Power down NODE, which is out of service or believed off. */
	BOA_ACT_OFF,
	/* Return NODE, which is off, to service. */
	BOA_ACT_RETURN,
	/* Nothing to do but tell: TEXT is a line for the log. */
	BOA_ACT_TELL,
};

/* What does not belong to the kind is 0 or NULL. */
struct boa_action {
	enum boa_action_kind kind;
	size_t job;         /* index into the snapshot; SIZE_MAX: none */
	size_t node;        /* index into the snapshot; SIZE_MAX: none */
	ptrdiff_t type;     /* SIZE: GPU type, index into snapshot.type */
	unsigned gpus;      /* SIZE: the width */
	bool lift_delay;    /* SIZE */
	double begin_s;     /* SIZE; 0: as it is */
	const char *reason; /* FAIL; static */
	bool counted;       /* SIZE, RECORD: it assigns plan PLAN (shares) */
	size_t plan;
	enum boa_wait hold; /* HOLD: why */
	char *record; /* new text of the job's record, owned; may be NULL */
	char *text;   /* one line saying what and why, owned */
};

struct boa_actions {
	size_t n;
	size_t room;
	struct boa_action *action; /* [n] */
};

struct boa_engine_options {
	double grace_time_s; /* a resize not taken up by then is told of */
	bool release;        /* power idle nodes down */
	bool observe;        /* decide and tell, but give only TELL actions */
	const struct boa_limits *limits; /* on new starts (limit.h), or NULL */
	struct boa_launch_rules launch;
	const char *unknown_class; /* UnknownClass=NAME: sized jobs of a class
				      not in the table are of this; or NULL */
};

struct boa_engine;

/* The reasons of FAIL, as slurmctld keeps them with the node. */
#define BOA_REASON_LAUNCH "BOA: launch failed"
#define BOA_REASON_GONE   "BOA: gone at the provider"

/*
 * A new engine; it takes SHARES (from the state, or boa_shares_new()) on
 * success. Returns 0 or BOA_ENOMEM.
 */
int boa_engine_new(struct boa_shares *shares, struct boa_engine **engine,
		   struct boa_err *err);
void boa_engine_free(struct boa_engine *engine);

/*
 * What is to be done about SNAPSHOT under TABLE (NULL: none yet; then records
 * that exist are still honoured). Appends to ACTIONS, which the caller clears
 * with boa_actions_clear() and reuses: for each job at most one of RECORD and
 * SIZE, then HOLD or UNHOLD, by rising id, then the nodes to release, the last
 * ones first. Jobs assigned in one step see each other's plans as given.
 *
 * Linear in jobs and nodes, logarithms of the number of classes aside.
 *
 * Returns 0 or BOA_ENOMEM; on failure ACTIONS is empty.
 */
int boa_engine_step(struct boa_engine *engine,
		    const struct boa_snapshot *snapshot,
		    const struct boa_table *table,
		    const struct boa_engine_options *options,
		    struct boa_actions *actions, struct boa_err *err);

/*
 * Tell the engine that ACTION was carried out on the job it names: an
 * assignment is counted now and only now, so that a plan which never reached
 * its job does not use up a share. TABLE is the one of the step; under another
 * (or NULL) nothing is counted. Returns 0 or BOA_ENOMEM.
 */
int boa_engine_done(struct boa_engine *engine,
		    const struct boa_snapshot *snapshot,
		    const struct boa_table *table,
		    const struct boa_action *action, struct boa_err *err);

/* The engine's share counters, borrowed: for the state file. */
const struct boa_shares *boa_engine_shares(const struct boa_engine *engine);

/* The launches that failed, borrowed: for the state folder, and to resume a
   group (boa_launches_resume()) between steps. */
struct boa_launches *boa_engine_launches(struct boa_engine *engine);

/* Release the texts and set n to 0; the array is kept for reuse. */
void boa_actions_clear(struct boa_actions *actions);
void boa_actions_free(struct boa_actions *actions);

#endif /* BOA_ENGINE_H */
