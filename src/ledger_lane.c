/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/ledger_lane.h"

static double clamp(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

/* --- what went on before ---------------------------------------------- */

double boa_lane_hold_start(const struct boa_laying *laying, size_t job)
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
static struct boa_lane lane_before(const struct boa_laying *laying,
				   const struct boa_stretch *stretch)
{
	const struct boa_job *job = boa_lane_job(laying->charge, stretch->bill);
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
		lane.until_s = boa_lane_hold_start(laying, stretch->bill->job);
		if (lane.kind == BOA_KIND_RUN)
			lane.kind = BOA_KIND_RESIZE; /* of an earlier run */
	} else if (job->state == BOA_JOB_DONE && job->end_s > 0) {
		lane.until_s = clamp(job->end_s, laying->a_s, laying->b_s);
	}
	return lane;
}

void boa_lanes_recall(struct boa_laying *laying)
{
	const struct boa_stretch *stretch = laying->scene->node->first;

	for (; stretch; stretch = stretch->next) {
		if (boa_stretch_is_open(stretch) && stretch->bill)
			laying->was[laying->n_was++] =
				lane_before(laying, stretch);
	}
}

/* --- what goes on now ------------------------------------------------- */

/* Of a node billed while Slurm believes it off. */
static unsigned off_kind(const struct boa_laying *laying, double at_s)
{
	if (at_s >= laying->orphan_s)
		return BOA_KIND_ORPHAN;
	return laying->scene->node->seen_on ? BOA_KIND_DRAIN : BOA_KIND_BOOT;
}

static unsigned free_kind(const struct boa_laying *laying, double at_s)
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

static unsigned hold_kind(const struct boa_laying *laying,
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

size_t boa_lanes_at(const struct boa_laying *laying, double x_s, double y_s,
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
		if (boa_lane_hold_start(laying, hold->job) <= x_s)
			add_lane(want, &n, &left, lane);
	}
	add_lane(want, &n, &left,
		 (struct boa_lane){ .kind = free_kind(laying, x_s),
				    .gpus = left });
	return n;
}
