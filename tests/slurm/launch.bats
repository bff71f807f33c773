#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Bad weather, by a script: launches that fail, hang and come half, nodes that
# vanish, instances that stay. Times are scaled: a back-off begins at 2 s.

PORTS=22100
load live

setup_file() {
	local plugins="${BOA_BIN:?set to the build folder}/plugin/.libs"
	[ -e "$plugins/sched_boa.so" ] || skip "needs the plugins"
	cat >"$BATS_FILE_TMPDIR/boa.conf" <<-END
		Budget=1000
		ClassFile=classes.json
		Solver=$BOA_BIN/boa-widths
		StatusDir=$BATS_FILE_TMPDIR
		PollInterval=0.2
		LaunchBackoff=2
		LaunchBackoffMax=8
		LaunchHoldAfter=4
		MaxLaunchAttempts=2
		ProviderLog=../provider.log
		GpuType=t4 GpusPerNode=4 MaxNodes=4 BootTime=2 BootTimeout=20
		GpuType=a100 GpusPerNode=8 MaxNodes=2 BootTime=2 Price=9
	END
	live_start --nodes=t4:4:4 --nodes=a100:2:8 --scheduler=sched/boa --job-submit=boa \
		--plugin-dir="$plugins" --boa-conf="$BATS_FILE_TMPDIR/boa.conf" \
		--conf=ResumeTimeout=25 --conf=SuspendTime=600 --conf=SuspendTimeout=2
	# wide: two nodes of t4 and nothing else; any: one node of t4, else of a100
	cat >"$CLUSTER_DIR/etc/classes.json" <<-END
		{ "classes": [
		  { "name": "wide", "arrival_rate_per_hour": 1, "epochs": [
		    { "work_s": 3600, "speedup": { "t4": [[1, 1], [8, 7]] } } ] },
		  { "name": "any", "arrival_rate_per_hour": 1, "epochs": [
		    { "work_s": 3600, "speedup": { "t4": [[1, 1], [4, 4]], "a100": [[8, 3.9]] } } ] } ] }
	END
	install -m 755 "$BOA_BIN/boactl" "$CLUSTER_DIR/home/nobody"
	cluster_run scontrol reconfigure
	cluster_wait 20 sizes_jobs
}
teardown_file() { live_end; }

setup() {
	rm -f "$CLUSTER_DIR/etc/faults" "$CLUSTER_DIR"/run/*.fault.*
	cluster_wait 40 all_off
}

teardown() {
	rm -f "$CLUSTER_DIR/etc/faults"
	cluster_run scancel --user=nobody
	live_explain
}

# Has job_submit/boa its table?
sizes_jobs() {
	cluster_as_user nobody sbatch --test-only --comment=class:wide --wrap true 2>&1 |
		grep -q 'BOA: class wide'
}

all_off() {
	[[ $(cluster_run sinfo -h -N -o %t | sort -u) == idle~ ]]
}

faults() {
	printf '%s\n' "$@" >"$CLUSTER_DIR/etc/faults"
}

submit() {
	live_submit nobody --open-mode=append "$@" 2>/dev/null
}

record() {
	cluster_run scontrol -o show job "$1" | grep -oP 'SystemComment=\Kboa=.*'
}

record_says() {
	record "$1" | grep -q -e "$2"
}

log_says() {
	grep -q -e "$1" "$CLUSTER_DIR/log/slurmctld.log"
}

@test "a launch the provider refuses is tried again, its other half released" {
	faults "t4-2 start fail x1"
	id=$(submit --comment=class:wide --wrap 'echo run $SLURM_JOB_NODELIST; sleep 1')
	cluster_wait 15 record_says "$id" "fails=1 .*why=1 launch on t4 failed"
	live_wait_job 40 "$id" COMPLETED
	[[ $(live_job_output nobody "$id") == "run t4-["* ]]
	[[ $(live_job_output nobody "$id") != *2* ]]
	[ "$(live_job "$id" Restarts)" = 1 ]
	# what it waited for is told, and that it is over
	record_says "$id" "why=started after 1 failed launch "
	# the node that failed is back without anybody's doing
	cluster_wait 30 all_off
	[ "$(live_bill up)" -eq 0 ]
}

@test "an instance that never answers is given up after BootTimeout" {
	faults "t4-1 start hang x1"
	id=$(submit --comment=class:wide --wrap true)
	cluster_wait 20 live_events_are start "$(($(live_events start) + 2))" || true
	sleep 8
	# slow is not dead: nothing happens before its time
	[ "$(live_job "$id" Restarts)" = 0 ]
	live_wait_job 60 "$id" COMPLETED
	[ "$(live_job "$id" Restarts)" = 1 ]
	log_says "node t4-1: its launch failed, it took too long"
	cluster_wait 30 all_off
	[ "$(live_bill up)" -eq 0 ]
}

@test "a job whose launches keep failing goes to another type" {
	faults "t4-[1-4] start fail"
	id=$(submit --comment=class:any --wrap 'echo run $SLURM_JOB_NODELIST; sleep 1')
	live_wait_job 60 "$id" COMPLETED
	[ "$(live_job_output nobody "$id")" = "run a100-1" ]
	record_says "$id" "type=a100 .*why=plan . of ., fallen back to from t4: launches there fail"
}

@test "failures in a row put the type on hold until it is resumed" {
	faults "t4-[1-4] start fail"
	id=$(submit --comment=class:wide --wrap true)
	held() {
		"$BOA_BIN/boactl" status --status-dir "$BATS_FILE_TMPDIR" |
			grep -q 'launches of t4 are on hold'
	}
	cluster_wait 60 held
	fails=$(live_events fail)
	sleep 5
	[ "$(live_events fail)" = "$fails" ]
	[ "$(live_job "$id" JobState)" = PENDING ]
	# the other type goes on
	other=$(submit --comment=class:any --wrap true)
	live_wait_job 30 "$other" COMPLETED
	run "$BOA_BIN/boactl" status --problems --status-dir "$BATS_FILE_TMPDIR"
	[ "$status" -eq 1 ]
	rm "$CLUSTER_DIR/etc/faults"
	run cluster_as_user nobody "$CLUSTER_DIR/home/nobody/boactl" resume t4 --status-dir "$BATS_FILE_TMPDIR"
	[ "$status" -eq 1 ]
	"$BOA_BIN/boactl" resume t4 --status-dir "$BATS_FILE_TMPDIR"
	live_wait_job 30 "$id" COMPLETED
	! held
}

@test "a node that vanishes takes its job back to the queue, not to its end" {
	# the epoch is reported, so that the work since is known to be lost
	cat >"$CLUSTER_DIR/home/nobody/die" <<-'END'
		#!/bin/bash
		PATH=$HOME:$PATH
		boactl epoch 1
		echo "run ${SLURM_RESTART_COUNT:-0}"
		sleep $((SLURM_RESTART_COUNT ? 0 : 60))
	END
	id=$(submit --comment=class:wide "$CLUSTER_DIR/home/nobody/die")
	live_wait_job 30 "$id" RUNNING
	cluster_wait 10 record_says "$id" "run=0"
	sleep 2
	cluster_run "$CLUSTER_DIR/etc/suspend" --now t4-1
	live_wait_job 60 "$id" COMPLETED
	[ "$(live_job_output nobody "$id" | grep ^run)" = "run 0
run 1" ]
	record_says "$id" " epoch=1 "
	lost=$("$BOA_BIN/boactl" ledger --by job --json --status-dir "$BATS_FILE_TMPDIR" |
		jq ".. | objects | select(.id? == $id) | .by_kind.lost.gpu_s" | head -n 1)
	echo "lost: $lost"
	[ "${lost%.*}" -ge 8 ]
}

@test "an instance that stays behind is listed, charged and ended again" {
	faults "t4-1 stop leak x1"
	id=$(submit --comment=class:any --wrap true)
	live_wait_job 30 "$id" COMPLETED
	cluster_wait 20 all_off
	[ "$(live_bill up)" -eq 1 ]
	listed() {
		! "$BOA_BIN/boactl" status --problems --status-dir "$BATS_FILE_TMPDIR" >"$BATS_TEST_TMPDIR/said" &&
			grep -q 'node t4-1 is an orphan' "$BATS_TEST_TMPDIR/said"
	}
	cluster_wait 80 listed
	ended() {
		[[ $(live_bill up) == 0 ]]
	}
	cluster_wait 20 ended
}
