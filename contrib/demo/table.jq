# SPDX-License-Identifier: GPL-3.0-or-later
#
# table.jq - the report of report.jq as text.

def zeros($n): if $n > 0 then "0" * $n else "" end;
def blanks($n): if $n > 0 then " " * $n else "" end;
def left($n): . + blanks($n - length);
def right($n): blanks($n - length) + .;

# A number with so many digits after the point, "-" for none.
def fixed($digits):
	if . == null then "-"
	elif . < 0 then "-" + (-. | fixed($digits))
	elif $digits == 0 then round | tostring
	else
		(. * pow(10; $digits) | round | tostring) | zeros($digits + 1 - length) + . |
		.[:-$digits] + "." + .[-$digits:]
	end;
def hours: if . == null then . else . / 3600 end | fixed(3);

# A row of what both sides have: a name, BOA's cell and, if it ran, stock's.
def row($name; cell):
	($name | left(36)) + (cell | right(14)) +
	if .stock then .stock | cell | right(14) else "" end;

def both_sides:
	if .stock then ("" | left(36)) + ("BOA" | right(14)) + ("stock Slurm" | right(14)) else empty end,
	row("jobs submitted"; .jobs_submitted | fixed(0)),
	row("jobs completed"; .jobs_completed | fixed(0)),
	row("jobs resized (resizes)"; "\(.jobs_resized) (\(.resizes))"),
	row("mean JCT, s"; .mean_jct_s | fixed(1)),
	row("P95 JCT, s"; .p95_jct_s | fixed(1)),
	row("billed, GPU-hours"; .billed_gpu_s | hours),
	row("spend in this run, GPU-h/h"; .spend_per_hour | fixed(1)),
	row("  were the stream endless, GPU-h/h"; .spend_per_hour_of_arrivals | fixed(1)),
	row("  budget, GPU-h/h"; if .budget then .budget | fixed(1) else "none" end),
	row("machines started, left"; "\(.node_starts), \(.nodes_left)");

def kind_row($name; $modelled; $billed):
	($name | left(36)) + ($modelled | hours | right(14)) + ($billed | hours | right(14));

def kinds:
	("GPU-hours by kind" | left(36)) + ("modelled" | right(14)) + ("billed" | right(14)),
	(.kinds[] | kind_row("  " + .kind; .modelled_gpu_s; .billed_gpu_s)),
	kind_row("  all"; [.kinds[].modelled_gpu_s] | add; .ledger_gpu_s),
	kind_row("  by the provider's own log"; null; .provider_gpu_s);

def classes:
	("class" | left(14)) + ("jobs" | right(5)) + ("mean JCT, s" | right(13)) +
		(if .stock then "stock" | right(8) else "" end) + "   plans: share, GPUs by epoch",
	(.stock as $stock | .classes[] |
		("  " + .name | left(14)) + (.jobs | fixed(0) | right(5)) + (.mean_jct_s | fixed(1) | right(13)) +
		(if $stock then .stock_mean_jct_s | fixed(1) | right(8) else "" end) + "   " +
		(.plans | map("\(.share | fixed(2)): \(.widths | join(" "))") | join("; ")));

def notes:
	"One second is \(.compress) s of the trace; here a boot takes \(.measured.boot_s) s, a start-up \(.measured.startup_s) s, a resize \(.measured.rescale_s) s.",
	if .stock then
		"Stock Slurm got the same stream in the sizes its users asked for, sched/backfill with rounds of",
		"1 s, and an idle timeout of \(.stock.idle_s) s. Its 30-s wait for booted nodes would be \(.compress * 0.5 | round) min here: it was",
		"given an early start like BOA's, by a PrologSlurmctld that ends when the nodes of the job are up."
	else empty end,
	(.problems[] | "PROBLEM: " + .);

both_sides, "", kinds, "", classes, "", notes
