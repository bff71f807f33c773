/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/world.h"
#include "sim/world_impl.h"

struct boa_sim_job *boa_world_find(const struct boa_world *world, uint64_t id)
{
	size_t low = 0;
	size_t high = world->n_job;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (world->job[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low < world->n_job && world->job[low].id == id ? &world->job[low]
							      : NULL;
}

/* --- accounts --------------------------------------------------------- */

/* GPUs of JOB on nodes that are up. */
static unsigned up_gpus(const struct boa_world *world,
			const struct boa_sim_job *job)
{
	unsigned n = 0;

	for (size_t i = 0; i < job->n_grip; i++)
		if (world->node[job->grip[i].node].state == BOA_SIM_UP)
			n += job->grip[i].gpus;
	return n;
}

static enum boa_use use_of(const struct boa_sim_job *job)
{
	switch (job->state) {
	case BOA_SIM_WAITING:
		return BOA_USE_WAIT;
	case BOA_SIM_PAYING:
		return job->n_start > 1 ? BOA_USE_RESIZE : BOA_USE_STARTUP;
	default:
		return BOA_USE_USEFUL;
	}
}

/* Count (SIGN 1) or no longer count (-1) what JOB does now. */
static void count(struct boa_world *world, const struct boa_sim_job *job,
		  double sign)
{
	size_t type = (size_t)job->type;
	double up = sign * up_gpus(world, job);
	const double *speedup;
	double productive;

	if (job->state == BOA_SIM_QUEUED)
		return;
	boa_usage_change(&world->usage, type, use_of(job), up);
	boa_usage_change(&world->usage, type, BOA_USE_IDLE, -up);
	speedup = boa_rates_speedup(world->rates, job->class, job->epoch, type);
	productive = sign * speedup[job->gpus] *
		     boa_rates_least(world->rates, job->class, type);
	if (job->state == BOA_SIM_WORKING)
		world->usage.productive_gpus += productive;
	else if (job->state == BOA_SIM_PAYING)
		world->usage.paying_gpus += productive;
}

static double rate_of(const struct boa_world *world,
		      const struct boa_sim_job *job)
{
	return boa_rates_of(world->rates, job->class, job->epoch,
			    (size_t)job->type)[job->gpus];
}

/* Bring what JOB has done and held up to now. */
static void accrue(struct boa_world *world, struct boa_sim_job *job)
{
	double dt = world->now_s - job->since_s;

	if (dt > 0.0 && job->state != BOA_SIM_QUEUED) {
		job->service_gpu_s += dt * job->gpus;
		job->spend += dt * job->gpus * world->type[job->type].price;
		if (job->state == BOA_SIM_WORKING)
			job->work_left_s = fmax(
				job->work_left_s - dt * rate_of(world, job),
				0.0);
	}
	job->since_s = world->now_s;
}

/* --- states ----------------------------------------------------------- */

static int push(struct boa_world *world, struct boa_sim_job *job,
		double after_s, struct boa_err *err)
{
	struct boa_event event = {
		.at_s = world->now_s + after_s,
		.kind = BOA_EVENT_JOB,
		.id = job->id,
		.stamp = ++job->stamp,
	};

	return boa_heap_push(&world->heap, event, err);
}

static int work(struct boa_world *world, struct boa_sim_job *job,
		struct boa_err *err)
{
	job->state = BOA_SIM_WORKING;
	count(world, job, 1.0);
	return push(world, job, job->work_left_s / rate_of(world, job), err);
}

/* Its nodes are up: start-up or rescale. */
static int pay(struct boa_world *world, struct boa_sim_job *job,
	       struct boa_err *err)
{
	const struct boa_class *class = &world->rates->set->class[job->class];
	double pay_s;

	job->n_start++;
	if (job->n_start > 1)
		job->n_rescale++;
	else
		job->first_start_s = world->now_s;
	pay_s = job->n_start > 1 ? class->rescale_s : class->startup_s;
	if (!(pay_s > 0.0))
		return work(world, job, err);
	job->state = BOA_SIM_PAYING;
	count(world, job, 1.0);
	return push(world, job, pay_s, err);
}

int boa_world_job_event(struct boa_world *world, struct boa_sim_job *job,
			struct boa_err *err)
{
	const struct boa_class *class = &world->rates->set->class[job->class];

	accrue(world, job);
	count(world, job, -1.0);
	if (job->state == BOA_SIM_PAYING)
		return work(world, job, err);
	job->epoch++;
	if (job->epoch == class->n_epoch) {
		job->epoch--;
		count(world, job, 1.0);
		boa_world_job_end(world, job);
		return 0;
	}
	job->work_left_s = class->epoch[job->epoch].work_s * job->scale;
	world->happened |= BOA_HAPPENED_EPOCH;
	return work(world, job, err);
}

int boa_world_job_ready(struct boa_world *world, struct boa_sim_job *job,
			struct boa_err *err)
{
	if (up_gpus(world, job) < job->gpus)
		return 0;
	accrue(world, job);
	count(world, job, -1.0);
	return pay(world, job, err);
}

void boa_world_job_end(struct boa_world *world, struct boa_sim_job *job)
{
	size_t i = (size_t)(job - world->job);
	struct boa_sim_job done;

	boa_world_strip(world, job);
	if (world->listener.ended)
		world->listener.ended(world->listener.self, job, world->now_s);
	done = *job;
	memmove(job, job + 1, (world->n_job - i - 1) * sizeof(*job));
	world->n_job--;
	/* its grips' memory serves the next job of that place */
	world->job[world->n_job] = (struct boa_sim_job){
		.grip = done.grip,
		.room = done.room,
	};
	world->usage.jobs -= 1.0;
	world->happened |= BOA_HAPPENED_END;
}

/* --- holding ---------------------------------------------------------- */

void boa_world_strip(struct boa_world *world, struct boa_sim_job *job)
{
	accrue(world, job);
	count(world, job, -1.0);
	for (size_t i = 0; i < job->n_grip; i++) {
		struct boa_sim_node *node = &world->node[job->grip[i].node];

		node->free_gpus += job->grip[i].gpus;
		node->last_job = job->id;
		node->idle_since_s = world->now_s;
	}
	job->state = BOA_SIM_QUEUED;
	job->n_grip = 0;
	job->gpus = 0;
	job->type = -1;
	job->stamp++;
}

int boa_world_grip_room(struct boa_sim_job *job, size_t n, struct boa_err *err)
{
	struct boa_grip *grip;

	if (n <= job->room)
		return 0;
	grip = realloc(job->grip, 2 * n * sizeof(*grip));
	if (!grip)
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu grips",
				   n);
	job->grip = grip;
	job->room = 2 * n;
	return 0;
}

int boa_world_hold(struct boa_world *world, struct boa_sim_job *job,
		   size_t type, struct boa_err *err)
{
	accrue(world, job);
	job->type = (ptrdiff_t)type;
	job->gpus = 0;
	for (size_t i = 0; i < job->n_grip; i++) {
		world->node[job->grip[i].node].free_gpus -= job->grip[i].gpus;
		job->gpus += job->grip[i].gpus;
	}
	job->stamp++;
	if (up_gpus(world, job) == job->gpus)
		return pay(world, job, err);
	job->state = BOA_SIM_WAITING;
	count(world, job, 1.0);
	return 0;
}
