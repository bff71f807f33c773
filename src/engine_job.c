/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/choice.h"
#include "src/engine_impl.h"
#include "src/size.h"
#include "src/text.h"
#include "src/token.h"

/* --- epochs ----------------------------------------------------------- */

/*
 * Take the epoch that the job reports in its comment. It may be the last word
 * of a run that is over: then the epoch holds, but this run has said nothing.
 */
static int accept_epoch(struct boa_turn *turn)
{
	struct boa_token_epoch token = boa_token_epoch(turn->job->comment);
	struct boa_record *now = &turn->now;

	if (!token.given)
		return 0;
	if (token.epoch > now->n_epoch)
		return boa_step_tell(
			turn->step, turn->i,
			boa_text_new("job %u: epoch %u is ignored, class %s "
				     "has %u",
				     turn->job->id, token.epoch, now->class,
				     now->n_epoch));
	if (token.epoch < now->epoch)
		return boa_step_tell(
			turn->step, turn->i,
			boa_text_new("job %u: epoch %u is ignored, it was in "
				     "epoch %u already",
				     turn->job->id, token.epoch, now->epoch));
	if (token.epoch > now->epoch) {
		now->epoch = token.epoch;
		turn->new_epoch = true;
		turn->changed = true;
	}
	if (token.has_restart && token.restart == turn->job->n_restart &&
	    (!now->reported || now->run != token.restart)) {
		now->run = token.restart;
		now->reported = true;
		turn->changed = true;
	}
	return 0;
}

/* --- records ---------------------------------------------------------- */

/* Add ACTION with the record as it should be and TEXT (taken). */
static int write_record(struct boa_turn *turn, struct boa_action action,
			char *text)
{
	int rc = boa_record_print(&turn->now, &action.record, turn->step->err);

	if (rc) {
		free(text);
		return rc;
	}
	action.job = turn->i;
	action.node = SIZE_MAX;
	action.counted = turn->assigned;
	action.plan = turn->plan;
	action.text = text;
	return boa_step_add(turn->step, action);
}

static int record_if_changed(struct boa_turn *turn)
{
	struct boa_action action = { .kind = BOA_ACT_RECORD };

	if (!turn->changed)
		return 0;
	return write_record(turn, action, boa_turn_record_text(turn));
}

/* --- widths ----------------------------------------------------------- */

/* The width in the record becomes GPUS; COUNTS: it is a resize. */
static void set_width(struct boa_turn *turn, unsigned gpus, bool counts)
{
	if (turn->now.width_gpus == gpus)
		return;
	turn->now.width_gpus = gpus;
	turn->now.n_resize += counts;
	turn->changed = true;
}

static bool is_asked(const struct boa_job *job, ptrdiff_t type,
		     const struct boa_size *size)
{
	return job->type == type && job->asked_nodes == size->nodes &&
	       job->asked_gpus_per_node == size->gpus_per_node;
}

/* May the job's time of beginning be moved, or is it its user's? */
static bool is_begin_ours(const struct boa_turn *turn)
{
	const struct boa_job *job = turn->job;

	return job->requeue_delayed || job->begin_s <= 0 ||
	       (turn->now.wait_s &&
		fabs(job->begin_s - (double)turn->now.wait_s) < 1.0);
}

/* When ACTION lets the job begin; if it may now and is not HELD back, the nodes
   are needed. Returns 0 or BOA_ENOMEM. */
static int set_begin(struct boa_turn *turn, struct boa_action *action,
		     bool held)
{
	const struct boa_job *job = turn->job;
	bool ours = is_begin_ours(turn);
	double wait_s = 0;
	int rc = 0;

	if (!held && ours &&
	    (job->eligible || job->begin_s > 0 || job->requeue_delayed))
		wait_s = boa_turn_wait_s(turn, action->type, action->gpus);
	if (wait_s > 0) {
		if (fabs(job->begin_s - wait_s) >= 1.0)
			action->begin_s = wait_s;
		if (!turn->now.wait_s)
			rc = boa_turn_note_wait(turn, true);
		if (turn->now.wait_s != (int64_t)wait_s)
			turn->changed = true;
		turn->now.wait_s = (int64_t)wait_s;
		return rc;
	}
	action->lift_delay =
		job->requeue_delayed || (ours && turn->now.wait_s > 0);
	if (turn->now.wait_s) {
		turn->changed = true;
		rc = boa_turn_note_wait(turn, false);
	}
	turn->now.wait_s = 0;
	if (!held && (job->eligible || job->held || action->lift_delay))
		boa_step_need(turn->step, job, action->type, action->gpus);
	return rc;
}

/* A job that waits, HELD back or not, asks for the width of its epoch. */
static int size_pending(struct boa_turn *turn, bool held)
{
	const struct boa_snapshot *snapshot = turn->step->snapshot;
	const struct boa_job *job = turn->job;
	unsigned gpus = boa_record_gpus(&turn->now);
	unsigned before = turn->now.width_gpus;
	struct boa_action action = { .kind = BOA_ACT_SIZE, .gpus = gpus };
	struct boa_size size;
	int rc = boa_turn_note_launch(turn);

	if (!rc)
		rc = boa_turn_fall_back(turn);
	if (rc)
		return rc;
	action.gpus = gpus = boa_record_gpus(&turn->now);
	action.type = boa_choice_find_type(snapshot->type, snapshot->n_type,
					   boa_record_type(&turn->now));
	if (action.type < 0 ||
	    !boa_choice_has_room(&snapshot->type[action.type], gpus)) {
		if (!held)
			boa_step_need_asked(turn->step, job);
		rc = boa_step_tell(
			turn->step, turn->i,
			boa_text_new("job %u: %u GPUs of %s cannot be had; it "
				     "keeps the size it asks for",
				     job->id, gpus,
				     boa_record_type(&turn->now)));
		return rc ? rc : record_if_changed(turn);
	}
	rc = set_begin(turn, &action, held);
	if (rc)
		return rc;
	set_width(turn, gpus, job->n_restart > 0);
	size = boa_size_of(gpus, snapshot->type[action.type].gpus_per_node, 0,
			   0);
	if (!turn->assigned && !action.lift_delay && !(action.begin_s > 0) &&
	    is_asked(job, action.type, &size))
		return record_if_changed(turn);
	return write_record(turn, action,
			    boa_turn_size_text(turn, before, &action));
}

/* A job that waits: for what, and must it? */
static int follow_pending(struct boa_turn *turn)
{
	enum boa_wait hold = boa_turn_ask(turn);
	int rc;

	boa_turn_note_hold(turn, hold);
	rc = size_pending(turn, hold != BOA_WAIT_NONE);
	return rc ? rc : boa_turn_hold(turn, hold);
}

/* Does the job run at another width or type than its epoch's, and know it? */
static bool owes_resize(const struct boa_turn *turn)
{
	const struct boa_snapshot *snapshot = turn->step->snapshot;
	const struct boa_record *now = &turn->now;
	ptrdiff_t type = boa_choice_find_type(snapshot->type, snapshot->n_type,
					      boa_record_type(now));

	if (turn->job->state != BOA_JOB_RUNNING || !now->reported ||
	    now->run != turn->job->n_restart)
		return false;
	return boa_record_gpus(now) != now->width_gpus ||
	       (type >= 0 && turn->job->type >= 0 && type != turn->job->type);
}

/* The job will be requeued in a moment: the nodes that it needs beyond its own
   are kept for it if they are there. */
static void need_growth(const struct boa_turn *turn)
{
	const struct boa_snapshot *snapshot = turn->step->snapshot;
	ptrdiff_t type = boa_choice_find_type(snapshot->type, snapshot->n_type,
					      boa_record_type(&turn->now));
	const struct boa_job *job = turn->job;
	unsigned per_node, want, have = 0;

	if (type < 0)
		return;
	per_node = snapshot->type[type].gpus_per_node;
	want = boa_size_of(boa_record_gpus(&turn->now), per_node, 0, 0).nodes;
	/* The rest of a node held in part may be another's by then. */
	if (type == job->type && job->asked_gpus_per_node >= per_node)
		have = job->asked_nodes;
	if (want > have)
		boa_step_need(turn->step, job, type, (want - have) * per_node);
}

/* The job itself resizes, by a requeue; what it does not do is told of. */
static int watch_resize(struct boa_turn *turn)
{
	double now_s = turn->step->snapshot->now_s;
	struct boa_memory *memory = turn->memory;
	bool owed = memory->owes;

	memory->owes = owes_resize(turn);
	if (!memory->owes)
		return 0;
	if (!owed || memory->owes_since_s > now_s)
		memory->owes_since_s = now_s;
	if (now_s - memory->owes_since_s < turn->step->options->grace_time_s) {
		need_growth(turn);
		return 0;
	}
	return boa_step_tell(
		turn->step, turn->i,
		boa_text_new("job %u: %u GPUs of %s were due for epoch %u, it "
			     "did not resize in time and keeps %u",
			     turn->job->id, boa_record_gpus(&turn->now),
			     boa_record_type(&turn->now),
			     boa_record_epoch(&turn->now),
			     turn->now.width_gpus));
}

/* A job that has its nodes: what it holds is its width. */
static int watch_holding(struct boa_turn *turn)
{
	unsigned held = boa_job_width(turn->job);
	bool has_run = turn->job->n_restart > 0 || turn->now.reported;
	int rc;

	if (held)
		set_width(turn, held, has_run);
	rc = boa_turn_note_launch(turn);
	if (!rc)
		rc = record_if_changed(turn);
	return rc ? rc : watch_resize(turn);
}

static int follow_record(struct boa_turn *turn)
{
	const struct boa_snapshot *snapshot = turn->step->snapshot;
	ptrdiff_t type;
	int rc = accept_epoch(turn);

	if (rc)
		return rc;
	if (!boa_job_holds(turn->job))
		turn->memory->owes = false;
	if (turn->job->state == BOA_JOB_PENDING)
		return follow_pending(turn);
	boa_turn_note_hold(turn, BOA_WAIT_NONE);
	if (boa_job_holds(turn->job))
		return watch_holding(turn);
	rc = boa_turn_note_launch(turn);
	if (rc)
		return rc;
	type = boa_choice_find_type(snapshot->type, snapshot->n_type,
				    boa_record_type(&turn->now));
	if (boa_turn_wait_s(turn, type, boa_record_gpus(&turn->now)) <= 0)
		boa_step_need(turn->step, turn->job, type,
			      boa_record_gpus(&turn->now));
	return record_if_changed(turn);
}

/* --- one job ---------------------------------------------------------- */

static int launch_if_ready(struct boa_turn *turn)
{
	struct boa_action action = {
		.kind = BOA_ACT_LAUNCH,
		.job = turn->i,
		.node = SIZE_MAX,
	};

	if (turn->job->state != BOA_JOB_CONFIGURING || !turn->job->nodes_ready)
		return 0;
	action.text = boa_text_new("job %u: its nodes are up, started",
				   turn->job->id);
	return boa_step_add(turn->step, action);
}

/* Not BOA's, or not now: it gets what it asks for, from Slurm. */
static int leave_alone(struct boa_turn *turn)
{
	const struct boa_job *job = turn->job;

	if (job->state == BOA_JOB_REQUEUING ||
	    (job->state == BOA_JOB_PENDING && job->eligible &&
	     !job->requeue_delayed))
		boa_step_need_asked(turn->step, job);
	if (!turn->memory->damaged)
		return 0;
	return boa_step_tell(turn->step, turn->i,
			     boa_text_new("job %u: its record is damaged; it "
					  "keeps its size",
					  job->id));
}

static int assign_or_leave(struct boa_turn *turn)
{
	struct boa_record made = { 0 };
	int rc = boa_step_assign(turn->step, turn->i, &made, &turn->plan,
				 &turn->assigned);

	if (rc)
		return rc;
	if (!turn->assigned)
		return leave_alone(turn);
	turn->now = made;
	turn->changed = true;
	rc = follow_record(turn);
	boa_record_free(&made);
	return rc;
}

static int decide(struct boa_turn *turn)
{
	int rc = launch_if_ready(turn);

	if (rc)
		return rc;
	if (turn->memory->damaged)
		return leave_alone(turn);
	if (turn->memory->found) {
		turn->now = turn->memory->record;
		return follow_record(turn);
	}
	if (turn->job->sized && turn->job->state != BOA_JOB_REQUEUING)
		return assign_or_leave(turn);
	return leave_alone(turn);
}

int boa_step_job(struct boa_step *step, size_t i)
{
	struct boa_turn turn = {
		.step = step,
		.i = i,
		.job = &step->snapshot->job[i],
		.memory = &step->engine->memory[i],
	};
	int rc;

	if (turn.job->state == BOA_JOB_ENDING ||
	    turn.job->state == BOA_JOB_DONE)
		return 0;
	boa_step_watch_launch(step, i);
	rc = decide(&turn);
	boa_record_free(&turn.other);
	free(turn.why);
	return rc;
}
