/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * engine_bench.c - a step of the engine for 1,000 active jobs on 1,200 nodes,
 * at rest and when everything moves at once. The aim is below 1 ms.
 */
#include "config.h"

#include <string.h>

#include "tests/bench/bench.h"
#include "tests/unit/tables.h"

#include "src/engine.h"

#define N_JOB  1000
#define N_NODE 1200
#define N_RUN  500

static const struct plan bert[] = {
	{ 0.7, "t4", { 16, 8, 4, 2 } },
	{ 0.3, "t4", { 8, 16, 4, 2 } },
	{ 0.0, "t4", { 1, 1, 1, 1 } },
};

static struct boa_snapshot_type type[] = { { .name = "t4",
					     .gpus_per_node = 4 } };
static struct boa_job job[N_JOB];
static struct boa_node node[N_NODE];
static struct boa_hold hold[N_NODE];
static char record[2][256], name[N_NODE][16];
static struct boa_snapshot snapshot = {
	.now_s = 1e9,
	.n_type = 1,
	.type = type,
	.n_job = N_JOB,
	.job = job,
	.n_node = N_NODE,
	.node = node,
};

static void make_records(void)
{
	int i;

	for (i = 0; i < 2; i++)
		snprintf(record[i], sizeof(record[i]),
			 "boa=1 class=bert plan=0 type=t4 widths=4,2,4,2 "
			 "epoch=%d width=%d run=0 gen=17 first=1700000000 "
			 "resizes=%d why=plan 1 of 3, share 70 %%",
			 i + 1, 4 - 2 * i, i);
}

/* Every job runs on a node of its own; the rest of the nodes boots. */
static void make_rest(void)
{
	size_t i;

	for (i = 0; i < N_JOB; i++)
		job[i] = (struct boa_job){
			.id = (uint32_t)(1000 + 3 * i),
			.state = BOA_JOB_RUNNING,
			.user = "alice",
			.account = i % 2 ? "vision" : "speech",
			.comment = "ProjectA,rule=train class:bert epoch:1.0",
			.record = record[0],
			.sized = true,
			.type = 0,
			.asked_nodes = 1,
			.asked_gpus_per_node = 4,
			.held_gpus = 4,
			.submit_s = 1e9,
		};
	for (i = 0; i < N_NODE; i++) {
		snprintf(name[i], sizeof(name[i]), "t4-%zu", i);
		hold[i] = (struct boa_hold){ i, 4 };
		node[i] = (struct boa_node){
			.name = name[i],
			.type = 0,
			.gpus = 4,
			.state = i < N_JOB ? BOA_NODE_UP : BOA_NODE_BOOTING,
			.releasable = true,
			.usable = true,
			.n_hold = i < N_JOB,
			.hold = &hold[i],
		};
	}
}

/* New jobs, resizes, epochs, launches in equal parts, and 200 idle nodes. */
static void make_rush(void)
{
	size_t i;

	for (i = 0; i < N_JOB; i++) {
		switch (i % 4) {
		case 0:
			job[i].state = BOA_JOB_PENDING;
			job[i].record = NULL;
			job[i].comment = "ProjectA,rule=train class:bert";
			job[i].eligible = true;
			break;
		case 1:
			job[i].state = BOA_JOB_PENDING;
			job[i].comment = "ProjectA class:bert epoch:2.0";
			job[i].n_restart = 1;
			job[i].requeue_delayed = true;
			break;
		case 2:
			job[i].comment = "ProjectA class:bert epoch:2.0";
			break;
		default:
			job[i].state = BOA_JOB_CONFIGURING;
			job[i].nodes_ready = true;
		}
	}
	for (i = N_JOB; i < N_NODE; i++) {
		node[i].state = BOA_NODE_UP;
		node[i].idle = true;
	}
}

static int measure(const char *what, struct boa_engine *engine,
		   const struct boa_table *table)
{
	const struct boa_engine_options options = { .grace_time_s = 300.0,
						    .release = true };
	struct boa_actions actions = { 0 };
	double seconds[N_RUN];
	struct boa_err err;
	size_t i, n = 0;
	char line[80];
	int rc = 0;

	for (i = 0; !rc && i < N_RUN; i++) {
		double begin_s = bench_now_s();

		rc = boa_engine_step(engine, &snapshot, table, &options,
				     &actions, &err);
		seconds[i] = bench_now_s() - begin_s;
		n = actions.n;
		boa_actions_clear(&actions);
	}
	boa_actions_free(&actions);
	if (rc) {
		fprintf(stderr, "engine_bench: %s\n", err.text);
		return rc;
	}
	snprintf(line, sizeof(line), "engine step, %s, 1000 jobs, %zu actions",
		 what, n);
	bench_print(line, seconds, N_RUN);
	return 0;
}

int main(void)
{
	struct boa_table table = { .generation = 17 };
	struct boa_engine *engine = NULL;
	struct boa_shares *shares = NULL;
	int rc;

	add_class(&table, "bert", 4, bert, 3);
	make_records();
	make_rest();
	rc = boa_shares_new(&shares, NULL);
	if (!rc)
		rc = boa_engine_new(shares, &engine, NULL);
	if (!rc)
		rc = measure("at rest", engine, &table);
	make_rush();
	if (!rc)
		rc = measure("in a rush", engine, &table);
	boa_engine_free(engine);
	boa_table_free(&table);
	return rc ? EXIT_FAILURE : EXIT_SUCCESS;
}
