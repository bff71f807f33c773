/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * agent.h - the thread of sched/boa. One cycle: look after the files and the
 * solver, take a snapshot under read locks, think with no lock, carry out the
 * actions under write locks, save the ledger and publish the status with no
 * lock.
 */
#ifndef BOA_AGENT_H
#define BOA_AGENT_H

/* Start the thread. Takes no lock of slurmctld's. */
void boa_agent_start(void);

/* End it and wait for it; a solver that still runs is killed. */
void boa_agent_stop(void);

/* Have boa.conf read anew in the next cycle. Never blocks for long. */
void boa_agent_reconfigure(void);

#endif /* BOA_AGENT_H */
