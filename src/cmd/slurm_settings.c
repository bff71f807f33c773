/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "src/cmd/slurm_settings.h"

static void free_partition(struct boa_slurm_partition *partition)
{
	for (size_t i = 0; i < partition->n_node; i++) {
		free(partition->node[i].name);
		free(partition->node[i].gres);
	}
	free(partition->node);
	free(partition->name);
}

void boa_slurm_settings_free(struct boa_slurm_settings *settings)
{
	for (size_t i = 0; i < settings->n_partition; i++)
		free_partition(&settings->partition[i]);
	free(settings->partition);
	free(settings->version);
	free(settings->scheduler_type);
	free(settings->scheduler_parameters);
	free(settings->job_submit_plugins);
	free(settings->plugin_dir);
	free(settings->resume_program);
	free(settings->suspend_program);
	free(settings->suspend_exc_parts);
	free(settings->requeue_exit);
	free(settings->requeue_exit_hold);
	free(settings->gres_types);
	free(settings->select_type);
	free(settings->auth_info);
	free(settings->accounting_tres);
	*settings = (struct boa_slurm_settings){ 0 };
}
