/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/ledger_book.h"

/* One scene being laid. */
struct laying {
	struct boa_charge *charge;
	const struct boa_scene *scene;
	double a_s;
	double b_s;
	struct boa_lane *was; /* [n_was], what went on before for jobs */
	size_t n_was;
	double boot_until_s; /* UP now, but was booting until then */
	double orphan_s;     /* OFF: when it becomes an orphan */
};

static double clamp(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

static bool is_open(const struct boa_stretch *stretch)
{
	return isinf(stretch->to_s);
}

/* --- what went on before ---------------------------------------------- */

static const struct boa_job *job_of(const struct boa_charge *charge,
				    const struct boa_bill *bill)
{
	return bill->job == SIZE_MAX ? NULL
				     : &charge->input->snapshot->job[bill->job];
}

/* When job JOB of the snapshot began what it does at the end of LAYING. */
static double hold_start(const struct laying *laying, size_t job)
{
	const struct boa_bill *bill = laying->charge->bill[job];

	return bill && bill->run.live
		       ? clamp(bill->run.start_s, laying->a_s, laying->b_s)
		       : laying->a_s;
}

static const struct boa_hold *find_hold(const struct boa_node *holder,
					size_t job)
{
	size_t i;

	for (i = 0; holder && i < holder->n_hold; i++) {
		if (holder->hold[i].job == job)
			return &holder->hold[i];
	}
	return NULL;
}

/* How long the job's STRETCH went on, and as what. */
static struct boa_lane lane_before(const struct laying *laying,
				   const struct boa_stretch *stretch)
{
	const struct boa_job *job = job_of(laying->charge, stretch->bill);
	struct boa_lane lane = {
		.bill = stretch->bill,
		.kind = stretch->kind,
		.run = stretch->run,
		.gpus = stretch->gpus,
		.until_s = laying->scene->closing ? laying->b_s : laying->a_s,
	};

	if (!job)
		return lane;
	if (find_hold(laying->scene->holder, stretch->bill->job)) {
		lane.until_s = hold_start(laying, stretch->bill->job);
		if (lane.kind == BOA_KIND_RUN)
			lane.kind = BOA_KIND_RESIZE; /* of an earlier run */
	} else if (job->state == BOA_JOB_DONE && job->end_s > 0) {
		lane.until_s = clamp(job->end_s, laying->a_s, laying->b_s);
	}
	return lane;
}

static void recall(struct laying *laying)
{
	const struct boa_stretch *stretch = laying->scene->node->first;

	for (; stretch; stretch = stretch->next) {
		if (is_open(stretch) && stretch->bill)
			laying->was[laying->n_was++] =
				lane_before(laying, stretch);
	}
}

/* --- what goes on now ------------------------------------------------- */

/* Of a node billed while Slurm believes it off. */
static unsigned off_kind(const struct laying *laying, double at_s)
{
	if (at_s >= laying->orphan_s)
		return BOA_KIND_ORPHAN;
	return laying->scene->node->seen_on ? BOA_KIND_DRAIN : BOA_KIND_BOOT;
}

static unsigned free_kind(const struct laying *laying, double at_s)
{
	switch (laying->scene->state) {
	case BOA_NODE_BOOTING:
		return BOA_KIND_BOOT;
	case BOA_NODE_UP:
		return at_s < laying->boot_until_s ? BOA_KIND_BOOT
						   : BOA_KIND_IDLE;
	case BOA_NODE_OFF:
		return off_kind(laying, at_s);
	case BOA_NODE_FAILED:
		if (!laying->scene->node->ever_up)
			return BOA_KIND_FAILED;
		break;
	case BOA_NODE_LEAVING:
		break;
	}
	return BOA_KIND_DRAIN;
}

static unsigned hold_kind(const struct laying *laying,
			  const struct boa_job *job, double at_s)
{
	enum boa_node_state state = laying->scene->state;

	if (state != BOA_NODE_UP && state != BOA_NODE_LEAVING)
		return free_kind(laying, at_s);
	if (job->state == BOA_JOB_RUNNING)
		return BOA_KIND_RUN;
	if (state == BOA_NODE_LEAVING)
		return BOA_KIND_DRAIN;
	if (job->state == BOA_JOB_CONFIGURING)
		return BOA_KIND_BOOT;
	return job->state == BOA_JOB_REQUEUING ? BOA_KIND_RESIZE
					       : BOA_KIND_DRAIN;
}

static void add_lane(struct boa_lane *want, size_t *n, unsigned *left,
		     struct boa_lane lane)
{
	lane.gpus = lane.gpus < *left ? lane.gpus : *left;
	if (!lane.gpus)
		return;
	*left -= lane.gpus;
	want[(*n)++] = lane;
}

/* The lanes from X_S to Y_S, between which nothing changes. */
static size_t lanes_at(const struct laying *laying, double x_s, double y_s,
		       struct boa_lane *want)
{
	const struct boa_node *holder = laying->scene->holder;
	const struct boa_snapshot *snapshot = laying->charge->input->snapshot;
	unsigned left = laying->scene->node->gpus;
	size_t i, n = 0;

	for (i = 0; i < laying->n_was; i++) {
		if (laying->was[i].until_s > x_s &&
		    laying->was[i].until_s >= y_s)
			add_lane(want, &n, &left, laying->was[i]);
	}
	for (i = 0; holder && i < holder->n_hold; i++) {
		const struct boa_hold *hold = &holder->hold[i];
		const struct boa_job *job = &snapshot->job[hold->job];
		struct boa_lane lane = {
			.bill = laying->charge->bill[hold->job],
			.kind = hold_kind(laying, job, x_s),
			.run = job->n_restart,
			.gpus = hold->gpus,
		};

		if (lane.kind == BOA_KIND_RUN && !lane.bill)
			lane.kind = BOA_KIND_USEFUL;
		if (hold_start(laying, hold->job) <= x_s)
			add_lane(want, &n, &left, lane);
	}
	add_lane(want, &n, &left,
		 (struct boa_lane){ .kind = free_kind(laying, x_s),
				    .gpus = left });
	return n;
}

/* --- stretches -------------------------------------------------------- */

static struct boa_book_cell *cell_of(const struct laying *laying,
				     const struct boa_lane *lane)
{
	const struct boa_bill *bill = lane->bill;

	return boa_book_find_cell(
		laying->charge->ledger, bill ? bill->view.class : "",
		bill ? bill->view.account : "", laying->scene->node->type);
}

static bool is_released(const struct laying *laying)
{
	return laying->scene->state == BOA_NODE_LEAVING ||
	       laying->scene->state == BOA_NODE_OFF;
}

static bool is_same(const struct laying *laying,
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

static bool take_lane(const struct laying *laying,
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
static void change_to(const struct laying *laying, struct boa_lane *want,
		      size_t n, double x_s)
{
	struct boa_ledger *ledger = laying->charge->ledger;
	struct boa_book_node *node = laying->scene->node;
	struct boa_stretch **at = &node->first;
	struct boa_stretch *stretch;
	size_t i;

	while (*at) {
		stretch = *at;
		if (is_open(stretch) && !take_lane(laying, stretch, want, n)) {
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

static void add_cut(double *cut_s, size_t *n, const struct laying *laying,
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
static size_t find_cuts(struct laying *laying, double *cut_s)
{
	const struct boa_node *holder = laying->scene->holder;
	size_t i, n = 0;

	for (i = 0; i < laying->n_was; i++)
		add_cut(cut_s, &n, laying, laying->was[i].until_s);
	for (i = 0; holder && i < holder->n_hold; i++)
		add_cut(cut_s, &n, laying,
			hold_start(laying, holder->hold[i].job));
	add_cut(cut_s, &n, laying, laying->orphan_s);
	qsort(cut_s, n, sizeof(*cut_s), compare_double);
	cut_s[n++] = laying->b_s;
	return n;
}

/* A node that came up since the last look booted until its first job ran. */
static double find_boot_end(const struct laying *laying)
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
			end_s = fmin(end_s, hold_start(laying, job));
	}
	return isinf(end_s) ? laying->a_s : end_s;
}

void boa_charge_lay(struct boa_charge *charge, const struct boa_scene *scene,
		    double a_s, double b_s)
{
	const struct boa_book_node *node = scene->node;
	struct boa_lane *want = charge->lane + charge->n_lane;
	struct laying laying = {
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
	recall(&laying);
	n = find_cuts(&laying, charge->cut_s);
	for (i = 0; i < n; i++) {
		double y_s = charge->cut_s[i];

		if (i && y_s <= x_s)
			continue;
		change_to(&laying, want, lanes_at(&laying, x_s, y_s, want),
			  x_s);
		x_s = y_s;
	}
	/* what ended by B_S does not go on after it */
	if (x_s > a_s && !scene->closing)
		change_to(&laying, want, lanes_at(&laying, x_s, INFINITY, want),
			  x_s);
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
		if (!is_open(stretch) || !stretch->bill)
			continue;
		n_lane++;
		n_cut += job_of(charge, stretch->bill) != NULL;
	}
	for (i = 0; seen && i < seen->n_hold; i++)
		n_cut++;
	if (n_lane > charge->n_lane)
		charge->n_lane = n_lane;
	if (n_cut > charge->n_cut)
		charge->n_cut = n_cut;
	return n_lane * n_cut;
}
