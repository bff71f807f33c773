/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sizing.h - a width as the fields of a job descriptor (size.h in Slurm's
 * words), for a new job and for the update of a pending one alike.
 */
#ifndef BOA_SIZING_H
#define BOA_SIZING_H

#include "plugin/common/slurm_compat.h"

#include "src/conf.h"

/*
 * Ask in DESC for GPUS of TYPE: nodes, GPUs per node, one task per node; CPUs
 * in proportion, or CPUS_PER_TASK where the user gave them (else 0); memory in
 * proportion if MEMORY. The nodes' CPUs and
 * memory are those of the first node of TYPE's partition.
 *
 * Needs slurmctld's node and partition tables locked for reading at least.
 * DESC's strings are xmalloc()ed.
 */
void boa_sizing_fill(job_desc_msg_t *desc, const struct boa_conf_type *type,
		     unsigned gpus, unsigned cpus_per_task, bool memory);

/*
 * Does Slurm hand out memory (SelectTypeParameters=*_Memory) without a default
 * of its own (DefMemPer*)? Then a job that asks for none would get a node's
 * whole memory, and two could not share it. Locks as above.
 */
bool boa_sizing_memory_matters(const struct boa_conf_type *type);

#endif /* BOA_SIZING_H */
