#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What is rented, what is kept and what is given back.

PORTS=21800
load live
load boa

setup_file() {
	boa_start --nodes=t4:8:4 --nodes=a100:1:8 \
		--conf=SuspendExcNodes=a100-1 --conf=KillWait=2 --conf=DefMemPerCPU=0 \
		--conf='PartitionName=also Nodes=t4-[1-8] State=UP'
}
teardown_file() { live_end; }
setup() {
	export GATED=1
	begin_starts=$(live_events start)
	begin_stops=$(live_events stop)
}
teardown() {
	live_explain
	boa_cancel_all
}

# rented N: N nodes were started since the test began.
rented() {
	[ "$(($(live_events start) - begin_starts))" = "$1" ]
}

returned() {
	[ "$(($(live_events stop) - begin_stops))" = "$1" ]
}

# on USER ID RUN: the nodes of that run.
on() {
	grep "^start $3 " "$CLUSTER_DIR/home/$1/$2.log" | cut -d' ' -f3
}

@test "exactly the nodes of a job's width are rented, once" {
	local id
	id=$(boa_train nobody --comment=class:whole -- 1)
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	# These nodes are in another partition too.
	rented 2
	boa_go nobody "$id" 1
	live_wait_job 10 "$id" COMPLETED
	cluster_wait 15 boa_off
	rented 2
	cluster_wait 5 returned 2
	[ "$(grep -c 'resume\|start' "$CLUSTER_DIR/provider.log")" = "$(live_events start)" ]
}

@test "ten jobs within one boot get the nodes of their widths, no more" {
	local n id=()
	# Else one of the last jobs may rent the node it lacks.
	cluster_run scontrol update nodename=t4-8 state=drain reason=test
	echo 't4-[1-8] start late 2' >"$CLUSTER_DIR/etc/faults"
	# 10 times 1 GPU and 2 times 8: 3 and 4 nodes of 4.
	for n in {1..10}; do id+=("$(boa_train nobody --comment=class:small -- 1)"); done
	for n in 1 2; do id+=("$(boa_train games --comment=class:whole -- 1)"); done
	for n in "${!id[@]}"; do
		boa_wait_said 30 "$( ((n < 10)) && echo nobody || echo games)" "${id[n]}" 'epoch 1 0'
	done
	: >"$CLUSTER_DIR/etc/faults"
	rented 7
	# The next ones, of 8 GPUs each, use what these leave.
	for n in 1 2 3; do id+=("$(boa_train games --comment=class:whole -- 1)"); done
	for n in "${!id[@]}"; do touch "$CLUSTER_DIR"/home/{nobody,games}/"${id[n]}.go.1"; done
	for n in 12 13 14; do live_wait_job 30 "${id[n]}" COMPLETED; done
	rented 7
	cluster_wait 20 returned 7
	cluster_run scontrol update nodename=t4-8 state=resume
}

@test "nodes that one job frees go to the next, with none rented or released" {
	local a b
	# a shrinks from 8 GPUs to 2 as b writes its checkpoint to grow to 8.
	a=$(boa_train nobody --comment=class:wide -- 3)
	b=$(PAUSED=1 boa_train games --comment=class:wide -- 3)
	boa_go nobody "$a" 1
	boa_wait_said 20 nobody "$a" 'epoch 2 0'
	boa_wait_said 20 games "$b" 'epoch 1 0'
	rented 3
	boa_go games "$b" 1
	cluster_wait 10 boa_record_is "$b" epoch 2
	boa_go nobody "$a" 2
	boa_wait_said 20 nobody "$a" 'epoch 3 0'
	touch "$CLUSTER_DIR/home/games/$b.resize.2"
	boa_wait_said 20 games "$b" 'epoch 2 0'
	rented 3
	returned 0
}

@test "a node in use is neither released nor rented again" {
	local a b
	a=$(boa_train nobody --comment=class:whole -- 1)
	boa_wait_said 20 nobody "$a" 'epoch 1 0'
	b=$(boa_train games --comment=class:whole -- 1)
	boa_wait_said 20 games "$b" 'epoch 1 0'
	rented 4
	boa_go games "$b" 1
	live_wait_job 20 "$b" COMPLETED
	cluster_wait 15 returned 2
	live_job_is "$a" RUNNING
	[ "$(tail -n 4 "$CLUSTER_DIR/provider.log" | cut -d' ' -f3 | sort -u | wc -l)" -ge 2 ]
	boa_go nobody "$a" 1
	live_wait_job 10 "$a" COMPLETED
	[ "$(live_job "$a" Restarts)" = 0 ]
	rented 4
}

@test "a job that loses a node is requeued and starts at its width again" {
	local id node
	id=$(boa_train nobody --comment=class:whole -- 1)
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	node=$(cluster_run scontrol show hostnames "$(on nobody "$id" 0)" | head -n 1)
	cluster_run scontrol update nodename="$node" state=down reason=lost
	boa_wait_said 30 nobody "$id" 'start 1 *'
	boa_said nobody "$id" 'start 1 t4-* 4 2 8'
	[[ $(on nobody "$id" 1) != *"$node"* ]]
	[[ $(live_job "$id" Reason) != BadConstraints ]]
	boa_record_is "$id" width 8
	boa_go nobody "$id" 1
	live_wait_job 20 "$id" COMPLETED
	cluster_run scontrol update nodename="$node" state=power_down_force
}

@test "drained, reserved and excepted nodes are left up" {
	local id fast
	fast=$(boa_train nobody --comment=class:fast -- 0) # a100-1: SuspendExcNodes
	id=$(live_submit nobody -N8 --exclusive --wrap 'until [ -e over ]; do sleep 0.1; done')
	live_wait_job 20 "$id" RUNNING
	cluster_run scontrol update nodename=t4-1 state=drain reason=test
	cluster_run scontrol create reservation reservationname=r nodes=t4-2 users=root starttime=now duration=60 flags=ignore_jobs
	cluster_wait 15 is_reserved t4-2
	touch "$CLUSTER_DIR/home/nobody/over"
	live_wait_job 20 "$id" COMPLETED
	live_wait_job 20 "$fast" COMPLETED
	cluster_wait 15 returned 6
	sleep 1
	returned 6
	cluster_run scontrol delete reservationname=r
	cluster_run scontrol update nodename=t4-1 state=resume
	cluster_wait 20 returned 8
	[ "$(live_node a100-1)" = idle ]
	cluster_run scontrol update nodename=a100-1 state=power_down_force
}

is_reserved() {
	cluster_run scontrol show node "$1" | grep -q 'State=.*RESERVED'
}

@test "a node that is still billed when Slurm believes it off is shown and charged" {
	local id before
	echo 't4-[1-8] stop leak x1' >"$CLUSTER_DIR/etc/faults"
	GATED=
	id=$(boa_train nobody --comment=class:small -- 1)
	live_wait_job 20 "$id" COMPLETED
	cluster_wait 20 boa_off
	cluster_wait 5 boa_status '[.nodes[] | select(.orphan) | .name] == ["t4-1"] and .rented_gpus == 4'
	before=$(boa_status .ledger.total.gpu_s)
	cluster_wait 10 boa_status ".ledger.total.gpu_s > $before + 4"
	: >"$CLUSTER_DIR/etc/faults"
	"$BOA_SRC/contrib/local/boa-local-suspend" --conf="$CLUSTER_DIR/etc/slurm.conf" --now t4-1
	cluster_wait 5 boa_status '.rented_gpus == 0 and all(.nodes[]; .orphan | not)'
}

@test "after all that the ledger is the provider's bill" {
	boa_books_agree
}
