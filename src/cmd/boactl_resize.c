/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl resize - from inside a job whose checkpoint is written: requeue it.
 * sched/boa gives the pending job its epoch's width and it starts at once.
 */
#include "config.h"

#include "src/cmd/boactl.h"
#include "src/cmd/slurm_client.h"
#include "src/err.h"

int boactl_resize(const struct boactl *ctl, int argc, char **argv)
{
	uint32_t job_id = boactl_own_job_id();
	struct boa_err err;

	(void)ctl;
	(void)argc;
	(void)argv;
	if (!job_id)
		return BOACTL_USAGE;
	if (boa_slurm_open(&err) || boa_slurm_job_requeue(job_id, &err))
		return boactl_fail(BOACTL_FAILED, "resize", "%s", err.text);
	return BOACTL_OK;
}
