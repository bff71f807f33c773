#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Jobs that report epochs and change their width, with sched/boa at work: the
# example of contrib/examples, and what users do that it does not.

PORTS=20800
load live

# Has job_submit/boa its table?
sizes_jobs() {
	cluster_as_user nobody sbatch --test-only --comment=class:bert --wrap true 2>&1 |
		grep -q 'BOA: class bert'
}

setup_file() {
	local plugins="${BOA_BIN:?set to the build folder}/plugin/.libs"
	[ -e "$plugins/sched_boa.so" ] || skip "needs the plugins"
	cat >"$BATS_FILE_TMPDIR/boa.conf" <<-END
		Budget=1000
		ClassFile=classes.json
		Solver=$BOA_BIN/boa-widths
		StatusDir=$BATS_FILE_TMPDIR
		GpuType=t4 GpusPerNode=4 MaxNodes=4 BootTime=2
	END
	live_start --nodes=t4:4:4 --scheduler=sched/boa --job-submit=boa --plugin-dir="$plugins" \
		--boa-conf="$BATS_FILE_TMPDIR/boa.conf"
	# With money enough each epoch gets its fastest width: 8 GPUs, then 2.
	cat >"$CLUSTER_DIR/etc/classes.json" <<-END
		{ "classes": [ { "name": "bert", "arrival_rate_per_hour": 1, "epochs": [
		  { "work_s": 7200, "speedup": { "t4": [[1, 1], [2, 1.9], [4, 3.7], [8, 7]] } },
		  { "work_s": 7200, "speedup": { "t4": [[1, 1], [2, 1.5], [4, 1.2], [8, 1]] } } ] } ] }
	END
	install -m 755 "$BOA_BIN/boactl" "$CLUSTER_DIR/home/nobody"
	cluster_run scontrol reconfigure
	cluster_wait 20 sizes_jobs
}
teardown_file() { live_end; }
teardown() { live_explain; }

# submit NAME [ARGUMENT]...: the job script of stdin, as nobody; boactl in PATH
submit() {
	local name=$1
	shift
	{
		printf '#!/bin/bash\nPATH=$HOME:$PATH\n'
		cat
	} >"$CLUSTER_DIR/home/nobody/$name"
	live_submit nobody --open-mode=append "$@" "$CLUSTER_DIR/home/nobody/$name" 2>/dev/null
}

comment() {
	cluster_run squeue -h -t all -j "$1" -o %k
}

@test "the table is the one worked out by hand" {
	run "$BOA_BIN/boactl" widths -nP --status-dir "$BATS_FILE_TMPDIR"
	[ "${lines[0]%%|*}" = bert ]
	[[ ${lines[0]} == "bert|1.0000|t4|8,2|"* ]]
}

@test "the example trains each epoch at its own width" {
	cat >"$CLUSTER_DIR/home/nobody/step" <<-'END'
		#!/bin/bash
		echo "$SLURM_NNODES nodes, GPUs $CUDA_VISIBLE_DEVICES: $*"
	END
	chmod 755 "$CLUSTER_DIR/home/nobody/step"
	cp "$BOA_SRC/contrib/examples/train.sh" "$CLUSTER_DIR/home/nobody"
	id=$(PATH=$CLUSTER_DIR/home/nobody:$PATH cluster_as_user nobody \
		sbatch --parsable train.sh 2>/dev/null)
	echo "$id" >"$BATS_FILE_TMPDIR/id"
	live_wait_job 60 "$id" COMPLETED
	run cat "$CLUSTER_DIR/home/nobody/train-$id.log"
	[ "${lines[0]}" = "2 nodes, GPUs 0,1,2,3: --epoch 1 --resume" ]
	[ "${lines[1]}" = "2 nodes, GPUs 0,1,2,3: --epoch 1 --resume" ]
	[ "${lines[2]}" = "epoch 2: 2 GPUs planned, 8 held: write a checkpoint, then boactl resize" ]
	[[ ${lines[-1]} == "1 nodes, GPUs "[0-3],[0-3]": --epoch 2 --resume" ]]
	[ "$(live_job "$id" Restarts)" = 1 ]
	[ "$(comment "$id")" = "class:bert epoch:2.1" ]
}

# shows PART COMMAND...: does boactl show it?
shows() {
	local part=$1
	shift
	"$BOA_BIN/boactl" "$@" --status-dir "$BATS_FILE_TMPDIR" | grep -F -- "$part"
}

@test "what boactl shows is what happened" {
	cluster_wait 10 shows "|nobody|-|bert|completed|t4|2/2|2|0|8,2|1|" jobs -nP
	cluster_wait 10 shows "|bert|-|nobody|completed|" ledger -nP --by job
	cluster_wait 10 shows "0 running, 0 requeuing, 0 ending, 1 done" status
	run "$BOA_BIN/boactl" ledger --json --status-dir "$BATS_FILE_TMPDIR"
	jq -e '([.rows[].gpu_s] | add) - .total.gpu_s | fabs < 1e-6' <<<"$output"
	jq -e '.total.gpu_s > 0' <<<"$output"
	run "$BOA_BIN/boactl" explain "$(cat "$BATS_FILE_TMPDIR/id")" --json --status-dir "$BATS_FILE_TMPDIR"
	jq -e '.class_plan == 0 and .job.n_resize == 1 and .bill.total.gpu_s > 0' <<<"$output"
	run cluster_run "$BOA_BIN/boactl" check -P
	[ "$status" -eq 0 ]
	[[ $output == *"ok|status.json|"*"at work"* ]]
	[[ $output == *"sched_boa.so|is built for Slurm"* ]]
}

@test "exit 75 does it too, and nothing else of the comment changes" {
	local said=$'ProjectA, "q" \'s\' class:bert\t\xc3\xb6 end '
	id=$(submit exit75 --comment="$said" <<-'END'
		for epoch in 1 2; do
			boactl epoch "$epoch" >/dev/null
			rc=$?
			echo "epoch $epoch: $rc"
			[ "$rc" != 75 ] || exit 75
			[ -z "$SLURM_RESTART_COUNT" ] || exit 0
		done
	END
	)
	live_wait_job 60 "$id" COMPLETED
	# the second run begins again at epoch 1, which is refused, and at that
	[ "$(live_job_output nobody "$id")" = "epoch 1: 0
epoch 2: 75
boactl: epoch: epoch 1: epoch 2 was reported before; epochs do not go back
epoch 1: 1" ]
	[ "$(live_job "$id" Restarts)" = 1 ]
	[ "$(comment "$id")" = "$said epoch:2.0" ]
}

@test "reports twice, at once, backwards and out of range" {
	id=$(submit many --comment=class:bert --array=1-2 <<-'END'
		boactl epoch 1 && boactl epoch 1 && echo twice
		boactl epoch 3
		echo "beyond $?"
		srun sh -c 'boactl epoch 2 >/dev/null; echo "at once $?"'
		boactl epoch 1
		echo "backwards $?"
		scontrol -o show job $SLURM_JOB_ID >/dev/null
	END
	)
	for task in 1 2; do
		live_wait_job 60 "${id}_$task" COMPLETED
	done
	for file in "$CLUSTER_DIR"/home/nobody/job-*.out; do
		grep -q twice "$file" || continue
		[ "$(cat "$file")" = "twice
boactl: epoch: epoch 3: class bert has epochs 1 to 2
beyond 1
at once 75
at once 75
boactl: epoch: epoch 1: epoch 2 was reported before; epochs do not go back
backwards 1" ]
		n=$((${n-0} + 1))
	done
	[ "$n" -eq 2 ]
}

@test "a comment without room is left as it is" {
	local full
	full="class:bert $(printf 'x%.0s' {1..1005})"
	id=$(submit full --comment="$full" <<-'END'
		boactl epoch 1
		echo "exit $?"
	END
	)
	live_wait_job 60 "$id" COMPLETED
	run live_job_output nobody "$id"
	[[ ${lines[0]} == "boactl: epoch: epoch 1: "*1024* ]]
	[ "${lines[1]}" = "exit 1" ]
	[ "$(comment "$id")" = "$full" ]
}

@test "a stranger cannot move another's epoch" {
	id=$(submit mine --comment=class:bert <<<'sleep 60')
	live_wait_job 60 "$id" RUNNING
	install -m 755 "$BOA_BIN/boactl" "$CLUSTER_DIR/boactl"
	SLURM_JOB_ID=$id run cluster_as_user games "$CLUSTER_DIR/boactl" epoch 2
	[ "$status" -eq 1 ]
	[[ $output == "boactl: epoch: job $id: "* ]]
	[ "$(comment "$id")" = class:bert ]
	cluster_run scancel "$id"
}

@test "a job with a size of its own reports and is not asked to resize" {
	id=$(submit rigid --comment=class:bert --gres=gpu:t4:1 <<-'END'
		sleep 10
		boactl epoch 1
		echo "exit $?"
		boactl epoch 2
		echo "exit $?"
	END
	)
	live_wait_job 60 "$id" COMPLETED
	run live_job_output nobody "$id"
	[ "$(grep -c 'exit 0' <<<"$output")" -eq 2 ]
}
