# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# calibrate.sh - what a boot, a start-up and a resize take on this machine:
# measured on two jobs that run at once and grow from one node to two.

# A class that is fast on 4 GPUs in its first epoch, on 8 in its second.
calibrate_classes() {
	jq -n '{
		gpu_types: [{ name: "t4", price: 1, gpus_per_node: 4 }],
		classes: [{
			name: "probe", arrival_rate_per_hour: 1, rescale_s: 1,
			epochs: [
				{ work_s: 1, speedup: { t4: [[4, 1], [8, 0.1]] } },
				{ work_s: 1, speedup: { t4: [[4, 0.1], [8, 1]] } }
			]
		}]
	}'
}

# calibrate: set BOOT_S (a node's launch to its job's start), STARTUP_S (job's
# start to its first epoch) and RESCALE_S (progress ends at one width to
# progress begins at another, the boot of the new node included).
calibrate() {
	calibrate_classes >"$DEMO_DIR/probe.json"
	side_boa calibrate "$DEMO_DIR/probe.json" 1000 2 || return
	side_submit probe && side_submit probe &&
		cluster_wait 30 calibrate_running &&
		cluster_wait 60 calibrate_done ||
		demo_fail "the calibration got no result, see $CLUSTER_DIR/log" || return
	# shellcheck disable=SC2034 # for demo.sh
	read -r BOOT_S STARTUP_S RESCALE_S < <(calibrate_result)
	[[ ${RESCALE_S-} ]] || demo_fail "the calibration saw no resize" || return
	demo_keep
	cluster_destroy
}

# Note when each job is first seen running; true once all were.
calibrate_running() {
	local id state
	while read -r id state; do
		[[ $state != RUNNING ]] || grep -q "^$id " "$CLUSTER_DIR/running" 2>/dev/null ||
			echo "$id ${EPOCHREALTIME/,/.}" >>"$CLUSTER_DIR/running"
	done < <(cluster_run squeue --noheader --format='%i %T')
	(($(wc -l <"$CLUSTER_DIR/running") == $(wc -l <"$CLUSTER_DIR/jobs")))
}

calibrate_done() {
	(($(cat "$CLUSTER_DIR"/home/nobody/*.log | grep -c ' done$') == $(wc -l <"$CLUSTER_DIR/jobs")))
}

# Means over the jobs, in seconds: boot, start-up, resize. A start-up may be too
# short to be seen between two looks at the state.
calibrate_result() {
	local id running
	while read -r id running; do
		awk -v running="$running" '
			FILENAME ~ /provider.log$/ { if (!first) first = $1; next }
			$2 == "train" && !begun { begun = 1; print "startup", $1 - running }
			$2 == "resize" { left = $1 }
			$2 == "train" && left { print "resize", $1 - left; left = 0 }
			END { print "boot", running - first }' \
			"$CLUSTER_DIR/provider.log" "$CLUSTER_DIR/home/nobody/$id.log"
	done <"$CLUSTER_DIR/running" | awk '
		{ sum[$1] += $2 > 0 ? $2 : 0; n[$1]++ }
		END {
			if (n["resize"])
				printf "%.2f %.2f %.2f\n", sum["boot"] / n["boot"],
					sum["startup"] / n["startup"], sum["resize"] / n["resize"]
		}'
}
