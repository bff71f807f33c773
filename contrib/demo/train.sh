#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# train.sh - a training job that trains nothing, but in every other way does as
# one should under BOA: it makes progress at the speed of its class on the GPUs
# it holds, keeps a checkpoint, reports its epochs, and makes way for a resize.
#
#     sbatch --comment=class:NAME train.sh NAME
#
# Where there is no boactl it trains on what it was given, as under any Slurm.
#
#   DEMO_CURVES       file of curves.jq
#   JOB.checkpoint    in the working folder: epoch, and work left in it
#   JOB.log           lines TIME EVENT...: start RESTARTS GPUS, train EPOCH,
#                     resize EPOCH, stop EPOCH, done
#SBATCH --open-mode=append

set -u
CLASS=${1:?class}
CHECKPOINT=$SLURM_JOB_ID.checkpoint

now_us() {
	NOW_US=${EPOCHREALTIME/[.,]/}
}

note() {
	printf '%s %s\n' "${EPOCHREALTIME/,/.}" "$*" >>"$SLURM_JOB_ID.log"
}

# The GPUs of this node times the nodes: all nodes of a job hold alike.
held_gpus() {
	local -a here
	IFS=, read -r -a here <<<"${CUDA_VISIBLE_DEVICES-}"
	GPUS=$((${#here[@]} * SLURM_JOB_NUM_NODES))
}

# Sets WORK_US and MILLIRATE [epoch] for the GPUs held.
load_curve() {
	local epoch work_us millirate
	while read -r epoch work_us millirate; do
		WORK_US[epoch]=$work_us
		MILLIRATE[epoch]=$millirate
	done < <(awk -v class="$CLASS" -v gpus="$GPUS" \
		'$1 == class && $4 == gpus { print $2, $3, $5 }' "$DEMO_CURVES")
	((${#WORK_US[@]})) || { note "no speed known on $GPUS GPUs"; exit 1; }
}

save() {
	echo "$EPOCH $LEFT_US" >"$CHECKPOINT.new" && mv "$CHECKPOINT.new" "$CHECKPOINT"
}

restore() {
	EPOCH=1 LEFT_US=${WORK_US[1]}
	[[ ! -e $CHECKPOINT ]] || read -r EPOCH LEFT_US <"$CHECKPOINT"
}

# Say that this epoch begins, or goes on after a restart; if its width differs
# from the one held, leave.
report() {
	local rc=0
	if command -v boactl >/dev/null; then
		boactl epoch "$EPOCH"
		rc=$?
	fi
	if ((rc == 75)); then
		save
		note "resize $EPOCH"
		exit 75
	fi
	note "train $EPOCH"
}

# Work off LEFT_US in real time; on SIGTERM keep what was done and leave.
train() {
	local begin_us sleeping rate=${MILLIRATE[EPOCH]}
	now_us
	begin_us=$NOW_US
	printf -v SLEEP_S '%d.%06d' $((LEFT_US * 1000 / rate / 1000000)) \
		$((LEFT_US * 1000 / rate % 1000000))
	sleep "$SLEEP_S" &
	sleeping=$!
	wait "$sleeping"
	((STOP)) || return 0
	kill "$sleeping" 2>/dev/null
	now_us
	LEFT_US=$((LEFT_US - (NOW_US - begin_us) * rate / 1000))
	((LEFT_US >= 0)) || LEFT_US=0
	save
	note "stop $EPOCH"
	exit 143
}

STOP=0
trap STOP=1 TERM
WORK_US=() MILLIRATE=()
held_gpus
note "start ${SLURM_RESTART_COUNT:-0} $GPUS"
load_curve
restore
while ((EPOCH <= ${#WORK_US[@]})); do
	report
	train
	EPOCH=$((EPOCH + 1))
	LEFT_US=${WORK_US[EPOCH]-0}
	save
done
note "done"
