#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boa-local-bill: t4-1 is up for 2 s, t4-2 for 3.5 s and again from 20 s on,
# a100-1 from 11 s on.

setup() {
	bill=${BOA_SRC:-$BATS_TEST_DIRNAME/../..}/contrib/local/boa-local-bill
	log=$BATS_TEST_TMPDIR/log
	cat >"$log" <<-E
		10.5 start t4-1
		10.5 start t4-2
		11 start a100-1
		12 fail t4-3
		12.5 stop t4-1
		12.6 stop t4-1
		13 start a100-1
		14 stop t4-2
		20 start t4-2
	E
}

@test "node-seconds: what is up is cut at --until" {
	run "$bill" --until=21 --json "$log"
	[ "$status" -eq 0 ]
	[ "$output" = '{ "node_s": 16.500000, "gpu_s": 16.500000, "starts": 4, "stops": 2, "fails": 1, "up": 2 }' ]
}

@test "GPU-seconds: 4 per t4 node and 8 per a100 node" {
	run "$bill" --until=21 --gpus-per-node t4:4 --gpus-per-node a100:8 --json "$log"
	[ "$(jq .gpu_s <<<"$output")" = 106 ]
	run "$bill" --until=21 --gpus-per-node 4 --json "$log"
	[ "$(jq .gpu_s <<<"$output")" = 66 ]
}

@test "an empty log is a bill of nothing" {
	: >"$log"
	run "$bill" --json "$log"
	[ "$output" = '{ "node_s": 0.000000, "gpu_s": 0.000000, "starts": 0, "stops": 0, "fails": 0, "up": 0 }' ]
}

@test "every line that is no event is named, and there is no sum" {
	printf '%s\n' 'x start t4-1' '15 begin t4-1' '16 stop' >>"$log"
	run "$bill" "$log"
	[ "$status" -eq 1 ]
	[ "$output" = "boa-local-bill: $log:10: not an event: x start t4-1
boa-local-bill: $log:11: not an event: 15 begin t4-1
boa-local-bill: $log:12: not an event: 16 stop" ]
}

@test "no log is exit 1, wrong use exit 2" {
	run "$bill" "$log.not"
	[ "$status" -eq 1 ]
	[ "$output" = "boa-local-bill: $log.not: cannot be read" ]
	run "$bill"
	[ "$status" -eq 2 ]
	run "$bill" --gpus-per-node=x "$log"
	[ "$status" -eq 2 ]
	run "$bill" --until=tomorrow "$log"
	[ "$status" -eq 2 ]
}
