#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
bats_require_minimum_version 1.5.0
# The examples an admin copies are whole.

bin="${BOA_BIN:?set to the build folder}"
src="${BOA_SRC:?set to the source tree}"

@test "boa-widths finds widths for the example's classes within its budget" {
	run --separate-stderr "$bin/boa-widths" --conf "$src/contrib/examples/boa.conf" --placeable --json
	[ "$status" -eq 0 ]
	jq -e '.unit == "USD/h" and .budget == 25 and .expected.spend_per_hour <= 25 + 1e-9
		and ([.classes[].name] == ["bert", "cifar10"])' <<<"$output"
}

@test "what the README shows of boa-widths is what it prints" {
	run "$bin/boa-widths" --conf "$src/contrib/examples/boa.conf" --placeable
	while read -r line; do
		[ -z "$line" ] || grep -qF -- "$line" "$src/README.md"
	done <<<"$output"
}
