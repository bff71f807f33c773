/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/dp.h"
#include "solver/search.h"

#define ROUNDS_MAX 500
#define HINT_STEP  1.1
#define FEW        8     /* open items: pricing them costs nothing */
#define TOP_TOL    1e-13 /* of the objective: the two lines meet on D itself */
#define BUDGET_TOL 1e-12 /* a budget this close to a spend is that spend */

enum side { FAST, CHEAP, TRIED, N_SIDE };

/* A search under way. */
struct run {
	const struct boa_problem *problem;
	double budget;
	struct boa_dp dp;
	struct boa_side side[N_SIDE];
	double objective[N_SIDE]; /* s */
	double spend[N_SIDE];     /* per hour */
	double price[N_SIDE];     /* where a side was found; 0, infinity */
	double hint;              /* to try first; 0: none */
	double *value;            /* [n_item] at the price tried */
	size_t *path_at;          /* [n_item] where an item's states begin */
	size_t *open;             /* [n_open] the items not yet settled */
	size_t n_open;
};

double boa_spend_worth(const struct boa_problem *problem, double shadow_price)
{
	return shadow_price * problem->rate_per_hour / 3600.0;
}

static int side_init(struct boa_side *side, const struct boa_problem *problem)
{
	side->time_s = calloc(problem->n_item, sizeof(*side->time_s));
	side->spend = calloc(problem->n_item, sizeof(*side->spend));
	side->state = calloc(problem->n_path, sizeof(*side->state));
	return side->time_s && side->spend && side->state ? 0 : BOA_ENOMEM;
}

static void side_fini(struct boa_side *side)
{
	free(side->time_s);
	free(side->spend);
	free(side->state);
	*side = (struct boa_side){ 0 };
}

static void run_fini(struct run *run)
{
	for (size_t d = 0; d < N_SIDE; d++)
		side_fini(&run->side[d]);
	boa_dp_fini(&run->dp);
	free(run->value);
	free(run->path_at);
	free(run->open);
}

static int run_init(struct run *run, const struct boa_problem *problem,
		    double budget, struct boa_err *err)
{
	size_t n = problem->n_item, at = 0;
	int rc;

	*run = (struct run){
		.problem = problem,
		.budget = budget,
		.price[CHEAP] = HUGE_VAL,
	};
	rc = boa_dp_init(&run->dp, problem, err);
	for (size_t d = 0; !rc && d < N_SIDE; d++)
		rc = side_init(&run->side[d], problem);
	run->value = calloc(n, sizeof(*run->value));
	run->path_at = calloc(n, sizeof(*run->path_at));
	run->open = calloc(n, sizeof(*run->open));
	if (rc || !run->value || !run->path_at || !run->open) {
		run_fini(run);
		return boa_err_set(err, BOA_ENOMEM, "a search over %zu classes",
				   n);
	}
	for (size_t i = 0; i < n; i++) {
		run->path_at[i] = at;
		at += problem->item[i].n_epoch;
		run->open[i] = i;
	}
	run->n_open = n;
	return 0;
}

static struct boa_path path_of(struct run *run, enum side d, size_t i)
{
	return (struct boa_path){
		.state = run->side[d].state + run->path_at[i],
	};
}

static void keep(struct run *run, enum side d, size_t i,
		 const struct boa_path *path)
{
	run->side[d].time_s[i] = path->time_s;
	run->side[d].spend[i] = path->spend;
}

/* Add up what side D is worth; settled items count as their fast plan. */
static void sum(struct run *run, enum side d)
{
	const struct boa_problem *problem = run->problem;
	double objective = 0.0, spend = 0.0;

	for (size_t i = 0; i < problem->n_item; i++) {
		const struct boa_item *item = &problem->item[i];

		objective += item->rate_per_hour * item->weight *
			     run->side[d].time_s[i];
		spend += item->rate_per_hour * run->side[d].spend[i];
	}
	run->objective[d] = objective / problem->rate_per_hour;
	run->spend[d] = spend / 3600.0;
}

static void price_ends(struct run *run)
{
	for (size_t i = 0; i < run->problem->n_item; i++) {
		const struct boa_item *item = &run->problem->item[i];
		struct boa_path path = path_of(run, FAST, i);

		boa_dp_fastest(&run->dp, item, &path);
		keep(run, FAST, i, &path);
		path = path_of(run, CHEAP, i);
		boa_dp_cheapest(&run->dp, item, &path);
		keep(run, CHEAP, i, &path);
	}
	sum(run, FAST);
	sum(run, CHEAP);
}

/* The best plan of item I when one unit of spend is worth SPEND_WORTH s. */
static void price(struct run *run, size_t i, double spend_worth)
{
	const struct boa_item *item = &run->problem->item[i];
	struct boa_path path = path_of(run, TRIED, i);

	boa_dp_set_worth(&run->dp, item,
			 (struct boa_worth){ item->weight, spend_worth });
	boa_dp_best(&run->dp, item, &path);
	run->value[i] = path.value;
	keep(run, TRIED, i, &path);
}

/* What item I's plan on side D is worth at SPEND_WORTH. */
static double worth(const struct run *run, enum side d, size_t i,
		    double spend_worth)
{
	return run->problem->item[i].weight * run->side[d].time_s[i] +
	       spend_worth * run->side[d].spend[i];
}

/*
 * Price the open items where the two lines meet. Returns how far D lies below
 * the lines there, in s of objective.
 */
static double try_price(struct run *run, double shadow_price)
{
	double spend_worth = boa_spend_worth(run->problem, shadow_price);
	double below = 0.0;

	for (size_t o = 0; o < run->n_open; o++) {
		size_t i = run->open[o];

		price(run, i, spend_worth);
		below += run->problem->item[i].rate_per_hour *
			 (worth(run, FAST, i, spend_worth) - run->value[i]);
	}
	return below / run->problem->rate_per_hour;
}

static void copy(struct run *run, enum side to, enum side from, size_t i)
{
	memcpy(run->side[to].state + run->path_at[i],
	       run->side[from].state + run->path_at[i],
	       run->problem->item[i].n_epoch * sizeof(uint32_t));
	run->side[to].time_s[i] = run->side[from].time_s[i];
	run->side[to].spend[i] = run->side[from].spend[i];
}

static bool is_settled(const struct run *run, size_t i)
{
	return run->side[FAST].time_s[i] == run->side[CHEAP].time_s[i] &&
	       run->side[FAST].spend[i] == run->side[CHEAP].spend[i];
}

/* Let the plans tried replace those of side D, and settle what agrees. */
static void adopt(struct run *run, enum side d)
{
	size_t n_open = 0;

	for (size_t o = 0; o < run->n_open; o++) {
		size_t i = run->open[o];

		copy(run, d, TRIED, i);
		if (!is_settled(run, i))
			run->open[n_open++] = i;
	}
	run->n_open = n_open;
	run->objective[d] = run->objective[TRIED];
	run->spend[d] = run->spend[TRIED];
}

/* Is the line tried one of the two at hand? Then rounding is all that is left.
 */
static bool is_known(const struct run *run)
{
	return run->spend[TRIED] == run->spend[FAST] ||
	       run->spend[TRIED] == run->spend[CHEAP];
}

/*
 * Where the two lines meet; 0 when the sides agree. D is below there, or this
 * is its top.
 */
static double meeting(const struct run *run)
{
	double saved = run->spend[FAST] - run->spend[CHEAP];
	double longer = run->objective[CHEAP] - run->objective[FAST];

	return saved > 0.0 && longer > 0.0 ? longer / saved : 0.0;
}

/*
 * A price where the spend should be near the budget, if spend is a power of
 * the price between the prices that the sides were found at; or MEETING. The
 * lines' meeting proves the top but can creep towards it from one side.
 */
static double interpolate(const struct run *run, double meeting)
{
	double low = log(run->price[FAST]), high = log(run->price[CHEAP]);
	double part = log(run->spend[FAST] / run->budget) /
		      log(run->spend[FAST] / run->spend[CHEAP]);
	double price = exp(low + part * (high - low));

	return price > run->price[FAST] && price < run->price[CHEAP] ? price
								     : meeting;
}

/* The price to try in round N: MEETING, or one that leads there sooner. */
static double next_price(const struct run *run, size_t n, double meeting)
{
	double price = meeting;

	if (run->n_open < FEW)
		return meeting;
	if (run->hint > 0.0 && n == 1)
		price = run->hint;
	else if (run->hint > 0.0 && n == 2)
		price = run->price[FAST] > 0.0 ? run->hint * HINT_STEP
					       : run->hint / HINT_STEP;
	else if (n % 2 == 0)
		price = interpolate(run, meeting);
	return price > run->price[FAST] && price < run->price[CHEAP] ? price
								     : meeting;
}

/* Close in on the top of D; returns the shadow price. */
static double close_in(struct run *run, size_t *n_round)
{
	double mu = 0.0;

	for (size_t i = 0; i < run->problem->n_item; i++)
		copy(run, TRIED, FAST, i);
	for (*n_round = 1; *n_round <= ROUNDS_MAX; ++*n_round) {
		double meets = meeting(run), below, line;
		enum side side;

		if (!(meets > 0.0))
			break;
		mu = next_price(run, *n_round, meets);
		line = run->objective[FAST] + mu * run->spend[FAST];
		below = try_price(run, mu);
		if (mu == meets && below <= TOP_TOL * line)
			break;
		/* What is settled has the same plan on all three sides. */
		sum(run, TRIED);
		if (mu == meets && is_known(run))
			break;
		side = run->spend[TRIED] > run->budget ? FAST : CHEAP;
		adopt(run, side);
		run->price[side] = mu;
	}
	return mu;
}

/*
 * Items that weigh nothing in the sums may still have plans on either side
 * that do not tie at the price found; give them the plan that is best there.
 */
static void settle_light_items(struct run *run)
{
	for (size_t o = 0; o < run->n_open; o++) {
		size_t i = run->open[o];
		double at_stake =
			run->problem->item[i].rate_per_hour / 3600.0 *
			(run->side[FAST].spend[i] - run->side[CHEAP].spend[i]);

		if (at_stake > BUDGET_TOL * run->budget)
			continue;
		copy(run, FAST, TRIED, i);
		copy(run, CHEAP, TRIED, i);
	}
}

/* Share the budget out: from all cheap to fast, item after item. */
static void split(struct run *run, double *share)
{
	double left;

	sum(run, CHEAP);
	left = run->budget - run->spend[CHEAP];
	for (size_t i = 0; i < run->problem->n_item; i++) {
		double more =
			run->problem->item[i].rate_per_hour / 3600.0 *
			(run->side[FAST].spend[i] - run->side[CHEAP].spend[i]);

		share[i] = 1.0;
		if (is_settled(run, i))
			continue;
		if (more > left) {
			share[i] = left > 0.0 ? left / more : 0.0;
			if (share[i] > 1.0 - BUDGET_TOL)
				share[i] = 1.0;
			else if (share[i] < BUDGET_TOL)
				share[i] = 0.0;
		}
		left -= share[i] * more;
	}
}

static double dual_bound(struct run *run, double shadow_price)
{
	double spend_worth = boa_spend_worth(run->problem, shadow_price);
	double bound = 0.0;

	for (size_t i = 0; i < run->problem->n_item; i++) {
		price(run, i, spend_worth);
		bound += run->problem->item[i].rate_per_hour * run->value[i];
	}
	return bound / run->problem->rate_per_hour - shadow_price * run->budget;
}

static int hand_over(struct run *run, struct boa_search *fresh,
		     struct boa_err *err)
{
	fresh->split = calloc(run->problem->n_item, sizeof(*fresh->split));
	if (!fresh->split)
		return boa_err_set(err, BOA_ENOMEM, "a search over %zu classes",
				   run->problem->n_item);
	fresh->feasible = true;
	if (run->budget < run->spend[FAST]) {
		fresh->shadow_price = close_in(run, &fresh->n_round);
		settle_light_items(run);
		split(run, fresh->split);
	} else {
		for (size_t i = 0; i < run->problem->n_item; i++)
			fresh->split[i] = 1.0;
	}
	fresh->dual_bound_s = dual_bound(run, fresh->shadow_price);
	fresh->fast = run->side[FAST];
	fresh->cheap = run->side[CHEAP];
	run->side[FAST] = run->side[CHEAP] = (struct boa_side){ 0 };
	return 0;
}

int boa_search_run(const struct boa_problem *problem, double budget_per_hour,
		   double hint, struct boa_search *search, struct boa_err *err)
{
	struct boa_search fresh = { 0 };
	struct run run;
	int rc = run_init(&run, problem, budget_per_hour, err);

	if (rc)
		return rc;
	run.hint = hint;
	price_ends(&run);
	fresh.least_budget = run.spend[CHEAP];
	if (budget_per_hour >= fresh.least_budget * (1.0 - BUDGET_TOL))
		rc = hand_over(&run, &fresh, err);
	if (!rc)
		*search = fresh;
	run_fini(&run);
	return rc;
}

void boa_search_free(struct boa_search *search)
{
	side_fini(&search->fast);
	side_fini(&search->cheap);
	free(search->split);
	*search = (struct boa_search){ 0 };
}
