/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/world.h"
#include "sim/world_impl.h"

int boa_world_init(struct boa_world *world, const struct boa_rates *rates,
		   const struct boa_world_type *type, double now_s,
		   struct boa_err *err)
{
	size_t n_type = rates->set->n_gpu_type;
	int rc;

	*world = (struct boa_world){
		.now_s = now_s,
		.n_type = n_type,
		.type = type,
		.rates = rates,
	};
	rc = boa_usage_init(&world->usage, n_type, now_s, err);
	if (rc)
		return rc;
	for (size_t h = 0; h < n_type; h++)
		world->usage.price[h] = type[h].price;
	world->n_held = calloc(n_type, sizeof(*world->n_held));
	world->n_billed = calloc(n_type, sizeof(*world->n_billed));
	if (!world->n_held || !world->n_billed)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a world");
	return 0;
}

void boa_world_fini(struct boa_world *world)
{
	for (size_t i = 0; i < world->job_room; i++)
		free(world->job[i].grip);
	free(world->job);
	free(world->node);
	free(world->n_held);
	free(world->n_billed);
	boa_heap_fini(&world->heap);
	boa_usage_fini(&world->usage);
	*world = (struct boa_world){ 0 };
}

/* --- events ----------------------------------------------------------- */

static bool is_stale(const struct boa_world *world,
		     const struct boa_event *event)
{
	const struct boa_sim_job *job;

	if (event->kind == BOA_EVENT_NODE)
		return world->node[event->id].stamp != event->stamp;
	job = boa_world_find(world, event->id);
	return !job || job->stamp != event->stamp;
}

double boa_world_next_s(const struct boa_world *world)
{
	const struct boa_event *first = boa_heap_first(&world->heap);

	return first ? first->at_s : INFINITY;
}

static int node_event(struct boa_world *world, size_t i, struct boa_err *err)
{
	if (world->node[i].state == BOA_SIM_BOOTING)
		return boa_world_node_up(world, i, err);
	boa_world_node_gone(world, i);
	return 0;
}

static int handle(struct boa_world *world, const struct boa_event *event,
		  struct boa_err *err)
{
	if (is_stale(world, event))
		return 0;
	if (event->kind == BOA_EVENT_NODE)
		return node_event(world, event->id, err);
	return boa_world_job_event(world, boa_world_find(world, event->id),
				   err);
}

int boa_world_advance(struct boa_world *world, double now_s,
		      struct boa_err *err)
{
	const struct boa_event *first;
	int rc = 0;

	if (now_s > world->now_s) {
		boa_usage_advance(&world->usage, now_s);
		world->now_s = now_s;
	}
	while (!rc && (first = boa_heap_first(&world->heap)) &&
	       first->at_s <= now_s) {
		struct boa_event event = *first;

		boa_heap_pop(&world->heap);
		rc = handle(world, &event, err);
	}
	return rc;
}

/* --- arrivals --------------------------------------------------------- */

static int job_room(struct boa_world *world, struct boa_err *err)
{
	size_t room = world->job_room ? 2 * world->job_room : 64;
	struct boa_sim_job *job;

	if (world->n_job < world->job_room)
		return 0;
	job = realloc(world->job, room * sizeof(*job));
	if (!job)
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu jobs",
				   room);
	memset(job + world->job_room, 0,
	       (room - world->job_room) * sizeof(*job));
	world->job = job;
	world->job_room = room;
	return 0;
}

int boa_world_arrive(struct boa_world *world, const struct boa_arrival *arrival,
		     struct boa_err *err)
{
	const struct boa_class *class =
		&world->rates->set->class[arrival->class];
	struct boa_sim_job *job;
	int rc = job_room(world, err);

	if (rc)
		return rc;
	job = &world->job[world->n_job++];
	*job = (struct boa_sim_job){
		.id = ++world->n_arrived,
		.class = arrival->class,
		.submit_s = arrival->submit_s,
		.scale = arrival->scale,
		.asked_gpus = arrival->asked_gpus,
		.work_left_s = class->epoch[0].work_s * arrival->scale,
		.type = -1,
		.room = job->room,
		.grip = job->grip,
		.since_s = world->now_s,
		.first_start_s = NAN,
	};
	world->usage.jobs += 1.0;
	world->happened |= BOA_HAPPENED_ARRIVAL;
	return 0;
}
