#!/usr/bin/env bats
# The command boa-sim.

setup() {
	sim="${BOA_BIN:?}/boa-sim"
	BOA_SIM_SETTINGS="${BOA_SRC:?}/sim/settings"
	export BOA_SIM_SETTINGS
	cd "$BATS_TEST_TMPDIR" || return
}

# value_of NAME: the figure NAME of the JSON in $output
value_of() {
	sed -nE "s/^  \"$1\": ([^,]*),?\$/\\1/p" <<<"$output"
}

@test "every policy is listed and runs a generated stream" {
	"$sim" generate --setting pollux-filtered --jobs 20 --seed 3 >jobs.csv
	run "$sim" --list-policies
	[ "$status" -eq 0 ]
	for policy in $(awk '{ print $1 }' <<<"$output"); do
		run "$sim" --setting pollux-filtered --trace jobs.csv \
			--policy "$policy" --budget 100 --efficiency 0.6 \
			--population 20 --generations 10 --json
		[ "$status" -eq 0 ]
		[ "$(value_of jobs)" = 20 ]
		awk -v x="$(value_of imbalance)" 'BEGIN { exit !(x < 1e-9) }'
	done
}

@test "the same seed gives the same bytes, another seed others" {
	"$sim" generate --setting sia --jobs 200 --scv 4 --seed 7 >a
	"$sim" generate --setting sia --jobs 200 --scv 4 --seed 7 >b
	"$sim" generate --setting sia --jobs 200 --scv 4 --seed 8 >c
	cmp a b
	! cmp -s a c
	for out in x y; do
		"$sim" --setting sia --trace a --policy boa --budget 150 \
			--series "$out.series" --jobs-out "$out.jobs" --json >"$out"
	done
	cmp x y
	cmp x.series y.series
	cmp x.jobs y.jobs
	[ "$(wc -l <x.jobs)" -eq 201 ]
}

@test "settings without their traces can be drawn at random" {
	for setting in pollux pollux-filtered sia rubick aws pollux-artifact sia-philly; do
		run "$sim" --setting "$setting" --generate 50 --policy boa --budget 1000 --json
		[ "$status" -eq 0 ]
		[ "$(value_of jobs)" = 50 ]
	done
}

@test "a setting whose trace is missing says how to go on" {
	run "$sim" --setting pollux --data "$PWD" --policy boa --budget 100
	[ "$status" -eq 1 ]
	[[ "$output" = *"--generate N"* ]]
}

@test "bad usage is 2, bad input 1, each with the place" {
	run "$sim"
	[ "$status" -eq 2 ]
	run "$sim" --setting pollux --policy boa --budget nonsense
	[ "$status" -eq 2 ]
	[[ "$output" = "boa-sim: --budget: nonsense"* ]]
	run "$sim" --setting pollux --policy nosuch --generate 5
	[ "$status" -eq 1 ]
	[[ "$output" = "boa-sim: --policy: nosuch"* ]]
	run "$sim" --setting pollux --policy boa --generate 5
	[ "$status" -eq 1 ]
	[[ "$output" = *"needs --budget"* ]]
	run "$sim" --setting nosuch --policy boa --budget 5
	[ "$status" -eq 1 ]
	[[ "$output" = *"nosuch.json"* ]]
	run "$sim" --setting pollux --nodes t4=x --policy reservation --generate 5
	[ "$status" -eq 1 ]
	run "$sim" --setting pollux --generate 9 --scv 1e5 --policy boa --budget 5
	[ "$status" -eq 1 ]
	[[ "$output" = *"scv is 100000"* ]]
}

@test "help and version are printed" {
	run "$sim" --help
	[ "$status" -eq 0 ]
	[[ "$output" = "Usage: boa-sim "* ]]
	run "$sim" generate --help
	[ "$status" -eq 0 ]
	run "$sim" --version
	[ "$status" -eq 0 ]
	[[ "$output" = "boa-sim (slurm-boa) "* ]]
}

@test "boa meets an independent program's figures on the public trace" {
	[ -r "${BOA_DATA:?}/traces/newtrace/workload-1.csv" ] || skip "no public traces"
	# GPUs -> mean JCT with first launches charged, no rounds, and without
	# the rounding to whole nodes, of which little is left at these sizes
	for point in "97.8 1605" "107.9 1441" "131.9 1309"; do
		run "$sim" --setting pollux-filtered --policy boa --json \
			--budget "${point% *}" --prior inf --refresh 0
		[ "$status" -eq 0 ]
		awk -v x="$(value_of mean_jct_s)" -v want="${point#* }" \
			'BEGIN { exit !(x > 0.98 * want && x < 1.02 * want) }'
	done
}

@test "pollux, sia and tiresias come near the figures their authors published" {
	local pollux="$BOA_DATA/traces/pollux" philly="$BOA_DATA/traces/philly"
	[ -r "$pollux/workload-1.csv" ] || skip "no public traces"
	# workload 1: 2089 s; the search is smaller than theirs (100 x 100)
	run "$sim" --setting pollux-artifact --policy pollux --plain-search \
		--population 50 --generations 50 --json --trace "$pollux/workload-1.csv"
	awk -v x="$(value_of mean_jct_s)" 'BEGIN { exit !(x > 1775 && x < 2403) }'
	# four workloads: 1.9 h and 2.6 restarts a job
	for i in 1 2 3 4; do
		run "$sim" --setting sia-philly --policy sia --json \
			--trace "$philly/workload-$i.csv"
		value_of mean_jct_s >>jct
		value_of rescales_per_job >>restarts
	done
	awk '{ s += $1 } END { x = s / NR / 3600; exit !(x > 1.61 && x < 2.19) }' jct
	awk '{ s += $1 } END { x = s / NR; exit !(x > 2.2 && x < 3.0) }' restarts
}

@test "an evaluation survives a failed run and goes on where it stopped" {
	cat >small.plan <<-'EOF'
		say curve:small A line of text & a sign.
		run curve:small boa --setting pollux-filtered --generate 40 --policy boa --budget {90,130}
		run curve:small static --setting pollux-filtered --generate 40 --policy static --budget {90,130}
		run table:bad bad --setting nosuch --policy boa
		check curve:small boa jobs 40 1
	EOF
	run "$sim" evaluate --out out --plan small.plan --jobs 2
	[ "$status" -eq 1 ]
	[[ "$output" = *"1 runs failed"* ]]
	[ "$(ls out/runs/*.json | wc -l)" -eq 4 ]
	grep -q "published 40 (+0.0 %; within 1 %)" out/index.html
	grep -q "text &#38; a sign" out/index.html
	grep -q "^curve:small,static,mean JCT at equal spend," out/ratios.csv
	[ "$(grep -c '^curve:small,' out/results.csv)" -eq 4 ]
	sed -i /nosuch/d small.plan
	touch -d @0 out/runs/*.json
	run "$sim" evaluate --out out --plan small.plan
	[ "$status" -eq 0 ]
	[ "$(stat -c %Y out/runs/*.json | sort -u)" = 0 ]
}

@test "the shipped plans are well formed" {
	echo "run curve:x boa --setting pollux-filtered --generate 5 --policy boa --budget 99" >one
	run "$sim" evaluate --out out --plan one
	[ "$status" -eq 0 ]
	for plan in evaluation quick; do
		run grep -vE '^(run|say|check) |^#|^$' "$BOA_SIM_SETTINGS/$plan.plan"
		[ "$status" -eq 1 ]
	done
	echo "walk x y" >bad
	run "$sim" evaluate --out out --plan bad
	[ "$status" -eq 1 ]
	[[ "$output" = *"bad:1: \"walk\""* ]]
}
