/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * engine_impl.h - one step of the engine, as its files share it.
 *
 *     engine.c         the step as a whole
 *     engine_memory.c  what is remembered of each job between steps
 *     engine_action.c  the list of actions; what was told already
 *     engine_assign.c  a plan for a job that has none
 *     engine_job.c     one job by its record: epochs, widths
 *     engine_hold.c    which jobs must wait for money
 *     engine_say.c     what the actions on a job say
 *     engine_node.c    nodes that jobs need, and the rest
 *     engine_fail.c    launches that fail, nodes that vanish: the nodes' side
 *     engine_retry.c   the same, the jobs' side: waiting, other plans
 */
#ifndef BOA_ENGINE_IMPL_H
#define BOA_ENGINE_IMPL_H

#include "src/engine.h"
#include "src/record.h"

/* What is remembered of one job from step to step. */
struct boa_memory {
	uint32_t id;
	char *text;   /* of the record, as it was read last; NULL: none */
	bool found;   /* TEXT is a record of ours ... */
	bool damaged; /* ... but cannot be read */
	struct boa_record record; /* what TEXT says, unless damaged */
	bool owes;                /* a resize, since OWES_SINCE_S */
	double owes_since_s;
	bool boots; /* it holds nodes of LAUNCH_TYPE that boot, in run */
	unsigned boots_run; /* BOOTS_RUN */
	ptrdiff_t launch_type;
	unsigned n_fail; /* launches of FAIL_TYPE in a row that failed */
	ptrdiff_t fail_type;
	double fail_since_s;
	double failed_s; /* the last; 0: before this engine was made */
	double retry_s;  /* no new nodes before */
};

/* What is remembered of one node. */
struct boa_node_memory {
	char *name;
	bool launching; /* since LAUNCH_S, and was not up yet */
	bool given_up;  /* while it booted; to be taken out of service */
	double launch_s;
	double gone_since_s; /* 0: it is not */
	double off_tried_s;  /* when it was last told to power down; 0 never */
	unsigned n_fail;     /* launches in a row that failed */
	enum boa_action_kind due; /* in this step; TELL: nothing */
};

/* Hashes of what was told, sorted when a step is over. */
struct boa_said {
	size_t n;
	size_t room;
	uint64_t *hash; /* [n] */
};

struct boa_engine {
	struct boa_shares *shares;
	size_t n_memory;
	size_t room[2];            /* of memory and spare */
	struct boa_memory *memory; /* [n_memory], as the snapshot's jobs */
	struct boa_memory *spare;  /* the array of the step before */
	struct boa_said said;
	struct boa_launches launches;
	size_t n_node;
	struct boa_node_memory *node; /* [n_node], as the snapshot's nodes */
};

/* Nodes with more GPUs are not packed: a job has such a node to itself. */
#define BOA_PACK_MAX 256

/* What the jobs that wait need of one GPU type. */
struct boa_need {
	uint64_t whole;              /* nodes */
	uint64_t part[BOA_PACK_MAX]; /* [k]: pieces of k GPUs on one node */
};

struct boa_step {
	struct boa_engine *engine;
	const struct boa_snapshot *snapshot;
	const struct boa_table *table; /* may be NULL */
	const struct boa_engine_options *options;
	struct boa_actions *actions;
	struct boa_shares *shares; /* with this step's picks; NULL: none yet */
	struct boa_said said;      /* in this step */
	struct boa_need *need;     /* [n_type] */
	struct boa_limiter *limiter; /* NULL: no limits */
	uint64_t *free_up;           /* [n_type]: nodes up that jobs in wait may
					have, less what was promised */
	struct boa_err *err;
};

/* One job under decision. */
struct boa_turn {
	struct boa_step *step;
	size_t i; /* in the snapshot */
	const struct boa_job *job;
	struct boa_memory *memory;
	struct boa_record now; /* the record as it should be; all but the
				  numbers borrowed */
	bool assigned;         /* in this step, plan PLAN */
	size_t plan;
	bool new_epoch;          /* accepted in this step */
	bool changed;            /* NOW is not what stands in the job */
	char *why;               /* owned, where now.why is of this step */
	struct boa_record other; /* a plan fallen back to; NOW borrows of it */
};

int boa_step_no_memory(struct boa_err *err);

/* --- engine_memory.c --- */

/*
 * Let MEMORY follow the jobs of SNAPSHOT, entry by entry, and read the records
 * that changed. Returns 0 or BOA_ENOMEM.
 */
int boa_memory_follow(struct boa_engine *engine,
		      const struct boa_snapshot *snapshot, struct boa_err *err);
void boa_memory_free(struct boa_engine *engine);

/* Let the engine's NODE follow the nodes of SNAPSHOT. 0 or BOA_ENOMEM. */
int boa_node_memory_follow(struct boa_engine *engine,
			   const struct boa_snapshot *snapshot,
			   struct boa_err *err);

/* --- engine_action.c --- */

/*
 * Add ACTION; its texts are taken in every case. What is told is left out when
 * it was told in the step before; to observe is only to tell. A NULL text means
 * that memory ran out while it was made. Returns 0 or BOA_ENOMEM.
 */
int boa_step_add(struct boa_step *step, struct boa_action action);

/* Tell TEXT (taken, as above) of job JOB. */
int boa_step_tell(struct boa_step *step, size_t job, char *text);

/* Make what was told in STEP what was told last. */
void boa_step_remember_said(struct boa_step *step);

/* --- engine_assign.c --- */

/*
 * Find a plan for JOB, which has no record. *ASSIGNED says whether there is
 * one; RECORD is then new, *PLAN its index in the table, and the pick counts in
 * the rest of the step. Returns 0 or BOA_ENOMEM.
 */
int boa_step_assign(struct boa_step *step, size_t job,
		    struct boa_record *record, size_t *plan, bool *assigned);

/* Does JOB hold the nodes it runs or will run on? */
bool boa_job_holds(const struct boa_job *job);

/*
 * The width of JOB, which holds nodes: the GPUs it holds, but of one that gets
 * whole nodes what it asked for, or no width below a node's would ever be met.
 */
unsigned boa_job_width(const struct boa_job *job);

/* --- engine_job.c --- */

/* Decide on job JOB. Returns 0 or BOA_ENOMEM. */
int boa_step_job(struct boa_step *step, size_t job);

/* --- engine_hold.c --- */

/*
 * Take up the limits: what is rented, and what started jobs are bound to spend.
 * Returns 0 or BOA_ENOMEM.
 */
int boa_step_limit(struct boa_step *step);

/* May TURN's job, which waits, start? Also when nobody asks. */
enum boa_wait boa_turn_ask(const struct boa_turn *turn);

/* Let the record say whether the job is held, HOLD being due. */
void boa_turn_note_hold(struct boa_turn *turn, enum boa_wait hold);

/* Add the HOLD or UNHOLD that HOLD asks for. Returns 0 or BOA_ENOMEM. */
int boa_turn_hold(struct boa_turn *turn, enum boa_wait hold);

/* --- engine_say.c --- */

/* Lines on the SIZE (ACTION) of TURN, which had BEFORE GPUs, and on its RECORD;
   NULL when memory ran out. */
char *boa_turn_size_text(const struct boa_turn *turn, unsigned before,
			 const struct boa_action *action);
char *boa_turn_record_text(const struct boa_turn *turn);

/* --- engine_node.c --- */

/* JOB waits for GPUS of TYPE, or for the size it asked for. */
void boa_step_need(struct boa_step *step, const struct boa_job *job,
		   ptrdiff_t type, unsigned gpus);
void boa_step_need_asked(struct boa_step *step, const struct boa_job *job);

/* Release what is idle and not needed. Returns 0 or BOA_ENOMEM. */
int boa_step_release(struct boa_step *step);

/* --- engine_fail.c --- */

/* Before the jobs: see which launches failed and which nodes are gone. Returns
   0 or BOA_ENOMEM. */
int boa_step_watch_nodes(struct boa_step *step);

/* After the jobs: give up, power down and return nodes. Returns 0 or
   BOA_ENOMEM. */
int boa_step_repair_nodes(struct boa_step *step);

/* --- engine_retry.c --- */

/* Before anything else about a job: did its launch fail or succeed? */
void boa_step_watch_launch(struct boa_step *step, size_t job);

/* The record of TURN takes over what is remembered of its launches. Returns 0
   or BOA_ENOMEM. */
int boa_turn_note_launch(struct boa_turn *turn);

/* If the launches of the pending job of TURN failed too often: another plan,
   where there is one. Returns 0 or BOA_ENOMEM. */
int boa_turn_fall_back(struct boa_turn *turn);

/* The record of TURN says that the job waits for others' launches that fail,
   or no longer. Returns 0 or BOA_ENOMEM. */
int boa_turn_note_wait(struct boa_turn *turn, bool waits);

/* Until when the job, which waits for GPUS of TYPE, must not start; 0: it
   may. A job that finds its nodes up need not wait, and they are promised. */
double boa_turn_wait_s(struct boa_turn *turn, ptrdiff_t type, unsigned gpus);

#endif /* BOA_ENGINE_IMPL_H */
