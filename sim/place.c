/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdint.h>

#include "sim/place.h"

struct search {
	struct boa_world *world;
	struct boa_sim_job *job;
	size_t type;
	struct boa_err *err;
};

static bool is_of(const struct search *search, size_t i)
{
	const struct boa_sim_node *node = &search->world->node[i];

	return node->type == search->type && node->free_gpus > 0 &&
	       (node->state == BOA_SIM_UP || node->state == BOA_SIM_BOOTING);
}

static bool is_taken(const struct search *search, size_t i)
{
	for (size_t g = 0; g < search->job->n_grip; g++)
		if (search->job->grip[g].node == i)
			return true;
	return false;
}

/* How gladly node I is taken as a whole; 0: it cannot be. */
static int rank_whole(const struct search *search, size_t i)
{
	const struct boa_sim_node *node = &search->world->node[i];

	if (!is_of(search, i) || !boa_world_is_idle(search->world, i) ||
	    is_taken(search, i))
		return 0;
	if (node->state == BOA_SIM_BOOTING)
		return 1;
	return node->last_job == search->job->id ? 3 : 2;
}

static int add(struct search *search, size_t node, unsigned gpus)
{
	struct boa_sim_job *job = search->job;
	int rc = boa_world_grip_room(job, job->n_grip + 1, search->err);

	if (!rc)
		job->grip[job->n_grip++] = (struct boa_grip){ node, gpus };
	return rc;
}

/* Up to N whole nodes; *LEFT is how many are missing. */
static int take_whole(struct search *search, unsigned n, unsigned *left)
{
	unsigned gpus = search->world->type[search->type].gpus_per_node;

	for (int rank = 3; rank > 0 && n; rank--) {
		for (size_t i = 0; i < search->world->n_node && n; i++) {
			int rc;

			if (rank_whole(search, i) != rank)
				continue;
			rc = add(search, i, gpus);
			if (rc)
				return rc;
			n--;
		}
	}
	*left = n;
	return 0;
}

/* How badly GPUS fit on node I: the less the better; INT_MAX: not at all. */
static int misfit(const struct search *search, size_t i, unsigned gpus)
{
	const struct boa_sim_node *node = &search->world->node[i];
	int cost;

	if (!is_of(search, i) || node->free_gpus < gpus || is_taken(search, i))
		return INT_MAX;
	cost = 4 * (int)(node->free_gpus - gpus);
	if (node->state == BOA_SIM_BOOTING)
		cost += 1 << 20;
	else if (node->last_job != search->job->id)
		cost += 1;
	return cost;
}

/* A piece of GPUS on one node; *FOUND says whether there is one. */
static int take_piece(struct search *search, unsigned gpus, bool *found)
{
	int best_cost = INT_MAX;
	size_t best = 0;

	for (size_t i = 0; i < search->world->n_node; i++) {
		int cost = misfit(search, i, gpus);

		if (cost < best_cost) {
			best_cost = cost;
			best = i;
		}
	}
	*found = best_cost < INT_MAX;
	return *found ? add(search, best, gpus) : 0;
}

/* How many nodes more may be rented. */
static unsigned can_rent(const struct search *search)
{
	unsigned most = search->world->type[search->type].max_nodes;
	unsigned billed = search->world->n_billed[search->type];

	return most ? most - (billed < most ? billed : most) : UINT_MAX;
}

static int rent(struct search *search, unsigned gpus)
{
	size_t node = 0;
	int rc =
		boa_world_rent(search->world, search->type, &node, search->err);

	return rc ? rc : add(search, node, gpus);
}

/* GPUS wherever they are free, from the emptiest node down. */
static int scatter(struct search *search, unsigned gpus, bool *placed)
{
	search->job->n_grip = 0;
	while (gpus) {
		size_t best = SIZE_MAX;
		unsigned most = 0;
		int rc;

		for (size_t i = 0; i < search->world->n_node; i++) {
			if (is_of(search, i) && !is_taken(search, i) &&
			    search->world->node[i].free_gpus > most) {
				most = search->world->node[i].free_gpus;
				best = i;
			}
		}
		if (best == SIZE_MAX)
			break;
		rc = add(search, best, most < gpus ? most : gpus);
		if (rc)
			return rc;
		gpus -= most < gpus ? most : gpus;
	}
	*placed = !gpus;
	return 0;
}

int boa_place_job(struct boa_world *world, struct boa_sim_job *job,
		  const struct boa_place_request *request, bool *placed,
		  struct boa_err *err)
{
	struct search search = { world, job, request->type, err };
	unsigned per_node = world->type[request->type].gpus_per_node;
	unsigned whole = 0;
	unsigned rest = request->gpus % per_node;
	bool found = !rest;
	int rc;

	job->n_grip = 0;
	*placed = false;
	rc = take_whole(&search, request->gpus / per_node, &whole);
	if (!rc && rest)
		rc = take_piece(&search, rest, &found);
	if (rc)
		goto out;
	if (whole || !found) {
		if (!request->rent || can_rent(&search) < whole + !found) {
			rc = scatter(&search, request->gpus, placed);
			goto out;
		}
		for (; !rc && whole; whole--)
			rc = rent(&search, per_node);
		if (!rc && !found)
			rc = rent(&search, rest);
	}
	*placed = !rc;
out:
	if (!*placed)
		job->n_grip = 0;
	return rc;
}
