/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/cluster.h"

#include "src/size.h"
#include "src/token.h"

#define BOOT_S   30.0
#define EPILOG_S 2.0
#define DOWN_S   5.0
#define DELAY_S  121.0 /* of a requeue, by AuthInfo's cred_expire */

static void add_nodes(struct cluster *cluster, ptrdiff_t type, size_t n)
{
	size_t i, k;

	for (i = 0; i < n; i++) {
		k = cluster->snapshot.n_node++;
		snprintf(cluster->machine[k].name,
			 sizeof(cluster->machine[k].name), "%s-%zu",
			 cluster->type[type].name, i + 1);
		cluster->node[k] = (struct boa_node){
			.name = cluster->machine[k].name,
			.type = type,
			.gpus = cluster->type[type].gpus_per_node,
			.releasable = true,
			.usable = true,
			.hold = cluster->machine[k].hold,
		};
	}
}

void cluster_begin(struct cluster *cluster, const struct boa_table *table,
		   size_t n_t4, size_t n_a100)
{
	struct boa_shares *shares = NULL;

	*cluster = (struct cluster){
		.type = { { .name = "t4", .gpus_per_node = 4 },
			  { .name = "a100", .gpus_per_node = 8 } },
		.table = table,
		.options = { .grace_time_s = 60.0, .release = true },
	};
	cluster->snapshot = (struct boa_snapshot){
		.now_s = 1700000000.0,
		.n_type = 2,
		.type = cluster->type,
		.job = cluster->job,
		.node = cluster->node,
	};
	add_nodes(cluster, CLUSTER_T4, n_t4);
	add_nodes(cluster, CLUSTER_A100, n_a100);
	assert_int_equal(boa_shares_new(&shares, NULL), 0);
	assert_int_equal(boa_engine_new(shares, &cluster->engine, NULL), 0);
}

void cluster_end(struct cluster *cluster)
{
	size_t i;

	for (i = 0; i < cluster->snapshot.n_job; i++) {
		free(cluster->own[i].comment);
		free(cluster->own[i].record);
	}
	boa_actions_free(&cluster->actions);
	boa_engine_free(cluster->engine);
}

void cluster_restart(struct cluster *cluster)
{
	struct boa_shares *shares = NULL;
	char *text = NULL;

	assert_int_equal(boa_shares_print(boa_engine_shares(cluster->engine),
					  &text, NULL),
			 0);
	boa_engine_free(cluster->engine);
	assert_int_equal(boa_shares_parse(text, &shares, NULL), 0);
	assert_int_equal(boa_engine_new(shares, &cluster->engine, NULL), 0);
	free(text);
}

/* --- jobs ------------------------------------------------------------- */

static void set_comment(struct cluster *cluster, size_t i, char *comment)
{
	free(cluster->own[i].comment);
	cluster->own[i].comment = comment;
	cluster->job[i].comment = comment;
}

void cluster_ask(struct cluster *cluster, size_t i, ptrdiff_t type,
		 unsigned gpus)
{
	struct boa_size size =
		boa_size_of(gpus, cluster->type[type].gpus_per_node, 0, 0);

	cluster->job[i].type = type;
	cluster->job[i].asked_nodes = size.nodes;
	cluster->job[i].asked_gpus_per_node = size.gpus_per_node;
}

size_t cluster_submit(struct cluster *cluster, const char *comment,
		      unsigned gpus)
{
	size_t i = cluster->snapshot.n_job++;

	assert_true(i < CLUSTER_JOBS);
	cluster->job[i] = (struct boa_job){
		.id = (uint32_t)i + 1,
		.state = BOA_JOB_PENDING,
		.user = "alice",
		.account = "",
		.sized = true,
		.eligible = true,
		.submit_s = cluster->snapshot.now_s,
	};
	set_comment(cluster, i, strdup(comment));
	cluster_ask(cluster, i, CLUSTER_T4, gpus);
	return i;
}

void cluster_report(struct cluster *cluster, size_t i, unsigned epoch)
{
	char *comment = NULL;

	assert_int_equal(cluster->job[i].state, BOA_JOB_RUNNING);
	assert_int_equal(boa_token_set_epoch(cluster->job[i].comment, epoch,
					     cluster->job[i].n_restart,
					     &comment, NULL),
			 0);
	set_comment(cluster, i, comment);
	cluster->own[i].in_epoch = epoch;
}

void cluster_requeue(struct cluster *cluster, size_t i)
{
	cluster->job[i].state = BOA_JOB_REQUEUING;
	cluster->job[i].eligible = false;
	cluster->job[i].n_restart++;
	cluster->own[i].until_s = cluster->snapshot.now_s + EPILOG_S;
}

void cluster_finish(struct cluster *cluster, size_t i)
{
	cluster->job[i].state = BOA_JOB_ENDING;
	cluster->job[i].end = BOA_END_COMPLETED;
	cluster->own[i].until_s = cluster->snapshot.now_s + EPILOG_S;
}

struct boa_record cluster_record(const struct cluster *cluster, size_t i)
{
	struct boa_record record = { 0 };
	bool found = false;

	assert_int_equal(
		boa_record_parse(cluster->job[i].record, &found, &record, NULL),
		0);
	assert_true(found);
	return record;
}

/* --- nodes ------------------------------------------------------------ */

static void drop_job(struct cluster *cluster, struct boa_node *node, size_t i)
{
	size_t n;

	for (n = 0; n < node->n_hold; n++) {
		if (node->hold[n].job != i)
			continue;
		cluster->job[i].held_gpus -= node->hold[n].gpus;
		node->hold[n--] = node->hold[--node->n_hold];
	}
	node->idle = node->state == BOA_NODE_UP && !node->n_hold;
}

void cluster_drop(struct cluster *cluster, size_t i)
{
	size_t k;

	for (k = 0; k < cluster->snapshot.n_node; k++)
		drop_job(cluster, &cluster->node[k], i);
	assert_int_equal(cluster->job[i].held_gpus, 0);
}

void cluster_lose(struct cluster *cluster, size_t k)
{
	struct boa_node *node = &cluster->node[k];

	node->state = BOA_NODE_FAILED;
	node->usable = node->idle = node->releasable = false;
	while (node->n_hold) {
		size_t i = node->hold[0].job;

		cluster_requeue(cluster, i);
		drop_job(cluster, node, i);
	}
}

unsigned cluster_n_on(const struct cluster *cluster)
{
	unsigned n = 0;
	size_t k;

	for (k = 0; k < cluster->snapshot.n_node; k++)
		n += cluster->node[k].state != BOA_NODE_OFF;
	return n;
}
