/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * size.h - a width as Slurm sees it: w GPUs on nodes of g are max(1, w/g)
 * nodes with min(w, g) GPUs on each, one task per node, and CPUs and memory
 * in proportion to the GPUs.
 */
#ifndef BOA_SIZE_H
#define BOA_SIZE_H

#include <stdbool.h>
#include <stdint.h>

struct boa_size {
	unsigned nodes;
	unsigned gpus_per_node;
	unsigned cpus_per_node; /* 0: not known, leave to the user's request */
	uint64_t memory_mb_per_node; /* 0: the same */
};

/* Can GPUS be asked for on nodes of GPUS_PER_NODE: below it or a multiple? */
bool boa_size_is_placeable(unsigned gpus, unsigned gpus_per_node);

/*
 * The size of GPUS on nodes of GPUS_PER_NODE GPUs, NODE_CPUS CPUs and
 * NODE_MEMORY_MB (either 0 when not known). GPUS must be placeable; otherwise
 * it is rounded up to whole nodes.
 */
struct boa_size boa_size_of(unsigned gpus, unsigned gpus_per_node,
			    unsigned node_cpus, uint64_t node_memory_mb);

#endif /* BOA_SIZE_H */
