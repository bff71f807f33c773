# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# view.sh - the demo as it runs: a block that is drawn anew every second on a
# terminal, else a line per side every ten seconds.

VIEW_LINES=0
VIEW_DUE_S=0

# view_show ELAPSED_S: all sides, if it is time.
view_show() {
	local elapsed=$1 plain=true period_s=10 text side
	[[ ! -t 1 ]] || plain=false period_s=1
	((elapsed >= VIEW_DUE_S)) || return 0
	VIEW_DUE_S=$((elapsed + period_s))
	text=$(for side in "${SIDES[@]}"; do
		side_use "$side"
		"view_$side" "$elapsed" "$plain"
	done | cut -c "-$(view_columns)")
	if [[ $plain == true ]]; then
		echo "$text"
		return
	fi
	((!VIEW_LINES)) || printf '\e[%dA\e[J' "$VIEW_LINES"
	echo "$text"
	VIEW_LINES=$(wc -l <<<"$text")
}

# Columns of the terminal: a line that wraps could not be drawn over.
view_columns() {
	local size=
	[[ ! -t 1 ]] || size=$(stty size 2>/dev/null </dev/tty)
	echo "${size#* }" | grep -x '[1-9][0-9]*' || echo 1000
}

view_boa() {
	jq -r --argjson elapsed "$1" --argjson plain "$2" -f "$DEMO_HERE/view.jq" \
		"$CLUSTER_DIR/status/status.json" 2>>"$CLUSTER_DIR/log/view"
}

view_stock() {
	local submitted running alive rented gpu_s text
	submitted=$(wc -l <"$CLUSTER_DIR/jobs")
	alive=$(side_alive)
	running=$(cluster_run squeue --noheader --states=RUNNING --format=%i | wc -l)
	rented=$(side_rented)
	gpu_s=$(side_bill gpu_s)
	text="$submitted submitted, $((submitted - alive)) done, $running running, $((alive - running)) waiting or starting; $rented nodes rented; $(
		awk -v gpu_s="$gpu_s" -v elapsed="$1" \
			'BEGIN { printf "%.1f", elapsed ? gpu_s / elapsed : 0 }') GPU-h/h on average"
	if [[ $2 == true ]]; then
		echo "$1 s  stock  $text"
	else
		echo "  stock  $text"
	fi
}
