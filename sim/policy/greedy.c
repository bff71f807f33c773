/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "sim/policy/greedy.h"

struct greedy {
	const struct boa_genetic_problem *p;
	uint8_t *cells;
	size_t stride;
	uint16_t *used;
};

struct move {
	size_t job;
	unsigned gpus;
	double gain; /* of cost, for each GPU more */
};

static uint8_t *row_of(const struct greedy *g, size_t j)
{
	return g->cells + j * g->stride;
}

static unsigned held(const struct greedy *g, size_t j)
{
	unsigned sum = 0;

	for (size_t n = 0; n < g->p->n_node; n++)
		sum += row_of(g, j)[n];
	return sum;
}

/* What job J costs as its row is now. */
static double cost_of(const struct greedy *g, size_t j)
{
	const struct boa_genetic_problem *p = g->p;
	bool same =
		memcmp(row_of(g, j), p->now + j * p->n_node, p->n_node) == 0;

	return (same ? p->cost_same
		     : p->cost_other)[j * (p->gpus_max + 1) + held(g, j)];
}

static double cost_with(const struct greedy *g, size_t j, unsigned gpus)
{
	return g->p->cost_other[j * (g->p->gpus_max + 1) + gpus];
}

static void lift(struct greedy *g, size_t j)
{
	for (size_t n = 0; n < g->p->n_node; n++)
		g->used[n] = (uint16_t)(g->used[n] - row_of(g, j)[n]);
}

static void drop(struct greedy *g, size_t j)
{
	for (size_t n = 0; n < g->p->n_node; n++)
		g->used[n] = (uint16_t)(g->used[n] + row_of(g, j)[n]);
}

/* --- free GPUs -------------------------------------------------------- */

/* Free nodes, and the most GPUs free on one, with job J lifted. */
static void room_for(const struct greedy *g, unsigned *whole, unsigned *part)
{
	*whole = *part = 0;
	for (size_t n = 0; n < g->p->n_node; n++) {
		unsigned left = g->p->gpus_per_node > g->used[n]
					? g->p->gpus_per_node - g->used[n]
					: 0;

		*whole += !g->used[n];
		if (left > *part)
			*part = left;
	}
	if (*whole > g->p->nodes_max)
		*whole = g->p->nodes_max;
}

static unsigned next_width(unsigned gpus, unsigned per_node)
{
	return gpus < per_node ? gpus + 1 : (gpus / per_node + 1) * per_node;
}

static void best_growth(struct greedy *g, size_t j, struct move *best)
{
	unsigned per_node = g->p->gpus_per_node;
	unsigned now = held(g, j);
	double cost = cost_of(g, j);
	unsigned whole, part;

	lift(g, j);
	room_for(g, &whole, &part);
	drop(g, j);
	for (unsigned k = next_width(now, per_node); k <= g->p->gpus_max;
	     k = next_width(k, per_node)) {
		double gain = (cost - cost_with(g, j, k)) / (k - now);

		if (k < per_node ? k > part : k / per_node > whole)
			break;
		if (gain > 1e-9 && gain > best->gain)
			*best = (struct move){ j, k, gain };
	}
}

/* Give job J, lifted, GPUS: on the fullest node that has them, or whole ones,
   its own first. */
static void settle(struct greedy *g, size_t j, unsigned gpus)
{
	unsigned per_node = g->p->gpus_per_node;
	uint8_t *row = row_of(g, j);
	size_t best = SIZE_MAX;

	if (gpus < per_node) {
		for (size_t n = 0; n < g->p->n_node; n++)
			if (g->used[n] + gpus <= per_node &&
			    (best == SIZE_MAX || g->used[n] > g->used[best]))
				best = n;
		memset(row, 0, g->p->n_node);
		if (best != SIZE_MAX)
			row[best] = (uint8_t)gpus;
		return;
	}
	for (size_t n = 0; n < g->p->n_node; n++) {
		bool keep = row[n] && !g->used[n] && gpus >= per_node;

		row[n] = (uint8_t)(keep ? per_node : 0);
		gpus -= row[n];
	}
	for (size_t n = 0; n < g->p->n_node && gpus >= per_node; n++) {
		if (row[n] || g->used[n])
			continue;
		row[n] = (uint8_t)per_node;
		gpus -= per_node;
	}
}

static bool grow(struct greedy *g)
{
	struct move best = { .job = SIZE_MAX };

	for (size_t j = 0; j < g->p->n_job; j++)
		best_growth(g, j, &best);
	if (best.job == SIZE_MAX)
		return false;
	lift(g, best.job);
	settle(g, best.job, best.gpus);
	drop(g, best.job);
	return true;
}

/* --- jobs that hold nothing ------------------------------------------- */

static bool is_full(const struct greedy *g)
{
	for (size_t n = 0; n < g->p->n_node; n++)
		if (g->used[n] < g->p->gpus_per_node)
			return false;
	return true;
}

/* Of the jobs with two GPUs or more, the one that loses least loses half. */
static bool yield(struct greedy *g)
{
	struct move best = { .job = SIZE_MAX, .gain = 0.0 };
	unsigned left;

	for (size_t j = 0; j < g->p->n_job; j++) {
		unsigned now = held(g, j);
		double loss;

		if (now < 2)
			continue;
		loss = cost_with(g, j, now / 2) - cost_of(g, j);
		if (best.job == SIZE_MAX || loss < best.gain)
			best = (struct move){ j, now / 2, loss };
	}
	if (best.job == SIZE_MAX)
		return false;
	lift(g, best.job);
	left = best.gpus;
	for (size_t n = 0; n < g->p->n_node; n++) {
		uint8_t *cell = &row_of(g, best.job)[n];

		if (*cell > left)
			*cell = (uint8_t)left;
		left -= *cell;
	}
	drop(g, best.job);
	return true;
}

static bool waits(const struct greedy *g)
{
	for (size_t j = 0; j < g->p->n_job; j++)
		if (!held(g, j))
			return true;
	return false;
}

void boa_greedy_improve(const struct boa_genetic_problem *p, uint8_t *cells,
			size_t stride, uint16_t *used)
{
	struct greedy g = { p, cells, stride, used };

	memset(used, 0, stride * sizeof(*used));
	for (size_t j = 0; j < p->n_job; j++)
		drop(&g, j);
	for (size_t i = 0; i < 4 * p->n_job; i++) {
		if (is_full(&g) && waits(&g) && !yield(&g))
			break;
		if (!grow(&g))
			break;
	}
}
