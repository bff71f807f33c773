/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/common/sizing.h"

#include "plugin/common/slurm_compat.h"

#include "src/size.h"

static const node_record_t *sample_node(const part_record_t *part)
{
	int first = part && part->node_bitmap ? (int)bit_ffs(part->node_bitmap)
					      : -1;

	return first < 0 || first >= node_record_count
		       ? NULL
		       : node_record_table_ptr[first];
}

void boa_sizing_fill(job_desc_msg_t *desc, const struct boa_conf_type *type,
		     unsigned gpus, unsigned cpus_per_task, bool memory)
{
	const node_record_t *node =
		sample_node(find_part_record(type->partition));
	struct boa_size size = boa_size_of(
		gpus, type->gpus_per_node, node ? node->cpus_efctv : 0,
		node && memory ? node->real_memory : 0);

	desc->min_nodes = size.nodes;
	desc->max_nodes = size.nodes;
	desc->num_tasks = size.nodes;
	desc->ntasks_per_node = 1;
	xfree(desc->tres_per_node);
	desc->tres_per_node = xstrdup_printf(BOA_GRES_PREFIX "gpu:%s:%u",
					     type->name, size.gpus_per_node);
	if (!cpus_per_task && size.cpus_per_node) {
		cpus_per_task = size.cpus_per_node;
		desc->cpus_per_task = (uint16_t)cpus_per_task;
		/* As sbatch does for --cpus-per-task; left to itself the old
		   one keeps min_cpus up when a job shrinks. */
		desc->pn_min_cpus = (uint16_t)cpus_per_task;
	}
	desc->min_cpus = size.nodes * (cpus_per_task ? cpus_per_task : 1);
	if (size.memory_mb_per_node)
		desc->pn_min_memory = size.memory_mb_per_node;
}

bool boa_sizing_memory_matters(const struct boa_conf_type *type)
{
	part_record_t *part = find_part_record(type->partition);

	return (slurm_conf.select_type_param & CR_MEMORY) &&
	       !slurm_conf.def_mem_per_cpu && !(part && part->def_mem_per_cpu);
}
