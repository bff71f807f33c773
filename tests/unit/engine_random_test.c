/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random lives: many jobs, lost nodes, restarts of the controller, actions
 * lost, scripts that never say a word. What must hold whatever happens.
 */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/cluster.h"
#include "tests/unit/random.h"

#include "src/token.h"

static const struct plan bert[] = {
	{ 0.6, "t4", { 16, 8, 12 } },
	{ 0.4, "t4", { 8, 16, 4 } },
	{ 0.0, "a100", { 8, 8, 8 } },
};
static const struct plan small[] = {
	{ 0.25, "t4", { 2, 1, 3 } },
	{ 0.75, "t4", { 1, 4, 2 } },
};
static const struct {
	const char *comment;
	unsigned proposed; /* by job_submit */
} kinds[] = {
	{ "class:bert", 16 },
	{ "ProjectA,class:bert", 8 },
	{ "class:small", 2 },
	{ "\"x\" class:small class:bert", 1 },
};

static struct boa_table table;
static struct cluster cluster;

/* What the job's plan gives in the epoch its last run began in. */
static void check_width(size_t i)
{
	struct boa_record record = cluster_record(&cluster, i);

	assert_int_equal(record.width_gpus, cluster.job[i].held_gpus);
	/* the first run of an adopted job has the width it was proposed */
	if (cluster.job[i].n_restart)
		assert_int_equal(cluster.own[i].launched_gpus,
				 boa_record_gpus(&record));
	boa_record_free(&record);
}

/* What a script does in a second, if anything. */
static void run_script(size_t i)
{
	struct cluster_job *own = &cluster.own[i];
	unsigned dice = random_below(100);

	if (cluster.job[i].state != BOA_JOB_RUNNING)
		return;
	if (dice < 5 && own->in_epoch < 3) {
		cluster_report(&cluster, i, own->in_epoch + 1);
		cluster_requeue(&cluster, i); /* whether it is due or not */
	} else if (dice < 15 && own->in_epoch) {
		cluster_report(&cluster, i, own->in_epoch);
	} else if (dice < 16) {
		cluster_requeue(&cluster, i);
	} else if (dice < 18) {
		cluster_finish(&cluster, i);
	}
}

static void check_nodes(void)
{
	size_t k, n;

	for (k = 0; k < cluster.snapshot.n_node; k++) {
		const struct boa_node *node = &cluster.node[k];
		unsigned held = 0;

		for (n = 0; n < node->n_hold; n++)
			held += node->hold[n].gpus;
		assert_true(held <= node->gpus);
		if (held)
			assert_true(node->state == BOA_NODE_UP ||
				    node->state == BOA_NODE_BOOTING);
	}
}

/* A second of the cluster's and all its jobs' lives. */
static void live(bool arrivals)
{
	unsigned kind = random_below(4);
	size_t i;

	if (arrivals && random_below(4) == 0)
		cluster_submit(&cluster, kinds[kind].comment,
			       kinds[kind].proposed);
	if (arrivals && random_below(200) == 0) {
		size_t k = random_below(16);

		if (cluster.node[k].state == BOA_NODE_UP)
			cluster_lose(&cluster, k);
	}
	cluster.hasty = random_below(3) == 0;
	cluster.deaf = random_below(5) == 0;
	cluster_tick(&cluster);
	if (random_below(10) == 0)
		cluster_restart(&cluster);
	check_nodes();
	for (i = 0; i < cluster.snapshot.n_job; i++) {
		if (cluster.job[i].state == BOA_JOB_RUNNING && !cluster.deaf &&
		    cluster.job[i].record)
			check_width(i);
		run_script(i);
	}
}

/* Failed nodes are mended by the administrator: off, and usable. */
static void mend(void)
{
	size_t k;

	for (k = 0; k < cluster.snapshot.n_node; k++) {
		if (cluster.node[k].state != BOA_NODE_FAILED)
			continue;
		cluster.node[k].state = BOA_NODE_OFF;
		cluster.node[k].usable = cluster.node[k].releasable = true;
	}
}

static size_t n_done(void)
{
	size_t n = 0, i;

	for (i = 0; i < cluster.snapshot.n_job; i++)
		n += cluster.job[i].state == BOA_JOB_DONE;
	return n;
}

/*
 * All jobs end, all nodes are released, every job ran with a record, and the
 * assignments of each class and account that reached their jobs add up.
 */
static void every_job_ends_and_no_node_is_left(void **state)
{
	int round, n;
	size_t i;

	(void)state;
	random_begin(20260403);
	for (round = 0; round < 30; round++) {
		table = (struct boa_table){ .generation = 1 };
		add_class(&table, "bert", 3, bert, 3);
		add_class(&table, "small", 3, small, 2);
		cluster_begin(&cluster, &table, 16, 2);
		for (n = 0; n < 300; n++) {
			live(true);
			if (n % 50 == 0)
				mend();
		}
		mend();
		for (n = 0; n_done() < cluster.snapshot.n_job; n++) {
			assert_true(n < 20000);
			live(false);
		}
		for (i = 0; i < cluster.snapshot.n_job; i++)
			assert_true(cluster.own[i].n_launch <=
				    cluster.job[i].n_restart + 1);
		mend();
		cluster.deaf = cluster.hasty = false;
		cluster_run(&cluster, 100);
		assert_int_equal(cluster_n_on(&cluster), 0);
		cluster_end(&cluster);
		boa_table_free(&table);
	}
}

/* Jobs that are sized before they start keep both mixes within a job. */
static void mixes_are_kept_over_restarts(void **state)
{
	int given[2] = { 0 };
	size_t i;

	(void)state;
	random_begin(20260404);
	table = (struct boa_table){ .generation = 1 };
	add_class(&table, "bert", 3, bert, 3);
	cluster_begin(&cluster, &table, 16, 0);
	for (i = 0; i < 200; i++) {
		struct boa_record record;

		cluster_submit(&cluster, "class:bert", 16);
		if (random_below(3) == 0)
			continue; /* two or more in one step */
		cluster.deaf = true;
		cluster_run(&cluster, random_below(3));
		cluster.deaf = false;
		cluster_tick(&cluster);
		if (random_below(2))
			cluster_restart(&cluster);
		record = cluster_record(&cluster, i);
		assert_true(record.plan < 2);
		boa_record_free(&record);
	}
	cluster_tick(&cluster);
	for (i = 0; i < 200; i++) {
		struct boa_record record = cluster_record(&cluster, i);

		given[record.plan]++;
		assert_true(fabs(0.6 * (double)(i + 1) - given[0]) <
			    1.0 + 1e-6);
		boa_record_free(&record);
	}
	cluster_end(&cluster);
	boa_table_free(&table);
}

/* The price of all that is on, per hour. */
static double rate_now(void)
{
	double rate = 0;
	size_t k;

	for (k = 0; k < cluster.snapshot.n_node; k++)
		if (cluster.node[k].state != BOA_NODE_OFF)
			rate += cluster.type[cluster.node[k].type]
					.price_per_gpu_h *
				cluster.node[k].gpus;
	return rate;
}

/* Three epochs of half a minute or more, resized where that is due. */
static void run_quiet_script(size_t i)
{
	struct cluster_job *own = &cluster.own[i];
	double ran_s = cluster.snapshot.now_s - cluster.job[i].start_s;

	if (cluster.job[i].state != BOA_JOB_RUNNING ||
	    ran_s < 30 + (double)(i % 7))
		return;
	if (own->in_epoch == 3) {
		cluster_finish(&cluster, i);
	} else {
		cluster_report(&cluster, i, own->in_epoch + 1);
		cluster_requeue(&cluster, i);
	}
}

/*
 * With MaxRate=40 no more is ever on, whatever jobs grow to; and all of them
 * come to their end, over restarts of the controller.
 */
static void max_rate_is_kept_at_every_moment(void **state)
{
	struct boa_limits limits = { .max_rate_per_hour = 40 };
	double highest = 0;
	unsigned n;
	size_t i;

	(void)state;
	random_begin(20260405);
	table = (struct boa_table){ .generation = 1 };
	add_class(&table, "bert", 3, bert, 2);
	add_class(&table, "small", 3, small, 2);
	cluster_begin(&cluster, &table, 32, 0);
	cluster.type[0].price_per_gpu_h = 1;
	cluster.options.limits = &limits;
	for (n = 0; n < 600 || n_done() < cluster.snapshot.n_job; n++) {
		assert_true(n < 20000);
		if (n < 600 && random_below(15) == 0)
			cluster_submit(&cluster, kinds[random_below(4)].comment,
				       2);
		cluster_tick(&cluster);
		if (random_below(20) == 0)
			cluster_restart(&cluster);
		highest = fmax(highest, rate_now());
		assert_true(rate_now() <= 40);
		for (i = 0; i < cluster.snapshot.n_job; i++)
			run_quiet_script(i);
	}
	printf("# %zu jobs, highest rate %.0f\n", cluster.snapshot.n_job,
	       highest);
	assert_true(highest >= 36);
	cluster_end(&cluster);
	boa_table_free(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_job_ends_and_no_node_is_left),
		cmocka_unit_test(mixes_are_kept_over_restarts),
		cmocka_unit_test(max_rate_is_kept_at_every_moment),
	};
	return cmocka_run_group_tests_name("engine_random", tests, NULL, NULL);
}
