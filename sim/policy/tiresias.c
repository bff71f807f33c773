/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tiresias - least attained service in two queues on a fixed cluster
 * [Gu et al., "Tiresias", NSDI 2019, the discretised 2D-LAS without knowledge
 * of run times]: a job that has held its GPUs for less than the threshold goes
 * before one that has held them for longer; within a queue first come first
 * served. Each job gets the GPUs it was asked for; jobs that do not fit are
 * passed over, jobs that run are preempted for those before them.
 */
#include "config.h"

#include <stdlib.h>

#include "sim/policy/common.h"
#include "sim/policy/list.h"

#define THRESHOLD_GPU_S (16.0 * 3600.0)

struct state {
	struct boa_policy_options options;
	unsigned *free; /* [n_type] */
};

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct state *made = calloc(1, sizeof(*made));

	if (made)
		made->free = calloc(options->n_type, sizeof(*made->free));
	if (!made || !made->free) {
		free(made);
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	}
	made->options = *options;
	*state = made;
	return 0;
}

static void destroy(void *state)
{
	struct state *me = state;

	free(me->free);
	free(me);
}

static int resize(void *state, const struct boa_view *view, unsigned *n_nodes,
		  struct boa_err *err)
{
	const struct state *me = state;

	(void)err;
	for (size_t h = 0; h < view->n_type; h++)
		n_nodes[h] = me->options.nodes[h];
	return 0;
}

static bool is_old(const struct boa_view *view, const struct boa_sim_job *job)
{
	double held_gpu_s =
		job->service_gpu_s + (view->now_s - job->since_s) * job->gpus;

	return held_gpu_s >= THRESHOLD_GPU_S;
}

/* When a job that runs in the first queue will leave it. */
static void watch(const struct boa_view *view, const struct boa_sim_job *job,
		  struct boa_decision *decision)
{
	double left_gpu_s = THRESHOLD_GPU_S - job->service_gpu_s;
	double due_s = job->since_s + left_gpu_s / job->gpus;

	if (due_s > view->now_s && due_s < decision->wake_s)
		decision->wake_s = due_s;
}

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	struct state *me = state;

	(void)n_nodes;
	(void)err;
	for (size_t h = 0; h < view->n_type; h++)
		me->free[h] = boa_policy_held_gpus(view, h);
	for (int queue = 0; queue < 2; queue++) {
		for (size_t i = 0; i < view->n_job; i++) {
			struct boa_want want = { -1, 0 };
			unsigned gpus;
			size_t type;

			if (is_old(view, &view->job[i]) != (queue == 1))
				continue;
			type = boa_policy_asked(&me->options, &view->job[i],
						&gpus);
			if (gpus <= me->free[type]) {
				me->free[type] -= gpus;
				want = (struct boa_want){ (ptrdiff_t)type,
							  gpus };
			}
			decision->want[i] = want;
			if (queue == 0 && view->job[i].gpus)
				watch(view, &view->job[i], decision);
		}
	}
	return 0;
}

const struct boa_policy boa_policy_tiresias = {
	.name = "tiresias",
	.summary = "least attained service in two queues, fixed cluster",
	.needs = "nodes",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize,
	.decide = decide,
};
