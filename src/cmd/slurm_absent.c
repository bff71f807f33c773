/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the place of slurm_client.c where slurm/slurm.h is missing. */
#include "config.h"

#include "src/cmd/slurm_client.h"

static int absent(struct boa_err *err)
{
	return boa_err_set(err, BOA_EINVAL, "built without Slurm");
}

bool boa_slurm_is_built_in(void)
{
	return false;
}

int boa_slurm_open(struct boa_err *err)
{
	return absent(err);
}

int boa_slurm_job_load(uint32_t job_id, struct boa_slurm_job *job,
		       struct boa_err *err)
{
	(void)job_id;
	(void)job;
	return absent(err);
}

void boa_slurm_job_free(struct boa_slurm_job *job)
{
	(void)job;
}

int boa_slurm_job_set_comment(uint32_t job_id, const char *comment,
			      struct boa_err *err)
{
	(void)job_id;
	(void)comment;
	return absent(err);
}

int boa_slurm_job_requeue(uint32_t job_id, struct boa_err *err)
{
	(void)job_id;
	return absent(err);
}

int boa_slurm_probe(struct boa_err *err)
{
	return absent(err);
}

int boa_slurm_settings_load(struct boa_slurm_settings *settings,
			    struct boa_err *err)
{
	(void)settings;
	return absent(err);
}
