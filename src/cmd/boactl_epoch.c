/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl epoch N - from inside a job: the work of epoch N begins now.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "src/cmd/boactl.h"
#include "src/cmd/epoch_report.h"
#include "src/cmd/slurm_client.h"
#include "src/err.h"

/* sched/boa assigns a plan within moments of the job's start. */
#define WAIT_FOR_RECORD_S 10L
#define POLLS_PER_S       2L

/* The number in TEXT, or 0 when it is not a whole number from 1. */
static unsigned parse_epoch(const char *text)
{
	char *end = NULL;
	unsigned long epoch = 0;

	errno = 0;
	if (text[0] >= '0' && text[0] <= '9')
		epoch = strtoul(text, &end, 10);
	if (errno || !end || *end || epoch > UINT_MAX)
		return 0;
	return (unsigned)epoch;
}

static int load_and_judge(uint32_t job_id, unsigned epoch, int64_t *start_s,
			  struct boa_epoch_report *report, struct boa_err *err)
{
	struct boa_slurm_job job = { 0 };
	int rc;

	rc = boa_slurm_job_load(job_id, &job, err);
	if (rc)
		return rc;
	*start_s = job.start_s;
	rc = boa_epoch_judge(epoch,
			     &(struct boa_epoch_job){
				     .comment = job.comment,
				     .system_comment = job.system_comment,
				     .n_restart = job.n_restart,
			     },
			     report, err);
	boa_slurm_job_free(&job);
	return rc;
}

/*
 * Judge the report, waiting for the record of a job that started only now. A
 * job long started without one (rigid, or BOA is off) is not held up.
 */
static int judge_patiently(uint32_t job_id, unsigned epoch,
			   struct boa_epoch_report *report, struct boa_err *err)
{
	const struct timespec pause = { .tv_nsec = 1000000000 / POLLS_PER_S };
	int64_t start_s = 0;
	long n_poll;
	int rc;

	rc = load_and_judge(job_id, epoch, &start_s, report, err);
	n_poll = POLLS_PER_S *
		 (WAIT_FOR_RECORD_S - (long)(time(NULL) - (time_t)start_s));
	if (n_poll < POLLS_PER_S)
		n_poll = POLLS_PER_S;
	if (n_poll > POLLS_PER_S * WAIT_FOR_RECORD_S)
		n_poll = POLLS_PER_S * WAIT_FOR_RECORD_S;
	for (; !rc && report->verdict == BOA_EPOCH_NO_RECORD && n_poll > 0;
	     n_poll--) {
		nanosleep(&pause, NULL);
		rc = load_and_judge(job_id, epoch, &start_s, report, err);
	}
	return rc;
}

static int carry_out(uint32_t job_id, unsigned epoch,
		     const struct boa_epoch_report *report)
{
	struct boa_err err;

	if (report->comment &&
	    boa_slurm_job_set_comment(job_id, report->comment, &err))
		return boactl_fail(BOACTL_FAILED, "epoch", "%s", err.text);
	switch (report->verdict) {
	case BOA_EPOCH_NO_RECORD:
		return boactl_fail(BOACTL_OK, "epoch",
				   "job %u has no plan of sched/boa; it keeps "
				   "its size",
				   job_id);
	case BOA_EPOCH_RESIZE:
		printf("epoch %u: %u GPUs planned, %u held: write a "
		       "checkpoint, then boactl resize\n",
		       epoch, report->want_gpus, report->have_gpus);
		return BOACTL_RESIZE;
	default:
		return BOACTL_OK;
	}
}

int boactl_epoch(const struct boactl *ctl, int argc, char **argv)
{
	struct boa_epoch_report report = { 0 };
	unsigned epoch = parse_epoch(argv[0]);
	struct boa_err err;
	uint32_t job_id;
	int rc;

	(void)ctl;
	(void)argc;
	if (!epoch)
		return boactl_fail(BOACTL_USAGE, "epoch",
				   "\"%s\" is not a whole number from 1",
				   argv[0]);
	job_id = boactl_own_job_id();
	if (!job_id)
		return BOACTL_USAGE;
	rc = boa_slurm_open(&err);
	if (rc)
		return boactl_fail(BOACTL_FAILED, "epoch", "%s", err.text);
	rc = judge_patiently(job_id, epoch, &report, &err);
	if (rc == BOA_EPARSE) /* a fault of ours must not end the job */
		return boactl_fail(BOACTL_OK, "epoch", "%s; ignored", err.text);
	if (rc)
		return boactl_fail(BOACTL_FAILED, "epoch", "epoch %u: %s",
				   epoch, err.text);
	rc = carry_out(job_id, epoch, &report);
	boa_epoch_report_free(&report);
	return rc;
}
