#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Three minutes of bad weather (contrib/soak), the same at every run as far as
# a seed can see to it.

PORTS=22300

@test "no job lost or doubled, no node leaked, the ledger is the bill" {
	local plugins="${BOA_BIN:?set to the build folder}/plugin/.libs" shift
	[ -e "$plugins/sched_boa.so" ] || skip "needs the plugins"
	# Another run on this host may have the ports: there are three sets.
	for shift in 0 4000 8000; do
		run "${BOA_SRC:-$BATS_TEST_DIRNAME/../..}/contrib/soak/soak.sh" --minutes 3 --seed 1 \
			--bin "$BOA_BIN" --plugins "$plugins" --port "$((PORTS + shift))"
		[ "$status" -eq 77 ] || break
	done
	[ "$status" -ne 77 ] || skip "$output"
	echo "$output"
	[ "$status" -eq 0 ]
}
