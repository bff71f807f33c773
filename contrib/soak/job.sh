#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# job.sh - a job of the soak: two epochs, each a second or two of nothing, and
# a diary in which a run that should not be would show.

PATH=$HOME/bin:$PATH
diary=$HOME/diary/$SLURM_JOB_ID
exec 9>>"$diary.lock"
flock --nonblock 9 || echo twice >>"$diary"
echo "run ${SLURM_RESTART_COUNT:-0} on $SLURM_JOB_NODELIST" >>"$diary"
for epoch in 1 2; do
	[[ ! -e $diary.$epoch ]] || continue
	boactl epoch "$epoch" >/dev/null 2>>"$diary.err"
	# 75: another width; the script is run again at it
	(($? != 75)) || exit 75
	sleep "$((1 + SLURM_JOB_ID % 3))" 9>&-
	: >"$diary.$epoch"
done
echo 'done' >>"$diary"
