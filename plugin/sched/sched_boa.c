/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sched_boa.c - the symbols slurmctld looks for (sched plugin API, unchanged
 * from 21.08 on), and nothing else. All work is the agent's.
 */
#include "plugin/common/slurm_compat.h"
#include "plugin/sched/agent.h"

extern const char plugin_name[];
extern const char plugin_type[];
extern const uint32_t plugin_version;
int init(void);
void fini(void);
int sched_p_reconfig(void);

const char plugin_name[] = "BOA: budget-optimal allocation of cloud GPUs";
const char plugin_type[] = "sched/boa";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

/*
 * Called while slurmctld holds its locks and knows no jobs yet, so it only
 * starts a thread. A failure here would end slurmctld: there is none, without
 * its agent BOA merely does nothing.
 */
int init(void)
{
	boa_agent_start();
	return SLURM_SUCCESS;
}

void fini(void)
{
	boa_agent_stop();
}

/* Called with locks held: leave a note for the agent. */
int sched_p_reconfig(void)
{
	boa_agent_reconfigure();
	return SLURM_SUCCESS;
}
