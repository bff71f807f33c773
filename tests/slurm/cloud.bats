#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Slurm as it comes, with sched/backfill, on the local cloud: the ground on
# which everything else is tested.

PORTS=20000
load live

setup_file() {
	live_start --nodes=t4:4:4 --nodes=a100:2:8 --conf=SuspendTime=5
}
teardown_file() { live_end; }
teardown() { live_explain; }

@test "nothing is rented while there is no job" {
	[ "$(cluster_run sinfo -h -o '%P %t %D %G')" = "t4* idle~ 4 gpu:t4:4
a100 idle~ 2 gpu:a100:8" ]
	[ ! -s "$CLUSTER_DIR/provider.log" ]
}

# Slurm looks every 30 s whether booted nodes are ready for their job.
@test "two users' jobs run on the nodes rented for them, with their GPUs" {
	local wrap='echo $SLURM_JOB_NODELIST; id -un; srun -l sh -c "echo \$SLURMD_NODENAME \$CUDA_VISIBLE_DEVICES" | sort'
	one=$(live_submit nobody -N2 --ntasks-per-node=1 --gres=gpu:t4:4 --wrap "$wrap")
	two=$(live_submit games -p a100 -N1 --gres=gpu:a100:2 --wrap "$wrap")
	live_wait_job 60 "$one" COMPLETED
	live_wait_job 60 "$two" COMPLETED
	[ "$(live_job_output nobody "$one")" = "t4-[1-2]
nobody
0: t4-1 0,1,2,3
1: t4-2 0,1,2,3" ]
	[ "$(live_job_output games "$two")" = "a100-1
games
0: a100-1 0,1" ]
	live_events_are start 3
}

@test "idle nodes are given back and their slurmd is gone" {
	cluster_wait 30 live_events_are stop 3
	cluster_wait 20 live_node_is t4-1 idle~
	cluster_wait 20 live_node_is a100-1 idle~
	run pgrep -f "slurmd .*$CLUSTER_DIR"
	[ "$status" -eq 1 ]
}

@test "the bill is the time between start and stop" {
	[ "$(live_bill up)" = 0 ]
	sum=$(awk '{ n += $2 == "stop" ? $1 : -$1 } END { printf "%.6f", n }' "$CLUSTER_DIR/provider.log")
	jq -ne "$(live_bill node_s) - $sum | fabs < 1e-3"
}

@test "a killed slurmctld comes back with its jobs" {
	id=$(live_submit nobody -N1 --gres=gpu:t4:1 --begin=now+1hour --wrap true)
	cluster_ctld_saved
	cluster_ctld_kill9
	run cluster_run scontrol ping
	[[ $output == *"is DOWN"* ]]
	cluster_ctld_start
	live_job_is "$id" PENDING
	cluster_run scancel "$id"
}

@test "stopping the cluster leaves no process of it" {
	id=$(live_submit nobody -N1 --gres=gpu:t4:1 --wrap 'setsid sleep 1000 & sleep 1000')
	cluster_wait 20 live_events_are start 4
	cluster_stop
	[ -z "$(cluster_pids)" ]
	live_events_are stop 4
}
