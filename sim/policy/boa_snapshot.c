/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "sim/policy/boa.h"

#include "src/size.h"

static int room(struct boa_sim_boa *me, const struct boa_view *view,
		size_t n_hold, struct boa_err *err)
{
	if (view->n_job > me->job_room) {
		size_t n = 2 * view->n_job;
		struct boa_job *grown = realloc(me->job, n * sizeof(*grown));

		if (!grown)
			goto none;
		me->job = grown;
		me->job_room = n;
	}
	if (view->n_node > me->node_room) {
		size_t n = 2 * view->n_node;
		struct boa_node *grown = realloc(me->node, n * sizeof(*grown));

		if (!grown)
			goto none;
		me->node = grown;
		me->node_room = n;
	}
	if (n_hold > me->hold_room) {
		size_t n = 2 * n_hold;
		struct boa_hold *grown = realloc(me->hold, n * sizeof(*grown));

		if (!grown)
			goto none;
		me->hold = grown;
		me->hold_room = n;
	}
	return 0;
none:
	return boa_err_set(err, BOA_ENOMEM, "no memory for a snapshot");
}

static struct boa_job job_of(const struct boa_view *view,
			     const struct boa_sim_job *job,
			     const struct boa_slurm_job *slurm)
{
	struct boa_job out = {
		.id = (uint32_t)job->id,
		.user = "",
		.account = "",
		.comment = slurm->comment,
		.record = slurm->record,
		.sized = true,
		.type = slurm->type,
		.n_restart = slurm->n_restart,
		.submit_s = job->submit_s,
	};
	struct boa_size size;

	if (slurm->type >= 0) {
		size = boa_size_of(slurm->gpus,
				   view->type[slurm->type].gpus_per_node, 0, 0);
		out.asked_nodes = size.nodes;
		out.asked_gpus_per_node = size.gpus_per_node;
	}
	if (slurm->requeued || job->state == BOA_SIM_QUEUED) {
		out.state = BOA_JOB_PENDING;
		out.eligible = true;
		return out;
	}
	out.state = job->state == BOA_SIM_WAITING ? BOA_JOB_CONFIGURING
						  : BOA_JOB_RUNNING;
	out.held_gpus = job->gpus;
	out.start_s = job->since_s;
	return out;
}

static struct boa_node node_of(const struct boa_view *view, size_t i)
{
	const struct boa_sim_node *node = &view->node[i];
	static const enum boa_node_state state[] = {
		[BOA_SIM_OFF] = BOA_NODE_OFF,
		[BOA_SIM_BOOTING] = BOA_NODE_BOOTING,
		[BOA_SIM_UP] = BOA_NODE_UP,
		[BOA_SIM_LEAVING] = BOA_NODE_LEAVING,
	};

	return (struct boa_node){
		.name = "sim",
		.type = (ptrdiff_t)node->type,
		.gpus = view->type[node->type].gpus_per_node,
		.state = state[node->state],
		.releasable = true,
		.usable = true,
		.boot_s = node->rent_s,
	};
}

static bool holds(const struct boa_sim_boa *me, const struct boa_view *view,
		  size_t j)
{
	const struct boa_slurm_job *slurm = boa_memo_at(&me->memo, j);

	return !slurm->requeued && view->job[j].n_grip > 0;
}

/* Who holds what: the holds of a node stand in a row. */
static void fill_holds(struct boa_sim_boa *me, const struct boa_view *view)
{
	size_t at = 0;

	for (size_t j = 0; j < view->n_job; j++)
		for (size_t g = 0;
		     holds(me, view, j) && g < view->job[j].n_grip; g++)
			me->node[view->job[j].grip[g].node].n_hold++;
	for (size_t i = 0; i < view->n_node; i++) {
		me->node[i].idle =
			me->node[i].state == BOA_NODE_UP && !me->node[i].n_hold;
		me->node[i].hold = me->hold + at;
		at += me->node[i].n_hold;
		me->node[i].n_hold = 0;
	}
	for (size_t j = 0; j < view->n_job; j++) {
		for (size_t g = 0;
		     holds(me, view, j) && g < view->job[j].n_grip; g++) {
			const struct boa_grip *grip = &view->job[j].grip[g];
			struct boa_node *node = &me->node[grip->node];

			node->hold[node->n_hold++] =
				(struct boa_hold){ j, grip->gpus };
		}
	}
}

static int name_types(struct boa_sim_boa *me, const struct boa_view *view,
		      struct boa_err *err)
{
	me->type = calloc(view->n_type, sizeof(*me->type));
	if (!me->type)
		return boa_err_set(err, BOA_ENOMEM, "no memory for types");
	for (size_t h = 0; h < view->n_type; h++)
		me->type[h] = (struct boa_snapshot_type){
			.name = view->type[h].name,
			.price_per_gpu_h = view->type[h].price,
			.gpus_per_node = view->type[h].gpus_per_node,
			.max_nodes = view->type[h].max_nodes,
		};
	return 0;
}

int boa_sim_boa_snapshot(struct boa_sim_boa *me, const struct boa_view *view,
			 struct boa_err *err)
{
	size_t n_hold = 0;
	int rc = me->type ? 0 : name_types(me, view, err);

	for (size_t j = 0; j < view->n_job; j++)
		n_hold += view->job[j].n_grip;
	if (!rc)
		rc = room(me, view, n_hold + 1, err);
	if (rc)
		return rc;
	for (size_t j = 0; j < view->n_job; j++)
		me->job[j] =
			job_of(view, &view->job[j], boa_memo_at(&me->memo, j));
	for (size_t i = 0; i < view->n_node; i++)
		me->node[i] = node_of(view, i);
	fill_holds(me, view);
	me->snapshot = (struct boa_snapshot){
		.now_s = view->now_s,
		.n_type = view->n_type,
		.type = me->type,
		.n_job = view->n_job,
		.job = me->job,
		.n_node = view->n_node,
		.node = me->node,
	};
	return 0;
}

void boa_sim_boa_fini_snapshot(struct boa_sim_boa *me)
{
	free(me->type);
	free(me->job);
	free(me->node);
	free(me->hold);
}
