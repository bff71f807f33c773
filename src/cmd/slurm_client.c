/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include "src/cmd/slurm_client.h"

/* Slurm 25.11 put the job's number into a step id. */
#ifdef HAVE_JOB_DESC_MSG_T_STEP_ID
#define DESC_JOB_ID(desc) ((desc)->step_id.job_id)
#else
#define DESC_JOB_ID(desc) ((desc)->job_id)
#endif
#ifdef HAVE_SLURM_JOB_INFO_T_STEP_ID
#define INFO_JOB_ID(info) ((info)->step_id.job_id)
#else
#define INFO_JOB_ID(info) ((info)->job_id)
#endif

#define RETRY_S 0.5

bool boa_slurm_is_built_in(void)
{
	return true;
}

int boa_slurm_open(struct boa_err *err)
{
	(void)err;
	slurm_init(NULL);
	return 0;
}

/* Is slurmctld out of reach, rather than refusing? */
static bool is_unreachable(int code)
{
	switch (code) {
	case ECONNREFUSED:
	case ETIMEDOUT:
	case ESLURM_IN_STANDBY_MODE:
	case ESLURM_IN_STANDBY_USE_BACKUP:
	case SLURM_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURM_COMMUNICATIONS_SEND_ERROR:
	case SLURM_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURM_COMMUNICATIONS_SHUTDOWN_ERROR:
	case SLURMCTLD_COMMUNICATIONS_CONNECTION_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SEND_ERROR:
	case SLURMCTLD_COMMUNICATIONS_RECEIVE_ERROR:
	case SLURMCTLD_COMMUNICATIONS_SHUTDOWN_ERROR:
		return true;
	default:
		return false;
	}
}

static bool is_passing(int code)
{
	return code == EAGAIN || code == ESLURM_JOB_SETTING_DB_INX ||
	       code == ESLURM_TRANSITION_STATE_NO_UPDATE ||
	       is_unreachable(code);
}

static double clock_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One request to slurmctld: 0 or Slurm's error number. */
typedef int ask_fn(uint32_t job_id, void *data);

/* ASK until it succeeds, is refused for good, or patience ends. */
static int persist(ask_fn *ask, uint32_t job_id, void *data)
{
	const struct timespec pause = { .tv_nsec = (long)(RETRY_S * 1e9) };
	double until_s = clock_s() + BOA_SLURM_PATIENCE_S;
	int code;

	for (;;) {
		code = ask(job_id, data);
		if (!code || !is_passing(code) || clock_s() >= until_s)
			return code;
		nanosleep(&pause, NULL);
	}
}

static int explain(int code, uint32_t job_id, struct boa_err *err)
{
	if (is_unreachable(code))
		return boa_err_set(err, BOA_EIO,
				   "slurmctld cannot be reached: %s",
				   slurm_strerror(code));
	return boa_err_set(err, BOA_ERANGE, "job %u: %s", job_id,
			   slurm_strerror(code));
}

/* What a call that returns 0 or -1 with errno set amounts to. */
static int code_of(int rc)
{
	if (!rc)
		return 0;
	if (rc > 0)
		return rc;
	return errno ? errno : SLURM_ERROR;
}

static int ask_job(uint32_t job_id, void *data)
{
	return code_of(slurm_load_job(data, job_id, SHOW_DETAIL));
}

/* A copy of TEXT, NULL for NULL; *FAILED is set when memory ran out. */
static char *copy(const char *text, bool *failed)
{
	char *new = text ? strdup(text) : NULL;

	if (text && !new)
		*failed = true;
	return new;
}

static int take(const slurm_job_info_t *info, struct boa_slurm_job *job,
		struct boa_err *err)
{
	struct boa_slurm_job fresh = { .n_restart = info->restart_cnt,
				       .start_s = info->start_time };
	bool failed = false;

	fresh.comment = copy(info->comment, &failed);
	fresh.system_comment = copy(info->system_comment, &failed);
	if (failed) {
		boa_slurm_job_free(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	}
	*job = fresh;
	return 0;
}

int boa_slurm_job_load(uint32_t job_id, struct boa_slurm_job *job,
		       struct boa_err *err)
{
	job_info_msg_t *answer = NULL;
	int code, rc;

	code = persist(ask_job, job_id, &answer);
	if (code)
		return explain(code, job_id, err);
	rc = boa_err_set(err, BOA_ERANGE, "job %u: slurmctld does not know it",
			 job_id);
	/* The number of an array names its last task and the array. */
	for (uint32_t i = 0; i < answer->record_count; i++)
		if (INFO_JOB_ID(&answer->job_array[i]) == job_id) {
			rc = take(&answer->job_array[i], job, err);
			break;
		}
	slurm_free_job_info_msg(answer);
	return rc;
}

void boa_slurm_job_free(struct boa_slurm_job *job)
{
	free(job->comment);
	free(job->system_comment);
	*job = (struct boa_slurm_job){ 0 };
}

static int ask_comment(uint32_t job_id, void *data)
{
	job_desc_msg_t desc;

	slurm_init_job_desc_msg(&desc);
	DESC_JOB_ID(&desc) = job_id;
	desc.comment = data; /* only read: it is packed and sent */
	return code_of(slurm_update_job(&desc));
}

int boa_slurm_job_set_comment(uint32_t job_id, const char *comment,
			      struct boa_err *err)
{
	int code = persist(ask_comment, job_id, (char *)comment);

	return code ? explain(code, job_id, err) : 0;
}

static int ask_requeue(uint32_t job_id, void *data)
{
	(void)data;
	/* JOB_RUNNING: leave it alone unless it runs. */
	return code_of(slurm_requeue(job_id, JOB_RUNNING));
}

int boa_slurm_job_requeue(uint32_t job_id, struct boa_err *err)
{
	int code = persist(ask_requeue, job_id, NULL);

	switch (code) {
	case 0:
	case ESLURM_JOB_PENDING:
		return 0;
	case ESLURM_DISABLED:
		return boa_err_set(err, BOA_ERANGE,
				   "job %u: was submitted with --no-requeue",
				   job_id);
	case ESLURM_BATCH_ONLY:
		return boa_err_set(err, BOA_ERANGE,
				   "job %u: only batch jobs can be requeued",
				   job_id);
	default:
		return explain(code, job_id, err);
	}
}
