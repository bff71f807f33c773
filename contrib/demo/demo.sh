#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# demo.sh - BOA at work on a private Slurm cluster; see README.md.

set -u
export LC_ALL=C.UTF-8
DEMO_HERE=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
# shellcheck source=contrib/local/cluster.sh
. "$DEMO_HERE/../local/cluster.sh"
# shellcheck source=contrib/demo/side.sh
. "$DEMO_HERE/side.sh"
# shellcheck source=contrib/demo/calibrate.sh
. "$DEMO_HERE/calibrate.sh"
# shellcheck source=contrib/demo/view.sh
. "$DEMO_HERE/view.sh"
# shellcheck source=contrib/demo/report.sh
. "$DEMO_HERE/report.sh"

RATE=0.3	# of the arrivals of the mix: what 16 nodes can carry
POLL_S=0.25	# sched/boa looks at least so often
IDLE_REAL_S=300	# idle timeout of the stock cluster, before compression
PATIENCE_S=300	# after the last job came

usage() {
	cat <<EOF
Usage: contrib/quickstart.sh demo [OPTION]...

Run a stream of training jobs under BOA on a private Slurm cluster of 16 nodes
with 4 GPUs, rented and released as needed; nodes are processes of this host.
Shows what happens and, at the end, what it took and what it cost. Needs root.

  --jobs N       jobs of the stream [20]
  --budget B     GPU-hours per hour [29.34]
  --compress X   how much faster than real training time runs [80]
  --seed S       of the stream; the same gives the same [2]
  --json FILE    write the figures there
  --compare      run the same stream also under stock Slurm, at the same time
  --keep DIR     keep the logs there
  --prefix DIR   where BOA is installed [.local]
  --help         print this and exit

Exit status: 0; 1 if a step failed, a job was lost, none was resized, a node is
left, or ledger and provider differ by more than 3 %; 2 for wrong usage.
EOF
}

demo_fail() {
	echo "demo: $*" >&2
	return 1
}

demo_options() {
	local number='^[0-9]+(\.[0-9]+)?$'
	JOBS=20 BUDGET=29.34 COMPRESS=80 SEED=2 JSON='' COMPARE=0 KEEP=''
	DEMO_LOCAL=$(readlink -f "$DEMO_HERE/../..")/.local
	while (($#)); do
		case $1 in
		--jobs=* | --budget=* | --compress=* | --seed=* | --json=* | --keep=* | --prefix=*)
			set -- "${1%%=*}" "${1#*=}" "${@:2}"
			continue
			;;
		--compare) COMPARE=1; shift; continue ;;
		--help) usage; exit 0 ;;
		esac
		[[ ${2-} ]] || return
		case $1 in
		--jobs) JOBS=$2 ;;
		--budget) BUDGET=$2 ;;
		--compress) COMPRESS=$2 ;;
		--seed) SEED=$2 ;;
		--json) JSON=$2 ;;
		--keep) KEEP=$2 ;;
		--prefix) DEMO_LOCAL=$(readlink -f "$2") ;;
		*) return 1 ;;
		esac
		shift 2
	done
	[[ $JOBS =~ ^[1-9][0-9]{0,4}$ && $SEED =~ ^[0-9]{1,9}$ && $BUDGET =~ $number &&
		$COMPRESS =~ $number ]]
}

demo_prepare() {
	((EUID == 0)) || demo_fail "needs root" || return
	[[ -x $DEMO_LOCAL/bin/boa-widths && -e $DEMO_LOCAL/lib/slurm/sched_boa.so ]] ||
		demo_fail "$DEMO_LOCAL: BOA is not installed there; run contrib/quickstart.sh build" || return
	[[ ! $JSON ]] || : >>"$JSON" || return
	DEMO_DIR=$(mktemp -d "${TMPDIR:-/tmp}/boa-demo-XXXXXX") && chmod 755 "$DEMO_DIR" || return
	SIDES=()
	trap demo_end EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	[[ ! $KEEP ]] || mkdir -p "$KEEP"
}

# demo_keep: logs and configuration of the current side, if asked for.
demo_keep() {
	local to=$KEEP/$SIDE
	[[ $KEEP && -d $CLUSTER_DIR ]] || return 0
	mkdir -p "$to" && cp -r "$CLUSTER_DIR"/{etc,home,log} "$to/" && rm -f "$to/etc/munge.key"
	cp -r "$CLUSTER_DIR"/{jobs,provider.log,status} "$to/" 2>/dev/null
}

# However the demo ends, nothing of it stays.
demo_end() {
	local dir
	trap '' HUP INT TERM
	for dir in "$DEMO_DIR"/*/etc; do
		[[ -d $dir ]] || continue
		dir=${dir%/etc}
		side_use "${dir##*/}"
		cluster_stop
		demo_keep
		cluster_destroy
	done
	[[ ! $KEEP ]] || cp "$DEMO_DIR"/*.json "$KEEP/" 2>/dev/null
	rm -rf "$DEMO_DIR"
}

# The class file with what was measured, and the plans that follow from it.
demo_plan() {
	jq --argjson rate "$RATE" --argjson compress "$COMPRESS" --argjson startup "$STARTUP_S" \
		--argjson rescale "$RESCALE_S" -f "$DEMO_HERE/class-file.jq" \
		"$DEMO_HERE/mix.json" >"$DEMO_DIR/classes.json" || return
	"$DEMO_LOCAL/bin/boa-widths" --classes "$DEMO_DIR/classes.json" --budget "${BUDGET}GPU-h/h" \
		--placeable
}

# Submit, to every side, the jobs whose time has come; false when all were.
demo_submit_due() {
	local due_s class gpus side
	while ((NEXT < ${#STREAM[@]})); do
		read -r due_s class gpus <<<"${STREAM[NEXT]}"
		demo_elapsed
		((10#${due_s/./} <= ELAPSED_MS)) || return 0
		for side in "${SIDES[@]}"; do
			side_use "$side"
			if [[ $side == stock ]]; then
				side_submit "$class" "$gpus" || exit 1
			else
				side_submit "$class" || exit 1
			fi
		done
		NEXT=$((NEXT + 1))
	done
	return 1
}

demo_elapsed() {
	ELAPSED_MS=$((${EPOCHREALTIME/[.,]/} / 1000 - BEGIN_MS))
}

# Note when the last node of a side was gone, and its report; true when all
# sides are through.
demo_all_gone() {
	local side gone=0
	for side in "${SIDES[@]}"; do
		side_use "$side"
		if [[ -e $DEMO_DIR/$side.json ]]; then
			gone=$((gone + 1))
		elif (($(side_alive) == 0)) && side_is_empty; then
			demo_close
		fi
	done
	((gone == ${#SIDES[@]}))
}

# The report of the current side; BOA's books must have seen its end first.
demo_close() {
	demo_elapsed
	if [[ $SIDE == boa ]]; then
		cluster_wait 10 jq -e "(.written_at_s * 1000 | floor) > $((BEGIN_MS + ELAPSED_MS))" \
			"$CLUSTER_DIR/status/status.json"
		cp "$CLUSTER_DIR/status/status.json" "$DEMO_DIR/status.json"
	fi
	report_side "$(jq -n "$ELAPSED_MS / 1000")" >"$DEMO_DIR/$SIDE.json"
}

# The stream, until every job has ended and every node is gone, or patience
# has; then the sides are reported as they are.
demo_run() {
	local side last_s end_ms
	mapfile -t STREAM < <("$DEMO_HERE/job-stream" --jobs="$JOBS" --seed="$SEED" --rate="$RATE" \
		--compress="$COMPRESS")
	read -r last_s _ <<<"${STREAM[-1]}"
	end_ms=$((10#${last_s/./} + PATIENCE_S * 1000))
	BEGIN_MS=$((${EPOCHREALTIME/[.,]/} / 1000)) NEXT=0
	while demo_submit_due || ! demo_all_gone; do
		demo_elapsed
		((ELAPSED_MS < end_ms)) || break
		view_show $((ELAPSED_MS / 1000))
		sleep 0.3
	done
	for side in "${SIDES[@]}"; do
		side_use "$side"
		[[ -e $DEMO_DIR/$side.json ]] || demo_close
	done
}

demo_main() {
	demo_options "$@" || { usage >&2; exit 2; }
	demo_prepare || exit 1
	echo "Measuring start-up and resize on this machine ..."
	calibrate && demo_plan || exit 1
	SIDES=(boa)
	side_boa boa "$DEMO_DIR/classes.json" "$BUDGET" "$BOOT_S" || exit 1
	IDLE_S=$(jq -n "$IDLE_REAL_S / $COMPRESS | ceil")
	if ((COMPARE)); then
		SIDES+=(stock)
		side_stock stock "$DEMO_DIR/classes.json" "$IDLE_S" || exit 1
	fi
	demo_run
	report_make >"$DEMO_DIR/report.json" || exit 1
	echo
	report_table "$DEMO_DIR/report.json"
	[[ ! $JSON ]] || cp "$DEMO_DIR/report.json" "$JSON" || exit 1
	jq -e '.problems == []' "$DEMO_DIR/report.json" >/dev/null
}

[[ ${BASH_SOURCE[0]} != "$0" ]] || demo_main "$@"
