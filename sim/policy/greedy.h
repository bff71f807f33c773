/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * greedy.h - a start for the genetic search: the allocation as it is, made
 * better step by step with few changes. From random moves alone a search over
 * sixty jobs finds a place for a new one only by moving all the others.
 */
#ifndef BOA_GREEDY_H
#define BOA_GREEDY_H

#include "sim/policy/genetic.h"

/*
 * Improve CELLS, [n_job] rows of STRIDE cells: jobs that hold nothing take from
 * those that lose least, then free GPUs go, as parts of a node or whole nodes,
 * where they gain most for each GPU. USED, [STRIDE], is scratch.
 */
void boa_greedy_improve(const struct boa_genetic_problem *problem,
			uint8_t *cells, size_t stride, uint16_t *used);

#endif /* BOA_GREEDY_H */
