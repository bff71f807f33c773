/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/size.h"

bool boa_size_is_placeable(unsigned gpus, unsigned gpus_per_node)
{
	if (gpus < 1 || gpus_per_node < 1)
		return false;
	return gpus < gpus_per_node || gpus % gpus_per_node == 0;
}

struct boa_size boa_size_of(unsigned gpus, unsigned gpus_per_node,
			    unsigned node_cpus, uint64_t node_memory_mb)
{
	struct boa_size size = { .nodes = 1, .gpus_per_node = gpus ? gpus : 1 };
	uint64_t part;

	if (gpus_per_node < 1)
		return size;
	if (gpus > gpus_per_node) {
		size.nodes = gpus / gpus_per_node + !!(gpus % gpus_per_node);
		size.gpus_per_node = gpus_per_node;
	}
	part = size.gpus_per_node;
	size.cpus_per_node = (unsigned)(node_cpus * part / gpus_per_node);
	if (node_cpus && !size.cpus_per_node)
		size.cpus_per_node = 1;
	/* whole nodes' worth of GPUs first: the product may not fit */
	size.memory_mb_per_node =
		node_memory_mb / gpus_per_node * part +
		node_memory_mb % gpus_per_node * part / gpus_per_node;
	if (node_memory_mb && !size.memory_mb_per_node)
		size.memory_mb_per_node = 1;
	return size;
}
