/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "plugin/common/mark.h"
#include "plugin/common/slurm_compat.h"
#include "plugin/sched/apply.h"
#include "plugin/sched/snapshot_node.h"

#include "src/gres.h"

#define TEXT_BLOCK 16384

struct boa_text_block {
	struct boa_text_block *next;
	size_t used, room;
	char text[];
};

/* A copy of TEXT (NULL stays NULL) that lives as long as VIEW; *FAILED is set
   when memory runs out. */
static const char *keep(struct boa_view *view, const char *text, bool *failed)
{
	struct boa_text_block *block = view->text;
	size_t len = text ? strlen(text) + 1 : 0;
	char *copy;

	if (!text)
		return NULL;
	if (!block || block->room - block->used < len) {
		size_t room = len > TEXT_BLOCK ? len : TEXT_BLOCK;

		block = malloc(sizeof(*block) + room);
		if (!block) {
			*failed = true;
			return NULL;
		}
		block->next = view->text;
		block->used = 0;
		block->room = room;
		view->text = block;
	}
	copy = block->text + block->used;
	memcpy(copy, text, len);
	block->used += len;
	return copy;
}

static void clear(struct boa_view *view)
{
	while (view->text) {
		struct boa_text_block *next = view->text->next;

		free(view->text);
		view->text = next;
	}
	view->snapshot.n_job = 0;
	view->snapshot.n_node = 0;
	view->n_raw = 0;
	free(view->cluster);
	view->cluster = NULL;
}

void boa_view_free(struct boa_view *view)
{
	clear(view);
	free(view->snapshot.job);
	free(view->snapshot.node);
	free(view->place);
	free(view->type);
	free(view->hold);
	free(view->raw);
	*view = (struct boa_view){ 0 };
}

/* Is CODE in LIST, "75" or "1-9,75" (slurm.conf(5), RequeueExit)? */
static bool is_listed(const char *list, long code)
{
	while (list && *list) {
		char *end;
		long first = strtol(list, &end, 10);
		long last = *end == '-' ? strtol(end + 1, &end, 10) : first;

		if (first <= code && code <= last)
			return true;
		list = strchr(end, ',');
		list += list ? 1 : 0;
	}
	return false;
}

/* Will slurmctld requeue the finished JOB once its nodes are free? Of a code
   in RequeueExit it makes nothing known before (22.05.8 job_mgr.c,
   job_hold_requeue()). */
static bool is_requeued_next(job_record_t *job)
{
	return IS_JOB_COMPLETING(job) && job->batch_flag &&
	       !IS_JOB_CANCELLED(job) &&
	       ((job->job_state & JOB_REQUEUE) ||
		(WIFEXITED(job->exit_code) && WEXITSTATUS(job->exit_code) &&
		 is_listed(slurm_conf.requeue_exit,
			   WEXITSTATUS(job->exit_code))));
}

static enum boa_job_state state_of(job_record_t *job)
{
	if (IS_JOB_PENDING(job))
		return IS_JOB_COMPLETING(job) ? BOA_JOB_REQUEUING
					      : BOA_JOB_PENDING;
	if (IS_JOB_FINISHED(job) && is_requeued_next(job))
		return BOA_JOB_REQUEUING;
	if (IS_JOB_FINISHED(job))
		return IS_JOB_COMPLETING(job) ? BOA_JOB_ENDING : BOA_JOB_DONE;
	return IS_JOB_CONFIGURING(job) ? BOA_JOB_CONFIGURING : BOA_JOB_RUNNING;
}

static enum boa_job_end end_of(job_record_t *job)
{
	if (!IS_JOB_FINISHED(job) || is_requeued_next(job))
		return BOA_END_NONE;
	if (IS_JOB_COMPLETE(job))
		return BOA_END_COMPLETED;
	if (IS_JOB_CANCELLED(job))
		return BOA_END_CANCELLED;
	if (IS_JOB_NODE_FAILED(job))
		return BOA_END_NODE_FAIL;
	return BOA_END_FAILED;
}

/* Is the job's begin time the one its requeue set, and not the user's? The
   requeue sets begin = now + delay + 1, submit = now or now + 1. */
static bool is_requeue_delayed(job_record_t *job, time_t now)
{
	time_t wait = job->details->begin_time - job->details->submit_time;

	return job->restart_cnt && job->details->begin_time > now &&
	       (wait == boa_slurm_requeue_delay_s() ||
		wait == boa_slurm_requeue_delay_s() + 1);
}

/* Could the job start if there were room? */
static bool is_eligible(job_record_t *job, bool delayed, time_t now)
{
	if (!job->priority || (job->details->begin_time > now && !delayed))
		return false;
	if (job->details->depend_list && list_count(job->details->depend_list))
		return false;
	switch (job->state_reason) {
	case WAIT_NO_REASON:
	case WAIT_PRIORITY:
	case WAIT_RESOURCES:
	case WAIT_NODE_NOT_AVAIL:
	case WAIT_TIME:
	case WAIT_CLEANING:
	case FAIL_DOWN_NODE:
		return true;
	default:
		return false;
	}
}

/* Is the pending job held, and by BOA? The reason says so, or the record. */
static bool is_held(job_record_t *job)
{
	if (job->priority || job->state_reason != WAIT_HELD)
		return false;
	return !xstrncmp(job->state_desc, BOA_HOLD_PREFIX,
			 strlen(BOA_HOLD_PREFIX)) ||
	       xstrstr(job->system_comment, " held=1");
}

static ptrdiff_t type_of_job(const struct boa_conf *conf, job_record_t *job,
			     const struct boa_gres *gres)
{
	for (size_t i = 0; gres->type && i < conf->n_type; i++) {
		const char *name = conf->type[i].name;

		if (strlen(name) == gres->type_len &&
		    !strncmp(name, gres->type, gres->type_len))
			return (ptrdiff_t)i;
	}
	return job->part_ptr && job->part_ptr->name
		       ? boa_conf_find_partition(conf, job->part_ptr->name)
		       : -1;
}

static void read_size(const struct boa_conf *conf, job_record_t *job,
		      struct boa_job *out)
{
	struct boa_gres gres = boa_gres_parse(job->tres_per_node);
	unsigned nodes = job->details ? job->details->min_nodes : 0;

	out->asked_nodes = nodes ? nodes : 1;
	out->whole_nodes =
		job->details && job->details->whole_node == WHOLE_NODE_REQUIRED;
	out->asked_gpus_per_node = gres.has_gpu ? (unsigned)gres.count : 0;
	if (!gres.has_gpu) {
		gres = boa_gres_parse(job->tres_per_job);
		if (gres.has_gpu)
			out->asked_gpus_per_node =
				((unsigned)gres.count + out->asked_nodes - 1) /
				out->asked_nodes;
	}
	out->type = type_of_job(conf, job, &gres);
}

/* Does the record stand for array tasks that have not started yet? */
static bool is_array_rest(job_record_t *job)
{
	return job->array_recs && job->array_task_id == NO_VAL;
}

/* How many jobs of the record could start now, resources given. */
static unsigned waiting_tasks(job_record_t *job)
{
	uint32_t n, limit, running;

	if (!is_array_rest(job))
		return 1;
	n = job->array_recs->task_cnt;
	limit = job->array_recs->max_run_tasks; /* --array=0-9%2 */
	running = job->array_recs->tot_run_tasks;
	return limit > running && limit - running < n ? limit - running : n;
}

/* What list_for_each() carries along. */
struct taking {
	struct boa_view *view;
	const struct boa_conf *conf;
	time_t now;
	bool failed;
};

static void copy_texts(job_record_t *job, struct taking *taking,
		       struct boa_job *out)
{
	struct boa_mark mark = boa_mark_read(job);
	char user[16];

	snprintf(user, sizeof(user), "%u", job->user_id);
	out->user = keep(taking->view, user, &taking->failed);
	out->account = keep(taking->view, job->account ? job->account : "",
			    &taking->failed);
	out->comment = keep(taking->view, job->comment, &taking->failed);
	out->record = keep(taking->view, job->system_comment, &taking->failed);
	out->sized = mark.sized && !is_array_rest(job);
	out->n_task = waiting_tasks(job);
	if (mark.only_type[0])
		out->only_type =
			keep(taking->view, mark.only_type, &taking->failed);
}

static void copy_job(job_record_t *job, struct taking *taking,
		     struct boa_job *out)
{
	*out = (struct boa_job){
		.id = job->job_id,
		.state = state_of(job),
		.end = end_of(job),
		.n_restart = job->restart_cnt,
		.submit_s = (double)job->details->submit_time,
	};
	copy_texts(job, taking, out);
	read_size(taking->conf, job, out);
	if (out->state == BOA_JOB_PENDING) {
		out->requeue_delayed = is_requeue_delayed(job, taking->now);
		out->held = is_held(job);
		out->eligible =
			is_eligible(job, out->requeue_delayed, taking->now);
		if (job->details->begin_time > taking->now)
			out->begin_s = (double)job->details->begin_time;
		return;
	}
	out->start_s = (double)job->start_time;
	if (out->state == BOA_JOB_DONE || out->state == BOA_JOB_ENDING)
		out->end_s = (double)job->end_time;
	if (out->state == BOA_JOB_CONFIGURING)
		out->nodes_ready = !job->details->prolog_running &&
				   test_job_nodes_ready(job);
	if (out->state != BOA_JOB_DONE)
		out->held_gpus =
			boa_view_add_holds(taking->view, job, &taking->failed);
}

static int take_job(void *item, void *arg)
{
	job_record_t *job = item;
	struct taking *taking = arg;
	struct boa_view *view = taking->view;

	if (job->magic != JOB_MAGIC || !job->details)
		return 0;
	if (view->snapshot.n_job == view->room_job) {
		taking->failed = true;
		return -1;
	}
	copy_job(job, taking, &view->snapshot.job[view->snapshot.n_job++]);
	return taking->failed ? -1 : 0;
}

static int by_id(const void *a, const void *b)
{
	const struct boa_job *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static int make_types(const struct boa_conf *conf, struct boa_view *view)
{
	bool in_gpu_hours = conf->budget.unit == BOA_GPU_HOURS_PER_HOUR;

	free(view->type);
	view->type = calloc(conf->n_type, sizeof(*view->type));
	if (!view->type)
		return -1;
	for (size_t i = 0; i < conf->n_type; i++)
		view->type[i] = (struct boa_snapshot_type){
			.name = conf->type[i].name,
			.price_per_gpu_h =
				in_gpu_hours ? 1.0 : conf->type[i].price,
			.gpus_per_node = conf->type[i].gpus_per_node,
			.max_nodes = conf->type[i].max_nodes,
			.boot_timeout_s = conf->type[i].boot_timeout_s,
		};
	view->snapshot.type = view->type;
	view->snapshot.n_type = conf->n_type;
	return 0;
}

/* Room for N_JOB jobs, before any lock is taken or under it: malloc only. */
static int make_room(struct boa_view *view, size_t n_job)
{
	struct boa_job *job;

	if (n_job <= view->room_job)
		return 0;
	job = realloc(view->snapshot.job, n_job * sizeof(*job));
	if (!job)
		return -1;
	view->snapshot.job = job;
	view->room_job = n_job;
	return 0;
}

int boa_view_take(const struct boa_conf *conf, double now_s,
		  struct boa_view *view, struct boa_err *err)
{
	slurmctld_lock_t read_locks = {
		.conf = READ_LOCK,
		.job = READ_LOCK,
		.node = READ_LOCK,
		.part = READ_LOCK,
		.fed = NO_LOCK,
	};
	struct taking taking = { .view = view,
				 .conf = conf,
				 .now = (time_t)now_s };

	clear(view);
	view->snapshot.now_s = now_s;
	if (make_types(conf, view))
		goto failed;
	lock_slurmctld(read_locks);
	view->cluster = strdup(slurm_conf.cluster_name);
	taking.failed = !view->cluster ||
			make_room(view, (size_t)list_count(job_list) + 64) ||
			boa_view_take_nodes(conf, view, keep);
	if (!taking.failed)
		list_for_each(job_list, take_job, &taking);
	unlock_slurmctld(read_locks);
	if (taking.failed)
		goto failed;
	if (view->snapshot.n_job)
		qsort(view->snapshot.job, view->snapshot.n_job,
		      sizeof(*view->snapshot.job), by_id);
	if (boa_view_sort_holds(view))
		goto failed;
	return 0;
failed:
	clear(view);
	return boa_err_set(err, BOA_ENOMEM, "no memory for a snapshot");
}
