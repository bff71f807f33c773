#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The local cloud by itself, and the faults it can be told to have. slurmctld
# is there to be registered with, and asks for nothing.

PORTS=20100
load live

setup_file() {
	live_start --nodes=t4:4:4 --conf=SuspendTime=-1
	export CONF=$CLUSTER_DIR/etc/slurm.conf LOG=$CLUSTER_DIR/provider.log
}
teardown_file() { live_end; }
setup() {
	"$BOA_SRC/contrib/local/boa-local-suspend" --conf="$CONF" --now --all
	: >"$LOG"
	: >"$CLUSTER_DIR/etc/faults"
	rm -f "$CLUSTER_DIR"/run/*.fault.*
}
teardown() { live_explain; }

start() { "$BOA_SRC/contrib/local/boa-local-resume" --conf="$CONF" "$@"; }
stop() { "$BOA_SRC/contrib/local/boa-local-suspend" --conf="$CONF" "$@"; }
faults() { printf '%s\n' "$@" >"$CLUSTER_DIR/etc/faults"; }
events() { cut -d' ' -f2,3 "$LOG" | sort | paste -sd, ; }
slurmd_of() { pgrep -f "^slurmd .* $1 .*$CLUSTER_DIR"; }
slurmds() { pgrep -fc "^slurmd .*$CLUSTER_DIR" || true; }

@test "a hostlist is started and stopped, in an empty environment" {
	env -i "$BOA_SRC/contrib/local/boa-local-resume" --conf="$CONF" 't4-[1-3]'
	[ "$(events)" = "start t4-1,start t4-2,start t4-3" ]
	slurmds_are() { [ "$(slurmds)" -eq "$1" ]; }
	cluster_wait 10 slurmds_are 3
	env -i "$BOA_SRC/contrib/local/boa-local-suspend" --conf="$CONF" 't4-[1-3]'
	[ "$(slurmds)" -eq 0 ]
	[ "$(events)" = "start t4-1,start t4-2,start t4-3,stop t4-1,stop t4-2,stop t4-3" ]
}

@test "a line of the log is a time, an event and a node" {
	start t4-1
	[[ $(cat "$LOG") =~ ^[0-9]{10}\.[0-9]{6}\ start\ t4-1$ ]]
}

@test "starting or stopping twice changes no bill" {
	start t4-1
	start t4-1
	[ "$(slurmds)" -le 1 ]
	stop t4-1
	stop t4-1
	stop t4-2
	[ "$(events)" = "start t4-1,stop t4-1" ]
}

@test "a start waits for the stop of the same node" {
	start t4-1
	cluster_wait 20 slurmd_of t4-1
	stop t4-1 &
	node_is_locked() { ! flock -n "$CLUSTER_DIR/run/t4-1.lock" true; }
	cluster_wait 20 node_is_locked
	start t4-1
	wait
	[ "$(cut -d' ' -f2 "$LOG" | paste -sd,)" = start,stop,start ]
	cluster_wait 20 slurmd_of t4-1
}

@test "steps and what jobs left behind end with their instance" {
	start t4-1
	cluster_wait 20 slurmd_of t4-1
	(cd "$CLUSTER_DIR/run/t4-1" && exec setsid sleep 1001 3>&-) &
	step=$!
	cluster_run env SLURMD_NODENAME=t4-1 setsid sleep 1002 3>&- &
	task=$!
	cluster_run env SLURMD_NODENAME=t4-2 setsid sleep 1003 3>&- &
	other=$!
	disown -a
	sleep 0.1
	stop t4-1
	cluster_gone "$step"
	cluster_gone "$task"
	kill -0 "$other"
	stop t4-2
	cluster_gone "$other"
}

@test "start fail: no instance, no bill, as often as said" {
	faults 't4-[1-2] start fail x1'
	run start 't4-[1-2]'
	[ "$status" -eq 1 ]
	[ "$(events)" = "fail t4-1,fail t4-2" ]
	start t4-1
	[ "$(events)" = "fail t4-1,fail t4-2,start t4-1" ]
}

@test "start hang: a bill without a slurmd" {
	faults 't4-1 start hang'
	start t4-1
	sleep 0.2
	[ "$(slurmds)" -eq 0 ]
	stop t4-1
	[ "$(events)" = "start t4-1,stop t4-1" ]
}

@test "start late: slurmd comes after the bill began" {
	faults 't4-1 start late 1'
	start t4-1
	[ "$(events)" = "start t4-1" ]
	[ "$(slurmds)" -eq 0 ]
	cluster_wait 10 slurmd_of t4-1
}

@test "start die: the instance goes by itself" {
	faults 't4-1 start die 1'
	start t4-1
	cluster_wait 10 grep -q ' stop t4-1' "$LOG"
	[ "$(slurmds)" -eq 0 ]
}

@test "stop leak: an orphan stays up and billed until the next stop" {
	faults 't4-1 stop leak x1'
	start t4-1
	stop t4-1
	[ "$(events)" = "start t4-1" ]
	cluster_wait 20 slurmd_of t4-1
	stop t4-1
	[ "$(events)" = "start t4-1,stop t4-1" ]
}

@test "wrong use exits 2, a bad hostlist 1, and nothing starts" {
	run start
	[ "$status" -eq 2 ]
	run start --nonsense t4-1
	[ "$status" -eq 2 ]
	run start 't4-['
	[ "$status" -eq 1 ]
	[ ! -s "$LOG" ]
}
