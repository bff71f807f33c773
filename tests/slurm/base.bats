#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Jobs without a class, with sched/boa in the place of sched/backfill: they are
# backfilled as before.

PORTS=21500
load live
load boa

setup_file() {
	boa_init --nodes=t4:2:4 --nodes=a100:1:8
	sed -i 's/^SchedulerParameters=.*/&,bf_interval=1/' "$CLUSTER_DIR/etc/slurm.conf"
	cluster_start
	boa_wait_table 1
}
teardown_file() { live_end; }
teardown() {
	live_explain
	boa_cancel_all
}

# A job that takes one node of two for minutes; one that wants both waits
# behind it; a third, of two minutes at most, fits beside the first.
submit_three() {
	local gate="until [ -e $CLUSTER_DIR/run/over ]; do sleep 0.1; done"
	first=$(live_submit nobody -N1 --exclusive -t 20 --wrap "$gate")
	live_wait_job 20 "$first" RUNNING
	wide=$(live_submit nobody -N2 --exclusive -t 20 --wrap true)
	cluster_wait 5 reason_is "$wide" Resources
	short=$(live_submit games -N1 --exclusive -t 2 --nice=100 --wrap true)
}

reason_is() {
	[[ $(live_job "$1" Reason) == "$2" ]]
}

@test "a short job runs in front of a wide one that is blocked" {
	submit_three
	live_wait_job 30 "$short" COMPLETED
	live_job_is "$first" RUNNING
	live_job_is "$wide" PENDING
	touch "$CLUSTER_DIR/run/over"
	live_wait_job 30 "$wide" COMPLETED
	boa_log_has 'sched/boa: sched/backfill runs beside it'
}

@test "BaseScheduler=none leaves it waiting, and is taken up by reconfigure" {
	rm -f "$CLUSTER_DIR/run/over"
	boa_conf BaseScheduler=none >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	sleep 0.5
	submit_three
	# Rounds of the main scheduler, which does not look behind the wide one.
	sleep 3
	live_job_is "$short" PENDING
	boa_conf >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	live_wait_job 30 "$short" COMPLETED
	live_job_is "$wide" PENDING
}
