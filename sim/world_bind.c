/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdint.h>

#include "sim/world.h"
#include "sim/world_impl.h"

/* A node that is up with GPUS of TYPE free, the fullest; SIZE_MAX: none. */
static size_t find_up(const struct boa_world *world, size_t type, unsigned gpus)
{
	size_t best = SIZE_MAX;

	for (size_t i = 0; i < world->n_node; i++) {
		const struct boa_sim_node *node = &world->node[i];

		if (node->type != type || node->state != BOA_SIM_UP ||
		    node->free_gpus < gpus)
			continue;
		if (best == SIZE_MAX ||
		    node->free_gpus < world->node[best].free_gpus)
			best = i;
	}
	return best;
}

static int rebind_job(struct boa_world *world, struct boa_sim_job *job,
		      struct boa_err *err)
{
	for (size_t g = 0; g < job->n_grip; g++) {
		struct boa_grip *grip = &job->grip[g];
		size_t up;

		if (world->node[grip->node].state != BOA_SIM_BOOTING)
			continue;
		up = find_up(world, (size_t)job->type, grip->gpus);
		if (up == SIZE_MAX)
			continue;
		world->node[grip->node].free_gpus += grip->gpus;
		world->node[grip->node].idle_since_s = world->now_s;
		world->node[up].free_gpus -= grip->gpus;
		boa_usage_change(&world->usage, (size_t)job->type, BOA_USE_WAIT,
				 grip->gpus);
		boa_usage_change(&world->usage, (size_t)job->type, BOA_USE_IDLE,
				 -(double)grip->gpus);
		grip->node = up;
	}
	return boa_world_job_ready(world, job, err);
}

int boa_world_rebind(struct boa_world *world, struct boa_err *err)
{
	int rc = 0;

	for (size_t j = 0; !rc && j < world->n_job; j++)
		if (world->job[j].state == BOA_SIM_WAITING)
			rc = rebind_job(world, &world->job[j], err);
	return rc;
}
