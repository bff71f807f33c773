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
	bool new_epoch; /* accepted in this step */
	bool changed;   /* NOW is not what stands in the job */
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

/* Lines on the SIZE of TURN, which had BEFORE GPUs, and on its RECORD; NULL
   when memory ran out. */
char *boa_turn_size_text(const struct boa_turn *turn, unsigned before);
char *boa_turn_record_text(const struct boa_turn *turn);

/* --- engine_node.c --- */

/* JOB waits for GPUS of TYPE, or for the size it asked for. */
void boa_step_need(struct boa_step *step, const struct boa_job *job,
		   ptrdiff_t type, unsigned gpus);
void boa_step_need_asked(struct boa_step *step, const struct boa_job *job);

/* Release what is idle and not needed. Returns 0 or BOA_ENOMEM. */
int boa_step_release(struct boa_step *step);

#endif /* BOA_ENGINE_IMPL_H */
