#!/bin/bash
#SBATCH --comment=class:bert --open-mode=append --output=train-%j.log
# SPDX-License-Identifier: GPL-3.0-or-later
# An elastic training job (README.md): EPOCHS is the number of entries in the
# class's epochs[]; ./step does the work of one of them on the GPUs it finds.
EPOCHS=2 DONE=train-$SLURM_JOB_ID.done
for ((epoch = $(cat "$DONE" 2>/dev/null || echo 0) + 1; epoch <= EPOCHS; epoch++)); do
	boactl epoch "$epoch"               # the work of this epoch begins now
	if (($? == 75)); then               # but its width is not the one held:
		boactl resize && sleep infinity # requeued, and started again at once
	fi
	srun ./step --epoch "$epoch" --resume || exit
	echo "$epoch" >"$DONE"
done
