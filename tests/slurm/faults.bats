#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Faults of BOA's own: no or bad configuration, classes that are wrong, a solver
# that is absent, crashes, hangs or writes rubbish. Each test goes on from the
# one before.

PORTS=20900
load live
load boa

setup_file() {
	boa_init --nodes=t4:2:4 --nodes=a100:1:8
	mv "$CLUSTER_DIR/etc/boa.conf" "$CLUSTER_DIR/etc/good.conf"
	cat >"$CLUSTER_DIR/bin/solver" <<-EOF
		#!/bin/bash
		# What it does is in the file mode.
		cd "$CLUSTER_DIR/run" || exit
		mode=\$(cat mode)
		echo "\$mode \$\$" >>solver.runs
		while ((\$#)); do [[ \$1 == -o ]] && out=\$2; args+=("\$1"); shift; done
		case \$mode in
		real) exec $BOA_BIN/boa-widths "\${args[@]}" ;;
		crash) kill -SEGV \$\$ ;;
		hang) sleep 100 ;;
		rubbish) echo '{ "version": 1, "generation": 99' >"\$out" ;;
		empty) : >"\$out" ;;
		stale) cp "$CLUSTER_DIR/state/boa/widths.json" "\$out" ;;
		other) sed 's/"small"/"tall"/; s/"generation": *[0-9]*/"generation": 98/' "$CLUSTER_DIR/state/boa/widths.json" >"\$out" ;;
		fail) echo "solver: cannot be: least budget is 7" >&2; exit 3 ;;
		esac
	EOF
	chmod 755 "$CLUSTER_DIR/bin/solver"
	cluster_start
}
teardown_file() { live_end; }
teardown() { live_explain; }

log_lines() {
	grep -cE "$1" "$CLUSTER_DIR/log/slurmctld.log" || true
}

submit() {
	cluster_as_user nobody sbatch --hold --comment=class:small --wrap true 2>&1 | head -n 1
}

submit_says() {
	# shellcheck disable=SC2053 # a pattern
	[[ $(submit) == $1 ]]
}

passes='Submitted batch job *'
sized='sbatch: BOA: class small, 1 GPU of t4 in epoch 1'

@test "without boa.conf jobs run as in stock Slurm, and the log says so once" {
	submit_says "$passes"
	live_submit nobody --comment=class:small -n1 --wrap 'echo ran' >"$CLUSTER_DIR/run/first"
	live_wait_job 10 "$(cat "$CLUSTER_DIR/run/first")" CONFIGURING
	[ "$(log_lines 'sched/boa: .*boa.conf.*jobs pass as without BOA')" = 1 ]
	[ "$(log_lines 'job_submit/boa: .*boa.conf.*jobs pass as without BOA')" = 1 ]
}

@test "a bad boa.conf is told with its place, and jobs pass" {
	printf '%s\n' Budget=1 ClassFile=/x Nonsense=3 >"$CLUSTER_DIR/etc/boa.conf"
	cluster_wait 20 boa_log_has "boa.conf:3"
	submit_says "$passes"
}

@test "once boa.conf is right BOA works without a restart" {
	set_mode real
	sed "s|^Solver=.*|Solver=$CLUSTER_DIR/bin/solver|; \$a RefreshInterval=1\nSolveTimeout=1" \
		"$CLUSTER_DIR/etc/good.conf" >"$CLUSTER_DIR/etc/boa.conf.new"
	mv "$CLUSTER_DIR/etc/boa.conf.new" "$CLUSTER_DIR/etc/boa.conf"
	cluster_wait 20 submit_says "$sized"
	# And what has waited for its node is started.
	live_wait_job 10 "$(cat "$CLUSTER_DIR/run/first")" COMPLETED
	[ "$(live_job_output nobody "$(cat "$CLUSTER_DIR/run/first")")" = ran ]
}

# set_mode MODE: what the solver does from now on; whole at every moment.
set_mode() {
	echo "$1" >"$CLUSTER_DIR/run/mode.new"
	mv "$CLUSTER_DIR/run/mode.new" "$CLUSTER_DIR/run/mode"
}

# runs MODE N: the solver ran N times in that mode at least.
runs() {
	(($(grep -c "^$1 " "$CLUSTER_DIR/run/solver.runs") >= $2))
}

# One mode after the other, two runs in each.
@test "a solver that fails in whatever way changes nothing but the log, once" {
	local mode generation told
	local -A line=(
		[crash]='the solver died by signal 11'
		[hang]='the solver did not end within 1 s and was killed'
		[rubbish]='widths.next.json'
		[empty]='widths.next.json'
		[stale]='not newer'
		[other]='lacks class small'
		[fail]='the solver ended with code 3: solver: cannot be: least budget is 7'
	)
	set_mode stale
	cluster_wait 20 runs stale 1
	sleep 0.3
	generation=$(jq .generation "$(boa_table)")
	for mode in crash hang rubbish empty other fail stale; do
		: >"$CLUSTER_DIR/run/solver.runs"
		told=$(log_lines "error: sched/boa: ")
		set_mode "$mode"
		cluster_wait 30 runs "$mode" 2
		cluster_wait 20 boa_log_has "${line[$mode]}"
		[ "$(log_lines "error: sched/boa: ")" = $((told + 1)) ]
		boa_log_has "the width table of generation $generation stays"
		[ "$(jq .generation "$(boa_table)")" = "$generation" ]
		[ "$mode" != crash ] || submit_says "$sized"
	done
	# What hung is gone.
	! pgrep -f "$CLUSTER_DIR/bin/solver" || [ "$(pgrep -fc "$CLUSTER_DIR/bin/solver")" -le 1 ]
	submit_says "$sized"
}

@test "a solver that is not there is the same" {
	: >"$CLUSTER_DIR/log/slurmctld.log"
	mv "$CLUSTER_DIR/bin/solver" "$CLUSTER_DIR/bin/away"
	cluster_wait 20 boa_log_has "bin/solver cannot be started: No such file or directory"
	sleep 1.5
	[ "$(log_lines "error: sched/boa: ")" = 1 ]
	submit_says "$sized"
	set_mode real
	mv "$CLUSTER_DIR/bin/away" "$CLUSTER_DIR/bin/solver"
}

@test "changed classes bring a new table for new jobs, bad ones do not" {
	local generation old id
	generation=$(jq .generation "$(boa_table)")
	cluster_wait 20 boa_table_is $((generation + 1))
	old=$(live_submit nobody --hold --comment=class:small --wrap true)
	cluster_wait 20 boa_record_is "$old" widths 1
	: >"$CLUSTER_DIR/log/slurmctld.log"
	echo '{ "classes": [ ' >"$CLUSTER_DIR/etc/classes.json"
	cluster_wait 20 boa_log_has "classes.json"
	boa_log_has "the classes known so far stay"
	sleep 1.2
	submit_says "$sized"
	boa_classes | jq '(.classes[] | select(.name == "small")).epochs[0].speedup.t4 = [[2, 1]]' \
		>"$CLUSTER_DIR/etc/classes.json"
	cluster_wait 20 submit_says 'sbatch: BOA: class small, 2 GPUs of t4 in epoch 1'
	id=$(live_submit nobody --hold --comment=class:small --wrap true)
	cluster_wait 20 boa_record_is "$id" widths 2
	boa_record_is "$old" widths 1
	(($(boa_record "$id" gen) > $(boa_record "$old" gen)))
}

@test "a bad boa.conf on reconfigure keeps the old one, a good one rules" {
	: >"$CLUSTER_DIR/log/slurmctld.log"
	cp "$CLUSTER_DIR/etc/boa.conf" "$CLUSTER_DIR/etc/good.conf"
	printf '%s\n' Mode=off Budget=2 UnknownClass=maybe >>"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	cluster_wait 20 boa_log_has "the configuration so far stays"
	boa_log_has 'Mode'
	sleep 1.2
	submit_says 'sbatch: BOA: class small, 2 GPUs of t4 in epoch 1'
	run cluster_as_user nobody sbatch --hold --comment=class:none --wrap true
	[ "$status" -eq 0 ]
	[[ $output == *"BOA: class none is not known; the job stays as it is"* ]]

	{ cat "$CLUSTER_DIR/etc/good.conf"; echo UnknownClass=reject; } >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	refused() { ! cluster_as_user nobody sbatch --hold --comment=class:none --wrap true; }
	cluster_wait 20 refused
	run cluster_as_user nobody sbatch --hold --comment=class:none --wrap true
	[[ $output == *"BOA: class none is not known"* ]]

	{ cat "$CLUSTER_DIR/etc/good.conf"; echo UnknownClass=whole; } >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	taken_as() {
		[[ $(cluster_as_user nobody sbatch --hold --comment=class:none --wrap true 2>&1) == *"BOA: class whole, 8 GPUs"* ]]
	}
	cluster_wait 20 taken_as
	id=$(live_submit nobody --hold --comment=class:none --wrap true 2>/dev/null)
	cluster_wait 20 boa_record_is "$id" class whole
}

@test "Mode=observe decides, tells the log and changes nothing" {
	local id
	{ cat "$CLUSTER_DIR/etc/good.conf"; printf '%s\n' Mode=observe UnknownClass=reject; } >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	cluster_wait 20 submit_says "$passes"
	id=$(live_submit nobody --hold --comment=class:small --wrap true)
	[ "$(live_job "$id" TresPerNode)" = "" ]
	sleep 0.5
	[ -z "$(boa_record "$id" class)" ]
	boa_log_has 'job_submit/boa: observed only: BOA: class small, 2 GPUs of t4 in epoch 1'
	cluster_as_user nobody sbatch --hold --comment=class:none --wrap true
	boa_log_has 'observed only: BOA: class none is not known'
}

@test "a partition that Slurm does not have is no user's fault" {
	sed 's/Partition=t4/Partition=t5/' "$CLUSTER_DIR/etc/good.conf" >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	cluster_wait 20 submit_says 'sbatch: BOA: Slurm has no partition t5; the job stays as it is'
	[ "$(live_job "$(live_submit nobody --hold --comment=class:small --wrap true 2>/dev/null)" Partition)" = t4 ]
}

@test "classes in a folder are read anew when a file in it is rewritten" {
	local class folder=$CLUSTER_DIR/etc/classes
	mkdir "$folder"
	for class in small whole; do
		boa_classes | jq "{ classes: [.classes[] | select(.name == \"$class\")] }" >"$folder/$class.json"
	done
	sed "s|^ClassFile=.*|ClassFile=$folder|" "$CLUSTER_DIR/etc/good.conf" >"$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	cluster_wait 20 submit_says "$sized"
	sed -i 's/RefreshInterval=1/RefreshInterval=600/' "$CLUSTER_DIR/etc/boa.conf"
	cluster_run scontrol reconfigure
	sleep 2
	boa_classes | jq '{ classes: [.classes[] | select(.name == "small") |
		.epochs[0].speedup.t4 = [[2, 1]]] }' | dd of="$folder/small.json" status=none
	cluster_wait 20 submit_says 'sbatch: BOA: class small, 2 GPUs of t4 in epoch 1'
}
