/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rubick - throughput by the best execution plan for every number of GPUs
 * [Zhang et al., "Rubick", MLSys 2025]. Each round jobs that wait get their
 * least number of GPUs, in order of arrival; where these are not free, the jobs
 * that lose the least throughput by it give way, none below its own least. Then
 * GPUs go where they add the most, from where they add the least. A job is
 * reconfigured only while (T - N d) / T >= 0.97, T its age, N its starts, d its
 * restart time. Throughput counts over that on the job's least GPUs.
 *
 * rubick-as  sizes the cluster for a target efficiency [BOA, arXiv 2602.01404,
 * appendix F]; as efficiency does not fall steadily with size, every size is
 * looked at.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/common.h"
#include "sim/policy/list.h"

#define RECONFIGURE 0.97

struct state {
	struct boa_policy_options options;
	size_t room;
	unsigned *gpus; /* [n_job], as decided */
	bool *movable;  /* [n_job] */
	unsigned free;
};

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct state *made;

	if (options->n_type != 1)
		return boa_err_set(err, BOA_ERANGE,
				   "there are %zu GPU types, it knows one",
				   options->n_type);
	made = calloc(1, sizeof(*made));
	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	made->options = *options;
	*state = made;
	return 0;
}

static void destroy(void *state)
{
	struct state *me = state;

	free(me->gpus);
	free(me->movable);
	free(me);
}

/* --- steps from width to width ---------------------------------------- */

struct step {
	size_t job;
	unsigned gpus; /* the width after it */
	double slope;  /* productive GPUs gained or lost for each GPU */
};

static double productive(const struct state *me, const struct boa_view *view,
			 size_t j, unsigned gpus)
{
	return boa_policy_productive(&me->options, &view->job[j], 0, gpus);
}

static const struct boa_grid *grid_of(const struct state *me,
				      const struct boa_view *view, size_t j)
{
	return me->options.set->class[view->job[j].class].grid;
}

/* The step of job J to more GPUs, at most MORE, that gains most for each. */
static bool best_up(const struct state *me, const struct boa_view *view,
		    size_t j, unsigned more, struct step *best)
{
	const struct boa_grid *grid = grid_of(me, view, j);
	double now = productive(me, view, j, me->gpus[j]);
	bool found = false;

	for (size_t w = 0; w < grid->n_width; w++) {
		unsigned k = grid->gpus[w];
		double slope;

		if (k <= me->gpus[j] || k - me->gpus[j] > more)
			continue;
		slope = (productive(me, view, j, k) - now) / (k - me->gpus[j]);
		if (slope > 1e-9 && (!found || slope > best->slope)) {
			*best = (struct step){ j, k, slope };
			found = true;
		}
	}
	return found;
}

/* The step of job J to fewer GPUs that loses least for each. */
static bool best_down(const struct state *me, const struct boa_view *view,
		      size_t j, struct step *best)
{
	const struct boa_grid *grid = grid_of(me, view, j);
	double now = productive(me, view, j, me->gpus[j]);
	bool found = false;

	for (size_t w = 0; w < grid->n_width && grid->gpus[w] < me->gpus[j];
	     w++) {
		unsigned k = grid->gpus[w];
		double slope =
			(now - productive(me, view, j, k)) / (me->gpus[j] - k);

		if (!found || slope < best->slope) {
			*best = (struct step){ j, k, slope };
			found = true;
		}
	}
	return found;
}

/* The job, other than EXCEPT, that loses least. */
static bool least_loss(const struct state *me, const struct boa_view *view,
		       size_t except, struct step *best)
{
	bool found = false;

	for (size_t j = 0; j < view->n_job; j++) {
		struct step step;

		if (j == except || !me->movable[j] ||
		    !best_down(me, view, j, &step))
			continue;
		if (!found || step.slope < best->slope) {
			*best = step;
			found = true;
		}
	}
	return found;
}

static void go(struct state *me, const struct step *step)
{
	me->free += me->gpus[step->job];
	me->free -= step->gpus;
	me->gpus[step->job] = step->gpus;
}

/* --- an allocation ---------------------------------------------------- */

static bool is_movable(const struct state *me, const struct boa_view *view,
		       const struct boa_sim_job *job)
{
	double age_s = view->now_s - job->submit_s;
	double pay_s = me->options.set->class[job->class].rescale_s;

	if (!me->options.restart_discount || !job->gpus)
		return true;
	return age_s > 0.0 &&
	       (age_s - job->n_start * pay_s) / age_s >= RECONFIGURE;
}

/* Let job J, which waits, have its least; others give way. */
static void admit(struct state *me, const struct boa_view *view, size_t j)
{
	unsigned least =
		boa_rates_least(me->options.rates, view->job[j].class, 0);
	unsigned spare = me->free;
	struct step step;

	/* is there enough at all? */
	for (size_t i = 0; i < view->n_job; i++)
		if (me->movable[i] && me->gpus[i])
			spare += me->gpus[i] -
				 boa_rates_least(me->options.rates,
						 view->job[i].class, 0);
	if (spare < least)
		return;
	while (me->free < least && least_loss(me, view, j, &step))
		go(me, &step);
	if (me->free >= least) {
		me->gpus[j] = least;
		me->free -= least;
	}
}

/* Give what is free to whom it helps most. */
static void grow(struct state *me, const struct boa_view *view)
{
	for (;;) {
		struct step best = { 0 };
		bool found = false;

		for (size_t j = 0; me->free && j < view->n_job; j++) {
			struct step step;

			if (!me->movable[j] || !me->gpus[j] ||
			    !best_up(me, view, j, me->free, &step))
				continue;
			if (!found || step.slope > best.slope)
				best = step;
			found = true;
		}
		if (!found)
			return;
		go(me, &best);
	}
}

/* Move GPUs from where they matter least to where they matter most. */
static bool exchange(struct state *me, const struct boa_view *view)
{
	for (size_t j = 0; j < view->n_job; j++) {
		struct step down, up;

		if (!me->movable[j] || !me->gpus[j] ||
		    !least_loss(me, view, j, &down))
			continue;
		if (!best_up(me, view, j,
			     me->free + me->gpus[down.job] - down.gpus, &up) ||
		    up.slope * (up.gpus - me->gpus[j]) <=
			    1.000001 * down.slope *
				    (me->gpus[down.job] - down.gpus))
			continue;
		go(me, &down);
		go(me, &up);
		return true;
	}
	return false;
}

static int allocate(struct state *me, const struct boa_view *view,
		    unsigned n_nodes, struct boa_err *err)
{
	if (view->n_job > me->room) {
		size_t room = 2 * view->n_job;
		unsigned *gpus = realloc(me->gpus, room * sizeof(*gpus));
		bool *movable;

		if (gpus)
			me->gpus = gpus;
		movable = gpus ? realloc(me->movable, room * sizeof(*movable))
			       : NULL;
		if (!movable)
			return boa_err_set(err, BOA_ENOMEM, "no memory");
		me->movable = movable;
		me->room = room;
	}
	me->free = n_nodes * view->type[0].gpus_per_node;
	for (size_t j = 0; j < view->n_job; j++) {
		me->movable[j] = is_movable(me, view, &view->job[j]);
		me->gpus[j] =
			view->job[j].gpus <= me->free ? view->job[j].gpus : 0;
		me->free -= me->gpus[j];
	}
	for (size_t j = 0; j < view->n_job; j++)
		if (!me->gpus[j])
			admit(me, view, j);
	grow(me, view);
	for (size_t n = 0; n < 4 * view->n_job && exchange(me, view); n++)
		grow(me, view);
	return 0;
}

/* --- how many nodes --------------------------------------------------- */

static int resize_fixed(void *state, const struct boa_view *view,
			unsigned *n_nodes, struct boa_err *err)
{
	const struct state *me = state;

	(void)view;
	(void)err;
	n_nodes[0] = me->options.nodes[0];
	return 0;
}

static double efficiency(const struct state *me, const struct boa_view *view,
			 unsigned n_nodes)
{
	double sum = 0.0;

	for (size_t j = 0; j < view->n_job; j++)
		sum += productive(me, view, j, me->gpus[j]);
	return sum / (n_nodes * view->type[0].gpus_per_node);
}

/* Nodes on which the job that needs most can run at all. */
static unsigned nodes_needed(const struct state *me,
			     const struct boa_view *view)
{
	unsigned per_node = view->type[0].gpus_per_node;
	unsigned most = 1;

	for (size_t j = 0; j < view->n_job; j++) {
		unsigned least = boa_rates_least(me->options.rates,
						 view->job[j].class, 0);

		if ((least + per_node - 1) / per_node > most)
			most = (least + per_node - 1) / per_node;
	}
	return most;
}

static int resize_as(void *state, const struct boa_view *view,
		     unsigned *n_nodes, struct boa_err *err)
{
	struct state *me = state;
	unsigned most = boa_policy_nodes_of_use(&me->options, view, 0);
	unsigned least = nodes_needed(me, view);
	double aim = me->options.efficiency;
	double nearest = INFINITY;
	unsigned now = view->n_held[0];
	int rc = 0;

	n_nodes[0] = view->n_job ? now : 0;
	if (!view->n_job)
		return 0;
	if (now >= least) {
		rc = allocate(me, view, now, err);
		if (rc || !boa_policy_is_off(efficiency(me, view, now), aim))
			return rc;
	}
	for (unsigned n = least; !rc && n <= most; n++) {
		double off;

		rc = allocate(me, view, n, err);
		off = fabs(efficiency(me, view, n) - aim);
		if (!rc && off < nearest + 1e-12) {
			nearest = off;
			n_nodes[0] = n;
		}
	}
	return rc;
}

/* --- who gets what ---------------------------------------------------- */

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	struct state *me = state;
	unsigned up = 0;
	int rc;

	for (size_t i = 0; i < view->n_node; i++)
		if (view->node[i].state == BOA_SIM_UP && up < n_nodes[0])
			up++;
	rc = allocate(me, view, up, err);
	for (size_t j = 0; !rc && j < view->n_job; j++)
		decision->want[j] =
			(struct boa_want){ me->gpus[j] ? 0 : -1, me->gpus[j] };
	return rc;
}

const struct boa_policy boa_policy_rubick = {
	.name = "rubick",
	.summary = "throughput, least GPUs first, fixed cluster",
	.needs = "nodes",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_fixed,
	.decide = decide,
};

const struct boa_policy boa_policy_rubick_as = {
	.name = "rubick-as",
	.summary = "rubick on a cluster sized for a target efficiency",
	.needs = "efficiency",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_as,
	.decide = decide,
};
