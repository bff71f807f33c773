/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of two and three jobs, followed by hand. */
#include "config.h"

#include "sim/policy/choose.h"
#include "sim/rng.h"
#include "tests/unit/check.h"
#include "tests/unit/sim_fixture.h"

/* Nodes of 2 GPUs. a: 10 s to start, 100 s of work, k GPUs are k times as fast;
   b: the same with 20 s of work; long: with 100,000 s. */
#define LINEAR "\"speedup\": {\"g\": [[1, 1], [2, 2], [4, 4]]}}]"
#define CLASS(name, work)                                                      \
	"{\"name\": \"" name "\", \"arrival_rate_per_hour\": 1, "              \
	"\"startup_s\": 10, \"rescale_s\": 5, \"epochs\": [{\"work_s\": " work \
	", " LINEAR "}"
static const char classes[] =
	"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 2}], "
	"\"classes\": [" CLASS("a", "100") ", " CLASS("b", "20") ", " CLASS(
		"long", "100000") "]}";

static void reservation_serves_in_order(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, classes, "reservation");
	f.nodes[0] = 1;
	fixture_run(&f, "time,class,gpus\n0,a,2\n1,a,2\n");
	/* 10 + 100 / 2 = 60; the second starts at 60 */
	assert_near(f.jct_s[0], 60.0, 1e-9);
	assert_near(f.jct_s[1], 119.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_USEFUL), 200.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_STARTUP), 40.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_IDLE), 0.0, 1e-9);
	fixture_fini(&f);
}

static void reservation_backfills_only_what_delays_nobody(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, classes, "reservation");
	f.nodes[0] = 2;
	/* 2 GPUs until 60; the next wants 4; a on 1 GPU would take until 112,
	   b on 2 GPUs takes 10 + 10 s */
	fixture_run(&f, "time,class,gpus\n0,a,2\n1,a,4\n2,a,1\n3,b,2\n");
	assert_near(f.jct_s[0], 60.0, 1e-9);
	assert_near(f.jct_s[1], 60.0 - 1.0 + 10.0 + 25.0, 1e-9);
	assert_near(f.jct_s[2], 95.0 - 2.0 + 10.0 + 100.0, 1e-9);
	assert_near(f.jct_s[3], 20.0, 1e-9);
	fixture_fini(&f);
}

static void reservation_as_keeps_a_node_for_the_timeout(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, classes, "reservation-as");
	f.options.with.idle_timeout_s = 30.0;
	/* node until 60, idle until 70, then until 130; the one of the third
	   is given back at 260 + 30, one more is rented at 300 */
	fixture_run(&f, "time,class,gpus\n0,a,2\n70,a,2\n200,a,2\n300,a,2\n");
	for (int i = 0; i < 4; i++)
		assert_near(f.jct_s[i], 60.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_USEFUL), 400.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_STARTUP), 80.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_IDLE), 2 * (10.0 + 30.0 + 30.0),
		    1e-9);
	fixture_fini(&f);
}

static void tiresias_preempts_what_has_had_its_share(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, classes, "tiresias");
	f.nodes[0] = 1;
	fixture_run(&f, "time,class,gpus\n0,long,2\n100,a,2\n");
	/* 16 GPU-hours on 2 GPUs are 28,800 s, the end of a round; a takes 60 s
	   then; long has done (28,800 - 10) * 2 s of its work */
	assert_near(f.jct_s[1], 28860.0 - 100.0, 1e-6);
	assert_near(f.jct_s[0], 28860.0 + 5.0 + (100000.0 - 57580.0) / 2.0,
		    1e-6);
	assert_near(f.summary.rescales_per_job, 0.5, 1e-12);
	fixture_fini(&f);
}

/* Two epochs: the first is fastest on 2 GPUs, the second on 4; nodes of 4. */
static const char turning[] =
	"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 4}], "
	"\"classes\": [{\"name\": \"t\", \"arrival_rate_per_hour\": 1, "
	"\"startup_s\": 10, \"rescale_s\": 5, \"epochs\": ["
	"{\"work_s\": 100, \"speedup\": {\"g\": [[2, 2], [4, 1]]}}, "
	"{\"work_s\": 100, \"speedup\": {\"g\": [[2, 2], [4, 4]]}}]}]}";

static void boa_resizes_at_the_boundary_and_hands_nodes_over(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, turning, "boa");
	fixture_run(&f, "time,class\n0,t\n1,t\n");
	/* 10 + 100 / 2 + 5 + 100 / 4; both begin on one node; the first moves
	   to a new one at 60, the second has the old one to itself at 61 */
	assert_near(f.jct_s[0], 90.0, 1e-9);
	assert_near(f.jct_s[1], 90.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_USEFUL), 400.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_STARTUP), 40.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_RESIZE), 40.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_IDLE), 4.0, 1e-9);
	assert_near(boa_usage_billed_gpu_s(&f.run.world.usage), 484.0, 1e-9);
	assert_near(f.summary.rescales_per_job, 1.0, 1e-12);
	fixture_fini(&f);
}

static void boa_waits_for_the_boot_once(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, turning, "boa");
	f.type[0].boot_s = 90.0;
	fixture_run(&f, "time,class\n0,t\n");
	/* the second width is had on the node that is there */
	assert_near(f.jct_s[0], 180.0, 1e-9);
	assert_near(fixture_use(&f, BOA_USE_BOOT), 360.0, 1e-9);
	fixture_fini(&f);
}

static void boa_reckons_with_boots_where_told(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, turning, "boa");
	f.options.with.plan_boot_s = 90.0;
	fixture_run(&f, "time,class\n0,t\n");
	/* 5 + 90 s for a change of width would save but 25 s: 10 + 50 + 50 */
	assert_near(f.jct_s[0], 110.0, 1e-9);
	assert_near(f.summary.rescales_per_job, 0.0, 1e-12);
	fixture_fini(&f);
}

static void static_takes_the_best_single_width(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, turning, "static");
	fixture_run(&f, "time,class\n0,t\n1,t\n");
	/* on 2 GPUs 50 + 50, on 4 GPUs 100 + 25 */
	assert_near(f.jct_s[0], 110.0, 1e-9);
	assert_near(f.jct_s[1], 110.0, 1e-9);
	assert_near(f.summary.rescales_per_job, 0.0, 1e-12);
	fixture_fini(&f);
}

static void boa_splits_a_class_in_the_shares_of_its_budget(void **state)
{
	/* one width of 1 GPU in 100 s, one of 2 GPUs in 75 s: 100 or 150 GPU-s
	   a job; at 36 jobs an hour 1.25 GPUs are half of each */
	static const char two[] =
		"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 1}], "
		"\"classes\": [{\"name\": \"t\", \"arrival_rate_per_hour\": "
		"36, \"epochs\": [{\"work_s\": 100, \"speedup\": {\"g\": "
		"[[1, 1], [2, 1.3333333333333333]]}}]}]}";
	struct fixture f;

	(void)state;
	fixture_init(&f, two, "boa");
	f.options.with.budget_per_hour = 1.25;
	fixture_run(&f, "time,class\n0,t\n100,t\n200,t\n300,t\n");
	assert_near(f.summary.mean_jct_s, 87.5, 1e-9);
	assert_near(boa_usage_billed_gpu_s(&f.run.world.usage), 500.0, 1e-9);
	fixture_fini(&f);
}

/* One node of 4 GPUs; 1000 s of work, k GPUs are k times as fast. */
static const char even[] =
	"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 4}], "
	"\"classes\": [{\"name\": \"t\", \"arrival_rate_per_hour\": 1, "
	"\"startup_s\": 10, \"rescale_s\": 5, \"epochs\": ["
	"{\"work_s\": 1000, \"speedup\": {\"g\": [[1, 1], [2, 2], [4, 4]]}}]}]}";

/* The second job comes at 1 s and is seen at the end of the first round. */
static void share_one_node(const char *policy, double first_s, double second_s)
{
	struct fixture f;

	fixture_init(&f, even, policy);
	f.nodes[0] = 1;
	fixture_run(&f, "time,class\n0,t\n1,t\n");
	assert_near(f.jct_s[0], first_s, 1e-6);
	assert_near(f.jct_s[1], second_s, 1e-6);
	fixture_fini(&f);
}

static void pollux_shares_fairly_and_grows_again(void **state)
{
	(void)state;
	/* 50 s on 4 GPUs; at 60 two each: 2 (1/d + 1)/2 with d = 55/65 beats 3
	   and 1; the first has 800 s of work left: 65 + 400; the second begins
	   at 70, has 180 s left at 480, then 485 + 180 / 4 */
	share_one_node("pollux", 465.0, 529.0);
}

static void sia_shares_where_waiting_costs_more(void **state)
{
	(void)state;
	/* 2^-1/2 + (2 d)^-1/2 = 1.48 < 4^-1/2 + 1.1 */
	share_one_node("sia", 465.0, 529.0);
}

static void rubick_moves_a_job_only_when_it_is_old_enough(void **state)
{
	(void)state;
	/* (T - 5) / T >= 0.97 from T = 167: at 180 the first has 320 s of work
	   left, 185 + 160; the second has 660 s left at 360, 365 + 165 */
	share_one_node("rubick", 345.0, 529.0);
}

/* With curves that never bend every job gets all it can use: a node each. */
static void grow_with_demand(const char *policy)
{
	struct fixture f;

	fixture_init(&f, even, policy);
	fixture_run(&f, "time,class\n0,t\n1,t\n");
	/* when the first is done, at 260, one node of two is in use: that is
	   the 0.5 that is aimed at, and the other stays */
	assert_near(f.jct_s[0], 260.0, 1e-6);
	assert_near(f.jct_s[1], 60.0 + 260.0 - 1.0, 1e-6);
	assert_near(boa_usage_billed_gpu_s(&f.run.world.usage),
		    4.0 * (320.0 + 260.0), 1e-6);
	assert_near(fixture_use(&f, BOA_USE_IDLE), 4.0 * 60.0, 1e-6);
	fixture_fini(&f);
}

static void pollux_as_grows_with_demand(void **state)
{
	(void)state;
	grow_with_demand("pollux-as");
}

static void sia_as_grows_with_demand(void **state)
{
	(void)state;
	grow_with_demand("sia-as");
}

static void rubick_as_grows_with_demand(void **state)
{
	(void)state;
	grow_with_demand("rubick-as");
}

/* --- sia's integer programme against enumeration ---------------------- */

#define N_JOB  4
#define N_TYPE 2

struct draw {
	struct boa_choose_item item[N_JOB * 6];
	size_t n;
	unsigned gpus[N_TYPE];
};

static void draw_problem(struct boa_rng *rng, struct draw *d)
{
	d->n = 0;
	for (size_t h = 0; h < N_TYPE; h++)
		d->gpus[h] = boa_rng_below(rng, 8);
	for (size_t j = 0; j < N_JOB; j++)
		for (unsigned k = boa_rng_below(rng, 7); k > 0; k--)
			d->item[d->n++] = (struct boa_choose_item){
				j, boa_rng_below(rng, N_TYPE),
				1 + boa_rng_below(rng, 6), -boa_rng_unit(rng)
			};
}

static double enumerate(const struct draw *d, size_t job, unsigned left0,
			unsigned left1)
{
	double best;

	if (job == N_JOB)
		return 0.0;
	best = enumerate(d, job + 1, left0, left1);
	for (size_t i = 0; i < d->n; i++) {
		const struct boa_choose_item *item = &d->item[i];
		unsigned left[N_TYPE] = { left0, left1 };

		if (item->job != job || item->gpus > left[item->type])
			continue;
		left[item->type] -= item->gpus;
		best = fmin(best, item->cost + enumerate(d, job + 1, left[0],
							 left[1]));
	}
	return best;
}

static void choices_are_the_best_by_enumeration(void **state)
{
	struct boa_rng rng;

	(void)state;
	boa_rng_seed(&rng, 11, 0);
	for (int t = 0; t < 2000; t++) {
		size_t pick[N_JOB];
		unsigned used[N_TYPE] = { 0 };
		struct boa_choose_problem p = { .n_job = N_JOB,
						.n_type = N_TYPE };
		struct boa_err err;
		struct draw d;
		double cost = 0.0;

		draw_problem(&rng, &d);
		p.gpus = d.gpus;
		p.n_item = d.n;
		p.item = d.item;
		assert_int_equal(boa_choose(&p, pick, &err), 0);
		for (size_t j = 0; j < N_JOB; j++) {
			if (pick[j] == SIZE_MAX)
				continue;
			assert_int_equal(d.item[pick[j]].job, j);
			cost += d.item[pick[j]].cost;
			used[d.item[pick[j]].type] += d.item[pick[j]].gpus;
		}
		for (size_t h = 0; h < N_TYPE; h++)
			assert_true(used[h] <= d.gpus[h]);
		assert_near(cost, enumerate(&d, 0, d.gpus[0], d.gpus[1]), 1e-9);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reservation_serves_in_order),
		cmocka_unit_test(reservation_backfills_only_what_delays_nobody),
		cmocka_unit_test(reservation_as_keeps_a_node_for_the_timeout),
		cmocka_unit_test(tiresias_preempts_what_has_had_its_share),
		cmocka_unit_test(
			boa_resizes_at_the_boundary_and_hands_nodes_over),
		cmocka_unit_test(boa_waits_for_the_boot_once),
		cmocka_unit_test(boa_reckons_with_boots_where_told),
		cmocka_unit_test(static_takes_the_best_single_width),
		cmocka_unit_test(
			boa_splits_a_class_in_the_shares_of_its_budget),
		cmocka_unit_test(pollux_shares_fairly_and_grows_again),
		cmocka_unit_test(sia_shares_where_waiting_costs_more),
		cmocka_unit_test(rubick_moves_a_job_only_when_it_is_old_enough),
		cmocka_unit_test(pollux_as_grows_with_demand),
		cmocka_unit_test(sia_as_grows_with_demand),
		cmocka_unit_test(rubick_as_grows_with_demand),
		cmocka_unit_test(choices_are_the_best_by_enumeration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
