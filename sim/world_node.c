/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sim/world.h"
#include "sim/world_impl.h"

static double node_gpus(const struct boa_world *world, size_t type)
{
	return world->type[type].gpus_per_node;
}

/* A slot that is OFF; the first, so that slots stay few. */
static int take_slot(struct boa_world *world, size_t *slot, struct boa_err *err)
{
	size_t room = world->node_room ? 2 * world->node_room : 64;
	struct boa_sim_node *node;
	size_t i;

	for (i = 0; i < world->n_node; i++) {
		if (world->node[i].state == BOA_SIM_OFF) {
			*slot = i;
			return 0;
		}
	}
	if (world->n_node == world->node_room) {
		node = realloc(world->node, room * sizeof(*node));
		if (!node)
			return boa_err_set(err, BOA_ENOMEM,
					   "no memory for %zu nodes", room);
		memset(node + world->node_room, 0,
		       (room - world->node_room) * sizeof(*node));
		world->node = node;
		world->node_room = room;
	}
	*slot = world->n_node++;
	return 0;
}

static int push(struct boa_world *world, size_t i, double after_s,
		struct boa_err *err)
{
	struct boa_event event = {
		.at_s = world->now_s + after_s,
		.kind = BOA_EVENT_NODE,
		.id = i,
		.stamp = ++world->node[i].stamp,
	};

	return boa_heap_push(&world->heap, event, err);
}

int boa_world_rent(struct boa_world *world, size_t type, size_t *node,
		   struct boa_err *err)
{
	const struct boa_world_type *kind = &world->type[type];
	bool boots = kind->boot_s > 0.0;
	struct boa_sim_node *made;
	size_t i = 0;
	int rc;

	if (kind->max_nodes && world->n_billed[type] >= kind->max_nodes)
		return boa_err_set(err, BOA_ERANGE, "all %u nodes of %s rented",
				   kind->max_nodes, kind->name);
	rc = take_slot(world, &i, err);
	if (rc)
		return rc;
	made = &world->node[i];
	*made = (struct boa_sim_node){
		.type = type,
		.state = boots ? BOA_SIM_BOOTING : BOA_SIM_UP,
		.free_gpus = kind->gpus_per_node,
		.rent_s = world->now_s,
		.idle_since_s = world->now_s,
		.stamp = made->stamp,
	};
	if (boots)
		rc = push(world, i, kind->boot_s, err);
	if (rc) {
		made->state = BOA_SIM_OFF;
		return rc;
	}
	world->n_held[type]++;
	world->n_billed[type]++;
	boa_usage_open(&world->usage, node_gpus(world, type));
	boa_usage_change(&world->usage, type,
			 boots ? BOA_USE_BOOT : BOA_USE_IDLE,
			 node_gpus(world, type));
	*node = i;
	return 0;
}

void boa_world_node_gone(struct boa_world *world, size_t i)
{
	struct boa_sim_node *node = &world->node[i];
	double gpus = node_gpus(world, node->type);

	boa_usage_change(&world->usage, node->type, BOA_USE_DRAIN, -gpus);
	boa_usage_close(&world->usage, gpus, node->rent_s);
	world->n_billed[node->type]--;
	node->state = BOA_SIM_OFF;
	node->stamp++;
	while (world->n_node &&
	       world->node[world->n_node - 1].state == BOA_SIM_OFF)
		world->n_node--; /* they keep their stamps */
	if (world->type[node->type].reclaim_s > 0.0)
		world->happened |= BOA_HAPPENED_NODE;
}

int boa_world_release(struct boa_world *world, size_t i, struct boa_err *err)
{
	struct boa_sim_node *node = &world->node[i];
	double gpus = node_gpus(world, node->type);
	double reclaim_s = world->type[node->type].reclaim_s;
	enum boa_use was =
		node->state == BOA_SIM_BOOTING ? BOA_USE_BOOT : BOA_USE_IDLE;

	if (!boa_world_is_idle(world, i))
		return boa_err_set(err, BOA_EINVAL, "node %zu is in use", i);
	boa_usage_change(&world->usage, node->type, was, -gpus);
	boa_usage_change(&world->usage, node->type, BOA_USE_DRAIN, gpus);
	world->n_held[node->type]--;
	node->state = BOA_SIM_LEAVING;
	if (reclaim_s > 0.0)
		return push(world, i, reclaim_s, err);
	boa_world_node_gone(world, i);
	return 0;
}

bool boa_world_is_idle(const struct boa_world *world, size_t i)
{
	const struct boa_sim_node *node = &world->node[i];

	return (node->state == BOA_SIM_BOOTING || node->state == BOA_SIM_UP) &&
	       node->free_gpus == world->type[node->type].gpus_per_node;
}

int boa_world_resize(struct boa_world *world, size_t type, unsigned n,
		     struct boa_err *err)
{
	size_t i;
	int rc = 0;

	while (!rc && world->n_held[type] < n) {
		if (world->type[type].max_nodes &&
		    world->n_billed[type] >= world->type[type].max_nodes)
			break;
		rc = boa_world_rent(world, type, &i, err);
	}
	for (i = world->n_node; !rc && i-- > 0 && world->n_held[type] > n;)
		if (world->node[i].type == type && boa_world_is_idle(world, i))
			rc = boa_world_release(world, i, err);
	return rc;
}

static bool waits_for(const struct boa_sim_job *job, size_t node)
{
	size_t i;

	if (job->state != BOA_SIM_WAITING)
		return false;
	for (i = 0; i < job->n_grip; i++)
		if (job->grip[i].node == node)
			return true;
	return false;
}

int boa_world_node_up(struct boa_world *world, size_t i, struct boa_err *err)
{
	struct boa_sim_node *node = &world->node[i];
	double gpus = node_gpus(world, node->type);
	double held = gpus - node->free_gpus;
	size_t j;
	int rc = 0;

	node->state = BOA_SIM_UP;
	boa_usage_change(&world->usage, node->type, BOA_USE_BOOT, -gpus);
	boa_usage_change(&world->usage, node->type, BOA_USE_WAIT, held);
	boa_usage_change(&world->usage, node->type, BOA_USE_IDLE, gpus - held);
	world->happened |= BOA_HAPPENED_NODE;
	for (j = 0; !rc && j < world->n_job; j++)
		if (waits_for(&world->job[j], i))
			rc = boa_world_job_ready(world, &world->job[j], err);
	return rc;
}
