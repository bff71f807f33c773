#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The budget control: what is solved for, who is held, and who never is.

PORTS=21900
load live
load boa

# conf LINE...: this boa.conf from now on.
conf() {
	boa_conf BudgetMode=hard RefreshInterval=1 "$@" >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
}

setup_file() {
	boa_init --nodes=t4:4:4 --nodes=a100:1:8 || return
	boa_conf BudgetMode=hard RefreshInterval=1 >"$CLUSTER_DIR/etc/boa.conf"
	cluster_start && boa_wait_table 1
}
teardown_file() { live_end; }
teardown() { live_explain; }

# reason ID: why it waits, as users see it.
reason() {
	cluster_run squeue -h -j "$1" -o %r
}

reason_is() {
	[[ $(reason "$1") == "$2" ]]
}

# wait_reason ID REASON
wait_reason() {
	cluster_wait 10 reason_is "$1" "$2" || {
		echo "job $1 waits for $(reason "$1")"
		return 1
	}
}

overdrawn='BOA: the budget is overdrawn'

# Hard keeps 1/16 of a day's budget in hand: 1.5 - 0.09 per hour.
@test "the widths are solved for what the control says" {
	cluster_wait 10 boa_wait_table 3
	cluster_wait 10 boa_status '.solved_for > 1.40 and .solved_for < 1.42'
	boa_status '.purses | length == 1 and .[0].account == "" and .[0].b == 1.5'
	boa_status '.purses[0] | .carry > 0 and .spent == 0 and .phi == 1'
	run boactl budget -P
	[ "$status" -eq 0 ]
	[[ $output == *"budget|1.50|price/h"* ]]
	[[ $output == *"solve for|1.41|price/h"* ]]
	boactl budget --json | jq -e '.purses[0].b_solve < 1.5 and .solved_for < 1.5'
}

@test "while the budget is overdrawn, new jobs wait and running ones go on" {
	export GATED=1
	conf Budget=0.05
	id=$(boa_train nobody --comment=class:wide -- 3)
	echo "$id" >"$CLUSTER_DIR/run/wide"
	boa_wait_said 20 nobody "$id" 'epoch 1 0'
	cluster_wait 20 boa_status '.purses[0].carry < 0'
	small=$(live_submit nobody --comment=class:small --wrap true)
	echo "$small" >"$CLUSTER_DIR/run/small"
	wait_reason "$small" "$overdrawn"
	[ "$(live_job "$small" Priority)" = 0 ]
	boa_record_is "$small" held 1
	boa_log_has "job $small: held: the budget is overdrawn"
	# an untagged job is not BOA's to hold
	other=$(live_submit games -p t4 -N1 --gres=gpu:t4:1 --wrap true)
	live_wait_job 30 "$other" COMPLETED
	# nor one that comes back at another width
	boa_go nobody "$id" 1
	boa_wait_said 40 nobody "$id" 'epoch 2 0'
	boa_said nobody "$id" 'start 1 *'
	reason_is "$small" "$overdrawn"
}

@test "a held job is held over a crash, and its user cannot let it go" {
	small=$(cat "$CLUSTER_DIR/run/small")
	cluster_ctld_saved
	cluster_ctld_kill9
	cluster_ctld_start
	sleep 2
	reason_is "$small" "$overdrawn"
	boa_record_is "$small" held 1
	run cluster_as_user nobody scontrol release "$small"
	[ "$status" -ne 0 ]
	reason_is "$small" "$overdrawn"
	boa_status '.purses[0] | .carry < 0 and .spent > 0'
}

@test "an operator lets it go, and it is not held again" {
	small=$(cat "$CLUSTER_DIR/run/small")
	cluster_run scontrol release "$small"
	live_wait_job 30 "$small" COMPLETED
}

@test "with money again the oldest go on by themselves" {
	one=$(live_submit nobody --comment=class:small --wrap true)
	two=$(live_submit games --comment=class:small --wrap true)
	wait_reason "$one" "$overdrawn"
	wait_reason "$two" "$overdrawn"
	conf Budget=1000 BudgetMode=soft
	live_wait_job 30 "$one" COMPLETED
	live_wait_job 30 "$two" COMPLETED
	boa_log_has "job $one: let go"
	boa_go nobody "$(cat "$CLUSTER_DIR/run/wide")" 2
	boa_go nobody "$(cat "$CLUSTER_DIR/run/wide")" 3
	live_wait_job 60 "$(cat "$CLUSTER_DIR/run/wide")" COMPLETED
	cluster_wait 20 boa_off
}

@test "MaxRate is a ceiling at every moment, the oldest first" {
	local most before
	before=$(wc -l <"$CLUSTER_DIR/provider.log")
	conf Budget=1000 BudgetMode=soft MaxRate=8
	sleep 1
	one=$(live_submit nobody --comment=class:whole --wrap 'srun sleep 4')
	two=$(live_submit nobody --comment=class:whole --wrap true)
	three=$(live_submit nobody --comment=class:small --wrap true)
	dear=$(live_submit nobody --comment=class:fast -p a100 --wrap true)
	wait_reason "$two" 'BOA: MaxRate is reached'
	wait_reason "$three" 'BOA: MaxRate is reached'
	wait_reason "$dear" 'BOA: its plan alone spends more than MaxRate'
	live_wait_job 40 "$one" COMPLETED
	live_wait_job 40 "$two" COMPLETED
	live_wait_job 40 "$three" COMPLETED
	reason_is "$dear" 'BOA: its plan alone spends more than MaxRate'
	cluster_run scancel "$dear"
	# by the provider's own log, never more than two nodes of 4 in that time
	most=$(tail -n "+$((before + 1))" "$CLUSTER_DIR/provider.log" |
		awk '{ n += $2 == "start" ? 1 : -1; if (n > most) most = n } END { print most }')
	((most == 2))
}

# vision may spend 72 s of a GPU per hour, all others have plenty.
@test "an account waits for its own money, and has widths of its own figure" {
	conf Budget=1000 'Account=vision Budget=0.02'
	cluster_wait 10 boa_status '.purses | length == 2 and .[1].account == "vision"'
	one=$(live_submit nobody --account=vision --comment=class:small --wrap 'srun sleep 3')
	live_wait_job 30 "$one" COMPLETED
	cluster_wait 20 boa_status '.purses[1].carry < 0'
	two=$(live_submit nobody --account=vision --comment=class:small --wrap true)
	wait_reason "$two" "BOA: the account's budget is overdrawn"
	other=$(live_submit nobody --account=audio --comment=class:small --wrap true)
	live_wait_job 30 "$other" COMPLETED
	boa_status '.purses[0].carry > 0'
	run boactl budget -P
	[[ $output == *"vision: left|-"* ]]
	# once the classes say what is vision's, the solver is given its figure
	boa_classes | jq '(.classes[] | select(.name == "small")).accounts = { vision: 0.001 }' \
		>"$CLUSTER_DIR/etc/new.json"
	mv "$CLUSTER_DIR/etc/new.json" "$CLUSTER_DIR/etc/classes.json"
	cluster_wait 20 table_limits_vision
	cluster_run scancel "$two"
}

table_limits_vision() {
	jq -e '.limits[] | select(.kind == "account" and .name == "vision") | .limit < 0.02' \
		"$(boa_table)"
}
