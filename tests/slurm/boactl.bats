#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boactl on Slurm as it comes: what a job gets of epoch and resize where there
# is no sched/boa, and what check says of such a cluster.

PORTS=20700
load live

setup_file() {
	[ -x "${BOA_BIN:?set to the build folder}/boactl" ]
	"$BOA_BIN/boactl" resize 2>&1 | grep -q SLURM_JOB_ID ||
		skip "boactl is built without Slurm"
	live_start --nodes=t4:2:4 --nodes=a100:1:8 --cred-expire=5 --conf=SuspendTime=600
	# where every user can run it
	install -m 755 "$BOA_BIN/boactl" "$CLUSTER_DIR/boactl"
	# nodes are up from here on: Slurm takes half a minute for a first start
	live_submit nobody -N2 --ntasks-per-node=1 --wrap true >/dev/null
	id=$(live_submit nobody -N2 --exclusive --wrap true)
	live_wait_job 90 "$id" COMPLETED
}
teardown_file() { live_end; }
teardown() { live_explain; }

# script USER NAME: make the job script NAME of stdin; boactl is $BOACTL in it
script() {
	{
		printf '#!/bin/bash\nBOACTL=%s/boactl\n' "$CLUSTER_DIR"
		cat
	} >"$CLUSTER_DIR/home/$1/$2"
}

comment() {
	cluster_run squeue -h -t all -j "$1" -o %k
}

@test "check names what a stock cluster lacks, and what serves" {
	run cluster_run "$BOA_BIN/boactl" check -P
	[ "$status" -eq 1 ]
	[[ $output == *"bad|SchedulerType|sched/backfill|must be sched/boa"* ]]
	[[ $output == *"bad|JobSubmitPlugins|"*"must include boa"* ]]
	[[ $output == *"bad|PluginDir|"*"sched_boa.so must be in one of these folders"* ]]
	[[ $output == *"ok|SelectType|select/cons_tres|"* ]]
	[[ $output == *"ok|RequeueExit|75|"* ]]
	[[ $output == *"a requeued job waits 6 s"* ]]
}

@test "check compares boa.conf with partitions and nodes" {
	echo '{ "classes": [ { "name": "one", "arrival_rate_per_hour": 1, "epochs": [
	  { "work_s": 3600, "speedup": { "t4": [[1, 1]] } } ] } ] }' >"$CLUSTER_DIR/etc/classes.json"
	cat >"$CLUSTER_DIR/etc/boa.conf" <<-END
		Budget=40
		ClassFile=classes.json
		Solver=$BOA_BIN/boa-widths
		GpuType=t4   GpusPerNode=4 MaxNodes=2 BootTime=10
		GpuType=a100 GpusPerNode=4 BootTime=90
		GpuType=h100 GpusPerNode=8
	END
	run cluster_run "$BOA_BIN/boactl" check -P
	[ "$status" -eq 1 ]
	[[ $output == *"ok|GpuType t4|t4|2 cloud nodes of 4 GPUs"* ]]
	[[ $output == *"ok|GpuType t4|ResumeTimeout=60|"* ]]
	[[ $output == *"bad|GpuType a100|gpu:a100:8|node a100-1 must have Gres=gpu:a100:4"* ]]
	[[ $output == *"bad|GpuType a100|ResumeTimeout=60|must be more than BootTime=90"* ]]
	[[ $output == *"bad|GpuType h100|h100|is not a partition"* ]]
	rm "$CLUSTER_DIR/etc/boa.conf"
}

@test "epoch does nothing in a job that is none of BOA's" {
	script nobody plain <<-'END'
		"$BOACTL" epoch 7
		echo "exit $?"
	END
	id=$(live_submit nobody --comment='ProjectA, "it'\''s"' "$CLUSTER_DIR/home/nobody/plain")
	live_wait_job 40 "$id" COMPLETED
	[ "$(live_job_output nobody "$id")" = "exit 0" ]
	[ "$(comment "$id")" = 'ProjectA, "it'\''s"' ]
}

@test "epoch says so and goes on when nothing assigns plans" {
	script nobody tagged <<-'END'
		"$BOACTL" epoch 1
		echo "exit $?"
	END
	id=$(live_submit nobody --comment=class:bert "$CLUSTER_DIR/home/nobody/tagged")
	live_wait_job 40 "$id" COMPLETED
	[ "$(live_job_output nobody "$id")" = "boactl: epoch: job $id has no plan of sched/boa; it keeps its size
exit 0" ]
	[ "$(comment "$id")" = class:bert ]
}

@test "resize requeues the job, whichever of its tasks asks first" {
	script nobody again <<-'END'
		echo "run ${SLURM_RESTART_COUNT:-0}"
		[ -z "$SLURM_RESTART_COUNT" ] || exit 0
		srun sh -c "'$BOACTL' resize || echo refused"
		sleep 60
	END
	id=$(live_submit nobody -N2 --ntasks-per-node=2 --open-mode=append "$CLUSTER_DIR/home/nobody/again")
	live_wait_job 60 "$id" COMPLETED
	run live_job_output nobody "$id"
	[[ $output == "run 0"*"run 1" ]]
	[[ $output != *refused* ]]
	[ "$(live_job "$id" Restarts)" = 1 ]
}

@test "resize requeues one task of an array" {
	script nobody task <<-'END'
		echo "run ${SLURM_RESTART_COUNT:-0}"
		[ "$SLURM_ARRAY_TASK_ID${SLURM_RESTART_COUNT-}" = 2 ] || exit 0
		"$BOACTL" resize
		sleep 60
	END
	id=$(cluster_as_user nobody sbatch --parsable --array=1-3 --open-mode=append \
		--output=task-%a.out "$CLUSTER_DIR/home/nobody/task")
	live_wait_job 60 "${id}_1" COMPLETED
	live_wait_job 60 "${id}_2" COMPLETED
	live_wait_job 60 "${id}_3" COMPLETED
	[ "$(cat "$CLUSTER_DIR/home/nobody/task-1.out")" = "run 0" ]
	[ "$(cat "$CLUSTER_DIR/home/nobody/task-3.out")" = "run 0" ]
	[[ $(cat "$CLUSTER_DIR/home/nobody/task-2.out") == "run 0"*"run 1" ]]
}

@test "a job that may not be requeued is told so" {
	script nobody never <<-'END'
		"$BOACTL" resize
		echo "exit $?"
	END
	id=$(live_submit nobody --no-requeue "$CLUSTER_DIR/home/nobody/never")
	live_wait_job 40 "$id" COMPLETED
	[ "$(live_job_output nobody "$id")" = "boactl: resize: job $id: was submitted with --no-requeue
exit 1" ]
	run cluster_as_user nobody srun "$CLUSTER_DIR/boactl" resize
	[ "$status" -eq 1 ]
	[[ $output == *"only batch jobs can be requeued"* ]]
}

@test "a stranger cannot resize another's job, nor one that is not there" {
	id=$(live_submit nobody --wrap 'sleep 60')
	live_wait_job 40 "$id" RUNNING
	SLURM_JOB_ID=$id run cluster_as_user games "$CLUSTER_DIR/boactl" resize
	[ "$status" -eq 1 ]
	[[ $output == "boactl: resize: job $id: "*"ermission denied" ]]
	[ "$(live_job "$id" Restarts)" = 0 ]
	SLURM_JOB_ID=99999 run cluster_as_user games "$CLUSTER_DIR/boactl" epoch 1
	[ "$status" -eq 1 ]
	[[ $output == "boactl: epoch: epoch 1: job 99999: "* ]]
	cluster_run scancel "$id"
}

@test "resize waits for a slurmctld that restarts" {
	id=$(live_submit nobody --wrap 'sleep 60')
	live_wait_job 40 "$id" RUNNING
	cluster_ctld_stop
	SLURM_JOB_ID=$id cluster_as_user nobody "$CLUSTER_DIR/boactl" resize \
		>"$BATS_TEST_TMPDIR/said" 2>&1 3>&- 4>&- &
	resize=$!
	sleep 2
	cluster_ctld_start
	wait $resize
	[ ! -s "$BATS_TEST_TMPDIR/said" ]
	[ "$(live_job "$id" Restarts)" = 1 ]
	cluster_run scancel "$id"
}
