/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/choose.h"
#include "solver/lp.h"

#define LIMIT_S   600.0
#define STEPS_MAX 1e8
#define CELLS_MAX 5e7
#define WHOLE     1e-7

struct work {
	const struct boa_choose_problem *p;
	struct boa_lp *lp;
	double *x;       /* [n_item] */
	double *reduced; /* [n_item] */
	double *none;    /* [n_job], reduced cost of taking none */
	size_t *first;   /* [n_job + 1], items of a job */
	unsigned *left;  /* [n_type] */
	size_t *pick;
	double bound, rounded;
	/* the dynamic programme */
	size_t n_open; /* jobs that are not settled */
	size_t *open;  /* [n_open] */
	size_t n_state;
	size_t *unit;    /* [n_type], index of one GPU */
	double *cost[2]; /* [n_state] */
	uint16_t *
		chosen; /* [n_open][n_state], item of the job from 1; 0: none */
};

/* --- the relaxation --------------------------------------------------- */

static int add_rows(const struct work *w, struct boa_err *err)
{
	int rc = 0;

	for (size_t h = 0; !rc && h < w->p->n_type; h++)
		rc = boa_lp_add_row(w->lp, BOA_LP_AT_MOST, w->p->gpus[h], err);
	for (size_t j = 0; !rc && j < w->p->n_job; j++)
		rc = boa_lp_add_row(w->lp, BOA_LP_AT_MOST, 1.0, err);
	return rc;
}

static int add_columns(const struct work *w, struct boa_err *err)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < w->p->n_item; i++) {
		const struct boa_choose_item *item = &w->p->item[i];
		const size_t row[2] = { item->type, w->p->n_type + item->job };
		const double value[2] = { item->gpus, 1.0 };
		const struct boa_lp_column column = {
			.cost = item->cost,
			.n = 2,
			.row = row,
			.value = value,
		};

		rc = boa_lp_add_column(w->lp, &column, err);
	}
	return rc;
}

static int relax(struct work *w, struct boa_err *err)
{
	enum boa_lp_status status = BOA_LP_INFEASIBLE;
	int rc = boa_lp_new(&w->lp, err);

	if (!rc)
		rc = add_rows(w, err);
	if (!rc)
		rc = add_columns(w, err);
	if (!rc)
		rc = boa_lp_solve(w->lp, LIMIT_S, &status, err);
	if (!rc && status != BOA_LP_OPTIMAL)
		rc = boa_err_set(err, BOA_ESOLVER, "no allocation was found");
	if (rc)
		return rc;
	w->bound = boa_lp_objective(w->lp);
	for (size_t j = 0; j < w->p->n_job; j++)
		w->none[j] = -boa_lp_dual(w->lp, w->p->n_type + j);
	for (size_t i = 0; i < w->p->n_item; i++) {
		const struct boa_choose_item *item = &w->p->item[i];

		w->x[i] = boa_lp_primal(w->lp, i);
		w->reduced[i] = item->cost + w->none[item->job] -
				item->gpus * boa_lp_dual(w->lp, item->type);
	}
	return 0;
}

/* --- rounding --------------------------------------------------------- */

static bool fits(const struct work *w, size_t i)
{
	return w->p->item[i].gpus <= w->left[w->p->item[i].type];
}

static void take(struct work *w, size_t i)
{
	const struct boa_choose_item *item = &w->p->item[i];

	w->pick[item->job] = i;
	w->left[item->type] -= item->gpus;
	w->rounded += item->cost;
}

/* Whole picks as they are; then, job by job, the cheapest that still fits. */
static void round_off(struct work *w)
{
	memcpy(w->left, w->p->gpus, w->p->n_type * sizeof(*w->left));
	w->rounded = 0.0;
	for (size_t j = 0; j < w->p->n_job; j++)
		w->pick[j] = SIZE_MAX;
	for (size_t i = 0; i < w->p->n_item; i++)
		if (w->x[i] > 1.0 - WHOLE && fits(w, i))
			take(w, i);
	for (size_t j = 0; j < w->p->n_job; j++) {
		size_t best = SIZE_MAX;

		if (w->pick[j] != SIZE_MAX)
			continue;
		for (size_t i = w->first[j]; i < w->first[j + 1]; i++)
			if (fits(w, i) &&
			    (best == SIZE_MAX ||
			     w->p->item[i].cost < w->p->item[best].cost))
				best = i;
		if (best != SIZE_MAX)
			take(w, best);
	}
}

/* --- what is left to decide ------------------------------------------- */

static bool may_be(const struct work *w, double reduced)
{
	return reduced <= w->rounded - w->bound + 1e-9;
}

/*
 * A job with one possibility left is settled; the others are open. Returns the
 * steps that the dynamic programme will take.
 */
static double settle(struct work *w)
{
	double steps = 0.0;

	memcpy(w->left, w->p->gpus, w->p->n_type * sizeof(*w->left));
	w->n_open = 0;
	for (size_t j = 0; j < w->p->n_job; j++) {
		size_t only = SIZE_MAX;
		size_t n = may_be(w, w->none[j]);
		bool none = n;

		for (size_t i = w->first[j]; i < w->first[j + 1]; i++) {
			if (!may_be(w, w->reduced[i]))
				continue;
			only = i;
			n++;
		}
		if (n == 1 && !none && fits(w, only)) {
			w->left[w->p->item[only].type] -= w->p->item[only].gpus;
			continue;
		}
		if (n == 1 && none)
			continue;
		w->open[w->n_open++] = j;
		steps += (double)n;
	}
	w->n_state = 1;
	for (size_t h = 0; h < w->p->n_type; h++) {
		w->unit[h] = w->n_state;
		if ((double)w->n_state * (w->left[h] + 1.0) > CELLS_MAX)
			return INFINITY;
		w->n_state *= w->left[h] + 1;
	}
	return steps * (double)w->n_state;
}

/* Are GPUS of TYPE within what state S stands for? */
static bool holds(const struct work *w, size_t s, size_t type, unsigned gpus)
{
	return s / w->unit[type] % (w->left[type] + 1) >= gpus;
}

/* Cost with the first OPEN + 1 open jobs in every state. */
static void extend(struct work *w, size_t open)
{
	size_t j = w->open[open];
	const double *before = w->cost[open % 2];
	double *after = w->cost[(open + 1) % 2];
	uint16_t *chosen = w->chosen + open * w->n_state;

	memcpy(after, before, w->n_state * sizeof(*after));
	memset(chosen, 0, w->n_state * sizeof(*chosen));
	for (size_t i = w->first[j]; i < w->first[j + 1]; i++) {
		const struct boa_choose_item *item = &w->p->item[i];
		size_t back = item->gpus * w->unit[item->type];

		if (!may_be(w, w->reduced[i]))
			continue;
		for (size_t s = back; s < w->n_state; s++) {
			if (before[s - back] + item->cost < after[s] &&
			    holds(w, s, item->type, item->gpus)) {
				after[s] = before[s - back] + item->cost;
				chosen[s] = (uint16_t)(i - w->first[j] + 1);
			}
		}
	}
}

static int programme(struct work *w, struct boa_err *err)
{
	size_t s;

	w->cost[0] = calloc(w->n_state, sizeof(*w->cost[0]));
	w->cost[1] = malloc(w->n_state * sizeof(*w->cost[1]));
	w->chosen = malloc(w->n_open * w->n_state * sizeof(*w->chosen));
	if (!w->cost[0] || !w->cost[1] || !w->chosen)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	for (size_t o = 0; o < w->n_open; o++)
		extend(w, o);
	for (size_t j = 0; j < w->p->n_job; j++) {
		w->pick[j] = SIZE_MAX;
		for (size_t i = w->first[j]; i < w->first[j + 1]; i++)
			if (may_be(w, w->reduced[i]))
				w->pick[j] = i; /* right for settled jobs */
	}
	s = w->n_state - 1;
	for (size_t o = w->n_open; o-- > 0;) {
		size_t j = w->open[o];
		uint16_t at = w->chosen[o * w->n_state + s];

		w->pick[j] = at ? w->first[j] + at - 1U : SIZE_MAX;
		if (at)
			s -= w->p->item[w->pick[j]].gpus *
			     w->unit[w->p->item[w->pick[j]].type];
	}
	return 0;
}

/* --- the whole -------------------------------------------------------- */

/* Where every job's cheapest item fits there is nothing to solve. */
static bool is_roomy(struct work *w)
{
	bool roomy = true;

	memcpy(w->left, w->p->gpus, w->p->n_type * sizeof(*w->left));
	for (size_t j = 0; roomy && j < w->p->n_job; j++) {
		size_t best = SIZE_MAX;

		for (size_t i = w->first[j]; i < w->first[j + 1]; i++)
			if (best == SIZE_MAX ||
			    w->p->item[i].cost < w->p->item[best].cost)
				best = i;
		roomy = best == SIZE_MAX || fits(w, best);
		if (roomy && best != SIZE_MAX)
			take(w, best);
	}
	return roomy;
}

static bool is_whole(const struct work *w)
{
	for (size_t i = 0; i < w->p->n_item; i++)
		if (fabs(w->x[i] - round(w->x[i])) > WHOLE)
			return false;
	return true;
}

static int begin(struct work *w, struct boa_err *err)
{
	const struct boa_choose_problem *p = w->p;
	size_t i = 0;

	w->x = calloc(p->n_item + 1, sizeof(*w->x));
	w->reduced = calloc(p->n_item + 1, sizeof(*w->reduced));
	w->none = calloc(p->n_job + 1, sizeof(*w->none));
	w->first = calloc(p->n_job + 1, sizeof(*w->first));
	w->open = calloc(p->n_job + 1, sizeof(*w->open));
	w->left = calloc(p->n_type + 1, sizeof(*w->left));
	w->unit = calloc(p->n_type + 1, sizeof(*w->unit));
	if (!w->x || !w->reduced || !w->none || !w->first || !w->open ||
	    !w->left || !w->unit)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	for (size_t j = 0; j < p->n_job; j++) {
		w->first[j] = i;
		while (i < p->n_item && p->item[i].job == j)
			i++;
	}
	w->first[p->n_job] = i;
	return 0;
}

static void end(struct work *w)
{
	boa_lp_free(w->lp);
	free(w->x);
	free(w->reduced);
	free(w->none);
	free(w->first);
	free(w->open);
	free(w->left);
	free(w->unit);
	free(w->cost[0]);
	free(w->cost[1]);
	free(w->chosen);
}

int boa_choose(const struct boa_choose_problem *problem, size_t *pick,
	       struct boa_err *err)
{
	struct work w = { .p = problem, .pick = pick };
	int rc = begin(&w, err);

	for (size_t j = 0; j < problem->n_job; j++)
		pick[j] = SIZE_MAX;
	if (rc || !problem->n_item || is_roomy(&w))
		goto out;
	rc = relax(&w, err);
	if (!rc) {
		round_off(&w);
		if (!is_whole(&w) && settle(&w) <= STEPS_MAX &&
		    (double)w.n_open * (double)w.n_state <= CELLS_MAX)
			rc = programme(&w, err);
	}
out:
	end(&w);
	return rc;
}
