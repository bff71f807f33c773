# SPDX-License-Identifier: GPL-3.0-or-later
#
# report.jq - the figures of a run, from what report_side saw of each side
# ($boa, $stock), BOA's last status.json ($status) and its class file
# ($classes). GPU-seconds; JCT in seconds of the demo.

def mean: if length > 0 then add / length else null end;
def p95: if length > 0 then sort | .[(length * 0.95 | ceil) - 1] else null end;
def finished: map(select(.state == "COMPLETED" and .n_done == 1));

# What a side that billed $gpu_s did; per_hour_of_arrivals is what such jobs
# cost where they never cease to come.
def side($gpu_s; $rate_per_s): (.jobs | finished | map(.jct_s)) as $jct | {
	jobs_submitted: (.jobs | length),
	jobs_completed: ($jct | length),
	jobs_resized: (.jobs | map(select(.resizes > 0)) | length),
	resizes: (.jobs | map(.resizes) | add // 0),
	nodes_left,
	node_starts,
	mean_jct_s: ($jct | mean),
	p95_jct_s: ($jct | p95),
	billed_gpu_s: $gpu_s,
	elapsed_s,
	spend_per_hour: ($gpu_s / .elapsed_s),
	spend_per_hour_of_arrivals: ($gpu_s / (.jobs | length) * $rate_per_s)
};

# What the plan of a job predicts, by kind.
def modelled($classes):
	.widths as $w | .class as $name |
	($classes.classes[] | select(.name == $name)) as $class |
	{
		useful: ([range($w | length) as $j | $class.epochs[$j] as $epoch |
			$w[$j] * $epoch.work_s /
			($epoch.speedup.t4[] | select(.[0] == $w[$j]) | .[1])] | add),
		startup: ($class.startup_s * $w[0]),
		resize: ([range(1; $w | length) as $j | select($w[$j] != $w[$j - 1]) |
			$class.rescale_s * $w[$j]] | add // 0)
	};

$boa[0] as $side | $status[0] as $status | $classes[0] as $classes |
$status.ledger as $ledger |
($classes.classes | map(.arrival_rate_per_hour) | add / 3600) as $rate_per_s |
([$status.jobs[] | select(.widths) | modelled($classes)]) as $model |
($stock[0] | if . then side(.provider_gpu_s; $rate_per_s) else null end) as $other |
($side | side($ledger.total.gpu_s; $rate_per_s)) + {
	ledger_gpu_s: $ledger.total.gpu_s,
	provider_gpu_s: $side.provider_gpu_s,
	budget: $status.budget,
	unit: $status.unit,
	expected: $status.expected,
	kinds: [$ledger.by_kind | to_entries[] | {
		kind: .key,
		modelled_gpu_s: (.key as $kind | $model | map(.[$kind] // 0) | add // 0),
		billed_gpu_s: .value.gpu_s
	}],
	classes: [$classes.classes[] | .name as $name | {
		name: $name,
		jobs: ($side.jobs | map(select(.class == $name)) | length),
		mean_jct_s: ($side.jobs | map(select(.class == $name)) | finished | map(.jct_s) | mean),
		stock_mean_jct_s: ($stock[0] | if . then .jobs | map(select(.class == $name)) | finished | map(.jct_s) | mean else null end),
		plans: [$status.classes[] | select(.name == $name) | .plans[] | select(.share > 0) |
			{ share, widths, time_s }]
	}],
	measured: $measured,
	seed: $seed,
	compress: $compress,
	stock: ($other | if . then . + { idle_s: $idle_s } else . end)
} | .problems = [
	if .jobs_completed < .jobs_submitted then "\(.jobs_submitted - .jobs_completed) jobs were lost" else empty end,
	if .jobs_resized == 0 then "no job was resized" else empty end,
	if .nodes_left > 0 then "\(.nodes_left) nodes are left" else empty end,
	if (.ledger_gpu_s - .provider_gpu_s | fabs) > 0.03 * .provider_gpu_s
	then "ledger and provider differ by more than 3 %" else empty end,
	if .stock and .stock.jobs_completed < .stock.jobs_submitted
	then "\(.stock.jobs_submitted - .stock.jobs_completed) jobs were lost under stock Slurm" else empty end,
	if .stock and .stock.nodes_left > 0 then "\(.stock.nodes_left) nodes are left under stock Slurm" else empty end
]
