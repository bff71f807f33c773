/* SPDX-License-Identifier: GPL-3.0-or-later */
/* world_impl.h - what the files of the world share and policies never see. */
#ifndef BOA_WORLD_IMPL_H
#define BOA_WORLD_IMPL_H

#include "sim/world.h"

enum { BOA_EVENT_JOB, BOA_EVENT_NODE };

/* NODE, which was LEAVING, is gone and billed no more. */
void boa_world_node_gone(struct boa_world *world, size_t node);

/* JOB is done: it leaves the world. */
void boa_world_job_end(struct boa_world *world, struct boa_sim_job *job);

#endif /* BOA_WORLD_IMPL_H */
