/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pollux - goodput shared out fairly on a cluster of one GPU type [Qiao et al.,
 * "Pollux", OSDI 2021]: of all allocation matrices the one whose power mean
 * (p = -1) of the jobs' speedups over their fair share is greatest, by a
 * genetic search each round (genetic.h). A job that runs and whose allocation
 * changes counts for less, by max(age - restarts * d, 0) / (age + d), d its
 * restart time.
 *
 * pollux-as  sizes the cluster for a target efficiency c [BOA, arXiv
 * 2602.01404, appendix F]: when the efficiency of the allocation is off by more
 * than min(0.3 (1 - c), 0.3 c), the size whose own best allocation comes
 * nearest to c is taken, by bisection.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/common.h"
#include "sim/policy/genetic.h"
#include "sim/policy/list.h"

#define NODES_PER_JOB 16
#define SPEEDUP_LEAST 1e-3 /* of a job that holds nothing */

struct state {
	struct boa_policy_options options;
	struct boa_genetic genetic;
	size_t job_room, node_room, cost_room, now_room;
	uint64_t *job;  /* [n_job] */
	uint64_t *node; /* [n_node], slots; beyond the view's: not there yet */
	uint8_t *now;   /* [n_job][n_node] */
	double *same;   /* [n_job][gpus_max + 1] */
	double *other;
	size_t *column; /* [slots], of a node; SIZE_MAX */
	size_t n_column;
	/* the last search: how many nodes, and what came out */
	double searched_s;
	size_t n_searched;
	const uint8_t *best;
	size_t stride;
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
	boa_genetic_init(&made->genetic, options->population,
			 options->generations, options->seed);
	made->genetic.is_plain = options->plain_search;
	made->searched_s = NAN;
	*state = made;
	return 0;
}

static void destroy(void *state)
{
	struct state *me = state;

	boa_genetic_fini(&me->genetic);
	free(me->job);
	free(me->node);
	free(me->now);
	free(me->same);
	free(me->other);
	free(me->column);
	free(me);
}

/* --- the problem ------------------------------------------------------ */

static bool grow(void *at, size_t *room, size_t n, size_t size)
{
	void *grown;

	if (n <= *room)
		return true;
	grown = realloc(*(void **)at, 2 * n * size);
	if (!grown)
		return false;
	*(void **)at = grown;
	*room = 2 * n;
	return true;
}

static int make_room(struct state *me, const struct boa_view *view, size_t n,
		     struct boa_err *err)
{
	size_t n_cost = view->n_job * (me->options.rates->gpus_max + 1);
	size_t other_room = me->cost_room;
	size_t column_room = me->node_room;

	if (!grow(&me->job, &me->job_room, view->n_job, sizeof(*me->job)) ||
	    !grow(&me->same, &me->cost_room, n_cost, sizeof(*me->same)) ||
	    !grow(&me->other, &other_room, n_cost, sizeof(*me->other)) ||
	    !grow(&me->node, &me->node_room, view->n_node + n,
		  sizeof(*me->node)) ||
	    !grow(&me->column, &column_room, view->n_node + n,
		  sizeof(*me->column)) ||
	    !grow(&me->now, &me->now_room, view->n_job * n, sizeof(*me->now)))
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	return 0;
}

static bool is_there(const struct boa_sim_node *node)
{
	return node->state == BOA_SIM_UP;
}

/*
 * N columns: the nodes that are up, those in use first (so that the others are
 * left out when there are fewer), by rising slot; then ones yet to be rented.
 */
static void lay_columns(struct state *me, const struct boa_view *view, size_t n,
			bool imagined)
{
	size_t left = n;
	size_t at = 0;

	for (size_t i = 0; i < view->n_node; i++)
		me->column[i] = SIZE_MAX;
	for (int idle = 0; idle < 2; idle++) {
		for (size_t i = 0; i < view->n_node && left; i++) {
			const struct boa_sim_node *node = &view->node[i];
			bool free_node = node->free_gpus ==
					 view->type[node->type].gpus_per_node;

			if (!is_there(node) || free_node != (idle == 1))
				continue;
			me->column[i] = 0;
			left--;
		}
	}
	for (size_t i = 0; i < view->n_node; i++) {
		if (me->column[i] == SIZE_MAX)
			continue;
		me->column[i] = at;
		me->node[at++] = i;
	}
	for (size_t i = 0; imagined && i < left; i++)
		me->node[at++] = view->n_node + i;
	me->n_column = at;
}

static double discount(const struct state *me, const struct boa_view *view,
		       const struct boa_sim_job *job)
{
	double age_s = view->now_s - job->submit_s;
	double pay_s = me->options.set->class[job->class].rescale_s;

	if (!me->options.restart_discount || !job->gpus)
		return 1.0;
	return fmax(age_s - job->n_start * pay_s, 0.0) / (age_s + pay_s + 1e-9);
}

/* Costs: the reciprocal of the speedup over the fair share, p = -1. */
static void price(struct state *me, const struct boa_view *view, size_t n)
{
	unsigned gpus_max = me->options.rates->gpus_max;
	unsigned gpus = (unsigned)n * view->type[0].gpus_per_node;
	unsigned fair = gpus / (unsigned)view->n_job;

	for (size_t j = 0; j < view->n_job; j++) {
		const struct boa_sim_job *job = &view->job[j];
		const double *rate = boa_rates_of(me->options.rates, job->class,
						  job->epoch, 0);
		unsigned least =
			boa_rates_least(me->options.rates, job->class, 0);
		unsigned most =
			boa_rates_most(me->options.rates, job->class, 0);
		unsigned at = fair < least ? least : fair > most ? most : fair;
		double keep = discount(me, view, job);
		size_t row = j * (gpus_max + 1);

		for (unsigned k = 0; k <= gpus_max; k++) {
			double speedup = rate[k] / rate[at];

			me->same[row + k] = 1.0 / fmax(speedup, SPEEDUP_LEAST);
			me->other[row + k] =
				1.0 / fmax(speedup * keep, SPEEDUP_LEAST);
		}
	}
}

static void lay_now(struct state *me, const struct boa_view *view)
{
	memset(me->now, 0, view->n_job * me->n_column);
	for (size_t j = 0; j < view->n_job; j++) {
		const struct boa_sim_job *job = &view->job[j];

		me->job[j] = job->id;
		for (size_t g = 0; g < job->n_grip; g++) {
			size_t at = me->column[job->grip[g].node];

			if (at != SIZE_MAX)
				me->now[j * me->n_column + at] =
					(uint8_t)job->grip[g].gpus;
		}
	}
}

/* The best allocation over N nodes, some of them IMAGINED if need be. */
static int search(struct state *me, const struct boa_view *view, size_t n,
		  bool imagined, struct boa_err *err)
{
	struct boa_genetic_problem problem;
	double cost;
	int rc = make_room(me, view, n, err);

	if (rc)
		return rc;
	lay_columns(me, view, n, imagined);
	if (!me->n_column)
		return 0;
	lay_now(me, view);
	price(me, view, me->n_column);
	problem = (struct boa_genetic_problem){
		.n_job = view->n_job,
		.n_node = me->n_column,
		.gpus_per_node = view->type[0].gpus_per_node,
		.nodes_max = NODES_PER_JOB,
		.job = me->job,
		.node = me->node,
		.now = me->now,
		.gpus_max = me->options.rates->gpus_max,
		.cost_same = me->same,
		.cost_other = me->other,
	};
	rc = boa_genetic_search(&me->genetic, &problem, &me->best, &me->stride,
				&cost, err);
	me->searched_s = rc ? NAN : view->now_s;
	me->n_searched = me->n_column;
	return rc;
}

static unsigned held(const struct state *me, size_t j)
{
	unsigned sum = 0;

	for (size_t n = 0; n < me->n_column; n++)
		sum += me->best[j * me->stride + n];
	return sum;
}

/* Sum of K s(k)/s(K) over the GPUs, of the allocation found. */
static double efficiency(const struct state *me, const struct boa_view *view)
{
	double sum = 0.0;

	for (size_t j = 0; j < view->n_job; j++)
		sum += boa_policy_productive(&me->options, &view->job[j], 0,
					     held(me, j));
	return sum / (double)(me->n_column * view->type[0].gpus_per_node);
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

static int try_size(void *self, const struct boa_view *view, unsigned n,
		    double *value, struct boa_err *err)
{
	int rc = search(self, view, n, true, err);

	if (!rc)
		*value = efficiency(self, view);
	return rc;
}

static int resize_as(void *state, const struct boa_view *view,
		     unsigned *n_nodes, struct boa_err *err)
{
	struct state *me = state;
	struct boa_policy_search sizing = {
		.efficiency = try_size,
		.self = me,
		.aim = me->options.efficiency,
		.most = boa_policy_nodes_of_use(&me->options, view, 0),
	};
	double value = 0.0;
	int rc = 0;

	n_nodes[0] = view->n_job ? view->n_held[0] : 0;
	if (!view->n_job)
		return 0;
	if (n_nodes[0])
		rc = try_size(me, view, n_nodes[0], &value, err);
	if (rc || (n_nodes[0] && !boa_policy_is_off(value, sizing.aim)))
		return rc;
	return boa_policy_find_size(&sizing, view, &n_nodes[0], err);
}

/* --- who gets what ---------------------------------------------------- */

static bool has_found(const struct state *me, const struct boa_view *view,
		      size_t n)
{
	if (!(me->searched_s == view->now_s) || me->n_searched != n)
		return false;
	for (size_t i = 0; i < me->n_column; i++)
		if (me->node[i] >= view->n_node ||
		    !is_there(&view->node[me->node[i]]))
			return false;
	return true;
}

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	struct state *me = state;
	int rc = 0;

	if (!view->n_job || !n_nodes[0])
		return 0;
	if (!has_found(me, view, n_nodes[0]))
		rc = search(me, view, n_nodes[0], false, err);
	if (rc || !me->n_column)
		return rc;
	for (size_t j = 0; j < view->n_job; j++) {
		uint16_t *row = decision->gpus_on + j * view->n_node;

		decision->want[j].gpus = held(me, j);
		decision->want[j].type = decision->want[j].gpus ? 0 : -1;
		decision->placed[j] = true;
		for (size_t n = 0; n < me->n_column; n++)
			row[me->node[n]] = me->best[j * me->stride + n];
	}
	return 0;
}

const struct boa_policy boa_policy_pollux = {
	.name = "pollux",
	.summary = "goodput, fairly shared, genetic search, fixed cluster",
	.needs = "nodes",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_fixed,
	.decide = decide,
};

const struct boa_policy boa_policy_pollux_as = {
	.name = "pollux-as",
	.summary = "pollux on a cluster sized for a target efficiency",
	.needs = "efficiency",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_as,
	.decide = decide,
};
