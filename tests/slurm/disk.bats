#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A state folder that is full: jobs go on, one line says so, and when there is
# room again nothing of the account is missing.

PORTS=22200
load live
load boa

setup_file() {
	boa_init --nodes=t4:2:4
	mkdir -p "$CLUSTER_DIR/state/boa"
	mount -t tmpfs -o size=256k boa "$CLUSTER_DIR/state/boa" || skip "needs to mount a tmpfs"
	cluster_start
	boa_wait_table 1
}

teardown_file() {
	[[ ! ${CLUSTER_DIR-} ]] || { cluster_stop; umount "$CLUSTER_DIR/state/boa"; }
	live_end
}

teardown() { live_explain; }

problems() {
	"$BOA_BIN/boactl" status --problems --status-dir "$CLUSTER_DIR/run/boa"
}

is_told() {
	[[ $(problems) == *"ledger: cannot write: No space left on device" ]]
}

@test "a full disk stops no job" {
	dd if=/dev/zero of="$CLUSTER_DIR/state/boa/fill" bs=1k 2>/dev/null || true
	id=$(live_submit nobody --comment=class:small --wrap 'sleep 1' 2>/dev/null)
	live_wait_job 30 "$id" COMPLETED
	cluster_wait 5 is_told
	run problems
	[ "$status" -eq 1 ]
	[ "$(grep -c 'error: sched/boa: .*No space left' "$CLUSTER_DIR/log/slurmctld.log")" -eq 1 ]
}

@test "when there is room again the account is whole, over a crash too" {
	rm "$CLUSTER_DIR/state/boa/fill"
	cluster_wait 20 problems
	id=$(live_submit nobody --comment=class:small --wrap true 2>/dev/null)
	live_wait_job 30 "$id" COMPLETED
	cluster_wait 20 live_events_are stop "$(live_events start)"
	cluster_ctld_saved
	cluster_ctld_kill9
	cluster_ctld_start
	agrees() {
		jq -e --argjson bill "$(live_bill gpu_s --gpus-per-node=4)" \
			'(.ledger.total.gpu_s - $bill) | fabs < 0.01' "$CLUSTER_DIR/run/boa/status.json"
	}
	cluster_wait 10 agrees
}
