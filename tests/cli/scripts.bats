#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Every script of the project reads well and explains itself.

setup() {
	cd "${BOA_SRC:-$BATS_TEST_DIRNAME/../..}" || return
	mapfile -t scripts < <(grep -rlE '^#!/bin/(ba)?sh|^# shellcheck shell=' .ci contrib tests)
	mapfile -t commands < <(find contrib -type f -perm -u+x)
}

@test "shellcheck has nothing to say" {
	[[ $(type -P shellcheck) ]] || skip "needs shellcheck"
	[ "${#scripts[@]}" -ge 5 ]
	shellcheck -x "${scripts[@]}"
}

@test "every command has --help and refuses nonsense with exit 2" {
	[ "${#commands[@]}" -ge 5 ]
	for command in "${commands[@]}"; do
		run "$command" --help
		[ "$status" -eq 0 ]
		[[ $output == Usage:* ]]
		run "$command" --nonsense
		[ "$status" -eq 2 ]
	done
}
