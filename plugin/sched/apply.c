/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/apply.h"

#include <errno.h>
#include <string.h>

#include "plugin/common/mark.h"
#include "plugin/common/sizing.h"
#include "plugin/common/slurm_compat.h"

/* The job an action speaks of, if it is still the one the snapshot saw. */
static job_record_t *find_job(const struct boa_snapshot *snapshot,
			      const struct boa_action *action)
{
	const struct boa_job *seen = &snapshot->job[action->job];
	job_record_t *job = find_job_record(seen->id);

	if (!job || job->magic != JOB_MAGIC || !job->details ||
	    job->restart_cnt != seen->n_restart)
		return NULL;
	return job;
}

static void set_record(job_record_t *job, const char *record)
{
	if (!record || !xstrcmp(job->system_comment, record))
		return;
	xfree(job->system_comment);
	job->system_comment = xstrdup(record);
	last_job_update = time(NULL);
}

enum outcome { DONE, PASSED, REFUSED };

static enum outcome write_record(job_record_t *job,
				 const struct boa_action *action)
{
	if (IS_JOB_FINISHED(job))
		return PASSED;
	set_record(job, action->record);
	return DONE;
}

/*
 * Without accounting a change of partition finds no association and fails by
 * whatever errno happens to be (22.05.8 job_mgr.c:12490).
 */
static int update(job_record_t *job, job_desc_msg_t *desc)
{
	slurm_msg_t msg;

	slurm_msg_t_init(&msg);
	boa_slurm_set_job_id(desc, job->job_id);
	msg.data = desc;
	errno = 0;
	return update_job(&msg, 0, false);
}

/*
 * The same, to nodes of another type. update_job() adds GPUs of a new type to
 * those of the old one, which then fit no node: so it is shown none.
 */
static int update_type(job_record_t *job, job_desc_msg_t *desc)
{
	List before = job->gres_list_req;
	int rc;

	job->gres_list_req = NULL;
	rc = update(job, desc);
	if (job->gres_list_req)
		FREE_NULL_LIST(before);
	else
		job->gres_list_req = before;
	return rc;
}

/* Ask slurmctld to give the pending JOB its new size. */
static int resize(job_record_t *job, const struct boa_job *seen,
		  const struct boa_conf *conf, const struct boa_action *action)
{
	const struct boa_conf_type *type = &conf->type[action->type];
	struct boa_mark mark = boa_mark_read(job);
	job_desc_msg_t desc;
	int rc;

	slurm_init_job_desc_msg(&desc);
	boa_sizing_fill(&desc, type, action->gpus,
			mark.cpus ? 0 : job->details->cpus_per_task,
			mark.memory);
	if (!job->part_ptr || xstrcmp(job->part_ptr->name, type->partition))
		desc.partition = xstrdup(type->partition);
	rc = seen->type == action->type ? update(job, &desc)
					: update_type(job, &desc);
	/* update_job() takes over what it uses and sets it NULL. */
	xfree(desc.partition);
	xfree(desc.tres_per_node);
	xfree(desc.job_id_str);
	return rc;
}

/* Does ACTION change what the pending JOB asks for? */
static bool is_new_size(const job_record_t *job, const struct boa_conf *conf,
			const struct boa_snapshot *snapshot,
			const struct boa_action *action)
{
	const struct boa_job *seen = &snapshot->job[action->job];
	unsigned asked = job->details->min_nodes * seen->asked_gpus_per_node;

	return asked != action->gpus || !job->part_ptr ||
	       xstrcmp(job->part_ptr->name, conf->type[action->type].partition);
}

/*
 * May the run before still be under way somewhere? The nodes refuse a
 * credential that is not younger than its end, by whole seconds of slurmctld's
 * clock (22.05.8 slurm_cred.c, _credential_revoked()): the next run may begin
 * in the second after that. But a job that was not requeued to be resized may
 * have lost a node, and should that live, what it says of the end of the old
 * run is taken for the end of the new one (job_mgr.c, job_epilog_complete()
 * knows no runs). KillWait is all the time it can take.
 */
static bool is_quiet(const job_record_t *job, bool resizes)
{
	time_t end = job->details->begin_time - boa_slurm_requeue_delay_s() - 1;

	return time(NULL) >
	       end + (resizes ? 0 : (time_t)slurm_conf.kill_wait + 1);
}

static enum outcome set_size(job_record_t *job, const struct boa_conf *conf,
			     const struct boa_snapshot *snapshot,
			     const struct boa_action *action,
			     struct boa_tally *tally)
{
	const struct boa_job *seen = &snapshot->job[action->job];
	int rc;

	if (!IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job) ||
	    (action->lift_delay && seen->requeue_delayed &&
	     !is_quiet(job, is_new_size(job, conf, snapshot, action))))
		return PASSED;
	rc = resize(job, seen, conf, action);
	if (rc == ESLURM_JOB_SETTING_DB_INX)
		return PASSED;
	if (rc) {
		error("sched/boa: %s: slurmctld refused the size: %s ",
		      action->text, slurm_strerror(rc));
		return REFUSED;
	}
	if (action->lift_delay)
		job->details->begin_time = time(NULL);
	else if (action->begin_s > 0)
		job->details->begin_time = (time_t)action->begin_s;
	set_record(job, action->record);
	last_job_update = time(NULL);
	tally->schedule = true;
	return DONE;
}

/* Have slurmctld set the pending JOB's priority: 0 holds it as an operator
   would, INFINITE lets it go with the priority Slurm gives it. */
static int set_priority(const job_record_t *job, uint32_t priority)
{
	job_desc_msg_t desc;
	slurm_msg_t msg;
	int rc;

	slurm_init_job_desc_msg(&desc);
	slurm_msg_t_init(&msg);
	boa_slurm_set_job_id(&desc, job->job_id);
	desc.priority = priority;
	msg.data = &desc;
	rc = update_job(&msg, 0, false);
	xfree(desc.job_id_str);
	return rc;
}

static enum outcome set_hold(job_record_t *job, const struct boa_action *action,
			     struct boa_tally *tally)
{
	bool hold = action->kind == BOA_ACT_HOLD;
	int rc;

	if (!IS_JOB_PENDING(job) || IS_JOB_COMPLETING(job) ||
	    hold != (job->priority != 0))
		return PASSED;
	rc = set_priority(job, hold ? 0 : INFINITE);
	if (rc == ESLURM_JOB_SETTING_DB_INX)
		return PASSED;
	if (rc) {
		error("sched/boa: %s: slurmctld refused: %s", action->text,
		      slurm_strerror(rc));
		return REFUSED;
	}
	if (hold) {
		xfree(job->state_desc);
		job->state_desc = xstrdup_printf(BOA_HOLD_PREFIX "%s",
						 boa_wait_text(action->hold));
	}
	last_job_update = time(NULL);
	tally->schedule |= !hold;
	return DONE;
}

/* As job_time_limit() does it every 30 s (22.05.8 job_mgr.c:9301), only at
   once. */
static enum outcome launch(job_record_t *job)
{
	if (!IS_JOB_CONFIGURING(job) || job->details->prolog_running ||
	    !test_job_nodes_ready(job))
		return PASSED;
	job_config_fini(job);
	if (job->batch_flag)
		launch_job(job);
	return DONE;
}

static enum outcome set_node(const char *name, uint32_t state,
			     const char *reason)
{
	update_node_msg_t update;
	int rc;

	slurm_init_update_node_msg(&update);
	update.node_names = (char *)name;
	update.node_state = state;
	update.reason = (char *)reason;
	rc = update_node(&update, 0);
	if (!rc)
		return DONE;
	error("sched/boa: node %s: slurmctld refused the change of its state: %s",
	      name, slurm_strerror(rc));
	return REFUSED;
}

static bool is_idle(const node_record_t *node)
{
	return IS_NODE_IDLE(node) && !IS_NODE_POWERED_DOWN(node) &&
	       !IS_NODE_POWERING_UP(node) && !IS_NODE_POWERING_DOWN(node) &&
	       !IS_NODE_COMPLETING(node) && !node->run_job_cnt &&
	       !node->comp_job_cnt;
}

/* A node out of service or believed off: nobody works on it. */
static bool is_out(const node_record_t *node)
{
	return (IS_NODE_DOWN(node) ||
		(IS_NODE_IDLE(node) && IS_NODE_POWERED_DOWN(node))) &&
	       !IS_NODE_POWERING_DOWN(node) && !IS_NODE_POWER_DOWN(node) &&
	       !node->run_job_cnt;
}

static enum outcome act_on_node(const struct boa_node *seen,
				const struct boa_action *action)
{
	const node_record_t *node = find_node_record((char *)seen->name);

	if (!node)
		return PASSED;
	switch (action->kind) {
	case BOA_ACT_RENT:
		return set_node(seen->name, NODE_STATE_POWER_UP, NULL);
	case BOA_ACT_RELEASE:
		return is_idle(node) ? set_node(seen->name,
						NODE_STATE_POWER_DOWN, NULL)
				     : PASSED;
	case BOA_ACT_FAIL:
		/* a boot that was asked for anew is another matter */
		if (seen->state == BOA_NODE_BOOTING &&
		    (!IS_NODE_POWERING_UP(node) ||
		     (double)node->boot_req_time != seen->boot_s))
			return PASSED;
		return set_node(seen->name, NODE_STATE_DOWN, action->reason);
	case BOA_ACT_OFF:
		return is_out(node) ? set_node(seen->name,
					       NODE_STATE_POWER_DOWN, NULL)
				    : PASSED;
	case BOA_ACT_RETURN:
		return IS_NODE_DOWN(node) && IS_NODE_POWERED_DOWN(node)
			       ? set_node(seen->name, NODE_RESUME, NULL)
			       : PASSED;
	default:
		return PASSED;
	}
}

static enum outcome carry_out(const struct boa_conf *conf,
			      const struct boa_snapshot *snapshot,
			      const struct boa_action *action,
			      struct boa_tally *tally)
{
	job_record_t *job = NULL;

	if (action->node != SIZE_MAX && action->kind != BOA_ACT_TELL) {
		tally->save_nodes = true;
		tally->schedule |= action->kind == BOA_ACT_RETURN;
		return act_on_node(&snapshot->node[action->node], action);
	}
	if (action->kind == BOA_ACT_TELL)
		return DONE;
	job = find_job(snapshot, action);
	if (!job)
		return PASSED;
	switch (action->kind) {
	case BOA_ACT_RECORD:
		return write_record(job, action);
	case BOA_ACT_SIZE:
		return set_size(job, conf, snapshot, action, tally);
	case BOA_ACT_HOLD:
	case BOA_ACT_UNHOLD:
		return set_hold(job, action, tally);
	case BOA_ACT_LAUNCH:
		return launch(job);
	default:
		return PASSED;
	}
}

void boa_apply(const struct boa_conf *conf, const struct boa_snapshot *snapshot,
	       const struct boa_actions *actions, bool *done,
	       struct boa_tally *tally)
{
	slurmctld_lock_t write_locks = {
		.conf = READ_LOCK,
		.job = WRITE_LOCK,
		.node = WRITE_LOCK,
		.part = WRITE_LOCK,
		.fed = READ_LOCK,
	};

	*tally = (struct boa_tally){ 0 };
	lock_slurmctld(write_locks);
	for (size_t i = 0; i < actions->n; i++) {
		enum outcome outcome =
			carry_out(conf, snapshot, &actions->action[i], tally);

		done[i] = outcome == DONE;
		tally->n_done += outcome == DONE;
		tally->n_passed += outcome == PASSED;
		tally->n_refused += outcome == REFUSED;
	}
	unlock_slurmctld(write_locks);
}
