#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The main job: submitted with a class, sized, started on rented nodes, resized
# at its epochs, ended, its nodes released and every GPU-second accounted for.

PORTS=20300
load live
load boa

setup_file() { boa_start --nodes=t4:4:4 --nodes=a100:1:8; }
teardown_file() { live_end; }
teardown() { live_explain; }

@test "a job of a class is given its size, and its user one line" {
	run cluster_as_user nobody sbatch --comment=class:fast --hold --wrap true
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "sbatch: BOA: class fast, 8 GPUs of a100 in epoch 1" ]]
	[[ ${lines[1]} == "Submitted batch job "* ]]
	[ "${#lines[@]}" -eq 2 ]
	id=${lines[1]##* }
	[ "$(live_job "$id" Partition)" = a100 ]
	[ "$(live_job "$id" TresPerNode)" = gres:gpu:a100:8 ]
	[[ $(live_job "$id" NumNodes) == 1* ]]
	[ "$(live_job "$id" NumTasks)" = 1 ]
	[ "$(live_job "$id" CPUs/Task)" = 16 ]
	[ "$(live_job "$id" Requeue)" = 1 ]
	cluster_run scancel "$id"
}

@test "jobs of a mixed class get its plans by their shares" {
	local id n=() width=()
	# Half of the jobs each: 1 GPU, or 4.
	for n in 1 2 3 4; do
		id[n]=$(boa_train nobody --comment=class:mix --hold)
	done
	for n in 1 2 3 4; do
		cluster_wait 5 boa_record "${id[n]}" width
		width[n]=$(boa_record "${id[n]}" width)
		[ "$(live_job "${id[n]}" TresPerNode)" = "gres:gpu:t4:${width[n]}" ]
	done
	[ "$(printf '%s\n' "${width[@]}" | sort | xargs)" = "1 1 4 4" ]
	cluster_run scancel "${id[@]}"
	live_events_are start 0
}

@test "a job starts on rented nodes at once, grows and shrinks, and keeps its nodes" {
	export GATED=1
	id=$(boa_train nobody --comment='class:wide run 7' -- 3)
	echo "$id" >"$CLUSTER_DIR/run/main"
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	boa_said nobody "$id" 'start 0 t4-1 2 1 4'
	# Not Slurm's round, every 30 s, found its node ready.
	boa_log_has "job $id: its nodes are up, started"
	! boa_log_has "Configuration for JobId=$id is complete"
	live_events_are start 1
	cluster_wait 5 boa_record_is "$id" epoch 1
	boa_record_is "$id" width 2
	boa_record_is "$id" widths 2,8,2

	boa_go nobody "$id" 1
	boa_wait_said 20 nobody "$id" 'epoch 2 0'
	boa_said nobody "$id" 'epoch 2 75'
	boa_said nobody "$id" 'start 1 t4-\[1-2\] 4 2 8'
	live_events_are start 2
	live_events_are stop 0
	cluster_wait 5 boa_record_is "$id" run 1
	boa_record_is "$id" epoch 2
	boa_record_is "$id" width 8
	boa_record_is "$id" resizes 1

	boa_go nobody "$id" 2
	boa_wait_said 20 nobody "$id" 'epoch 3 0'
	boa_said nobody "$id" 'epoch 3 75'
	boa_said nobody "$id" 'start 2 t4-? 2 1 4'
	live_events_are start 2
	cluster_wait 10 live_events_are stop 1
	cluster_wait 5 boa_record_is "$id" width 2

	boa_go nobody "$id" 3
	live_wait_job 10 "$id" COMPLETED
	boa_said nobody "$id" end
	[ "$(grep -c start "$CLUSTER_DIR/home/nobody/$id.log")" = 3 ]
	[ "$(live_job "$id" Restarts)" = 2 ]
	boa_record_is "$id" epoch 3
	boa_record_is "$id" resizes 2
	cluster_run scontrol show job "$id" | grep -qxF '   Comment=class:wide run 7 epoch:3.2 '
	cluster_wait 15 boa_off
	live_events_are start 2
	cluster_wait 5 live_events_are stop 2
}

@test "another way, another user, another GPU type: all come to their end" {
	local a b c rigid
	# boactl waits some time for a plan that this one never gets.
	rigid=$(live_submit games -n1 --comment=class:wide --wrap "$CLUSTER_DIR/bin/boactl epoch 1; echo \$?")
	a=$(boa_train games --comment=class:wide -- 3 resize)
	b=$(boa_train games --comment=class:fast -- 1)
	c=$(boa_train nobody --array=1-3 --comment=class:small -- 1)
	live_wait_job 40 "$a" COMPLETED
	boa_said games "$a" 'resize 0'
	boa_said games "$a" 'start 1 t4-* 4 2 8'
	boa_said games "$a" 'start 2 t4-* 2 1 4'
	boa_said games "$a" end
	[ "$(grep -c start "$CLUSTER_DIR/home/games/$a.log")" = 3 ]
	[ "$(boa_says games "$b")" = "start 0 a100-1 8 1 16
epoch 1 0
end" ]
	for n in 1 2 3; do
		boa_wait_said 10 nobody "${c}_$n" end
		boa_said nobody "${c}_$n" 'start 0 t4-? 1 1 2'
	done
	live_wait_job 30 "$rigid" COMPLETED
	[ "$(live_job_output games "$rigid" | tail -n 1)" = 0 ]
	cluster_wait 15 boa_off
}

@test "an epoch that is none, was before or cannot be is refused" {
	local id boactl=$CLUSTER_DIR/bin/boactl
	id=$(live_submit nobody --comment=class:wide --wrap "
		for n in 2 1 4 0 x; do $boactl epoch \$n >/dev/null; echo \$n \$?; done; sleep 0.5")
	plain=$(live_submit games -n1 --wrap "$boactl epoch 3; echo \$?")
	live_wait_job 30 "$id" COMPLETED
	# boactl tells what is wrong; the job's output begins with a code.
	[ "$(live_job_output nobody "$id" | grep '^[0-9x] ' | xargs)" = "2 75 1 1 4 1 0 2 x 2" ]
	live_job_output nobody "$id" | grep -q '^boactl: epoch: epoch 1: epoch 2 was reported before'
	live_job_output nobody "$id" | grep -q '^boactl: epoch: epoch 4: class wide has epochs 1 to 3'
	cluster_wait 5 boa_record_is "$id" epoch 2
	live_wait_job 30 "$plain" COMPLETED
	[ "$(live_job_output games "$plain")" = 0 ]
}

@test "the ledger is the provider's bill, and knows what for" {
	boa_books_agree
	boa_status '.ledger.by_kind | [.useful, .startup, .resize, .boot, .idle, .drain] | all(.gpu_s > 0)'
	boa_status '.ledger.by_kind | [.lost, .failed_launch, .orphan] | all(.gpu_s == 0)'
	# Every class that ran, and the job that changed its width twice.
	boa_status '[.ledger.cells[].class] | contains(["wide", "fast", "small"])'
	boa_status "[.ledger.jobs[] | select(.id == $(cat "$CLUSTER_DIR/run/main"))][0] |
		.class == \"wide\" and .user == \"65534\" and .n_run == 3 and .n_resize == 2 and
		.end == \"completed\" and .jct_s > 0 and .by_kind.resize.gpu_s > 0"
	# A GPU of a100 costs 3 of t4.
	boa_status '.ledger | .total.spend > .total.gpu_s / 3600'
}

@test "boactl shows what is and was" {
	local verb
	for verb in status jobs nodes budget ledger classes widths; do
		run boactl "$verb"
		[ "$status" -eq 0 ] || { echo "$verb: $output"; false; }
		[ "${#lines[@]}" -gt 1 ]
		boactl "$verb" --json | jq -e . >/dev/null
	done
	run boactl jobs
	[[ $output == *wide*2,8,2* ]]
	run boactl explain "$(cat "$CLUSTER_DIR/run/main")"
	[ "$status" -eq 0 ]
	[[ $output == *wide* ]]
	run boactl nodes
	[[ $output == *t4-4*off* ]]
}

@test "boactl check finds nothing wrong here, and what is" {
	local conf=$CLUSTER_DIR/etc/boa.conf
	cluster_run "$CLUSTER_DIR/bin/boactl" check
	sed 's/BootTime=5/BootTime=90/' "$conf" >"$BATS_TEST_TMPDIR/boa.conf"
	run cluster_run "$CLUSTER_DIR/bin/boactl" check "$BATS_TEST_TMPDIR/boa.conf"
	[ "$status" -eq 1 ]
	[[ $output == *"bad "*"ResumeTimeout=60"* ]]
}
