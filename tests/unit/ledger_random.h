/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger_random.h - random clusters for the ledger; the seed is the caller's.
 */
#ifndef BOA_TEST_LEDGER_RANDOM_H
#define BOA_TEST_LEDGER_RANDOM_H

#include "tests/unit/ledger_world.h"
#include "tests/unit/random.h"

enum { N_NODE = 6, N_JOB = 8 };

static inline double random_between(double low, double high)
{
	return low + (high - low) * random_unit();
}

/* N_NODE nodes of both types, all off, and N_JOB jobs that wait. */
static inline struct world *random_world(void)
{
	struct world *world = world_new(N_NODE);
	size_t i;

	for (i = 0; i < N_NODE; i++) {
		if (random_below(3) == 0)
			world_make_a100(world, i);
	}
	for (i = 0; i < N_JOB; i++)
		world_submit(world, (uint32_t)(10 + i), 50);
	return world;
}

/* Jobs in any state, on any nodes, with any record. */
static inline void random_jobs(struct world *world, double now_s)
{
	static const char *const records[] = {
		NULL,
		"boa=1 class=a plan=0 type=t4 widths=4 epoch=0 width=4 gen=1 "
		"first=40 resizes=0",
		"boa=1 class=a plan=0 type=t4 widths=4 epoch=1 width=4 run=0 "
		"gen=1 first=40 resizes=0",
		"boa=1 class=b plan=0 type=t4 widths=4 epoch=1 width=4 run=1 "
		"gen=1 first=40 resizes=1",
		"boa=1 garbage",
	};
	struct boa_job *job;
	size_t j;

	for (j = 0; j < N_JOB; j++) {
		job = &world->job[j];
		if (random_below(3))
			continue;
		world_let_go(world, j);
		job->state = (enum boa_job_state)random_below(6);
		job->end = job->state < BOA_JOB_ENDING
				   ? BOA_END_NONE
				   : (enum boa_job_end)(1 + random_below(4));
		job->n_restart += random_below(4) == 0;
		job->start_s = job->state == BOA_JOB_PENDING
				       ? 0
				       : now_s + random_between(-20, 2);
		job->end_s = job->state == BOA_JOB_DONE
				     ? now_s + random_between(-20, 2)
				     : 0;
		job->record = records[random_below(5)];
		job->comment = random_below(2) ? "class:a" : NULL;
		job->account = random_below(2) ? "vision" : NULL;
		while (job->state != BOA_JOB_PENDING && random_below(3)) {
			size_t i = random_below(N_NODE);

			if (world->node[i].n_hold < WORLD_HOLDS)
				world_hold(world, j, i, 1 + random_below(4));
		}
	}
}

#endif /* BOA_TEST_LEDGER_RANDOM_H */
