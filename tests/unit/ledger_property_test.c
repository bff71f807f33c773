/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whatever happens, the sum over all kinds is the bill of the nodes: random
 * worlds against a sum of their own. The seed of a world is in its message.
 */
#include "config.h"

#include "tests/unit/ledger_random.h"
#include "tests/unit/ledger_world.h"

enum { N_WORLD = 300, N_STEP = 120 };

static uint64_t seed;

/* Price of one GPU-second of node I. */
static double price(const struct world *world, size_t i)
{
	return world->type[world->node[i].type].price_per_gpu_h / 3600;
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
	switch (random_below(12)) {
	case 0:
		return random_between(100, 4000);
	case 1:
		return random_between(-2000, 0);
	case 2:
		return 0;
	default:
		return random_between(0.1, 15);
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
		world->snapshot.n_node = N_NODE - (random_below(8) == 0);
		for (i = 0; i < N_NODE; i++) {
			if (random_below(4) == 0) {
				world->node[i].state = random_below(5);
				world->node[i].boot_s =
					next_s + random_between(-20, 5);
			}
		}
		random_jobs(world, next_s);
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
	world->input.orphan_after_s = random_between(1, 100);
	for (i = 0; i < N_NODE; i++)
		cloud[i].slow = random_below(3) == 0;
	world_charge(world, now_s);
	for (step = 0; step <= N_STEP; step++) {
		double dt_s = random_below(10) ? random_between(0.1, 15)
					       : random_between(1, 2000);
		double at_s = now_s;

		now_s += dt_s;
		for (i = 0; i < N_NODE; i++) {
			struct instance *it = &cloud[i];

			for (at_s = now_s - dt_s;
			     random_below(5) == 0 && it->n < 400;)
				it->since_s[it->n++] = at_s =
					random_between(at_s, now_s);
			tell(world, it, i,
			     step == N_STEP ? now_s
			     : it->slow     ? now_s - random_between(0, 300)
					    : now_s);
			/* what Slurm believes is another matter */
			if (it->n_told && random_below(4) == 0)
				world->node[i].state = random_below(5);
		}
		world->snapshot.n_node = N_NODE - (random_below(8) == 0);
		random_jobs(world, now_s);
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
		random_state = seed;
		a_world_without_a_log();
	}
}

static void the_sum_is_the_bill_by_the_provider_s_log(void **state)
{
	(void)state;
	for (seed = 1; seed <= N_WORLD; seed++) {
		random_state = seed;
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
