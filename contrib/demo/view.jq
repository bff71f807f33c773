# SPDX-License-Identifier: GPL-3.0-or-later
#
# view.jq - what is happening on the side of BOA, from its status.json: a block
# of lines for a terminal, or one line if $plain. $elapsed: seconds since the
# first job.

def round1: . * 10 | round / 10;
def bar($n; $of): "#" * ([$n, $of] | min) + "." * ([$of - $n, 0] | max);

[.jobs[] | select(.class != "")] as $jobs |
[$jobs[] | select(.state == "running")] as $running |
($jobs | map(select(.end == "completed")) | length) as $done |
.gpu_types[0] as $type |
([$type.nodes | .up, .booting, .leaving, .failed] | add) as $n_node |
(if $elapsed > 0 then .ledger.total.gpu_s / $elapsed else 0 end | round1) as $spend |
($jobs | map(.n_resize) | add // 0) as $resizes |
($running | group_by(.held_gpus) | map([.[0].held_gpus, length])) as $widths |
(.budget | round1) as $budget |
"\($jobs | length) submitted, \($done) done, \($running | length) running, \(($jobs | length) - $done - ($running | length)) waiting or starting; \($resizes) resize\(if $resizes == 1 then "" else "s" end)" as $counts |
"\($n_node) nodes rented (\($type.nodes.booting) booting)" as $nodes |
"\($spend) of \($budget) GPU-h/h on average" as $money |
if $plain then
	"\($elapsed | round) s  BOA    \($counts); \($widths | map("\(.[1]) on \(.[0])") | join(", ") | if . == "" then "none on any" else . + " GPUs" end); \($nodes); \($money)"
else
	"  BOA    \($elapsed | round) s   \($counts)",
	($widths[] | "         on \(.[0]) GPUs \("   "[(.[0] | tostring | length):]) \(bar(.[1]; .[1]))"),
	"         nodes      \(bar($n_node; $type.max_nodes // $n_node))  \($nodes), \(.held_gpus) of \(.rented_gpus) GPUs held",
	"         spend      \(bar($spend / $budget * 16 | round; 16))  \($money), \(.rate_per_hour // 0 | round1) now"
end
