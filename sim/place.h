/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * place.h - which nodes a job gets when only type and width are given.
 *
 * Whole nodes first, a rest of less than a node where it leaves least over.
 * Nodes that the job held a moment ago come first, then nodes that are up, then
 * nodes that boot, then new ones where those may be rented. Where the GPUs are
 * there but not as whole nodes, the job is spread over what is free: its rate
 * does not depend on it (world.h), so this favours the policies that fragment.
 */
#ifndef BOA_PLACE_H
#define BOA_PLACE_H

#include <stdbool.h>

#include "sim/world.h"

struct boa_place_request {
	size_t type;
	unsigned gpus; /* >= 1 */
	bool rent;     /* nodes, where free ones do not suffice */
};

/*
 * Find nodes for JOB, which holds nothing. On success with *PLACED the nodes
 * stand in JOB's grips and boa_world_hold() is to follow; else nothing changed.
 * Returns 0 or BOA_ENOMEM.
 */
int boa_place_job(struct boa_world *world, struct boa_sim_job *job,
		  const struct boa_place_request *request, bool *placed,
		  struct boa_err *err);

#endif /* BOA_PLACE_H */
