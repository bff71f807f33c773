#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boactl's showing verbs on documents written by hand (tests/data/status).
# two_types: ten hours of account, 21 GPU-hours in 4 cells, 6 jobs, 4 nodes.

bats_require_minimum_version 1.5.0

setup() {
	boactl="${BOA_BIN:?set to the build folder}/boactl"
	data="${BOA_SRC:?set to the source folder}/tests/data/status"
	dir="$BATS_TEST_TMPDIR/run"
	mkdir "$dir"
	export TZ=UTC SLURM_CONF="$BATS_TEST_TMPDIR/no/slurm.conf"
}

# given CASE [AGE_S]: the documents of CASE, written AGE_S seconds ago
given() {
	local now
	now=$(($(date +%s) - ${2:-0}))
	sed "s/\"written_at_s\": [0-9]*/\"written_at_s\": $now/" \
		"$data/$1/status.json" >"$dir/status.json"
	[ ! -e "$data/$1/widths.json" ] || cp "$data/$1/widths.json" "$dir"
}

show() {
	run --separate-stderr "$boactl" "$@" --status-dir "$dir"
}

# field KEY: what --json printed there
field() {
	jq -c "$1" <<<"$output"
}

@test "status says spend against budget, jobs by state, nodes by type" {
	given two_types
	show status -P
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
	[ "${lines[0]}" = "ITEM|VALUE" ]
	[[ "$output" == *"cluster|gpu"* ]]
	[[ "$output" == *"budget|40 USD/h (soft)"* ]]
	[[ "$output" == *"spend|3.56 USD/h on average, 31.55 now"* ]]
	[[ "$output" == *"gpus|12 rented, 8 held by jobs"* ]]
	[[ "$output" == *"2 pending, 0 configuring, 3 running, 0 requeuing, 0 ending, 1 done"* ]]
	[[ "$output" == *"nodes t4|1 up, 1 booting, 0 leaving, 1 off, 0 failed"* ]]
	[[ "$output" == *"problem|a100: 2 launches failed, next try in 4 min"* ]]
}

@test "status --json has the figures and no lists" {
	given two_types
	show status --json
	[ "$status" -eq 0 ]
	[ "$(field .n_jobs)" = '{"pending":2,"configuring":0,"running":3,"requeuing":0,"ending":0,"done":1}' ]
	[ "$(field .spend_per_hour)" = 3.5564 ]
	[ "$(field .ledger.total.gpu_s)" = 75600 ]
	[ "$(field '[.jobs, .nodes, .classes, .ledger.cells, .ledger.jobs]')" = "[null,null,null,null,null]" ]
}

@test "without a table and an account nothing is invented" {
	given no_table
	show status -P
	[ "$status" -eq 0 ]
	[[ "$output" == *"widths|no width table; jobs are not sized"* ]]
	[[ "$output" == *"spend|0.00 GPU-h/h now"* ]]
	[[ "$output" != *nan* ]]
	show budget -P
	[[ "$output" == *"mean so far|-|GPU-h/h"* ]]
	[[ "$output" == *"spent|0.00|GPU-h"* ]]
	show ledger -n
	[ "$status" -eq 0 ]
	[[ "$output" != *nan* ]]
	for verb in jobs nodes classes; do
		show "$verb" -n
		[ "$status" -eq 0 ]
		[ -z "$output" ]
	done
}

@test "jobs shows plan, epoch and width; ends and untagged jobs too" {
	given two_types
	show jobs -P
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 7 ]
	[ "${lines[0]}" = "JOBID|USER|ACCOUNT|CLASS|STATE|TYPE|EPOCH|WIDTH|HELD|WIDTHS|RESIZES|AGE|WHY" ]
	[ "${lines[1]}" = "70|ada|vision|bert|completed|t4|2/2|2|0|4,2|1|00:15:00|" ]
	[[ "${lines[3]}" == "72|bob|-|bert|pending|t4|0/2|1|0|1x2|0|"*"|waits for a node of t4: a100 is out of capacity" ]]
	[[ "${lines[5]}" == "74|eve|-|-|pending|-|-|-|0|-|0|"* ]]
}

@test "users are shown by name, also where only a number is known" {
	given two_types
	sed -i 's/"user": "ada"/"user": "0"/; s/"user": "bob"/"user": "4294967294"/' "$dir/status.json"
	show jobs -nP
	[[ "${lines[0]}" == "70|root|"* ]]
	[[ "${lines[2]}" == "72|4294967294|"* ]]
	show jobs --json
	[ "$(field '.jobs[0].user')" = '"0"' ]
}

@test "jobs -n is for scripts: no header" {
	given two_types
	show jobs -n
	[ "${#lines[@]}" -eq 6 ]
}

@test "jobs --json is the list as sched/boa wrote it" {
	given two_types
	show jobs --json
	[ "$status" -eq 0 ]
	[ "$(field '.jobs')" = "$(jq -c .jobs "$data/two_types/status.json")" ]
	[ "$(field '[.unit, .jobs[1].widths]')" = '["USD/h",[4,2]]' ]
}

@test "nodes shows state, since when it is billed and what holds it" {
	given two_types
	show nodes -P
	[ "$status" -eq 0 ]
	[[ "${lines[1]}" == "t4-1|t4|up|2025-12-01T09:00:00|4|4|"*"|yes|71,75" ]]
	[[ "${lines[3]}" == "t4-3|t4|off|-|4|0|-|no|" ]]
	show nodes --json
	[ "$(field '.nodes | length')" = 4 ]
}

@test "budget: ten hours at 40 less the 35.564 spent leave 364.44" {
	given two_types
	show budget -P
	[ "$status" -eq 0 ]
	[[ "$output" == *"budget|40.00|USD/h"* ]]
	[[ "$output" == *"mean so far|3.56|USD/h"* ]]
	[[ "$output" == *"mean of budget|8.89|%"* ]]
	[[ "$output" == *"time counted|10.00|h"* ]]
	[[ "$output" == *"spent|35.56|USD"* ]]
	[[ "$output" == *"granted|400.00|USD"* ]]
	[[ "$output" == *"left|364.44|USD"* ]]
	show budget --json
	[ "$(field '[.budget, .spent, .hours, .least_budget]')" = "[40,35.564,10,2.5]" ]
}

@test "the ledger by kind adds up to the bill" {
	given two_types
	show ledger -P
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 11 ]
	[ "${lines[0]}" = "KIND|GPU_H|SPEND|SHARE|MEANS" ]
	[ "${lines[1]}" = "useful|17.000|30.056|84.5|jobs made progress" ]
	[[ "${lines[10]}" == "total|21.000|35.564|100.0|"* ]]
}

@test "the ledger by class, account and type adds the cells up" {
	given two_types
	show ledger -P -n --by class
	[[ "${lines[0]}" == "gpt|5.500|18.700|5.000|"* ]]
	[[ "${lines[1]}" == "bert|13.000|14.144|12.000|1.000|"* ]]
	[[ "${lines[2]}" == "-|2.500|2.720|0.000|"* ]]
	show ledger -P -n --by account
	[[ "${lines[0]}" == "vision|16.500|30.668|"* ]]
	[[ "${lines[1]}" == "-|4.500|4.896|"* ]]
	show ledger -P -n --by type
	[[ "${lines[0]}" == "a100|5.500|18.700|"* ]]
	[[ "${lines[1]}" == "t4|15.500|16.864|"* ]]
}

@test "the ledger by job shows the bill beside the model" {
	given two_types
	show ledger -P -n --by job
	[ "${lines[0]}" = "12|gpt|vision|ada|completed|01:10:00|2|1|5.500|18.700|17.500" ]
	[ "${lines[1]}" = "71|bert|vision|ada|-|-|1|0|0.222|0.242|0.500" ]
}

@test "the ledger --json: by each key the rows add up to the total" {
	given two_types
	for by in class account type; do
		show ledger --json --by $by
		[ "$status" -eq 0 ]
		[ "$(field .by)" = "\"$by\"" ]
		[ "$(field '[.rows[].total.gpu_s] | add')" = 75600 ]
		[ "$(field '([.rows[].total.spend] | add) - .total.spend | fabs < 1e-9')" = true ]
		[ "$(field '[.rows[].by_kind[].gpu_s] | add')" = 75600 ]
		[ "$(field '.rows[0] | has("'$by'")')" = true ]
	done
	show ledger --json
	[ "$(field '[.rows[].gpu_s] | add')" = 75600 ]
	show ledger --json --by job
	[ "$(field '[.rows[].id]')" = "[12,71]" ]
}

@test "the ledger by something else is a usage error" {
	given two_types
	show ledger --by user
	[ "$status" -eq 2 ]
	[ "$stderr" = 'boactl: --by: "user" is not one of kind, class, account, type, job' ]
}

@test "classes shows what a job may expect: the plans by their shares" {
	# bert: 0.75 x 800 s + 0.25 x 400 s = 700 s, 0.75 x 0.5 + 0.25 x 1.5
	given two_types
	show classes -P
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = "bert|2|3.125|1.00|20|15|2|700.0|0.750|4" ]
	[ "${lines[2]}" = "gpt|1|0.500|2.00|60|30|1|3600.0|27.200|0" ]
}

@test "widths shows every plan, spend in price x GPU-hours" {
	# 1800 price x GPU-seconds are 0.5 price x GPU-hours
	given two_types
	show widths -P
	[ "$status" -eq 0 ]
	[ "${lines[1]}" = "bert|0.7500|t4|4,2|800.0|0.500|0.000" ]
	[ "${lines[2]}" = "bert|0.2500|a100,t4|4x2|400.0|1.500|0.000" ]
	[ "${#lines[@]}" -eq 5 ]
	show widths
	[[ "$output" == *"generation 17 of 2025-12-01T09:45:00Z, budget 40 USD/h"* ]]
}

@test "widths --json is the width table itself" {
	given two_types
	show widths --json
	[ "$status" -eq 0 ]
	[ "$(jq -S . <<<"$output")" = "$(jq -S . "$data/two_types/widths.json")" ]
}

@test "explain shows the job's plan among those of its class" {
	given two_types
	show explain 71
	[ "$status" -eq 0 ]
	[[ "$output" == *"4,2 GPUs of t4"* ]]
	[[ "$output" == *"75.0 % of class bert get this plan"* ]]
	[[ "$output" == *"1 USD/h more would take about 4.39 s off the mean JCT"* ]]
	[[ "$output" =~ 1\ +\*\ +0\.7500 ]]
	show explain 71 --json
	[ "$(field '[.job.id, .class_plan, .shadow_price, .bill.total.gpu_s]')" = "[71,0,4.39,800]" ]
	[ "$(field '.class.plans | length')" = 3 ]
}

@test "explain knows a fallback, a rigid, an untagged and an old job" {
	given two_types
	show explain 72
	[[ "$output" == *"a fallback, 12.500 s per job worse"* ]]
	[[ "$output" == *"waits for a node of t4"* ]]
	show explain 73
	[[ "$output" == *"keeps the size its user gave"* ]]
	show explain 74
	[[ "$output" == *"has no class"* ]]
	show explain 75
	[[ "$output" == *"assigned from an earlier table"* ]]
}

@test "explain of a job that is gone or none" {
	given two_types
	show explain 12
	[ "$status" -eq 1 ]
	[[ "$stderr" == "boactl: explain: job 12: the controller does not remember it; see boactl ledger --by job" ]]
	show explain x
	[ "$status" -eq 2 ]
}

@test "an old document is shown, with its age on stderr" {
	given two_types 7300
	show jobs
	[ "$status" -eq 0 ]
	[ -n "$output" ]
	[[ "$stderr" == "boactl: $dir/status.json: is 2 hours old;"* ]]
}

@test "a missing document is named, with what to do" {
	for verb in status jobs nodes budget ledger classes "explain 1"; do
		show $verb
		[ "$status" -eq 1 ]
		[ -z "$output" ]
		[[ "$stderr" == "boactl: $dir/status.json: "*"No such file or directory (sched/boa writes it"* ]]
	done
	show widths
	[ "$status" -eq 1 ]
	[[ "$stderr" == "boactl: $dir/widths.json: "*"No such file"* ]]
}

@test "a document that is cut off anywhere is refused, never half shown" {
	given two_types
	local size
	size=$(stat -c %s "$dir/status.json")
	cp "$dir/status.json" "$dir/whole"
	for part in 0 1 17 $((size / 3)) $((size / 2)) $((size - 3)); do
		head -c "$part" "$dir/whole" >"$dir/status.json"
		show jobs
		[ "$status" -eq 1 ]
		[ -z "$output" ]
		[[ "$stderr" == "boactl: $dir/status.json: is damaged: unexpected end of data" ]]
	done
}

@test "a document of another shape or version is refused" {
	while IFS='|' read -r filter message; do
		given two_types
		jq "$filter" "$dir/status.json" >"$dir/new"
		mv "$dir/new" "$dir/status.json"
		show status
		[ "$status" -eq 1 ]
		[[ "$stderr" == "boactl: $dir/status.json: $message"* ]]
	done <<-END
		[.]|is damaged: not an object
		.version = 2|is not of version 1
		del(.version)|is not of version 1
		.jobs = {}|is damaged: jobs is not a list
		del(.ledger)|is damaged: ledger is not an object
		.problems = null|is damaged: problems is not a list
	END
	echo '{} x' >"$dir/status.json"
	show status
	[ "$status" -eq 1 ]
}

@test "wrong kinds of values inside are not known, never a crash" {
	given two_types
	jq '.jobs[0] = 7 | .jobs[1] = {} | .jobs[2].widths = "x" | .jobs[3].user = []
	    | .nodes[0] = null | .ledger.cells[0] = [] | .classes[0].plans = 3
	    | .expected = 1 | .budget = "x" | .ledger.total = null
	    | .gpu_types[0].nodes = []' "$dir/status.json" >"$dir/new"
	mv "$dir/new" "$dir/status.json"
	for verb in status jobs nodes budget ledger "ledger --by class" classes "explain 72"; do
		for form in "" -P --json; do
			[[ $verb != explain* || $form != -P ]] || continue
			show $verb $form
			[ "$status" -eq 0 ]
		done
	done
}

@test "StatusDir comes from the boa.conf beside slurm.conf" {
	given two_types
	mkdir "$BATS_TEST_TMPDIR/etc"
	cat >"$BATS_TEST_TMPDIR/etc/boa.conf" <<-END
		Budget=40
		ClassFile=/nowhere
		StatusDir=$dir
		GpuType=t4 GpusPerNode=4
	END
	SLURM_CONF="$BATS_TEST_TMPDIR/etc/slurm.conf" run --separate-stderr "$boactl" status
	[ "$status" -eq 0 ]
	[ -z "$stderr" ]
}

@test "options are refused where they mean nothing" {
	show jobs --by class
	[ "$status" -eq 2 ]
	show explain 71 -P
	[ "$status" -eq 2 ]
	show jobs 71
	[ "$status" -eq 2 ]
}

@test "a full disk is not a success" {
	[ -e /dev/full ] || skip "needs /dev/full"
	given two_types
	run --separate-stderr bash -c "'$boactl' jobs --status-dir '$dir' >/dev/full"
	[ "$status" -eq 1 ]
	[[ "$stderr" == "boactl: stdout: "* ]]
}
