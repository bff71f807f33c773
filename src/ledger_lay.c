/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/ledger_lane.h"

/* --- stretches -------------------------------------------------------- */

static struct boa_book_cell *cell_of(const struct boa_laying *laying,
				     const struct boa_lane *lane)
{
	const struct boa_bill *bill = lane->bill;

	return boa_book_find_cell(
		laying->charge->ledger, bill ? bill->view.class : "",
		bill ? bill->view.account : "", laying->scene->node->type);
}

static bool is_released(const struct boa_laying *laying)
{
	return laying->scene->state == BOA_NODE_LEAVING ||
	       laying->scene->state == BOA_NODE_OFF;
}

static bool is_same(const struct boa_laying *laying,
		    const struct boa_stretch *stretch,
		    const struct boa_lane *lane)
{
	return stretch->bill == lane->bill && stretch->kind == lane->kind &&
	       stretch->gpus == lane->gpus &&
	       (lane->kind != BOA_KIND_RUN || stretch->run == lane->run) &&
	       stretch->price_per_gpu_h ==
		       laying->scene->node->price_per_gpu_h &&
	       stretch->released == is_released(laying) &&
	       stretch->cell == cell_of(laying, lane);
}

static bool take_lane(const struct boa_laying *laying,
		      const struct boa_stretch *stretch, struct boa_lane *want,
		      size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (!want[i].taken && is_same(laying, stretch, &want[i])) {
			want[i].taken = true;
			return true;
		}
	}
	return false;
}

/* Let the N lanes of WANT go on from X_S, and nothing else. */
static void change_to(const struct boa_laying *laying, struct boa_lane *want,
		      size_t n, double x_s)
{
	struct boa_ledger *ledger = laying->charge->ledger;
	struct boa_book_node *node = laying->scene->node;
	struct boa_stretch **at = &node->first;
	struct boa_stretch *stretch;
	size_t i;

	while (*at) {
		stretch = *at;
		if (boa_stretch_is_open(stretch) &&
		    !take_lane(laying, stretch, want, n)) {
			stretch->to_s = x_s;
			node->dirty = true;
		}
		if (stretch->to_s <= stretch->from_s)
			boa_book_unlink(ledger, at);
		else
			at = &stretch->next;
	}
	for (i = 0; i < n; i++) {
		if (want[i].taken)
			continue;
		stretch = boa_book_stretch(ledger, node);
		stretch->bill = want[i].bill;
		stretch->cell = cell_of(laying, &want[i]);
		stretch->kind = want[i].kind;
		stretch->run = want[i].run;
		stretch->gpus = want[i].gpus;
		stretch->released = is_released(laying);
		stretch->price_per_gpu_h = node->price_per_gpu_h;
		stretch->from_s = x_s;
		stretch->to_s = INFINITY;
		if (stretch->bill)
			stretch->bill->n_stretch++;
	}
}

/* --- cutting the time where something changes ------------------------- */

static void add_cut(double *cut_s, size_t *n, const struct boa_laying *laying,
		    double at_s)
{
	if (at_s > laying->a_s && at_s < laying->b_s)
		cut_s[(*n)++] = at_s;
}

static int compare_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Where lanes begin or end between A and B, by time, then B. */
static size_t find_cuts(struct boa_laying *laying, double *cut_s)
{
	const struct boa_node *holder = laying->scene->holder;
	size_t i, n = 0;

	for (i = 0; i < laying->n_was; i++)
		add_cut(cut_s, &n, laying, laying->was[i].until_s);
	for (i = 0; holder && i < holder->n_hold; i++)
		add_cut(cut_s, &n, laying,
			boa_lane_hold_start(laying, holder->hold[i].job));
	add_cut(cut_s, &n, laying, laying->orphan_s);
	qsort(cut_s, n, sizeof(*cut_s), compare_double);
	cut_s[n++] = laying->b_s;
	return n;
}

/* A node that came up since the last look booted until its first job ran. */
static double find_boot_end(const struct boa_laying *laying)
{
	const struct boa_scene *scene = laying->scene;
	const struct boa_snapshot *snapshot = laying->charge->input->snapshot;
	double end_s = INFINITY;
	size_t i;

	if (scene->node->state == BOA_NODE_UP || !scene->holder)
		return laying->a_s;
	for (i = 0; i < scene->holder->n_hold; i++) {
		size_t job = scene->holder->hold[i].job;

		if (snapshot->job[job].state == BOA_JOB_RUNNING)
			end_s = fmin(end_s, boa_lane_hold_start(laying, job));
	}
	return isinf(end_s) ? laying->a_s : end_s;
}

void boa_charge_lay(struct boa_charge *charge, const struct boa_scene *scene,
		    double a_s, double b_s)
{
	const struct boa_book_node *node = scene->node;
	struct boa_lane *want = charge->lane + charge->n_lane;
	struct boa_laying laying = {
		.charge = charge,
		.scene = scene,
		.a_s = a_s,
		.b_s = b_s > a_s ? b_s : a_s,
		.was = charge->lane,
		.orphan_s = INFINITY,
	};
	double x_s = a_s;
	size_t i, n;

	if (scene->state == BOA_NODE_OFF)
		laying.orphan_s =
			charge->orphan_after_s +
			(node->seen_on ? node->off_since_s : node->launch_s);
	laying.boot_until_s = find_boot_end(&laying);
	boa_lanes_recall(&laying);
	n = find_cuts(&laying, charge->cut_s);
	for (i = 0; i < n; i++) {
		double y_s = charge->cut_s[i];

		if (i && y_s <= x_s)
			continue;
		change_to(&laying, want, boa_lanes_at(&laying, x_s, y_s, want),
			  x_s);
		x_s = y_s;
	}
	/* what ended by B_S does not go on after it */
	if (x_s > a_s && !scene->closing)
		change_to(&laying, want,
			  boa_lanes_at(&laying, x_s, INFINITY, want), x_s);
}

void boa_charge_cut(struct boa_charge *charge, struct boa_book_node *node,
		    double at_s)
{
	struct boa_stretch **at = &node->first;

	while (*at) {
		struct boa_stretch *stretch = *at;

		if (stretch->to_s > at_s) {
			stretch->to_s = at_s;
			node->dirty = true;
		}
		if (stretch->to_s <= stretch->from_s)
			boa_book_unlink(charge->ledger, at);
		else
			at = &stretch->next;
	}
}

size_t boa_charge_lane_bound(struct boa_charge *charge,
			     const struct boa_book_node *node,
			     const struct boa_node *seen)
{
	const struct boa_stretch *stretch;
	size_t n_lane = 1 + (seen ? seen->n_hold : 0), n_cut = 3;
	size_t i;

	for (stretch = node->first; stretch; stretch = stretch->next) {
		if (!boa_stretch_is_open(stretch) || !stretch->bill)
			continue;
		n_lane++;
		n_cut += boa_lane_job(charge, stretch->bill) != NULL;
	}
	for (i = 0; seen && i < seen->n_hold; i++)
		n_cut++;
	if (n_lane > charge->n_lane)
		charge->n_lane = n_lane;
	if (n_cut > charge->n_cut)
		charge->n_cut = n_cut;
	return n_lane * n_cut;
}
