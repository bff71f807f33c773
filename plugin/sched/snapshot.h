/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * snapshot.h - slurmctld's records as a struct boa_snapshot.
 */
#ifndef BOA_SCHED_SNAPSHOT_H
#define BOA_SCHED_SNAPSHOT_H

#include "src/conf.h"
#include "src/snapshot.h"

struct boa_text_block;

/* A snapshot and the memory behind it; begin with all zero. */
struct boa_view {
	struct boa_snapshot snapshot;
	char *cluster; /* ClusterName */
	/* The rest is snapshot.c's. */
	struct boa_snapshot_type *type;
	struct boa_text_block *text;
	ptrdiff_t *place; /* of slurmctld's nodes in snapshot.node, or -1 */
	size_t room_job, room_node, room_hold;
	struct boa_hold *hold;
	struct boa_view_hold *raw;
	size_t n_raw;
};

/*
 * Take a snapshot of all jobs and of the nodes in the partitions of CONF's GPU
 * types, at NOW_S (unix time), under one read lock that is held only for the
 * copying. Replaces what VIEW held. Returns 0, or BOA_ENOMEM (VIEW is empty).
 */
int boa_view_take(const struct boa_conf *conf, double now_s,
		  struct boa_view *view, struct boa_err *err);

void boa_view_free(struct boa_view *view);

#endif /* BOA_SCHED_SNAPSHOT_H */
