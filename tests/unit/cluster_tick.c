/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/cluster.h"

#define BOOT_S  30.0
#define DOWN_S  5.0
#define DELAY_S 121.0 /* of a requeue, by AuthInfo's cred_expire */

/* --- a tick ----------------------------------------------------------- */

static void age_nodes(struct cluster *cluster)
{
	size_t k;

	for (k = 0; k < cluster->snapshot.n_node; k++) {
		struct boa_node *node = &cluster->node[k];

		if (cluster->snapshot.now_s < cluster->machine[k].until_s)
			continue;
		if (node->state == BOA_NODE_BOOTING) {
			node->state = BOA_NODE_UP;
			node->idle = !node->n_hold;
		} else if (node->state == BOA_NODE_LEAVING) {
			node->state = BOA_NODE_OFF;
		}
	}
}

static void age_jobs(struct cluster *cluster)
{
	size_t i;

	for (i = 0; i < cluster->snapshot.n_job; i++) {
		struct boa_job *job = &cluster->job[i];

		if (cluster->snapshot.now_s < cluster->own[i].until_s)
			continue;
		if (job->state == BOA_JOB_REQUEUING) {
			cluster_drop(cluster, i);
			job->state = BOA_JOB_PENDING;
			job->eligible = job->requeue_delayed = true;
			job->submit_s = cluster->snapshot.now_s;
			cluster->own[i].until_s =
				cluster->snapshot.now_s + DELAY_S;
		} else if (job->state == BOA_JOB_ENDING) {
			cluster_drop(cluster, i);
			job->state = BOA_JOB_DONE;
		} else if (job->requeue_delayed) {
			job->requeue_delayed = false;
		}
	}
}

static unsigned free_gpus(const struct boa_node *node)
{
	unsigned held = 0;
	size_t n;

	for (n = 0; n < node->n_hold; n++)
		held += node->hold[n].gpus;
	assert_true(held <= node->gpus);
	return node->gpus - held;
}

/* Can JOB be put on NODE in this round: in use, up and idle, off? */
static bool suits(const struct boa_node *node, const struct boa_job *job,
		  int round)
{
	bool on = node->state == BOA_NODE_UP || node->state == BOA_NODE_BOOTING;

	if (node->type != job->type || !node->usable ||
	    free_gpus(node) < job->asked_gpus_per_node)
		return false;
	if (round == 0)
		return on && node->n_hold;
	return round == 1 ? on && !node->n_hold : node->state == BOA_NODE_OFF;
}

static void start(struct cluster *cluster, size_t i, const size_t *chosen)
{
	struct boa_job *job = &cluster->job[i];
	size_t n;

	for (n = 0; n < job->asked_nodes; n++) {
		struct boa_node *node = &cluster->node[chosen[n]];

		if (node->state == BOA_NODE_OFF) {
			node->state = BOA_NODE_BOOTING;
			node->boot_s = cluster->snapshot.now_s;
			cluster->machine[chosen[n]].until_s =
				cluster->snapshot.now_s + BOOT_S;
			cluster->machine[chosen[n]].n_boot++;
			cluster->n_boot++;
		}
		assert_true(node->n_hold < 8);
		node->hold[node->n_hold++] =
			(struct boa_hold){ i, job->asked_gpus_per_node };
		node->idle = false;
		job->held_gpus += job->asked_gpus_per_node;
	}
	job->state = BOA_JOB_CONFIGURING;
	job->eligible = false;
}

/* Slurm's scheduler: every job that fits, in the order of ids. */
static void schedule(struct cluster *cluster)
{
	size_t chosen[CLUSTER_NODES], i, k;
	int round;

	for (i = 0; i < cluster->snapshot.n_job; i++) {
		struct boa_job *job = &cluster->job[i];
		size_t n = 0;

		if (job->state != BOA_JOB_PENDING || !job->eligible ||
		    job->requeue_delayed)
			continue;
		for (round = 0; round < 3; round++)
			for (k = 0; k < cluster->snapshot.n_node &&
				    n < job->asked_nodes;
			     k++)
				if (suits(&cluster->node[k], job, round))
					chosen[n++] = k;
		if (n == job->asked_nodes)
			start(cluster, i, chosen);
	}
}

static void see_readiness(struct cluster *cluster)
{
	size_t i, k, n;

	for (i = 0; i < cluster->snapshot.n_job; i++)
		cluster->job[i].nodes_ready =
			cluster->job[i].state == BOA_JOB_CONFIGURING;
	for (k = 0; k < cluster->snapshot.n_node; k++)
		for (n = 0; n < cluster->node[k].n_hold; n++)
			if (cluster->node[k].state != BOA_NODE_UP)
				cluster->job[cluster->node[k].hold[n].job]
					.nodes_ready = false;
}

/* --- carrying out ----------------------------------------------------- */

static void write_record(struct cluster *cluster, size_t i, const char *record)
{
	free(cluster->own[i].record);
	cluster->own[i].record = strdup(record);
	cluster->job[i].record = cluster->own[i].record;
}

static void release(struct cluster *cluster, size_t k)
{
	struct boa_node *node = &cluster->node[k];

	assert_int_equal(node->state, BOA_NODE_UP);
	assert_int_equal(node->n_hold, 0);
	assert_true(node->releasable);
	node->state = BOA_NODE_LEAVING;
	node->idle = false;
	cluster->machine[k].until_s = cluster->snapshot.now_s + DOWN_S;
	cluster->n_release++;
}

static void carry_out(struct cluster *cluster, const struct boa_action *action)
{
	struct boa_job *job =
		action->job == SIZE_MAX ? NULL : &cluster->job[action->job];

	switch (action->kind) {
	case BOA_ACT_SIZE:
		assert_int_equal(job->state, BOA_JOB_PENDING);
		cluster_ask(cluster, action->job, action->type, action->gpus);
		if (action->lift_delay)
			job->requeue_delayed = false;
		write_record(cluster, action->job, action->record);
		break;
	case BOA_ACT_RECORD:
		write_record(cluster, action->job, action->record);
		break;
	case BOA_ACT_HOLD:
	case BOA_ACT_UNHOLD:
		assert_int_equal(job->state, BOA_JOB_PENDING);
		assert_int_equal(job->n_restart, 0);
		job->held = action->kind == BOA_ACT_HOLD;
		job->eligible = !job->held;
		break;
	case BOA_ACT_LAUNCH:
		assert_int_equal(job->state, BOA_JOB_CONFIGURING);
		assert_true(job->nodes_ready);
		job->state = BOA_JOB_RUNNING;
		job->start_s = cluster->snapshot.now_s;
		cluster->own[action->job].n_launch++;
		cluster->own[action->job].launched_gpus = job->held_gpus;
		break;
	case BOA_ACT_RELEASE:
		release(cluster, action->node);
		break;
	case BOA_ACT_RENT:
	case BOA_ACT_FAIL:
	case BOA_ACT_OFF:
	case BOA_ACT_RETURN:
		fail_msg("this was not to be: %s", action->text);
		break;
	case BOA_ACT_TELL:
		break;
	}
	assert_int_equal(boa_engine_done(cluster->engine, &cluster->snapshot,
					 cluster->table, action, NULL),
			 0);
}

void cluster_tick(struct cluster *cluster)
{
	struct boa_err err = { 0 };
	size_t a;

	cluster->snapshot.now_s += 1.0;
	age_nodes(cluster);
	age_jobs(cluster);
	if (cluster->hasty)
		schedule(cluster);
	see_readiness(cluster);
	boa_actions_clear(&cluster->actions);
	if (boa_engine_step(cluster->engine, &cluster->snapshot, cluster->table,
			    &cluster->options, &cluster->actions, &err))
		fail_msg("%s", err.text);
	for (a = 0; !cluster->deaf && a < cluster->actions.n; a++)
		carry_out(cluster, &cluster->actions.action[a]);
	schedule(cluster);
}

void cluster_run(struct cluster *cluster, unsigned n)
{
	while (n-- > 0)
		cluster_tick(cluster);
}
