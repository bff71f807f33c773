/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sia - goodput on a cluster of several GPU types [Jayaram Subramanya et al.,
 * "Sia", SOSP 2023]. Each round an integer programme picks at most one
 * configuration (type, GPUs) for each job:
 *
 *     minimise    sum_ij x_ij (r_ij g_ij)^p + L (1 - x_ij)
 *     subject to  sum_j x_ij <= 1, GPUs of each type <= what there is
 *
 * g_ij: goodput over the job's least one; p = -0.5; L = 1.1, the price of
 * waiting; r_ij = (T - N S) / (T + S) for another configuration than the
 * present one, T the job's age, N its restarts, S its restart time. Within a
 * node configurations are powers of two, beyond it whole nodes.
 *
 * sia-as  sizes each GPU type by itself for a target efficiency [BOA, arXiv
 * 2602.01404, appendix F], as pollux-as does.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/choose.h"
#include "sim/policy/common.h"
#include "sim/policy/list.h"

#define POWER        (-0.5)
#define WAITING      1.1
#define FACTOR_LEAST 1e-3 /* of the restart discount */

struct state {
	struct boa_policy_options options;
	size_t room;
	size_t n_choice;
	struct boa_choose_item *choice;
	unsigned *gpus; /* [n_type] */
	size_t *pick;   /* [n_job] */
	size_t want_room;
	struct boa_want *want; /* [n_job], of the last programme */
	double solved_s;       /* when, ... */
	unsigned *solved_for;  /* [n_type] ... and for how many nodes */
};

static void destroy(void *state)
{
	struct state *me = state;

	free(me->choice);
	free(me->gpus);
	free(me->pick);
	free(me->want);
	free(me->solved_for);
	free(me);
}

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct state *made = calloc(1, sizeof(*made));

	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	made->solved_for = calloc(options->n_type, sizeof(*made->solved_for));
	made->gpus = calloc(options->n_type, sizeof(*made->gpus));
	if (!made->solved_for || !made->gpus) {
		destroy(made);
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	}
	made->options = *options;
	made->solved_s = NAN;
	*state = made;
	return 0;
}

/* --- the configurations ----------------------------------------------- */

static unsigned next_count(unsigned gpus, unsigned per_node)
{
	return gpus < per_node ? 2 * gpus : gpus + per_node;
}

static int add_choice(struct state *me, struct boa_choose_item choice,
		      struct boa_err *err)
{
	if (me->n_choice == me->room) {
		size_t room = me->room ? 2 * me->room : 1024;
		struct boa_choose_item *grown =
			realloc(me->choice, room * sizeof(*grown));

		if (!grown)
			return boa_err_set(err, BOA_ENOMEM, "no memory");
		me->choice = grown;
		me->room = room;
	}
	me->choice[me->n_choice++] = choice;
	return 0;
}

static double factor(const struct state *me, const struct boa_view *view,
		     const struct boa_sim_job *job)
{
	double age_s = view->now_s - job->submit_s;
	double pay_s = me->options.set->class[job->class].rescale_s;

	if (!me->options.restart_discount || !job->gpus)
		return 1.0;
	return fmax((age_s - job->n_start * pay_s) / (age_s + pay_s + 1e-9),
		    FACTOR_LEAST);
}

/* Job J's configurations on N_NODES, with their goodput in place of the cost.
 */
static int list_choices(struct state *me, const struct boa_view *view, size_t j,
			const unsigned *n_nodes, struct boa_err *err)
{
	const struct boa_rates *rates = me->options.rates;
	const struct boa_sim_job *job = &view->job[j];
	int rc = 0;

	for (size_t h = 0; h < view->n_type; h++) {
		unsigned per_node = view->type[h].gpus_per_node;
		unsigned least = boa_rates_least(rates, job->class, h);
		unsigned most = boa_rates_most(rates, job->class, h);
		const double *rate =
			boa_rates_of(rates, job->class, job->epoch, h);

		if (most > n_nodes[h] * per_node)
			most = n_nodes[h] * per_node;
		for (unsigned k = 1; !rc && least && k <= most;
		     k = next_count(k, per_node))
			if (k >= least)
				rc = add_choice(me,
						(struct boa_choose_item){
							j, h, k, rate[k] },
						err);
	}
	return rc;
}

/* Turn the goodputs of the choices from FIRST on, all of one job, into costs.
 */
static void price(struct state *me, const struct boa_view *view, size_t first)
{
	double least = INFINITY;

	for (size_t i = first; i < me->n_choice; i++)
		least = fmin(least, me->choice[i].cost);
	for (size_t i = first; i < me->n_choice; i++) {
		struct boa_choose_item *choice = &me->choice[i];
		const struct boa_sim_job *job = &view->job[choice->job];
		bool same = job->type == (ptrdiff_t)choice->type &&
			    job->gpus == choice->gpus;
		double gain = choice->cost / least;

		if (!same)
			gain *= factor(me, view, job);
		choice->cost = pow(gain, POWER) - WAITING;
	}
}

/* --- the programme ---------------------------------------------------- */

static int make_room(struct state *me, const struct boa_view *view,
		     struct boa_err *err)
{
	size_t room = 2 * view->n_job;
	struct boa_want *want;
	size_t *pick;

	if (view->n_job <= me->want_room)
		return 0;
	want = realloc(me->want, room * sizeof(*want));
	if (want)
		me->want = want;
	pick = want ? realloc(me->pick, room * sizeof(*pick)) : NULL;
	if (!pick)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	me->pick = pick;
	me->want_room = room;
	return 0;
}

static int optimise(struct state *me, const struct boa_view *view,
		    const unsigned *n_nodes, struct boa_err *err)
{
	struct boa_choose_problem problem = {
		.n_job = view->n_job,
		.n_type = view->n_type,
		.gpus = me->gpus,
		.n_item = me->n_choice,
		.item = me->choice,
	};
	int rc;

	for (size_t h = 0; h < view->n_type; h++)
		me->gpus[h] = n_nodes[h] * view->type[h].gpus_per_node;
	rc = boa_choose(&problem, me->pick, err);
	for (size_t j = 0; !rc && j < view->n_job; j++) {
		size_t i = me->pick[j];

		me->want[j] = (struct boa_want){ -1, 0 };
		if (i != SIZE_MAX)
			me->want[j] = (struct boa_want){
				(ptrdiff_t)me->choice[i].type,
				me->choice[i].gpus
			};
	}
	return rc;
}

/* The best allocation on N_NODES, into me->want. */
static int solve(struct state *me, const struct boa_view *view,
		 const unsigned *n_nodes, struct boa_err *err)
{
	bool known = me->solved_s == view->now_s;
	int rc = 0;

	for (size_t h = 0; h < view->n_type; h++)
		known = known && me->solved_for[h] == n_nodes[h];
	if (known)
		return 0;
	me->solved_s = NAN;
	me->n_choice = 0;
	for (size_t j = 0; !rc && j < view->n_job; j++) {
		size_t first = me->n_choice;

		rc = list_choices(me, view, j, n_nodes, err);
		if (!rc)
			price(me, view, first);
	}
	if (!rc)
		rc = make_room(me, view, err);
	if (!rc)
		rc = optimise(me, view, n_nodes, err);
	if (rc)
		return rc;
	memcpy(me->solved_for, n_nodes, view->n_type * sizeof(*n_nodes));
	me->solved_s = view->now_s;
	return 0;
}

/* --- how many nodes --------------------------------------------------- */

static int resize_fixed(void *state, const struct boa_view *view,
			unsigned *n_nodes, struct boa_err *err)
{
	const struct state *me = state;

	(void)err;
	for (size_t h = 0; h < view->n_type; h++)
		n_nodes[h] = me->options.nodes[h];
	return 0;
}

static double efficiency(const struct state *me, const struct boa_view *view,
			 size_t type, unsigned n_nodes)
{
	double sum = 0.0;

	for (size_t j = 0; j < view->n_job; j++)
		if (me->want[j].type == (ptrdiff_t)type)
			sum += boa_policy_productive(&me->options,
						     &view->job[j], type,
						     me->want[j].gpus);
	return sum / (n_nodes * view->type[type].gpus_per_node);
}

/* One type under consideration; the others have what they have. */
struct sizing {
	struct state *me;
	size_t type;
	unsigned *n_nodes; /* [n_type] */
};

static int try_size(void *self, const struct boa_view *view, unsigned n,
		    double *value, struct boa_err *err)
{
	const struct sizing *sizing = self;
	int rc;

	sizing->n_nodes[sizing->type] = n;
	rc = solve(sizing->me, view, sizing->n_nodes, err);
	if (!rc)
		*value = efficiency(sizing->me, view, sizing->type, n);
	return rc;
}

static int resize_type(struct state *me, const struct boa_view *view,
		       size_t type, unsigned *n_nodes, struct boa_err *err)
{
	struct sizing sizing = { me, type, n_nodes };
	struct boa_policy_search search = {
		.efficiency = try_size,
		.self = &sizing,
		.aim = me->options.efficiency,
		.most = boa_policy_nodes_of_use(&me->options, view, type),
	};
	unsigned n = n_nodes[type];
	double value = 0.0;
	int rc = 0;

	if (n)
		rc = try_size(&sizing, view, n, &value, err);
	if (rc || (n && !boa_policy_is_off(value, search.aim)))
		return rc;
	rc = boa_policy_find_size(&search, view, &n, err);
	n_nodes[type] = n;
	return rc;
}

static int resize_as(void *state, const struct boa_view *view,
		     unsigned *n_nodes, struct boa_err *err)
{
	int rc = 0;

	for (size_t h = 0; h < view->n_type; h++)
		n_nodes[h] = view->n_job ? view->n_held[h] : 0;
	for (size_t h = 0; !rc && view->n_job && h < view->n_type; h++)
		rc = resize_type(state, view, h, n_nodes, err);
	return rc;
}

/* --- who gets what ---------------------------------------------------- */

/* Nodes that serve now, of those that are to be held. */
static void count_up(const struct boa_view *view, const unsigned *n_nodes,
		     unsigned *up)
{
	memset(up, 0, view->n_type * sizeof(*up));
	for (size_t i = 0; i < view->n_node; i++)
		if (view->node[i].state == BOA_SIM_UP)
			up[view->node[i].type]++;
	for (size_t h = 0; h < view->n_type; h++)
		if (up[h] > n_nodes[h])
			up[h] = n_nodes[h];
}

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	struct state *me = state;
	unsigned *up = calloc(view->n_type, sizeof(*up));
	int rc;

	if (!up)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	count_up(view, n_nodes, up);
	rc = solve(me, view, up, err);
	free(up);
	if (!rc && view->n_job)
		memcpy(decision->want, me->want,
		       view->n_job * sizeof(*me->want));
	return rc;
}

const struct boa_policy boa_policy_sia = {
	.name = "sia",
	.summary = "goodput on several GPU types, integer programme, fixed",
	.needs = "nodes",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_fixed,
	.decide = decide,
};

const struct boa_policy boa_policy_sia_as = {
	.name = "sia-as",
	.summary = "sia on a cluster sized for a target efficiency",
	.needs = "efficiency",
	.round_s = 60.0,
	.create = create,
	.destroy = destroy,
	.resize = resize_as,
	.decide = decide,
};
