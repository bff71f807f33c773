/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reservation - each job on as many GPUs as its user asked for, for good; what
 * stock Slurm with power saving does, or Ray's autoscaler.
 *
 * reservation      a fixed cluster, first come first served with EASY backfill
 *                  [Lifka 1995; Mu'alem and Feitelson 2001]: a job may overtake
 *                  when the first in the queue does not start later for it. The
 *                  run time that a user would have to state is the true mean.
 * reservation-as   every job starts at once; a node is rented when it is
 *                  needed and given back when it was idle for the timeout.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/common.h"
#include "sim/policy/list.h"

struct state {
	struct boa_policy_options options;
	size_t room;
	struct ending {
		double end_s;
		unsigned gpus;
	} * ending; /* of jobs that run, by time */
};

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct state *made = calloc(1, sizeof(*made));

	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	made->options = *options;
	*state = made;
	return 0;
}

static void destroy(void *state)
{
	struct state *me = state;

	free(me->ending);
	free(me);
}

/* --- fixed ------------------------------------------------------------ */

static int resize_fixed(void *state, const struct boa_view *view,
			unsigned *n_nodes, struct boa_err *err)
{
	const struct state *me = state;

	(void)err;
	for (size_t h = 0; h < view->n_type; h++)
		n_nodes[h] = me->options.nodes[h];
	return 0;
}

static int by_time(const void *a, const void *b)
{
	const struct ending *x = a;
	const struct ending *y = b;

	return (x->end_s > y->end_s) - (x->end_s < y->end_s);
}

/* When the jobs that hold GPUs of TYPE will end: their number. */
static int list_endings(struct state *me, const struct boa_view *view,
			const struct boa_decision *decision, size_t type,
			size_t *n, struct boa_err *err)
{
	*n = 0;
	if (view->n_job > me->room) {
		struct ending *grown =
			realloc(me->ending, 2 * view->n_job * sizeof(*grown));

		if (!grown)
			return boa_err_set(err, BOA_ENOMEM, "no memory");
		me->ending = grown;
		me->room = 2 * view->n_job;
	}
	for (size_t i = 0; i < view->n_job; i++) {
		const struct boa_want *want = &decision->want[i];

		if (want->type != (ptrdiff_t)type)
			continue;
		me->ending[(*n)++] = (struct ending){
			view->now_s + boa_policy_time_left_s(&me->options, view,
							     &view->job[i],
							     type, want->gpus),
			want->gpus
		};
	}
	qsort(me->ending, *n, sizeof(*me->ending), by_time);
	return 0;
}

/* The queue of one type: FREE GPUs, and what the first one waits for. */
struct queue {
	unsigned free;
	bool blocked;
	double shadow_s; /* when the first in the queue can start */
	unsigned extra;  /* GPUs that it will leave free then */
};

static int block(struct state *me, const struct boa_view *view,
		 const struct boa_decision *decision, size_t type,
		 unsigned gpus, struct queue *queue, struct boa_err *err)
{
	unsigned free_gpus = queue->free;
	size_t n = 0;
	int rc = list_endings(me, view, decision, type, &n, err);

	queue->blocked = true;
	queue->shadow_s = INFINITY;
	queue->extra = 0;
	for (size_t i = 0; !rc && i < n; i++) {
		free_gpus += me->ending[i].gpus;
		if (free_gpus >= gpus) {
			queue->shadow_s = me->ending[i].end_s;
			queue->extra = free_gpus - gpus;
			break;
		}
	}
	return rc;
}

static bool may_overtake(const struct state *me, const struct boa_view *view,
			 const struct boa_sim_job *job, size_t type,
			 unsigned gpus, struct queue *queue)
{
	double end_s = view->now_s + boa_policy_time_left_s(&me->options, view,
							    job, type, gpus);

	if (end_s <= queue->shadow_s)
		return true;
	if (gpus > queue->extra)
		return false;
	queue->extra -= gpus;
	return true;
}

static int serve(struct state *me, const struct boa_view *view, size_t type,
		 struct boa_decision *decision, struct boa_err *err)
{
	struct queue queue = { .free = boa_policy_held_gpus(view, type) };
	int rc = 0;

	for (size_t i = 0; i < view->n_job; i++)
		if (decision->want[i].type == (ptrdiff_t)type)
			queue.free -= decision->want[i].gpus;
	for (size_t i = 0; !rc && i < view->n_job; i++) {
		unsigned gpus;

		if (view->job[i].gpus ||
		    boa_policy_asked(&me->options, &view->job[i], &gpus) !=
			    type)
			continue;
		if (gpus > queue.free) {
			if (!queue.blocked)
				rc = block(me, view, decision, type, gpus,
					   &queue, err);
			continue;
		}
		if (queue.blocked &&
		    !may_overtake(me, view, &view->job[i], type, gpus, &queue))
			continue;
		decision->want[i] = (struct boa_want){ (ptrdiff_t)type, gpus };
		queue.free -= gpus;
	}
	return rc;
}

static int decide_fixed(void *state, const struct boa_view *view,
			const unsigned *n_nodes, struct boa_decision *decision,
			struct boa_err *err)
{
	int rc = 0;

	(void)n_nodes;
	for (size_t h = 0; !rc && h < view->n_type; h++)
		rc = serve(state, view, h, decision, err);
	return rc;
}

/* --- autoscaled ------------------------------------------------------- */

static int decide_as(void *state, const struct boa_view *view,
		     const unsigned *n_nodes, struct boa_decision *decision,
		     struct boa_err *err)
{
	struct state *me = state;

	(void)n_nodes;
	(void)err;
	for (size_t i = 0; i < view->n_job; i++) {
		unsigned gpus;
		size_t type;

		if (view->job[i].gpus)
			continue;
		type = boa_policy_asked(&me->options, &view->job[i], &gpus);
		decision->want[i] = (struct boa_want){ (ptrdiff_t)type, gpus };
	}
	decision->rent = true;
	boa_policy_release_idle(view, me->options.idle_timeout_s, decision);
	return 0;
}

const struct boa_policy boa_policy_reservation = {
	.name = "reservation",
	.summary = "the GPUs that were asked for, fixed cluster, backfill",
	.needs = "nodes",
	.create = create,
	.destroy = destroy,
	.resize = resize_fixed,
	.decide = decide_fixed,
};

const struct boa_policy boa_policy_reservation_as = {
	.name = "reservation-as",
	.summary = "the GPUs that were asked for, nodes on demand",
	.needs = "",
	.create = create,
	.destroy = destroy,
	.decide = decide_as,
};
