/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slurm_settings.h - what a cluster's configuration says, as far as BOA rests
 * on it; loaded by slurm_client.c, judged by check_slurm.c.
 */
#ifndef BOA_SLURM_SETTINGS_H
#define BOA_SLURM_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* Texts may be NULL where nothing is set. */
struct boa_slurm_node {
	char *name; /* NULL: hidden, a cloud node that is off (PrivateData) */
	char *gres; /* "gpu:t4:4" */
	bool is_cloud;
};

struct boa_slurm_partition {
	char *name;
	bool is_up;
	bool is_exclusive;     /* OverSubscribe=EXCLUSIVE: whole nodes only */
	double suspend_time_s; /* its own, or the cluster's; INFINITY: never */
	double resume_timeout_s;
	size_t n_node;
	struct boa_slurm_node *node; /* [n_node] */
};

struct boa_slurm_settings {
	char *version; /* of slurmctld, "22.05.8" */
	char *scheduler_type;
	char *scheduler_parameters;
	char *job_submit_plugins;
	char *plugin_dir;
	char *resume_program;
	char *suspend_program;
	char *suspend_exc_parts;
	char *requeue_exit;
	char *requeue_exit_hold;
	char *gres_types;
	char *select_type;
	char *auth_info;
	char *accounting_tres;
	bool job_requeue;
	double suspend_timeout_s;
	size_t n_partition;
	struct boa_slurm_partition *partition; /* [n_partition] */
};

/* Release what SETTINGS holds and zero it. */
void boa_slurm_settings_free(struct boa_slurm_settings *settings);

#endif /* BOA_SLURM_SETTINGS_H */
