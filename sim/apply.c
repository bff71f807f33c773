/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/apply.h"
#include "sim/place.h"

/* --- buffers ---------------------------------------------------------- */

static int grow(void **at, size_t n, size_t size, struct boa_err *err)
{
	void *grown = realloc(*at, n * size);

	if (!grown)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a decision");
	*at = grown;
	return 0;
}

static int room(struct boa_desk *desk, size_t n_job, size_t n_node,
		struct boa_err *err)
{
	struct boa_decision *d = &desk->decision;
	size_t jobs = 2 * n_job + 16;
	size_t nodes = 2 * n_node + 16;
	int rc = 0;

	if (n_job > desk->job_room) {
		rc = grow((void **)&d->want, jobs, sizeof(*d->want), err);
		if (!rc)
			rc = grow((void **)&d->placed, jobs, sizeof(*d->placed),
				  err);
		if (!rc)
			rc = grow((void **)&desk->order, jobs,
				  sizeof(*desk->order), err);
		if (!rc)
			rc = grow((void **)&desk->moves, jobs,
				  sizeof(*desk->moves), err);
		if (!rc)
			desk->job_room = jobs;
	}
	if (!rc && n_node > desk->node_room) {
		rc = grow((void **)&d->release, nodes, sizeof(*d->release),
			  err);
		if (!rc)
			desk->node_room = nodes;
	}
	if (!rc && n_job * n_node > desk->place_room) {
		rc = grow((void **)&d->gpus_on, jobs * nodes,
			  sizeof(*d->gpus_on), err);
		if (!rc)
			desk->place_room = jobs * nodes;
	}
	return rc;
}

int boa_desk_lay(struct boa_desk *desk, const struct boa_world *world,
		 struct boa_err *err)
{
	struct boa_decision *d = &desk->decision;
	int rc = room(desk, world->n_job, world->n_node, err);

	if (rc)
		return rc;
	for (size_t i = 0; i < world->n_job; i++) {
		d->want[i].type = world->job[i].type;
		d->want[i].gpus = world->job[i].gpus;
		d->placed[i] = false;
	}
	if (world->n_job && world->n_node)
		memset(d->gpus_on, 0,
		       world->n_job * world->n_node * sizeof(*d->gpus_on));
	d->rent = false;
	d->n_release = 0;
	d->wake_s = INFINITY;
	d->again = false;
	return 0;
}

void boa_desk_fini(struct boa_desk *desk)
{
	free(desk->decision.want);
	free(desk->decision.gpus_on);
	free(desk->decision.placed);
	free(desk->decision.release);
	free(desk->order);
	free(desk->moves);
	*desk = (struct boa_desk){ 0 };
}

/* --- what changes ----------------------------------------------------- */

static const uint16_t *row(const struct boa_desk *desk, size_t n_node,
			   size_t job)
{
	return desk->decision.gpus_on + job * n_node;
}

static bool is_placed_so(const struct boa_sim_job *job, const uint16_t *gpus_on,
			 size_t n_node)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n_node; i++)
		sum += gpus_on[i];
	if (sum != job->gpus)
		return false;
	for (size_t g = 0; g < job->n_grip; g++)
		if (gpus_on[job->grip[g].node] != job->grip[g].gpus)
			return false;
	return true;
}

static bool moves(const struct boa_desk *desk, const struct boa_world *world,
		  size_t i)
{
	const struct boa_want *want = &desk->decision.want[i];
	const struct boa_sim_job *job = &world->job[i];

	if (!want->gpus || want->type < 0)
		return job->gpus > 0;
	if (want->gpus != job->gpus || want->type != job->type)
		return true;
	return desk->decision.placed[i] &&
	       !is_placed_so(job, row(desk, world->n_node, i), world->n_node);
}

/* --- carrying out ----------------------------------------------------- */

/* Let JOB hold what GPUS_ON says. N_NODE is how many the policy saw. */
static int put(struct boa_world *world, struct boa_sim_job *job,
	       const uint16_t *gpus_on, size_t n_node, struct boa_err *err)
{
	size_t type = 0;
	int rc = 0;

	job->n_grip = 0;
	for (size_t i = 0; !rc && i < n_node; i++) {
		if (!gpus_on[i])
			continue;
		if (world->node[i].free_gpus < gpus_on[i] ||
		    (world->node[i].state != BOA_SIM_UP &&
		     world->node[i].state != BOA_SIM_BOOTING))
			return boa_err_set(err, BOA_EINVAL,
					   "%u GPUs of node %zu are not free",
					   gpus_on[i], i);
		type = world->node[i].type;
		rc = boa_world_grip_room(job, job->n_grip + 1, err);
		if (!rc)
			job->grip[job->n_grip++] =
				(struct boa_grip){ i, gpus_on[i] };
	}
	return rc ? rc : boa_world_hold(world, job, type, err);
}

static int place(struct boa_desk *desk, struct boa_world *world, size_t i,
		 size_t n_node, struct boa_err *err)
{
	const struct boa_want *want = &desk->decision.want[i];
	struct boa_sim_job *job = &world->job[i];
	const struct boa_place_request request = {
		.type = (size_t)want->type,
		.gpus = want->gpus,
		.rent = desk->decision.rent,
	};
	bool placed = false;
	int rc;

	if (desk->decision.placed[i])
		return put(world, job, row(desk, n_node, i), n_node, err);
	rc = boa_place_job(world, job, &request, &placed, err);
	if (rc || !placed)
		return rc;
	return boa_world_hold(world, job, (size_t)want->type, err);
}

/* Indices of the jobs that move and are to hold something, widest first. */
static size_t sort(struct boa_desk *desk, size_t n_job)
{
	const struct boa_want *want = desk->decision.want;
	size_t n = 0;

	for (size_t i = 0; i < n_job; i++) {
		size_t at;

		if (!desk->moves[i] || !want[i].gpus || want[i].type < 0)
			continue;
		for (at = n++;
		     at && want[desk->order[at - 1]].gpus < want[i].gpus; at--)
			desk->order[at] = desk->order[at - 1];
		desk->order[at] = i;
	}
	return n;
}

int boa_desk_apply(struct boa_desk *desk, struct boa_world *world,
		   bool *changed, struct boa_err *err)
{
	struct boa_decision *d = &desk->decision;
	size_t n_node = world->n_node;
	size_t n;
	int rc = 0;

	*changed = false;
	for (size_t i = 0; i < world->n_job; i++) {
		desk->moves[i] = moves(desk, world, i);
		if (desk->moves[i] && world->job[i].gpus) {
			boa_world_strip(world, &world->job[i]);
			*changed = true;
		}
	}
	n = sort(desk, world->n_job);
	for (size_t i = 0; !rc && i < n; i++) {
		rc = place(desk, world, desk->order[i], n_node, err);
		if (world->job[desk->order[i]].gpus)
			*changed = true;
	}
	if (!rc && world->late_binding)
		rc = boa_world_rebind(world, err);
	for (size_t i = 0; !rc && i < d->n_release; i++) {
		if (!boa_world_is_idle(world, d->release[i]))
			continue;
		rc = boa_world_release(world, d->release[i], err);
		*changed = true;
	}
	return rc;
}
