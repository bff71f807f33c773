/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * snapshot_node.h - the nodes' half of snapshot.h, for snapshot.c only. All of
 * it but boa_view_sort_holds() runs under slurmctld's read locks.
 */
#ifndef BOA_SCHED_SNAPSHOT_NODE_H
#define BOA_SCHED_SNAPSHOT_NODE_H

#include "plugin/common/slurm_compat.h"
#include "plugin/sched/snapshot.h"

/* GPUS of the node at place NODE of the snapshot, held by job JOB_ID. */
struct boa_view_hold {
	uint32_t job_id;
	size_t node;
	unsigned gpus;
};

typedef const char *(*boa_keep_fn)(struct boa_view *view, const char *text,
				   bool *failed);

/* Copy the nodes in the partitions of CONF's types. 0, or -1: no memory. */
int boa_view_take_nodes(const struct boa_conf *conf, struct boa_view *view,
			boa_keep_fn keep);

/* Note what JOB holds; returns its GPUs in all. Sets *FAILED when out of
   memory. */
unsigned boa_view_add_holds(struct boa_view *view, job_record_t *job,
			    bool *failed);

/* With the jobs in order: give every node its holds. 0, or -1: no memory. */
int boa_view_sort_holds(struct boa_view *view);

#endif /* BOA_SCHED_SNAPSHOT_NODE_H */
