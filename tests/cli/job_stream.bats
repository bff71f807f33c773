#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The demo's stream of jobs is what it says: Poisson, in proportion, and the
# same for the same seed.

setup() {
	demo=${BOA_SRC:-$BATS_TEST_DIRNAME/../..}/contrib/demo
	[[ $(type -P jq) ]] || skip "needs jq"
}

# Two classes, three of one to one of the other, 3600 jobs in an hour.
two_classes() {
	cat >"$BATS_TEST_TMPDIR/mix.json" <<-EOF
	{ "classes": [
		{ "name": "a", "arrivals_per_hour": 2700, "requests": [[4, 1], [8, 3]] },
		{ "name": "b", "arrivals_per_hour": 900, "requests": [[2, 5]] } ] }
	EOF
	"$demo/job-stream" --mix="$BATS_TEST_TMPDIR/mix.json" "$@"
}

@test "a seed gives one stream, another seed another" {
	[ "$(two_classes --seed=7)" = "$(two_classes --seed=7)" ]
	[ "$(two_classes --seed=7)" != "$(two_classes --seed=8)" ]
}

@test "a longer stream begins with the shorter one" {
	[ "$(two_classes --jobs=40 | head -n 15)" = "$(two_classes --jobs=15)" ]
}

@test "time begins with the first job and rises" {
	run two_classes --jobs=50
	[ "${#lines[@]}" -eq 50 ]
	[[ ${lines[0]} == "0.000 "* ]]
	sort -C -n <<<"$output"
}

# The mean gap is 1 s, so is its standard deviation; over 10,000 gaps five
# standard errors are 5 % of the mean, and a little more of the deviation.
@test "gaps are exponential with the mean of the arrivals" {
	two_classes --jobs=10001 --seed=3 | awk '
		NR > 1 { gap = $1 - last; sum += gap; squares += gap * gap; n++ }
		{ last = $1 }
		END {
			mean = sum / n
			deviation = sqrt(squares / n - mean * mean)
			print mean, deviation
			exit !(mean > 0.95 && mean < 1.05 && deviation > 0.9 && deviation < 1.1)
		}'
}

# Five standard errors of a part of 3/4 among 10,000 are 2.2 %.
@test "classes come in proportion to their arrivals, sizes to their requests" {
	two_classes --jobs=10000 --seed=4 | awk '
		{ class[$2]++; size[$2 $3]++ }
		END {
			print class["a"], size["a8"] / class["a"], size["b2"], class["b"]
			exit !(class["a"] > 7280 && class["a"] < 7720 &&
				size["a8"] / class["a"] > 0.72 && size["a8"] / class["a"] < 0.78 &&
				size["a4"] + size["a8"] == class["a"] && size["b2"] == class["b"])
		}'
}

@test "compression and rate change nothing but the times" {
	two_classes --jobs=30 | awk '{ print $2, $3 }' >"$BATS_TEST_TMPDIR/plain"
	two_classes --jobs=30 --rate=0.5 --compress=8 | awk '{ print $2, $3 }' |
		cmp - "$BATS_TEST_TMPDIR/plain"
	slow=$(two_classes --jobs=30 --rate=0.5 | tail -n 1)
	fast=$(two_classes --jobs=30 --rate=0.5 --compress=4 | tail -n 1)
	awk -v slow="${slow%% *}" -v fast="${fast%% *}" \
		'BEGIN { ratio = slow / fast; exit !(ratio > 3.99 && ratio < 4.01) }'
}

# Of the demo's own mix: work and times shrink alike, GPU-hours per hour stay.
@test "the class file has the mix at its rate, sped up, with the times given" {
	jq -e --argjson rate 0.5 --argjson compress 10 --argjson startup 1.5 --argjson rescale 2 \
		-f "$demo/class-file.jq" "$demo/mix.json" >"$BATS_TEST_TMPDIR/classes.json"
	jq -e --slurpfile mix "$demo/mix.json" '
		($mix[0].classes | map(.arrivals_per_hour) | add * 5) as $arrivals |
		(.classes | map(.arrival_rate_per_hour) | add) as $got |
		($got - $arrivals | fabs < 1e-9) and
		(.classes | all(.startup_s == 1.5 and .rescale_s == 2)) and
		(.classes[0].epochs[0].work_s * 10 - $mix[0].classes[0].epochs[0].work_s | fabs < 1e-9) and
		.classes[0].epochs[0].speedup.t4[1] == [$mix[0].widths[1], $mix[0].classes[0].epochs[0].rate[1]]
		' "$BATS_TEST_TMPDIR/classes.json"
}

@test "bad options are refused" {
	for option in --jobs=x --seed=-1 --rate= --compress=1e3 --mix; do
		run "$demo/job-stream" "$option"
		[ "$status" -eq 2 ]
	done
	run "$demo/job-stream" --mix=/nonexistent
	[ "$status" -eq 1 ]
}
