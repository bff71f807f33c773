/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mark.h - what job_submit/boa leaves in a job it sized, for sched/boa to find:
 * one entry of the job's SPANK environment, which slurmctld keeps and saves
 * with the job, which scontrol does not edit, and which prologs may read too:
 *
 *     BOA_SIZED=[type=NAME][,cpus][,memory]
 *
 * type: the user's choice leaves only this GPU type; cpus, memory: their share
 * was given by BOA, so that it follows the width. A job of a class without the
 * mark has the size its user asked for: it is rigid.
 */
#ifndef BOA_MARK_H
#define BOA_MARK_H

#include <stdbool.h>

#include "plugin/common/slurm_compat.h"

#include "src/class.h"

struct boa_mark {
	bool sized;                       /* the mark is there */
	char only_type[BOA_NAME_MAX + 1]; /* "" for any */
	bool cpus, memory;
};

/* Read the mark of JOB; under slurmctld's job lock. */
struct boa_mark boa_mark_read(const job_record_t *job);

/* Put MARK into DESC, a job being submitted, in place of one that is there. */
void boa_mark_write(job_desc_msg_t *desc, const struct boa_mark *mark);

#endif /* BOA_MARK_H */
