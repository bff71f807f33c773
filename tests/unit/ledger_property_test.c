/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whatever happens, the sum over all kinds is the bill of the nodes: random
 * worlds against a sum of their own. The seed of a world is in its message.
 */
#include "config.h"

#include "tests/unit/ledger_world.h"

enum { N_WORLD = 300, N_STEP = 120, N_NODE = 6, N_JOB = 8 };

/* splitmix64, so that a seed means the same everywhere */
static uint64_t seed, rng;

static uint64_t draw(void)
{
	uint64_t z = (rng += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static unsigned below(unsigned n)
{
	return (unsigned)(draw() % n);
}

static double between(double low, double high)
{
	return low + (high - low) * ((double)(draw() >> 11) / 0x1p53);
}

/* Price of one GPU-second of node I. */
static double price(const struct world *world, size_t i)
{
	return world->type[world->node[i].type].price_per_gpu_h / 3600;
}

/* --- random worlds ---------------------------------------------------- */

static struct world *random_world(void)
{
	struct world *world = world_new(N_NODE);
	size_t i;

	for (i = 0; i < N_NODE; i++) {
		if (below(3) == 0)
			world_make_a100(world, i);
	}
	for (i = 0; i < N_JOB; i++)
		world_submit(world, (uint32_t)(10 + i), 50);
	return world;
}

/* Jobs in any state, on any nodes, with any record. */
static void shuffle_jobs(struct world *world, double now_s)
{
	static const char *const records[] = {
		NULL,
		"boa=1 class=a plan=0 type=t4 widths=4 epoch=0 width=4 gen=1 "
		"first=40 resizes=0",
		"boa=1 class=a plan=0 type=t4 widths=4 epoch=1 width=4 run=0 "
		"gen=1 first=40 resizes=0",
		"boa=1 class=b plan=0 type=t4 widths=4 epoch=1 width=4 run=1 "
		"gen=1 first=40 resizes=1",
		"boa=1 garbage",
	};
	struct boa_job *job;
	size_t j;

	for (j = 0; j < N_JOB; j++) {
		job = &world->job[j];
		if (below(3))
			continue;
		world_let_go(world, j);
		job->state = (enum boa_job_state)below(6);
		job->end = job->state < BOA_JOB_ENDING
				   ? BOA_END_NONE
				   : (enum boa_job_end)(1 + below(4));
		job->n_restart += below(4) == 0;
		job->start_s = job->state == BOA_JOB_PENDING
				       ? 0
				       : now_s + between(-20, 2);
		job->end_s = job->state == BOA_JOB_DONE
				     ? now_s + between(-20, 2)
				     : 0;
		job->record = records[below(5)];
		job->comment = below(2) ? "class:a" : NULL;
		job->account = below(2) ? "vision" : NULL;
		while (job->state != BOA_JOB_PENDING && below(3)) {
			size_t i = below(N_NODE);

			if (world->node[i].n_hold < WORLD_HOLDS)
				world_hold(world, j, i, 1 + below(4));
		}
	}
}

static void check(const struct world *world, double gpu_s, double spend)
{
	struct boa_amount total, jobs = { 0 };
	size_t i, k;

	boa_ledger_sum(world->ledger, NULL, &total);
	if (fabs(total.gpu_s - gpu_s) > 1e-6 * (1 + gpu_s) ||
	    fabs(total.spend - spend) > 1e-6 * (1 + spend))
		fail_msg("seed %llu: charged %.9g GPU-s, %.9g; the bill is "
			 "%.9g, %.9g",
			 (unsigned long long)seed, total.gpu_s, total.spend,
			 gpu_s, spend);
	for (i = 0; i < boa_ledger_n_job(world->ledger); i++) {
		const struct boa_job_bill *bill =
			boa_ledger_job(world->ledger, i);

		for (k = 0; k < BOA_N_KIND; k++) {
			if (bill->by_kind[k].gpu_s < -1e-6)
				fail_msg("seed %llu: a bill below 0",
					 (unsigned long long)seed);
			jobs.gpu_s += bill->by_kind[k].gpu_s;
		}
	}
	if (jobs.gpu_s > total.gpu_s + 1e-6 * (1 + gpu_s))
		fail_msg("seed %llu: jobs are charged more than there is",
			 (unsigned long long)seed);
}

/* --- states decide ---------------------------------------------------- */

/* Mostly a cycle; a gap now and then; the clock goes back once in a while. */
static double random_step(void)
{
	switch (below(12)) {
	case 0:
		return between(100, 4000);
	case 1:
		return between(-2000, 0);
	case 2:
		return 0;
	default:
		return between(0.1, 15);
	}
}

/* GPU-seconds by which node I's bill grows from FROM_S to NOW_S. */
static double by_state(const struct world *world, size_t i, bool was_on,
		       double from_s, double now_s)
{
	const struct boa_node *node = &world->node[i];
	bool on = i < world->snapshot.n_node && node->state != BOA_NODE_OFF;

	if (now_s < from_s)
		return 0;
	if (on && !was_on && node->boot_s > from_s && node->boot_s <= now_s)
		from_s = node->boot_s;
	return on || was_on ? node->gpus * (now_s - from_s) : 0;
}

static void a_world_without_a_log(void)
{
	struct world *world = random_world();
	double now_s = 1e6, gpu_s = 0, spend = 0, next_s;
	bool was_on[N_NODE] = { 0 };
	size_t i, step;

	world_charge(world, now_s);
	for (step = 0; step < N_STEP; step++) {
		next_s = now_s + random_step();
		/* now and then the configuration loses a node, or gets it
		   back */
		world->snapshot.n_node = N_NODE - (below(8) == 0);
		for (i = 0; i < N_NODE; i++) {
			if (below(4) == 0) {
				world->node[i].state = below(5);
				world->node[i].boot_s =
					next_s + between(-20, 5);
			}
		}
		shuffle_jobs(world, next_s);
		for (i = 0; i < N_NODE; i++) {
			double more =
				by_state(world, i, was_on[i], now_s, next_s);

			gpu_s += more;
			spend += more * price(world, i);
			was_on[i] = i < world->snapshot.n_node &&
				    world->node[i].state != BOA_NODE_OFF;
		}
		now_s = next_s;
		world_charge(world, now_s);
		check(world, gpu_s, spend);
	}
	world_free(world);
}

/* --- a log decides ---------------------------------------------------- */

/* One node of the cloud: what it does, and what of that has been told. */
struct instance {
	double since_s[400]; /* times of start, stop, start, ... */
	size_t n;
	size_t n_told;
	bool slow; /* its events are told up to five minutes late */
};

static void tell(struct world *world, struct instance *it, size_t i,
		 double until_s)
{
	while (it->n_told < it->n && it->since_s[it->n_told] <= until_s) {
		world_event(world, it->since_s[it->n_told],
			    it->n_told % 2 ? BOA_PROVIDER_STOP
					   : BOA_PROVIDER_START,
			    i);
		it->n_told++;
	}
}

/* GPU-seconds of the instance on node I from BEGIN_S until NOW_S. */
static double billed(const struct world *world, const struct instance *it,
		     size_t i, double begin_s, double now_s)
{
	double sum = 0;
	size_t k;

	for (k = 0; k < it->n; k += 2) {
		double from_s = fmax(it->since_s[k], begin_s);
		double to_s = k + 1 < it->n ? it->since_s[k + 1] : now_s;

		sum += fmax(to_s, begin_s) - from_s;
	}
	return world->node[i].gpus * sum;
}

static void a_world_with_a_log(void)
{
	struct world *world = random_world();
	struct instance *cloud = calloc(N_NODE, sizeof(*cloud));
	double begin_s = 1e6, now_s = begin_s, gpu_s = 0, spend = 0;
	size_t i, step;

	world->input.has_provider = true;
	world->input.orphan_after_s = between(1, 100);
	for (i = 0; i < N_NODE; i++)
		cloud[i].slow = below(3) == 0;
	world_charge(world, now_s);
	for (step = 0; step <= N_STEP; step++) {
		double dt_s = below(10) ? between(0.1, 15) : between(1, 2000);
		double at_s = now_s;

		now_s += dt_s;
		for (i = 0; i < N_NODE; i++) {
			struct instance *it = &cloud[i];

			for (at_s = now_s - dt_s; below(5) == 0 && it->n < 400;)
				it->since_s[it->n++] = at_s =
					between(at_s, now_s);
			tell(world, it, i,
			     step == N_STEP ? now_s
			     : it->slow     ? now_s - between(0, 300)
					    : now_s);
			/* what Slurm believes is another matter */
			if (it->n_told && below(4) == 0)
				world->node[i].state = below(5);
		}
		world->snapshot.n_node = N_NODE - (below(8) == 0);
		shuffle_jobs(world, now_s);
		world_charge(world, now_s);
	}
	for (i = 0; i < N_NODE; i++) {
		double more = billed(world, &cloud[i], i, begin_s, now_s);

		gpu_s += more;
		spend += more * price(world, i);
	}
	check(world, gpu_s, spend);
	free(cloud);
	world_free(world);
}

static void the_sum_is_the_bill_by_states(void **state)
{
	(void)state;
	for (seed = 1; seed <= N_WORLD; seed++) {
		rng = seed;
		a_world_without_a_log();
	}
}

static void the_sum_is_the_bill_by_the_provider_s_log(void **state)
{
	(void)state;
	for (seed = 1; seed <= N_WORLD; seed++) {
		rng = seed;
		a_world_with_a_log();
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_sum_is_the_bill_by_states),
		cmocka_unit_test(the_sum_is_the_bill_by_the_provider_s_log),
	};

	return cmocka_run_group_tests_name("ledger_property", tests, NULL,
					   NULL);
}
