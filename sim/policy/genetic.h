/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * genetic.h - Pollux's genetic search over allocation matrices: GPUs of each
 * job on each node [Qiao et al., "Pollux", OSDI 2021, section 4.2.2].
 *
 * A generation makes as many children as there are parents: two parents by
 * tournament, crossed at one job; in each row a random cell gets a random
 * number, or the whole row is drawn anew (ours: measured curves have valleys,
 * such as one GPU more than a node, that single cells do not cross); then what
 * cannot be is repaired at random (a node's GPUs, one distributed job on a
 * node, the nodes of a job). The best of parents and children live on. The
 * population is kept from one search to the next.
 *
 * No memory is asked for within a search.
 */
#ifndef BOA_GENETIC_H
#define BOA_GENETIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/rng.h"

#include "src/err.h"

struct boa_genetic_problem {
	size_t n_job;
	size_t n_node;
	unsigned gpus_per_node;
	unsigned nodes_max;   /* of one job */
	const uint64_t *job;  /* [n_job], ids, rising */
	const uint64_t *node; /* [n_node], names of the nodes, rising */
	const uint8_t *now;   /* [n_job][n_node], as things are */
	unsigned gpus_max;    /* of one job */
	/*
	 * Cost of job i with k GPUs, [n_job][gpus_max + 1]: where it is as now,
	 * and where it is not. The search minimises the sum.
	 */
	const double *cost_same;
	const double *cost_other;
};

struct boa_genetic {
	size_t population;
	size_t generations;
	bool is_plain; /* without the start of greedy.h */
	struct boa_rng rng;
	/* the population as the last search left it */
	size_t n_job, n_node, stride;
	size_t n_alive; /* 0: none yet */
	size_t room;    /* bytes of CELL */
	size_t job_room, node_room;
	uint64_t *job;   /* [n_job] */
	uint64_t *node;  /* [n_node] */
	uint8_t *cell;   /* [2 * population][n_job][stride] */
	uint8_t *spare;  /* as CELL */
	double *cost;    /* [2 * population][n_job] */
	double *total;   /* [2 * population] */
	size_t *rank;    /* [2 * population], best first */
	uint16_t *used;  /* [stride] */
	uint16_t *owner; /* [stride], distributed job of a node, from 1 */
	bool *dirty;     /* [n_job] */
	size_t *from;    /* [n_job + n_node] */
};

/* POPULATION and GENERATIONS >= 1. */
void boa_genetic_init(struct boa_genetic *genetic, size_t population,
		      size_t generations, uint64_t seed);
void boa_genetic_fini(struct boa_genetic *genetic);

/*
 * Search; *BEST is the best matrix found, [n_job] rows of *STRIDE cells,
 * borrowed until the next search, and *COST its cost. Returns 0 or BOA_ENOMEM.
 */
int boa_genetic_search(struct boa_genetic *genetic,
		       const struct boa_genetic_problem *problem,
		       const uint8_t **best, size_t *stride, double *cost,
		       struct boa_err *err);

#endif /* BOA_GENETIC_H */
