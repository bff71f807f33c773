#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boactl check without a cluster: boa.conf, classes and budget. (Slurm's own
# settings: tests/unit/check_slurm_test.c and tests/slurm/boactl.bats.)

bats_require_minimum_version 1.5.0

setup() {
	boactl="${BOA_BIN:?set to the build folder}/boactl"
	dir="$BATS_TEST_TMPDIR"
	export SLURM_CONF="$dir/slurm.conf"
	# One class, 1 job per hour, an hour of work on one GPU. Two GPUs are 1.5
	# times as fast: 2/3 h at 4/3 GPU-h. So the least budget is 1, and of the
	# step to 4/3, which takes 1200 s off, 1.2 is 0.6: 2880 s.
	cat >"$dir/classes.json" <<-END
		{ "classes": [ { "name": "one", "arrival_rate_per_hour": 1, "epochs": [
		  { "work_s": 3600, "speedup": { "t4": [ [1, 1], [2, 1.5], [6, 1.6] ] } } ] } ] }
	END
	conf
}

# conf [LINE]...: boa.conf, with lines added or in place of those of that key
conf() {
	local line
	cat >"$dir/boa.conf" <<-END
		Budget=1.2
		ClassFile=classes.json
		Solver=$BOA_BIN/boa-widths
		StatusDir=$dir
		GpuType=t4 GpusPerNode=4 Partition=cloud MaxNodes=4 BootTime=60
	END
	for line; do
		sed -i "/^${line%%=*}=/d" "$dir/boa.conf"
		echo "$line" >>"$dir/boa.conf"
	done
}

check() {
	run --separate-stderr "$boactl" check "$@"
}

# finding LEVEL ITEM PART: is there such a row in the output of check -P?
finding() {
	grep -E "^$1\|$2\|" <<<"$output" | grep -F -- "$3" >/dev/null ||
		{ echo "$output"; return 1; }
}

@test "a sound configuration: values, classes, what the budget buys" {
	check -P
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "LEVEL|ITEM|SET|WHAT FOLLOWS" ]
	finding ok boa.conf "$dir/boa.conf|is well formed"
	finding ok RefreshInterval "|900|"
	finding ok "GpuType t4" "Partition=cloud|at most 4 nodes of 4 GPUs"
	finding ok "class one" "t4:1,2|1 jobs per hour, 1 epochs; not used, since not placeable: t4:6"
	finding ok Budget "1.2|buys a mean JCT of 2880 s at 1.2 price/h, and 3600 s off it for 1 price/h more; the least feasible is 1"
}

# Between (1, 1) and (4, 3) the envelope is 5/3 at 2 GPUs; 1.2 is 28 % less.
@test "a curve that falls below its envelope is told of, with the width" {
	sed -i 's/\[2, 1.5\], \[6, 1.6\]/[2, 1.2], [4, 3]/' "$dir/classes.json"
	check -P
	[ "$status" -eq 0 ]
	finding ok "class one" "speedup on t4|falls below its concave envelope by up to 28 % (2 GPUs, epoch 1); widths never worth choosing: 2"
}

@test "without a cluster it says so and checks the rest" {
	check -P
	[ "$status" -eq 0 ]
	finding warn Slurm "not checked"
}

@test "the path may be given" {
	mkdir "$dir/else"
	mv "$dir/boa.conf" "$dir/classes.json" "$dir/else"
	check "$dir/else/boa.conf" -n
	[ "$status" -eq 0 ]
	check -P
	[ "$status" -eq 1 ]
	finding bad boa.conf "No such file or directory"
}

@test "every error of boa.conf is a finding with its line" {
	conf "Budget=much" "RefreshInterval=-1" "Nonsense=1"
	check -P
	[ "$status" -eq 1 ]
	[ "$(grep -c '^bad|boa.conf|' <<<"$output")" -eq 3 ]
	finding bad boa.conf "$dir/boa.conf:5: "
	finding bad boa.conf "$dir/boa.conf:6: "
	finding bad boa.conf "$dir/boa.conf:7: "
}

@test "a budget below the least is bad, and the least is named" {
	conf Budget=0.5
	check -P
	[ "$status" -eq 1 ]
	finding bad Budget "below the least that will do: 1"
}

@test "a class file that cannot be read, or is wrong, is bad" {
	conf ClassFile=nowhere.json
	check -P
	[ "$status" -eq 1 ]
	finding bad ClassFile "No such file or directory"
	conf
	sed -i 's/"work_s": 3600/"work_s": -1/' "$dir/classes.json"
	check -P
	[ "$status" -eq 1 ]
	finding bad ClassFile "work_s"
}

@test "a class that no GpuType serves is bad" {
	conf "GpuType=a100 GpusPerNode=8"
	check -P
	[ "$status" -eq 1 ]
	finding bad ClassFile "with the types of boa.conf"
}

@test "a class without a placeable width is bad" {
	sed -i 's/\[1, 1\], \[2, 1.5\], //' "$dir/classes.json"
	check -P
	[ "$status" -eq 1 ]
	finding bad "class one" "t4:6|none of these can be placed"
}

@test "a width above MaxNodes is warned of" {
	sed -i 's/\[6, 1.6\]/[32, 9]/' "$dir/classes.json"
	check -P
	[ "$status" -eq 0 ]
	finding warn "class one" "32 GPUs are more than MaxNodes=4"
}

@test "a class that never arrives is warned of" {
	sed -i 's/"classes": \[/&{ "name": "none", "arrival_rate_per_hour": 0, "epochs": [ { "work_s": 1, "speedup": { "t4": [[1, 1]] } } ] },/' "$dir/classes.json"
	check -P
	[ "$status" -eq 0 ]
	finding warn "class none" "0 jobs per hour"
}

@test "UnknownClass must be a class" {
	conf UnknownClass=two
	check -P
	[ "$status" -eq 1 ]
	finding bad UnknownClass "two|must be a class"
	conf UnknownClass=one
	check -P
	[ "$status" -eq 0 ]
}

@test "observing, and no backfill, are warned of" {
	conf Mode=observe BaseScheduler=none
	check -P
	[ "$status" -eq 0 ]
	finding warn Mode "changes nothing"
	finding warn BaseScheduler "not backfilled"
}

@test "a solver that is missing, fails, raves or hangs is bad" {
	local fake="$dir/solver"
	conf "Solver=$dir/none"
	check -P
	[ "$status" -eq 1 ]
	finding bad Solver "cannot be run"
	conf "Solver=$fake" SolveTimeout=1
	while IFS='|' read -r command message; do
		printf '#!/bin/sh\n%s\n' "$command" >"$fake"
		chmod +x "$fake"
		check -P
		[ "$status" -eq 1 ]
		finding bad Solver "$message"
	done <<-END
		echo "solver: out of luck" >&2; exit 1|failed with exit 1: out of luck
		echo '{'|wrote no width table
		true|wrote no width table
		kill -SEGV \$\$|killed by signal 11
		exec sleep 60|not done within 1 s, killed
	END
}

@test "what sched/boa wrote lately shows that it is at work" {
	check -P
	finding warn status.json "has written none"
	sed "s/\"written_at_s\": [0-9]*/\"written_at_s\": $(date +%s)/" \
		"$BOA_SRC/tests/data/status/no_table/status.json" >"$dir/status.json"
	check -P
	finding ok status.json "at work"
	cp "$BOA_SRC/tests/data/status/no_table/status.json" "$dir"
	check -P
	finding warn status.json "s old"
}

@test "--json has the same rows and counts them" {
	conf Mode=observe Budget=0.5
	check --json
	[ "$status" -eq 1 ]
	[ "$(jq -c '[.n_bad, (.rows | map(select(.level == "bad")) | length)]' <<<"$output")" = "[1,1]" ]
	[ "$(jq -r '.rows[] | select(.item == "Mode") | "\(.level) \(.set)"' <<<"$output")" = "warn observe" ]
	[ "$(jq '.n_ok + .n_warn + .n_bad == (.rows | length)' <<<"$output")" = true ]
	[ "$(jq -r .conf <<<"$output")" = "$dir/boa.conf" ]
}
