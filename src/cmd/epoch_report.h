/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * epoch_report.h - what it means that a job says "the work of epoch N begins
 * now": may it say so, what its comment becomes, must its width change. Pure;
 * talking to slurmctld is the caller's (slurm_client.h).
 */
#ifndef BOA_EPOCH_REPORT_H
#define BOA_EPOCH_REPORT_H

#include "src/err.h"

/* What slurmctld knows of the job that reports. */
struct boa_epoch_job {
	const char *comment;        /* may be NULL */
	const char *system_comment; /* the record; may be NULL */
	unsigned n_restart;
};

enum boa_epoch_verdict {
	BOA_EPOCH_NOT_OURS,  /* neither a record nor a class: do nothing */
	BOA_EPOCH_NO_RECORD, /* of a class, but sched/boa has not assigned */
	BOA_EPOCH_GO_ON,     /* the width held is the epoch's */
	BOA_EPOCH_RESIZE,    /* the epoch's width differs from the one held */
};

struct boa_epoch_report {
	enum boa_epoch_verdict verdict;
	char *comment; /* GO_ON, RESIZE: what to set, new; NULL: stands so */
	unsigned want_gpus; /* GO_ON, RESIZE: the plan's width for the epoch */
	unsigned have_gpus; /* GO_ON, RESIZE: the width held */
};

/*
 * Judge the report of EPOCH by JOB into *REPORT; release it with
 * boa_epoch_report_free(). An epoch may be reported again, after a restart
 * too, but never one below an epoch already accepted or written down.
 *
 * Returns 0; BOA_ERANGE (EPOCH is 0, beyond the class's last or goes back, or
 * the comment has no room); BOA_EPARSE (the record is damaged); BOA_ENOMEM.
 * *REPORT is untouched on failure.
 */
int boa_epoch_judge(unsigned epoch, const struct boa_epoch_job *job,
		    struct boa_epoch_report *report, struct boa_err *err);

void boa_epoch_report_free(struct boa_epoch_report *report);

#endif /* BOA_EPOCH_REPORT_H */
