#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What users may ask for beside a class, and what comes of it.

PORTS=20600
load live
load boa

setup_file() {
	boa_start --nodes=t4:4:4 --nodes=a100:1:8 --cred-expire=30 \
		--conf='PartitionName=other Nodes=t4-[1-4] State=UP'
}
teardown_file() { live_end; }
teardown() {
	live_explain
	cluster_run scancel --state=PENDING --user=nobody --user=games || true
}

# Submit a job that does not run, by nobody; sets id and line, what the user
# was told.
submit() {
	local out
	out=$(cluster_as_user nobody sbatch --hold "$@" --wrap true 2>&1) || true
	line=$(head -n 1 <<<"$out")
	id=$(grep -oP '^Submitted batch job \K.*' <<<"$out") || true
}

# size ID: partition, nodes, tasks, GPUs per node.
size() {
	echo "$(live_job "$1" Partition) $(live_job "$1" NumNodes)" \
		"$(live_job "$1" NumTasks) $(live_job "$1" TresPerNode)"
}

rigid='sbatch: BOA: class wide, keeps the size you gave'

@test "a job without a class is none of BOA's business" {
	submit -n3
	[ "$line" = "Submitted batch job $id" ]
	submit --comment='classy class=wide xclass:wide class:'
	[ "$line" = "Submitted batch job $id" ]
	[[ $(size "$id") == "t4 1"*" 1 " ]]
}

@test "whoever asks for nodes, tasks or GPUs keeps that size" {
	local option
	for option in -N2 -n2 --ntasks-per-node=2 --gres=gpu:1 --gres=gpu:t4:1 \
		--gpus=2 --gpus=t4:2 --gpus-per-node=1 \
		--nodelist=t4-3; do
		submit --comment=class:wide $option
		[ "$line" = "$rigid" ] || { echo "$option: $line"; false; }
		[ "$(live_job "$id" Requeue)" = 1 ]
	done
	submit --comment=class:wide -n2 --gpus-per-task=2
	[ "$line" = "$rigid" ]
	submit --comment=class:wide -N2 --gres=gpu:t4:1
	sleep 0.5
	[[ $(size "$id") == "t4 2"*" gres:gpu:t4:1" ]]
	[ -z "$(boa_record "$id" class)" ]
}

@test "a GPU type without a number restricts the plans to it" {
	submit --comment=class:fast --gres=gpu:t4
	[ "$line" = "sbatch: BOA: class fast, 4 GPUs of t4 in epoch 1" ]
	cluster_wait 5 boa_record_is "$id" type t4
	[[ $(size "$id") == "t4 1"*" 1 gres:gpu:t4:4" ]]
	submit --comment=class:wide --gres=gpu:a100
	[ "$line" = "sbatch: BOA: class wide has no width on a100; the job stays as it is" ]
	submit --comment=class:wide --gres=gpu:h100
	[ "$line" = "sbatch: BOA: the GPU type you gave is not one of BOA's; the job stays as it is" ]
}

@test "so does the partition of a GPU type, and another one is left alone" {
	submit --comment=class:fast -p t4
	[ "$line" = "sbatch: BOA: class fast, 4 GPUs of t4 in epoch 1" ]
	cluster_wait 5 boa_record_is "$id" type t4
	submit --comment=class:fast
	cluster_wait 5 boa_record_is "$id" type a100
	submit --comment=class:fast -p other
	[ "$line" = "sbatch: BOA: the partition you gave is not one of BOA's; the job stays as it is" ]
	[[ $(size "$id") == "other 1"* ]]
	submit --comment=class:fast -p t4,a100
	[ "$line" = "sbatch: BOA: the partition you gave is not one of BOA's; the job stays as it is" ]
	submit --comment=class:fast -p t4 --gres=gpu:a100
	[ "$line" = "sbatch: BOA: partition t4 has no GPUs of type a100; the job stays as it is" ]
}

@test "salloc and srun are rigid" {
	run cluster_as_user nobody salloc --comment=class:wide -n1 true
	[ "$status" -eq 0 ]
	[[ $output == *"salloc: BOA: class wide, keeps the size you gave"* ]]
	run cluster_as_user nobody srun --comment=class:wide -n1 sh -c 'echo $SLURM_NTASKS'
	[ "$status" -eq 0 ]
	[[ $output == *"srun: BOA: class wide, keeps the size you gave"* ]]
	[[ $output == *1 ]]
}

@test "--test-only tells and changes nothing" {
	local n before after
	before=$(cluster_run squeue -h | wc -l)
	# Were these counted, the mix would no longer be even.
	for n in 1 2 3; do
		run cluster_as_user nobody sbatch --test-only --comment=class:mix --wrap true
		[ "$status" -eq 0 ]
		[[ $output == *"BOA: class mix, "*" of t4 in epoch 1"* ]]
	done
	after=$(cluster_run squeue -h | wc -l)
	[ "$before" = "$after" ]
	for n in 1 2; do
		submit --comment=class:mix
		cluster_wait 5 boa_record "$id" width
	done
	[ "$(for n in "$((id - 1))" "$id"; do boa_record "$n" width; done | sort | xargs)" = "1 4" ]
}

@test "a user's --begin, CPUs, memory and time are kept" {
	submit --comment=class:wide --begin=now+1hour -c3 --mem=1234 -t 17
	cluster_wait 5 boa_record "$id" width
	[ "$(live_job "$id" CPUs/Task)" = 3 ]
	[ "$(live_job "$id" MinMemoryNode)" = 1234M ]
	[ "$(live_job "$id" TimeLimit)" = 00:17:00 ]
	begin=$(date -d "$(live_job "$id" EligibleTime)" +%s)
	((begin > $(date +%s) + 3500))
}

@test "a comment stays as it is, whatever is in it" {
	local comment comments
	comments=(
		'ProjectA class:small'
		'class:small,pool=blue,x'
		$'two\nlines\tclass:small "quoted" '"'single'"' $HOME `id` \\ %s%n'
		'größe 多 🚀 class:small'
		'class:small class:wide'
		"class:small $(printf 'x%.0s' {1..1000})"
		"$(printf 'x%.0s' {1..1012}) class:small"
	)
	for comment in "${comments[@]}"; do
		submit --comment="$comment"
		[[ $line == 'sbatch: BOA: class small, 1 GPU of t4 in epoch 1'* ]]
		cluster_wait 5 boa_record_is "$id" class small
		[ "$(cluster_run scontrol show job "$id" | sed -n '/^   Comment=/,/^   [A-Z][a-zA-Z]*=/p' | sed '$d' | sed '1s/^   Comment=//')" = "$comment " ]
		if [[ $comment == *class:wide ]]; then
			[ "$line" = 'sbatch: BOA: class small, 1 GPU of t4 in epoch 1; class:wide is ignored, the first class counts' ]
		fi
	done
	# Slurm itself takes no more than 1024 bytes.
	for n in 1013 1088; do
		submit --comment="$(printf "%${n}s" '' | tr ' ' x) class:small"
		[[ -z $id && $line == *"error"* ]]
	done
}

@test "a heterogeneous job is refused by Slurm, which wants sched/backfill for it" {
	run cluster_as_user nobody sbatch --comment=class:wide -n1 : -n1 --wrap true
	[ "$status" -ne 0 ]
	[[ $output == *"heterogeneous jobs"* || $output == *"not supported"* ]]
}

@test "its user cannot change the size of a job that BOA sized, but else all" {
	local change
	submit --comment=class:wide
	cluster_wait 5 boa_record "$id" width
	for change in NumNodes=3 NumTasks=5 NumCPUs=7 MinNodes=2 Partition=a100 \
		TresPerNode=gres:gpu:t4:4; do
		run cluster_as_user nobody scontrol update "jobid=$id" $change
		[ "$status" -ne 0 ] || { echo "$change"; false; }
	done
	[[ $(size "$id") == "t4 1"*" 1 gres:gpu:t4:2" ]]
	cluster_as_user nobody scontrol update "jobid=$id" Name=fine Nice=7 \
		TimeLimit=5 Comment='class:wide too'
	[ "$(live_job "$id" JobName)" = fine ]
	# What has a size of its user's is its user's.
	submit --comment=class:wide -N2
	cluster_as_user nobody scontrol update "jobid=$id" NumNodes=1-1
	# An operator may do as he likes.
	submit --comment=class:wide
	cluster_run scontrol update "jobid=$id" Partition=other
}

@test "a stranger moves neither another's epoch nor its size" {
	local boactl=$CLUSTER_DIR/bin/boactl code
	submit --comment=class:wide
	cluster_wait 5 boa_record "$id" width
	run cluster_as_user games env SLURM_JOB_ID="$id" "$boactl" epoch 2
	[ "$status" -eq 1 ]
	[[ $output == *"Invalid user id"* ]]
	run cluster_as_user games scontrol update "jobid=$id" Comment='class:wide epoch:2.0'
	[ "$status" -ne 0 ]
	run cluster_as_user games env SLURM_JOB_ID="$id" "$boactl" resize
	[ "$status" -eq 1 ]
	run cluster_as_user games scontrol update "jobid=$id" NumNodes=2
	[ "$status" -ne 0 ]
	sleep 0.3
	boa_record_is "$id" epoch 0
	[ "$(live_job "$id" Comment)" = class:wide ]
	[[ $(size "$id") == "t4 1"*" 1 gres:gpu:t4:2" ]]
}

@test "whatever else is asked for, sbatch has an answer and slurmctld lives" {
	local option comment n=0 pid
	read -r pid <"$CLUSTER_DIR/run/ctld"
	for comment in class: class:nope class:wide,epoch:99999999999 \
		'class:wide epoch:0.1' $'\x01\xff class:wide'; do
		submit --comment="$comment"
	done
	while read -r option; do
		# shellcheck disable=SC2086
		cluster_as_user nobody sbatch --hold --comment=class:wide \
			$option --wrap true >/dev/null 2>&1 || true
		((++n))
	done <<-'EOF'
		--exclusive
		--exclusive=user
		--mem=0
		--mem-per-cpu=1
		--mem-per-gpu=100
		--cpus-per-gpu=2
		-c 100
		-c 65534
		--mincpus=3
		--gres=gpu
		--gres=gpu:0
		--gres=none
		--gres=gpu:t4,gpu:a100
		--gres=gpu:t4:1,gpu:a100:2
		--gpus=0
		--gpus=100000
		--ntasks-per-gpu=2
		--gpus-per-socket=1 --sockets-per-node=1
		--switches=1
		--contiguous
		--spread-job
		--use-min-nodes
		--overcommit
		--oversubscribe
		--no-requeue
		--constraint=nothing
		--exclude=t4-[1-4]
		--array=0-9%2
		--array=5
		--dependency=singleton
		--reservation=none
		--qos=none
		--account=nobody
		--licenses=x:1
		--begin=now+1day
		--deadline=now+1hour
		--time-min=1 --time=5
		--wait-all-nodes=1
		--threads-per-core=1
		--hint=nomultithread
		--distribution=cyclic
		--core-spec=1
		--thread-spec=1
		--nice=100
		--priority=5
		--signal=B:USR1@10
		--propagate
		--kill-on-invalid-dep=yes
		-N 1-4
		-N 0
		-n 0
		--tmp=1000000
		--extra-node-info=1:1:1
		--gpu-bind=closest
		--mcs-label=x
		--export=NONE
		--cluster-constraint=x
	EOF
	((n > 50))
	cluster_run scontrol ping | grep -q 'is UP'
	kill -0 "$pid"
	# All who wait are known and have a state.
	cluster_run squeue -h -o %T | sort -u | grep -qx PENDING
	! cluster_run squeue -h -t all -r -o '%T %R' | grep BadConstraints
}

@test "jobs that want nodes or memory for themselves are resized all the same" {
	local a b c
	a=$(boa_train nobody --comment=class:wide --exclusive -- 3)
	b=$(boa_train nobody --comment=class:wide --mem=0 -c1 -- 3)
	c=$(boa_train games --comment=class:mix --begin=now+2 -- 1)
	live_wait_job 60 "$a" COMPLETED
	live_wait_job 60 "$b" COMPLETED
	live_wait_job 60 "$c" COMPLETED
	boa_says nobody "$a"; boa_says nobody "$b"
	[ "$(grep -c start "$CLUSTER_DIR/home/nobody/$a.log")" = 3 ]
	boa_said nobody "$b" 'start 0 t4-? 2 1 1'
	boa_said nobody "$b" 'start 1 t4-* 4 2 1'
	boa_said nobody "$b" 'start 2 t4-? 2 1 1'
}
