/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slurm_client.h - what boactl asks of slurmctld, in core types. slurm_client.c
 * is the only file that includes slurm/slurm.h; where that header is missing
 * slurm_absent.c is built in its place and every call fails with BOA_EINVAL.
 *
 * Calls that fail for a passing reason (the controller restarts or cannot be
 * reached, the job is in transition, its accounting index is being set) are
 * tried again for up to BOA_SLURM_PATIENCE_S before they fail.
 */
#ifndef BOA_SLURM_CLIENT_H
#define BOA_SLURM_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/cmd/slurm_settings.h"
#include "src/err.h"

#define BOA_SLURM_PATIENCE_S 30.0

/* Was boactl built with Slurm's client library? */
bool boa_slurm_is_built_in(void);

/* Read slurm.conf. Without one libslurm itself says so and exits with 1. */
int boa_slurm_open(struct boa_err *err);

/*
 * Can slurm.conf be read and slurmctld be reached? Never ends the process, as
 * libslurm does by itself. Returns 0 or BOA_EIO with the reason.
 */
int boa_slurm_probe(struct boa_err *err);

/* One job; for a task of an array, that task alone. */
struct boa_slurm_job {
	char *comment;        /* may be NULL */
	char *system_comment; /* may be NULL */
	unsigned n_restart;
	int64_t start_s; /* of this run, unix time; 0 when it has none */
};

/*
 * Load job JOB_ID (SLURM_JOB_ID of the task for an array). *JOB is new,
 * release it with boa_slurm_job_free(); untouched on failure. Returns 0;
 * BOA_ERANGE (no such job); BOA_EIO; BOA_ENOMEM.
 */
int boa_slurm_job_load(uint32_t job_id, struct boa_slurm_job *job,
		       struct boa_err *err);
void boa_slurm_job_free(struct boa_slurm_job *job);

/*
 * Set the comment of job JOB_ID, as the calling user, and nothing else of it.
 * Returns 0; BOA_ERANGE (slurmctld refuses); BOA_EIO (it cannot be reached).
 */
int boa_slurm_job_set_comment(uint32_t job_id, const char *comment,
			      struct boa_err *err);

/*
 * Requeue the running job JOB_ID, as the calling user. A job that is not
 * running (any more), for example since another task of it asked before, is
 * left alone: 0. Otherwise as boa_slurm_job_set_comment().
 */
int boa_slurm_job_requeue(uint32_t job_id, struct boa_err *err);

/*
 * Load the cluster's settings, partitions and nodes. *SETTINGS is new, release
 * it with boa_slurm_settings_free(); untouched on failure. Returns 0; BOA_EIO;
 * BOA_ENOMEM.
 */
int boa_slurm_settings_load(struct boa_slurm_settings *settings,
			    struct boa_err *err);

#endif /* BOA_SLURM_CLIENT_H */
