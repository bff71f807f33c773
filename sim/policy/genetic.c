/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sim/policy/genetic.h"
#include "sim/policy/greedy.h"

/* Rows are padded so that the compiler can add them up in wide steps. */
#define ALIGN 16

/* Probability that a row's cell changes: as 1/N for each of N cells, N large */
#define MUTATE 0.632

/* ... and part of those rows that is drawn anew. */
#define REDRAW 0.3

void boa_genetic_init(struct boa_genetic *genetic, size_t population,
		      size_t generations, uint64_t seed)
{
	*genetic = (struct boa_genetic){
		.population = population,
		.generations = generations,
	};
	boa_rng_seed(&genetic->rng, seed, 3);
}

void boa_genetic_fini(struct boa_genetic *genetic)
{
	free(genetic->job);
	free(genetic->node);
	free(genetic->cell);
	free(genetic->spare);
	free(genetic->cost);
	free(genetic->total);
	free(genetic->rank);
	free(genetic->used);
	free(genetic->owner);
	free(genetic->dirty);
	free(genetic->from);
	*genetic = (struct boa_genetic){ 0 };
}

/* --- memory ----------------------------------------------------------- */

static bool grow(void *at, size_t n, size_t size)
{
	void *grown = realloc(*(void **)at, n * size);

	if (grown)
		*(void **)at = grown;
	return grown != NULL;
}

static bool grow_rows(struct boa_genetic *g, size_t n_job, size_t n_node)
{
	size_t jobs = n_job > g->job_room ? 2 * n_job : g->job_room;
	size_t nodes = n_node > g->node_room ? 2 * n_node : g->node_room;
	size_t stride = (nodes + ALIGN - 1) / ALIGN * ALIGN;

	if (jobs == g->job_room && nodes == g->node_room)
		return true;
	if (!grow(&g->job, jobs, sizeof(*g->job)) ||
	    !grow(&g->node, nodes + 1, sizeof(*g->node)) ||
	    !grow(&g->cost, 2 * g->population * jobs, sizeof(*g->cost)) ||
	    !grow(&g->total, 2 * g->population, sizeof(*g->total)) ||
	    !grow(&g->rank, 2 * g->population, sizeof(*g->rank)) ||
	    !grow(&g->used, stride + ALIGN, sizeof(*g->used)) ||
	    !grow(&g->owner, stride + ALIGN, sizeof(*g->owner)) ||
	    !grow(&g->dirty, jobs, sizeof(*g->dirty)) ||
	    !grow(&g->from, jobs + nodes + 1, sizeof(*g->from)))
		return false;
	g->job_room = jobs;
	g->node_room = nodes;
	return true;
}

static int make_room(struct boa_genetic *g, size_t n_job, size_t n_node,
		     struct boa_err *err)
{
	size_t stride = (n_node + ALIGN - 1) / ALIGN * ALIGN;
	size_t bytes = 2 * g->population * n_job * stride;

	if (!grow_rows(g, n_job, n_node))
		goto none;
	if (bytes > g->room) {
		if (!grow(&g->cell, 2 * bytes, 1) ||
		    !grow(&g->spare, 2 * bytes, 1))
			goto none;
		g->room = 2 * bytes;
	}
	return 0;
none:
	return boa_err_set(err, BOA_ENOMEM, "no memory for a genetic search");
}

/* --- cells ------------------------------------------------------------ */

static uint8_t *matrix(const struct boa_genetic *g, size_t i)
{
	return g->cell + i * g->n_job * g->stride;
}

static unsigned row_sum(const uint8_t *row, size_t stride)
{
	unsigned sum = 0;

	for (size_t n = 0; n < stride; n++)
		sum += row[n];
	return sum;
}

static unsigned row_nodes(const uint8_t *row, size_t stride)
{
	unsigned sum = 0;

	for (size_t n = 0; n < stride; n++)
		sum += row[n] != 0;
	return sum;
}

/* Row J of individual I has changed: its cost. */
static void price_row(struct boa_genetic *g,
		      const struct boa_genetic_problem *p, size_t i, size_t j)
{
	const uint8_t *row = matrix(g, i) + j * g->stride;
	bool same = memcmp(row, p->now + j * p->n_node, p->n_node) == 0;
	const double *cost = same ? p->cost_same : p->cost_other;
	double *at = &g->cost[i * g->n_job + j];

	g->total[i] -= *at;
	*at = cost[j * (p->gpus_max + 1) + row_sum(row, g->stride)];
	g->total[i] += *at;
}

/* --- repair ----------------------------------------------------------- */

/* Take GPUs from row J, one node after the other, until LEFT are left. */
static void trim_row(struct boa_genetic *g, uint8_t *row, unsigned sum,
		     unsigned left)
{
	size_t n = boa_rng_below(&g->rng, (uint32_t)g->n_node);

	while (sum > left) {
		unsigned take = row[n] < sum - left ? row[n] : sum - left;

		row[n] = (uint8_t)(row[n] - take);
		sum -= take;
		n = n + 1 < g->n_node ? n + 1 : 0;
	}
}

/* A job's own limits: GPUs and nodes. */
static void repair_row(struct boa_genetic *g,
		       const struct boa_genetic_problem *p, uint8_t *row)
{
	unsigned sum = row_sum(row, g->stride);
	unsigned nodes = row_nodes(row, g->stride);

	while (nodes > p->nodes_max) {
		size_t n = boa_rng_below(&g->rng, (uint32_t)g->n_node);

		if (!row[n])
			continue;
		sum -= row[n];
		row[n] = 0;
		nodes--;
	}
	if (sum > p->gpus_max)
		trim_row(g, row, sum, p->gpus_max);
}

/* At most one distributed job on a node: of two a random one stays. */
static void part_distributed(struct boa_genetic *g, uint8_t *cells)
{
	memset(g->owner, 0, g->stride * sizeof(*g->owner));
	for (size_t j = 0; j < g->n_job; j++) {
		uint8_t *row = cells + j * g->stride;

		if (row_nodes(row, g->stride) < 2)
			continue;
		for (size_t n = 0; n < g->n_node; n++) {
			size_t out = j;

			if (!row[n])
				continue;
			if (g->owner[n] && boa_rng_next(&g->rng) >> 63)
				out = g->owner[n] - 1U;
			if (g->owner[n]) {
				cells[out * g->stride + n] = 0;
				g->dirty[out] = true;
			}
			if (!g->owner[n] || out != j)
				g->owner[n] = (uint16_t)(j + 1);
		}
	}
}

/* GPUs used of every node. */
static void add_up(struct boa_genetic *g, const uint8_t *cells)
{
	memset(g->used, 0, g->stride * sizeof(*g->used));
	for (size_t j = 0; j < g->n_job; j++) {
		const uint8_t *row = cells + j * g->stride;

		for (size_t n = 0; n < g->stride; n++)
			g->used[n] = (uint16_t)(g->used[n] + row[n]);
	}
}

/* No node has more GPUs than it has: random rows give some up. */
static void fit_nodes(struct boa_genetic *g,
		      const struct boa_genetic_problem *p, uint8_t *cells)
{
	add_up(g, cells);
	for (size_t n = 0; n < g->n_node; n++) {
		size_t j;

		if (g->used[n] <= p->gpus_per_node)
			continue;
		j = boa_rng_below(&g->rng, (uint32_t)g->n_job);
		while (g->used[n] > p->gpus_per_node) {
			uint8_t *cell = &cells[j * g->stride + n];
			unsigned over = g->used[n] - p->gpus_per_node;
			unsigned take = *cell < over ? *cell : over;

			if (take) {
				*cell = (uint8_t)(*cell - take);
				g->used[n] = (uint16_t)(g->used[n] - take);
				g->dirty[j] = true;
			}
			j = j + 1 < g->n_job ? j + 1 : 0;
		}
	}
}

/* --- a generation ----------------------------------------------------- */

static size_t tournament(struct boa_genetic *g)
{
	uint32_t n = (uint32_t)g->population;
	size_t a = g->rank[boa_rng_below(&g->rng, n)];
	size_t b = g->rank[boa_rng_below(&g->rng, n)];

	return g->total[a] <= g->total[b] ? a : b;
}

static void cross(struct boa_genetic *g, size_t child)
{
	size_t a = tournament(g);
	size_t b = tournament(g);
	size_t point = boa_rng_below(&g->rng, (uint32_t)g->n_job + 1);
	size_t bytes = point * g->stride;
	double *cost = g->cost + child * g->n_job;
	double total = 0.0;

	memcpy(matrix(g, child), matrix(g, a), bytes);
	memcpy(matrix(g, child) + bytes, matrix(g, b) + bytes,
	       g->n_job * g->stride - bytes);
	memcpy(cost, g->cost + a * g->n_job, point * sizeof(*cost));
	memcpy(cost + point, g->cost + b * g->n_job + point,
	       (g->n_job - point) * sizeof(*cost));
	for (size_t j = 0; j < g->n_job; j++)
		total += cost[j];
	g->total[child] = total;
}

/*
 * A row drawn anew: part of a node or some whole ones, on nodes that no other
 * job uses as long as there are such. USED is of the child before.
 */
static void redraw(struct boa_genetic *g, const struct boa_genetic_problem *p,
		   uint8_t *row)
{
	unsigned per_node = p->gpus_per_node;
	unsigned most = p->gpus_max / per_node;
	unsigned gpus;

	if (most > p->nodes_max)
		most = p->nodes_max;
	if (most > g->n_node)
		most = (unsigned)g->n_node;
	gpus = boa_rng_next(&g->rng) >> 63 || !most
		       ? 1 + boa_rng_below(&g->rng, per_node)
		       : per_node * (1 + boa_rng_below(&g->rng, most));
	for (size_t n = 0; n < g->n_node; n++)
		g->used[n] = (uint16_t)(g->used[n] - row[n]);
	memset(row, 0, g->n_node);
	for (int any = 0; any < 2 && gpus; any++) {
		size_t n = boa_rng_below(&g->rng, (uint32_t)g->n_node);

		for (size_t i = 0; i < g->n_node && gpus; i++) {
			unsigned put = gpus < per_node ? gpus : per_node;

			if (!row[n] && (any || !g->used[n])) {
				row[n] = (uint8_t)put;
				gpus -= put;
			}
			n = n + 1 < g->n_node ? n + 1 : 0;
		}
	}
	for (size_t n = 0; n < g->n_node; n++)
		g->used[n] = (uint16_t)(g->used[n] + row[n]);
}

static void mutate(struct boa_genetic *g, const struct boa_genetic_problem *p,
		   uint8_t *cells)
{
	add_up(g, cells);
	for (size_t j = 0; j < g->n_job; j++) {
		uint8_t *row = cells + j * g->stride;
		size_t n;

		g->dirty[j] = boa_rng_unit(&g->rng) < MUTATE;
		if (!g->dirty[j])
			continue;
		if (boa_rng_unit(&g->rng) < REDRAW) {
			redraw(g, p, row);
			continue;
		}
		n = boa_rng_below(&g->rng, (uint32_t)g->n_node);
		g->used[n] = (uint16_t)(g->used[n] - row[n]);
		row[n] = (uint8_t)boa_rng_below(&g->rng, p->gpus_per_node + 1);
		g->used[n] = (uint16_t)(g->used[n] + row[n]);
		repair_row(g, p, row);
	}
}

static void bear(struct boa_genetic *g, const struct boa_genetic_problem *p,
		 size_t child)
{
	cross(g, child);
	mutate(g, p, matrix(g, child));
	part_distributed(g, matrix(g, child));
	fit_nodes(g, p, matrix(g, child));
	for (size_t j = 0; j < g->n_job; j++)
		if (g->dirty[j])
			price_row(g, p, child, j);
}

/* Let RANK's first N be the best of its first OF, in order of cost. */
static void rank_best(struct boa_genetic *g, size_t of)
{
	for (size_t i = 1; i < of; i++) {
		size_t who = g->rank[i];
		size_t at = i;

		for (; at && g->total[g->rank[at - 1]] > g->total[who]; at--)
			g->rank[at] = g->rank[at - 1];
		g->rank[at] = who;
	}
}

/* --- from search to search -------------------------------------------- */

/* Where each of N new NAMEs stood among the N_OLD old ones; SIZE_MAX. */
static void match(const uint64_t *name, size_t n, const uint64_t *old,
		  size_t n_old, size_t *from)
{
	size_t o = 0;

	for (size_t i = 0; i < n; i++) {
		while (o < n_old && old[o] < name[i])
			o++;
		from[i] = o < n_old && old[o] == name[i] ? o : SIZE_MAX;
	}
}

/* Carry individual FROM of the old population over to place TO of the new. */
static void carry(struct boa_genetic *g, const struct boa_genetic_problem *p,
		  const uint8_t *old, uint8_t *to)
{
	const size_t *job_from = g->from;
	const size_t *node_from = g->from + p->n_job;
	size_t stride = (p->n_node + ALIGN - 1) / ALIGN * ALIGN;

	memset(to, 0, p->n_job * stride);
	for (size_t j = 0; j < p->n_job; j++) {
		const uint8_t *row = old + job_from[j] * g->stride;

		if (job_from[j] == SIZE_MAX)
			continue;
		for (size_t n = 0; n < p->n_node; n++)
			if (node_from[n] != SIZE_MAX)
				to[j * stride + n] = row[node_from[n]];
	}
}

/* Individual I is what there is now. */
static void set_now(struct boa_genetic *g, const struct boa_genetic_problem *p,
		    size_t i)
{
	uint8_t *to = matrix(g, i);

	memset(to, 0, g->n_job * g->stride);
	for (size_t j = 0; j < p->n_job; j++)
		memcpy(to + j * g->stride, p->now + j * p->n_node, p->n_node);
}

/* Make the population that the search begins with. */
static void begin(struct boa_genetic *g, const struct boa_genetic_problem *p)
{
	size_t stride = (p->n_node + ALIGN - 1) / ALIGN * ALIGN;
	size_t n_carried = g->n_alive;
	uint8_t *swap = g->cell;

	match(p->job, p->n_job, g->job, n_carried ? g->n_job : 0, g->from);
	match(p->node, p->n_node, g->node, n_carried ? g->n_node : 0,
	      g->from + p->n_job);
	for (size_t i = 0; i < n_carried; i++)
		carry(g, p, matrix(g, g->rank[i]),
		      g->spare + i * p->n_job * stride);
	g->cell = g->spare;
	g->spare = swap;
	g->n_job = p->n_job;
	g->n_node = p->n_node;
	g->stride = stride;
	memcpy(g->job, p->job, p->n_job * sizeof(*p->job));
	memcpy(g->node, p->node, p->n_node * sizeof(*p->node));
	for (size_t i = n_carried ? g->population - 2 : 0; i < g->population;
	     i++)
		set_now(g, p, i);
	for (size_t i = 0; i < g->population; i++) {
		part_distributed(g, matrix(g, i));
		fit_nodes(g, p, matrix(g, i));
		if (i == g->population - 2 && !g->is_plain)
			boa_greedy_improve(p, matrix(g, i), stride, g->used);
		g->total[i] = 0.0;
		for (size_t j = 0; j < g->n_job; j++) {
			g->cost[i * g->n_job + j] = 0.0;
			repair_row(g, p, matrix(g, i) + j * g->stride);
			price_row(g, p, i, j);
		}
		g->rank[i] = i;
	}
}

int boa_genetic_search(struct boa_genetic *g,
		       const struct boa_genetic_problem *p,
		       const uint8_t **best, size_t *stride, double *cost,
		       struct boa_err *err)
{
	int rc = make_room(g, p->n_job, p->n_node, err);

	if (rc)
		return rc;
	begin(g, p);
	for (size_t i = g->population; i < 2 * g->population; i++)
		g->rank[i] = i;
	rank_best(g, g->population);
	for (size_t t = 0; t < g->generations; t++) {
		for (size_t i = g->population; i < 2 * g->population; i++)
			bear(g, p, g->rank[i]);
		rank_best(g, 2 * g->population);
	}
	g->n_alive = g->population;
	*best = matrix(g, g->rank[0]);
	*stride = g->stride;
	*cost = g->total[g->rank[0]];
	return 0;
}
