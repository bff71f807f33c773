#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# await-nodes.sh - PrologSlurmctld of the stock cluster: ends when the nodes of
# the job are up, or one of them never will be. slurmctld starts a job as its
# prolog ends if its nodes are ready then; without one it looks every 30 s. No
# change to Slurm is needed.

until states=$(sinfo --noheader --nodes="${SLURM_JOB_NODELIST:?}" --format=%t) &&
	[[ $states && $states != *[~#%]* || $states == *down* ]]; do
	sleep 0.1
done
