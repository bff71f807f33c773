#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# train.sh EPOCHS [exit|resize] - a training job for tests: it reports its
# epochs, keeps a checkpoint (the epoch it is in) and, told to resize, requeues
# itself by its exit code or by boactl resize.
#
# Beside its checkpoint, in its home, it writes JOB.log:
#
#     start RESTARTS NODES GPUS-ON-THIS-NODE TASKS CPUS-ON-THIS-NODE
#     epoch N CODE-OF-BOACTL
#     end
#
# With GATED=1 it works on epoch N until there is a file JOB.go.N, else for no
# time at all; with PAUSED=1 it waits for JOB.resize.N before it resizes.

cd "$HOME" || exit
boactl=$CLUSTER_DIR/bin/boactl
job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
job=${job:-$SLURM_JOB_ID}
n_epoch=${1:-1}
way=${2:-exit}

log() {
	echo "$*" >>"$job.log"
}

log start "${SLURM_RESTART_COUNT:-0}" "$SLURM_JOB_NODELIST" \
	"$(tr -cd 0-9 <<<"${CUDA_VISIBLE_DEVICES-}" | wc -c)" \
	"$SLURM_NTASKS" "$SLURM_CPUS_ON_NODE"

epoch=1
[[ ! -e $job.checkpoint ]] || read -r epoch <"$job.checkpoint"
for ((; epoch <= n_epoch; epoch++)); do
	"$boactl" epoch "$epoch" >>"$job.said" 2>&1
	code=$?
	log epoch "$epoch" "$code"
	if ((code == 75)); then
		echo "$epoch" >"$job.checkpoint"
		until [[ -z ${PAUSED-} || -e $job.resize.$epoch ]]; do sleep 0.1; done
		[[ $way == exit ]] && exit 75
		"$boactl" resize >>"$job.said" 2>&1
		log resize $?
		exec sleep 60
	fi
	until [[ -z ${GATED-} || -e $job.go.$epoch ]]; do sleep 0.1; done
	echo "$((epoch + 1))" >"$job.checkpoint"
done
log end
