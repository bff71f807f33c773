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
