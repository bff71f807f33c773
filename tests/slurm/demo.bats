#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The demo, with few jobs and faster: it does what it says and leaves nothing.

setup_file() {
	local program
	((EUID == 0)) || skip "needs root"
	for program in slurmctld slurmd sbatch munged jq; do
		[[ $(type -P "$program") ]] || skip "needs $program"
	done
	export BOA_SRC=${BOA_SRC:-$(cd "$BATS_TEST_DIRNAME/../.." && pwd)}
	[[ -e ${BOA_BIN-}/plugin/.libs/sched_boa.so ]] || skip "needs BOA_BIN with the plugins"
	export PREFIX=$BATS_FILE_TMPDIR/prefix
	mkdir -p "$PREFIX/bin" "$PREFIX/lib"
	ln -s "$BOA_BIN/boa-widths" "$BOA_BIN/boactl" "$PREFIX/bin/"
	ln -s "$BOA_BIN/plugin/.libs" "$PREFIX/lib/slurm"
}

setup() {
	dir=$(mktemp -d /tmp/boa-XXXXXX)
	chmod 755 "$dir"
}

teardown() {
	[[ ${BATS_TEST_COMPLETED-} ]] || tail -n 40 "$BATS_TEST_TMPDIR"/keep/*/log/slurmctld.log || true
	rm -rf "$dir"
}

# demo OPTION...: in the folder dir, becoming the demo.
demo() {
	TMPDIR=$dir exec "$BOA_SRC/contrib/demo/demo.sh" --prefix="$PREFIX" \
		--keep="$BATS_TEST_TMPDIR/keep" "$@"
}

# Neither a file nor a process of the demo is there.
nothing_left() {
	[[ ! $(ls -A "$dir") ]]
	! grep -lsF "$dir" /proc/[0-9]*/cmdline /proc/[0-9]*/environ
}

# Where resizes take long the best plans may have none; then none is missed.
@test "every job ends, some resized, no node is left, the books agree" {
	run demo --jobs=4 --compress=100 --seed=46 --json="$BATS_TEST_TMPDIR/out.json"
	echo "$output"
	jq -e '.jobs_submitted == 4 and .jobs_completed == 4 and .nodes_left == 0 and
		(.ledger_gpu_s - .provider_gpu_s | fabs) <= 0.03 * .provider_gpu_s and
		.mean_jct_s > 0 and .p95_jct_s >= .mean_jct_s and
		.spend_per_hour > 0 and .budget == 29.34' "$BATS_TEST_TMPDIR/out.json"
	must_resize=$(jq '[.classes[] | select(.jobs > 0) |
		.plans | all(.widths | unique | length > 1)] | any' "$BATS_TEST_TMPDIR/out.json")
	resized=$(jq '.jobs_resized > 0' "$BATS_TEST_TMPDIR/out.json")
	[[ $resized == true || $must_resize == false ]]
	[[ $status -eq 0 || $resized == false ]]
	nothing_left
}

@test "ended in the middle it leaves nothing" {
	local rc=0
	demo --jobs=20 >"$BATS_TEST_TMPDIR/out" 2>&1 3>&- &
	for ((i = 0; i < 600; i++)); do
		! grep -q '1 running' "$BATS_TEST_TMPDIR/out" || break
		sleep 0.1
	done
	kill -TERM $!
	wait $! || rc=$?
	[ "$rc" -eq 143 ]
	nothing_left
}
