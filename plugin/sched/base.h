/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * base.h - the scheduler beside BOA (BaseScheduler= in boa.conf): a site that
 * chooses SchedulerType=sched/boa must not lose its backfill for jobs that
 * BOA has nothing to do with.
 */
#ifndef BOA_BASE_H
#define BOA_BASE_H

/*
 * Run the sched plugin NAME ("backfill", "builtin", or "none") beside BOA in
 * place of the one that runs now. When it cannot be loaded one line is logged
 * and none runs. Call it with no lock held.
 */
void boa_base_use(const char *name);

/* Tell the base scheduler that Slurm was reconfigured. */
void boa_base_reconfigure(void);

/* End the base scheduler. */
void boa_base_end(void);

#endif /* BOA_BASE_H */
