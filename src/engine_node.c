/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "src/engine_impl.h"
#include "src/size.h"
#include "src/text.h"

/* --- what jobs need --------------------------------------------------- */

static uint64_t n_task(const struct boa_job *job)
{
	return job->n_task ? job->n_task : 1;
}

static bool is_known(const struct boa_step *step, ptrdiff_t type)
{
	return type >= 0 && (size_t)type < step->snapshot->n_type;
}

static void need_part(struct boa_need *need, unsigned gpus, uint64_t n)
{
	if (gpus > 0 && gpus < BOA_PACK_MAX)
		need->part[gpus] += n;
	else
		need->whole += n;
}

void boa_step_need(struct boa_step *step, const struct boa_job *job,
		   ptrdiff_t type, unsigned gpus)
{
	unsigned per_node;

	if (!is_known(step, type))
		return;
	per_node = step->snapshot->type[type].gpus_per_node;
	if (gpus < per_node && !job->whole_nodes)
		need_part(&step->need[type], gpus, n_task(job));
	else
		step->need[type].whole +=
			boa_size_of(gpus, per_node, 0, 0).nodes * n_task(job);
}

void boa_step_need_asked(struct boa_step *step, const struct boa_job *job)
{
	uint64_t nodes = job->asked_nodes ? job->asked_nodes : 1;

	if (!is_known(step, job->type))
		return;
	if (nodes == 1 && !job->whole_nodes &&
	    job->asked_gpus_per_node <
		    step->snapshot->type[job->type].gpus_per_node)
		need_part(&step->need[job->type], job->asked_gpus_per_node,
			  n_task(job));
	else
		step->need[job->type].whole += nodes * n_task(job);
}

/* --- what there is ---------------------------------------------------- */

/* The nodes of one type. */
struct stock {
	uint64_t idle;               /* that may be released */
	uint64_t keep;               /* of these, for the jobs that wait */
	uint64_t left[BOA_PACK_MAX]; /* [k]: nodes in use, k GPUs left on them
				      */
};

static bool may_release(const struct boa_step *step,
			const struct boa_node *node)
{
	return node->state == BOA_NODE_UP && node->idle && node->releasable &&
	       !node->n_hold && is_known(step, node->type);
}

static unsigned left_gpus(const struct boa_node *node)
{
	unsigned left = node->gpus;
	size_t i;

	for (i = 0; i < node->n_hold; i++)
		left -= node->hold[i].gpus < left ? node->hold[i].gpus : left;
	return left;
}

static void take_stock(const struct boa_step *step, struct stock *stock)
{
	size_t i;

	for (i = 0; i < step->snapshot->n_node; i++) {
		const struct boa_node *node = &step->snapshot->node[i];
		unsigned left;

		if (may_release(step, node))
			stock[node->type].idle++;
		if (node->state != BOA_NODE_UP || !node->usable ||
		    !node->n_hold || !is_known(step, node->type))
			continue;
		left = left_gpus(node);
		if (left < BOA_PACK_MAX)
			stock[node->type].left[left]++;
	}
}

/*
 * Put one piece of GPUS where it leaves least over; true when that takes a node
 * of MOST GPUs more.
 */
static bool pack(struct stock *stock, unsigned gpus, unsigned most)
{
	unsigned k = gpus;

	while (k < most && !stock->left[k])
		k++;
	if (stock->left[k]) {
		stock->left[k]--;
		stock->left[k - gpus]++;
		return false;
	}
	stock->left[most - gpus]++;
	return true;
}

/* The nodes of PER_NODE GPUs to keep, the widest pieces placed first. */
static void count_kept(const struct boa_need *need, unsigned per_node,
		       struct stock *stock)
{
	unsigned most = per_node < BOA_PACK_MAX ? per_node : BOA_PACK_MAX - 1;
	unsigned gpus;
	uint64_t n;

	stock->keep = need->whole;
	for (gpus = most; gpus > 0; gpus--)
		for (n = need->part[gpus]; n && stock->keep < stock->idle; n--)
			stock->keep += pack(stock, gpus, most);
}

int boa_step_release(struct boa_step *step)
{
	const struct boa_snapshot *snapshot = step->snapshot;
	struct stock *stock = calloc(snapshot->n_type + 1, sizeof(*stock));
	size_t h, i;
	int rc = 0;

	if (!stock)
		return boa_step_no_memory(step->err);
	take_stock(step, stock);
	for (h = 0; h < snapshot->n_type; h++)
		count_kept(&step->need[h], snapshot->type[h].gpus_per_node,
			   &stock[h]);
	for (i = snapshot->n_node; !rc && i-- > 0;) {
		const struct boa_node *node = &snapshot->node[i];
		struct boa_action action = {
			.kind = BOA_ACT_RELEASE,
			.job = SIZE_MAX,
			.node = i,
		};

		if (!may_release(step, node) ||
		    stock[node->type].idle <= stock[node->type].keep)
			continue;
		stock[node->type].idle--;
		action.text = boa_text_new("node %s: idle, and no job waits "
					   "for it: released",
					   node->name);
		rc = boa_step_add(step, action);
	}
	free(stock);
	return rc;
}
