#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# boactl: the command line as such, and the verbs that run inside a job, as far
# as they go without a cluster (tests/slurm has the rest).

setup() {
	boactl="${BOA_BIN:?set to the build folder}/boactl"
	unset SLURM_JOB_ID SLURM_RESTART_COUNT
	# whatever asks Slurm finds none here, and not the machine's own
	export SLURM_CONF="$BATS_TEST_TMPDIR/slurm.conf"
}

@test "help names every verb and goes to stdout" {
	run "$boactl" --help
	[ "$status" -eq 0 ]
	[[ "$output" == *"Usage: boactl"* ]]
	[[ "$output" == *"epoch N"* ]]
	[[ "$output" == *"resize"* ]]
}

@test "version names the program and a version" {
	run "$boactl" --version
	[ "$status" -eq 0 ]
	[[ "$output" =~ ^boactl\ [0-9]+\.[0-9]+\.[0-9]+ ]]
	run "$boactl" -V
	[ "$status" -eq 0 ]
}

@test "without a verb it is a usage error" {
	run "$boactl"
	[ "$status" -eq 2 ]
	[[ "$output" == "boactl: a verb is missing"* ]]
}

@test "an unknown verb is named" {
	run "$boactl" epochs 1
	[ "$status" -eq 2 ]
	[[ "$output" == "boactl: epochs: no such verb"* ]]
}

@test "an unknown option is a usage error" {
	run "$boactl" epoch --frobnicate 1
	[ "$status" -eq 2 ]
	[[ "$output" == *"boactl: unrecognized option '--frobnicate'"* ]]
}

@test "a verb refuses an option that it does not take" {
	run "$boactl" epoch 1 --json
	[ "$status" -eq 2 ]
	[[ "$output" == "boactl: epoch: takes no such option"* ]]
}

@test "each verb has its own help, before anything is checked" {
	run "$boactl" epoch --help
	[ "$status" -eq 0 ]
	[[ "$output" == "Usage: boactl epoch N"* ]]
}

@test "epoch wants one argument" {
	run "$boactl" epoch
	[ "$status" -eq 2 ]
	[ "$output" = "boactl: epoch: N is missing" ]
	run "$boactl" epoch 1 2
	[ "$status" -eq 2 ]
	[ "$output" = 'boactl: epoch: unexpected argument "2"' ]
}

@test "epoch wants a whole number from 1" {
	for bad in 0 x 1x 1.5 "" " 1" +1 99999999999999999999; do
		SLURM_JOB_ID=1 run "$boactl" epoch "$bad"
		[ "$status" -eq 2 ]
		[ "$output" = "boactl: epoch: \"$bad\" is not a whole number from 1" ]
	done
	SLURM_JOB_ID=1 run "$boactl" epoch -- -1
	[ "$status" -eq 2 ]
}

@test "outside a job epoch and resize are usage errors" {
	for verb in "epoch 1" resize; do
		run "$boactl" $verb
		[ "$status" -eq 2 ]
		[ "$output" = "boactl: SLURM_JOB_ID: not set; this verb runs inside a job" ]
	done
}

@test "a job number that is none is refused" {
	for bad in 0 abc 12_3 4294967296; do
		SLURM_JOB_ID=$bad run "$boactl" resize
		[ "$status" -eq 2 ]
		[ "$output" = "boactl: SLURM_JOB_ID: \"$bad\" is not a job's number" ]
	done
}

# verbs: as --help lists them
verbs() {
	"$boactl" --help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

@test "every verb has a place in the man page and in the completion" {
	local n=0
	while read -r verb; do
		grep -qE "^\.(B|BI|BR) \"?$verb\b" "$BOA_SRC/src/cmd/boactl.1"
		grep -qE "verbs=.*\b$verb\b" "$BOA_SRC/contrib/completion/boactl"
		n=$((n + 1))
	done < <(verbs)
	[ "$n" -eq 12 ]
}

# complete WORD...: what the completion offers for the last of them
complete_words() {
	bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boactl; printf "%s\n" "${COMPREPLY[@]}"' \
		"$BOA_SRC/contrib/completion/boactl" "$@"
}

@test "the completion offers verbs, options and what they take" {
	[ "$(complete_words boactl le)" = ledger ]
	[ "$(complete_words boactl ledger --by a)" = account ]
	[ "$(complete_words boactl ledger --j)" = --json ]
	[ "$(complete_words boactl epoch --js)" = "" ]
	[ "$(complete_words boactl --v)" = --version ]
}

@test "the script of the man page is the one in contrib/examples" {
	# without comments; the man page spells - and ' its own way
	strip() { sed -E 's/ +#.*//; /^#[^!S]/d; s/ --output=\S*//; s/\\-/-/g'; }
	[ "$(sed -n '/^#!\/bin\/bash/,/^done/p' "$BOA_SRC/src/cmd/boactl.1" | strip)" = \
		"$(strip <"$BOA_SRC/contrib/examples/train.sh")" ]
	[ "$(strip <"$BOA_SRC/contrib/examples/train.sh" | grep -vc '^#')" -le 10 ]
}
