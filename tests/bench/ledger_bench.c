/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_bench.c - a cycle of the ledger for 1,000 jobs on 1,200 nodes, at
 * rest and when a tenth of the jobs moves in each, with 10,000 ended bills
 * behind them: charging, saving what changed, writing all anew, status.json.
 */
#include "config.h"

#include <unistd.h>

#include "tests/bench/bench.h"

#include "src/ledger_state.h"
#include "src/status_json.h"

#define N_JOB   1000
#define N_NODE  1200
#define N_RUN   200
#define N_ENDED 10000

static struct boa_snapshot_type type[] = { { "t4", 1.088, 4, 0 } };
static struct boa_job job[N_JOB];
static struct boa_node node[N_NODE];
static struct boa_hold hold[N_NODE];
static char name[N_NODE][16];
static struct boa_snapshot snapshot = {
	.now_s = 1.7e9,
	.n_type = 1,
	.type = type,
	.n_job = N_JOB,
	.job = job,
	.n_node = N_NODE,
	.node = node,
};
static struct boa_conf_type conf_type[] = {
	{ .name = "t4", .price = 1.088, .gpus_per_node = 4, .partition = "t4" }
};
static struct boa_conf conf = { .budget = { 1000, BOA_USD_PER_HOUR },
				.n_type = 1,
				.type = conf_type };

struct bench {
	struct boa_ledger_input input;
	struct boa_ledger *ledger;
	struct boa_shares *shares;
	struct boa_state_file *file;
	struct boa_provider_mark mark;
	double seconds[N_RUN];
};

static void make_job(size_t i, uint32_t id)
{
	job[i] = (struct boa_job){
		.id = id,
		.state = BOA_JOB_RUNNING,
		.user = "alice",
		.account = i % 2 ? "vision" : "speech",
		.record = "boa=1 class=bert plan=0 type=t4 widths=4,2,4,2 "
			  "epoch=2 width=2 run=0 gen=17 first=1700000000 "
			  "resizes=1 why=plan 1 of 3, share 70 %",
		.held_gpus = 4,
		.submit_s = snapshot.now_s,
		.start_s = snapshot.now_s,
	};
}

static void make_cluster(void)
{
	size_t i;

	for (i = 0; i < N_JOB; i++)
		make_job(i, (uint32_t)(i + 1));
	for (i = 0; i < N_NODE; i++) {
		snprintf(name[i], sizeof(name[i]), "t4-%zu", i);
		hold[i] = (struct boa_hold){ i, 4 };
		node[i] = (struct boa_node){
			.name = name[i],
			.gpus = 4,
			.state = i < N_JOB ? BOA_NODE_UP : BOA_NODE_BOOTING,
			.n_hold = i < N_JOB,
			.hold = &hold[i],
		};
	}
}

/* A tenth of the jobs ends and others take their nodes. */
static void move(uint32_t *next_id)
{
	static size_t from;
	size_t i;

	for (i = 0; i < N_JOB / 10; i++)
		make_job((from + i) % N_JOB, (*next_id)++);
	from += N_JOB / 10;
}

static void check(int rc)
{
	if (!rc)
		return;
	fprintf(stderr, "ledger_bench: failed\n");
	exit(1);
}

static void charge(struct bench *bench)
{
	snapshot.now_s += 0.5;
	check(boa_ledger_charge(bench->ledger, &bench->input, NULL));
}

static void save(struct bench *bench)
{
	check(boa_state_save(bench->file, bench->ledger, bench->shares,
			     &bench->mark, NULL));
}

/* Time STEP, which charges or saves, the other one between. */
static void measure(struct bench *bench, const char *what, bool saves,
		    uint32_t *next_id)
{
	size_t i;

	for (i = 0; i < N_RUN; i++) {
		double from_s = bench_now_s();

		charge(bench);
		if (!saves)
			bench->seconds[i] = bench_now_s() - from_s;
		from_s = bench_now_s();
		save(bench);
		if (saves)
			bench->seconds[i] = bench_now_s() - from_s;
		if (next_id)
			move(next_id);
	}
	bench_print(what, bench->seconds, N_RUN);
}

static void measure_status(struct bench *bench, const char *dir)
{
	struct boa_status status = { .cluster = "bench",
				     .conf = &conf,
				     .snapshot = &snapshot,
				     .ledger = bench->ledger };
	char path[256];
	size_t i;

	snprintf(path, sizeof(path), "%s/status.json", dir);
	for (i = 0; i < 20; i++) {
		double from_s = bench_now_s();

		check(boa_status_save(path, &status, NULL));
		bench->seconds[i] = bench_now_s() - from_s;
	}
	bench_print("status.json", bench->seconds, 20);
	(void)unlink(path);
}

static void measure_opening(struct bench *bench, const char *dir)
{
	double from_s;

	boa_state_close(bench->file);
	boa_ledger_free(bench->ledger);
	boa_shares_free(bench->shares);
	from_s = bench_now_s();
	check(boa_state_open(dir, &bench->file, &bench->ledger, &bench->shares,
			     &bench->mark, NULL, NULL));
	bench->seconds[0] = bench_now_s() - from_s;
	bench_print("opening the state", bench->seconds, 1);
}

int main(void)
{
	static const char *const files[] = { "ledger", "ledger.old",
					     "jobs.jsonl" };
	struct bench bench = { .input = { .snapshot = &snapshot } };
	char dir[] = "/tmp/boa-bench-XXXXXX", path[256];
	uint32_t next_id = N_JOB + 1;
	size_t i;

	if (!mkdtemp(dir))
		return 1;
	check(boa_state_open(dir, &bench.file, &bench.ledger, &bench.shares,
			     &bench.mark, NULL, NULL));
	make_cluster();
	charge(&bench);
	while (next_id < N_ENDED + N_JOB) {
		move(&next_id);
		charge(&bench);
	}
	save(&bench);
	measure(&bench, "charging at rest", false, NULL);
	measure(&bench, "saving at rest", true, NULL);
	measure(&bench, "charging a rush", false, &next_id);
	measure(&bench, "saving a rush", true, &next_id);
	measure_status(&bench, dir);
	measure_opening(&bench, dir);
	boa_state_close(bench.file);
	boa_ledger_free(bench.ledger);
	boa_shares_free(bench.shares);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		(void)unlink(path);
	}
	return rmdir(dir);
}
