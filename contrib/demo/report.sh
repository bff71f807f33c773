# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# report.sh - what came of it: the figures as JSON, and the table made of them.

# report_jobs: the jobs of the current side as a JSON array, from what was
# submitted, Slurm's last word on each, and the jobs' own logs.
report_jobs() {
	local id submit_s class state log
	local -A states=()
	while read -r id state; do
		states[$id]=$state
	done < <(cluster_run squeue --noheader --states=all --format='%i %T')
	while read -r id submit_s class; do
		log=$CLUSTER_DIR/home/nobody/$id.log
		[[ -e $log ]] || log=/dev/null
		awk -v id="$id" -v submit_s="$submit_s" -v class="$class" -v state="${states[$id]-}" '
			$2 == "start" {
				resizes += n_run++ && $4 != gpus
				gpus = $4
				widths = widths (widths ? "," : "") gpus
			}
			$2 == "done" { n_done++; jct_s = $1 - submit_s }
			END {
				printf "{ \"id\": %d, \"class\": \"%s\", \"state\": \"%s\", \"n_done\": %d, \"jct_s\": %.3f, \"resizes\": %d, \"widths\": [%s] }\n",
					id, class, state, n_done, jct_s, resizes, widths
			}' "$log"
	done <"$CLUSTER_DIR/jobs" | jq -s .
}

# report_side ELAPSED_S: jobs, bill and nodes of the current side as JSON.
report_side() {
	local rented powered
	rented=$(side_rented)
	powered=$(side_powered)
	report_jobs | jq --argjson elapsed_s "$1" --argjson provider_gpu_s "$(side_bill gpu_s)" \
		--argjson starts "$(side_bill starts)" \
		--argjson nodes_left "$((rented > powered ? rented : powered))" \
		'{ elapsed_s: $elapsed_s, provider_gpu_s: $provider_gpu_s, node_starts: $starts,
		   nodes_left: $nodes_left, jobs: . }'
}

# report_make: the whole report on stdout, from the files of report_side.
report_make() {
	local stock=$DEMO_DIR/stock.json
	[[ -e $stock ]] || stock=/dev/null
	jq -n --slurpfile boa "$DEMO_DIR/boa.json" --slurpfile stock "$stock" \
		--slurpfile status "$DEMO_DIR/status.json" \
		--slurpfile classes "$DEMO_DIR/classes.json" \
		--argjson seed "$SEED" --argjson compress "$COMPRESS" --argjson idle_s "$IDLE_S" \
		--argjson measured "{ \"boot_s\": $BOOT_S, \"startup_s\": $STARTUP_S, \"rescale_s\": $RESCALE_S }" \
		-f "$DEMO_HERE/report.jq"
}

# report_table FILE: the report in FILE for people.
report_table() {
	jq -r -f "$DEMO_HERE/table.jq" "$1"
}
