#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# slurmctld ended between every two steps of a job's life, by SIGKILL and in
# good order, and started again: no job is lost or started twice, and the
# ledger is that of the provider.

PORTS=21200
load live
load boa

setup_file() {
	boa_init --nodes=t4:4:4 --nodes=a100:1:8 --conf=KillWait=5
	# Jobs stay in COMPLETING while there is a file slow.
	printf '%s\n' '#!/bin/bash' \
		"for ((i = 0; i < 300; i++)); do [[ -e $CLUSTER_DIR/run/slow ]] || exit 0; sleep 0.1; done" \
		>"$CLUSTER_DIR/bin/epilog"
	chmod 755 "$CLUSTER_DIR/bin/epilog"
	echo "Epilog=$CLUSTER_DIR/bin/epilog" >>"$CLUSTER_DIR/etc/slurm.conf"
	cluster_start
	boa_wait_table 1
}
teardown_file() { live_end; }
teardown() { live_explain; }

# End slurmctld as a crash would, and start it again.
crash() {
	cluster_ctld_saved
	cluster_ctld_kill9
	cluster_ctld_start
}

completing() {
	[[ $(cluster_run squeue -h -o %T -t all -j "$1") == COMPLETING ]]
}

# The job is pending and asks for N nodes of one task each.
waits_for() {
	[[ $(live_job "$1" JobState) == PENDING && $(live_job "$1" NumTasks) == "$2" ]]
}

@test "killed between any two steps it loses no job and starts none twice" {
	local id plain
	export GATED=1 PAUSED=1
	plain=$(live_submit games -n1 --wrap "echo start; until [ -e $CLUSTER_DIR/run/over ]; do sleep 0.1; done; echo end")
	cluster_run scontrol update nodename='t4-[2-4]' state=drain reason=test
	live_wait_job 20 "$plain" RUNNING

	# submitted and sized, but held
	id=$(boa_train nobody --comment=class:wide --hold -- 3)
	cluster_wait 5 boa_record_is "$id" width 2
	crash
	boa_record_is "$id" width 2

	# its node boots
	echo 't4-[1-4] start late 4' >"$CLUSTER_DIR/etc/faults"
	cluster_run scontrol update nodename='t4-2' state=resume
	cluster_run scontrol update nodename='t4-1' state=drain reason=test
	cluster_run scontrol release "$id"
	live_wait_job 5 "$id" CONFIGURING
	crash
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	cluster_run scontrol update nodename='t4-[1,3-4]' state=resume

	# it runs
	cluster_wait 5 boa_record_is "$id" run 0
	crash
	boa_go nobody "$id" 1
	boa_wait_said 20 nobody "$id" 'epoch 2 75'

	# it has reported epoch 2
	cluster_wait 5 boa_record_is "$id" epoch 2
	crash

	# it gives its nodes back
	touch "$CLUSTER_DIR/run/slow"
	touch "$CLUSTER_DIR/home/nobody/$id.resize.2"
	cluster_wait 20 completing "$id"
	crash
	cluster_run scontrol update nodename='t4-[3-4]' state=drain reason=test

	# it waits, at its new width; the other job is in its way
	rm "$CLUSTER_DIR/run/slow"
	cluster_wait 20 waits_for "$id" 2
	crash
	waits_for "$id" 2

	# nodes boot for it once more
	cluster_run scontrol update nodename='t4-[3-4]' state=resume
	live_wait_job 20 "$id" CONFIGURING
	crash

	# it runs again
	boa_wait_said 20 nobody "$id" 'epoch 2 0'
	boa_said nobody "$id" 'start 1 t4-* 4 2 8'
	crash

	# it ends
	touch "$CLUSTER_DIR/run/slow"
	touch "$CLUSTER_DIR/home/nobody/$id.resize.3"
	boa_go nobody "$id" 2
	cluster_wait 20 completing "$id"
	rm "$CLUSTER_DIR/run/slow"
	boa_wait_said 20 nobody "$id" 'epoch 3 0'
	touch "$CLUSTER_DIR/run/slow"
	boa_go nobody "$id" 3
	boa_wait_said 20 nobody "$id" end
	cluster_wait 20 completing "$id"
	crash
	rm "$CLUSTER_DIR/run/slow"
	live_wait_job 20 "$id" COMPLETED

	# it is over
	touch "$CLUSTER_DIR/run/over"
	live_wait_job 20 "$plain" COMPLETED
	crash
	cluster_wait 20 boa_off
	[ "$(grep start "$CLUSTER_DIR/home/nobody/$id.log" | cut -d' ' -f2 | xargs)" = "0 1 2" ]
	[ "$(live_job_output games "$plain" | xargs)" = "start end" ]
	[ "$(live_job "$id" Restarts)" = 2 ]
	boa_record_is "$id" resizes 2
}

@test "a restart in good order and reconfigurations in the midst change nothing" {
	local id
	export GATED=1 PAUSED=
	: >"$CLUSTER_DIR/etc/faults"
	id=$(boa_train nobody --comment=class:wide -- 3)
	cluster_run scontrol reconfigure
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	boa_go nobody "$id" 1
	cluster_run scontrol reconfigure
	boa_wait_said 20 nobody "$id" 'epoch 2 0'
	cluster_ctld_stop
	boa_go nobody "$id" 2
	cluster_ctld_start
	boa_wait_said 30 nobody "$id" 'epoch 3 0'
	cluster_run scontrol reconfigure
	cluster_ctld_stop
	cluster_ctld_start
	boa_go nobody "$id" 3
	live_wait_job 20 "$id" COMPLETED
	[ "$(grep start "$CLUSTER_DIR/home/nobody/$id.log" | cut -d' ' -f2 | xargs)" = "0 1 2" ]
	boa_record_is "$id" resizes 2
}

@test "through all that the ledger was the provider's" {
	boa_books_agree
}
