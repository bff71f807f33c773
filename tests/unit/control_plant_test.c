/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The budget control round a small plant: jobs come in bursts, each is given a
 * plan that spends b_solve / (mean arrivals per hour), within what its class
 * can take; what is billed is what was planned, over PHI, times a random factor
 * of mean 1, at an even rate over the job's run.
 */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/random.h"

#include "src/control.h"
#include "src/limit.h"

#define HOUR   3600.0
#define DAY    86400.0
#define STEP_S 60.0
#define START  1796083200.0 /* Tuesday, 1 December 2026, UTC */

#define JOBS_MAX 4096

struct job {
	double modelled; /* what its plan spends */
	double billed;   /* what it will be billed */
	double run_h, age_h;
	bool started;
};

struct plant {
	const char *name;
	bool hard;
	bool controlled; /* b_solve; else b */
	double b;
	double phi;
	double arrivals_per_hour; /* in the mean, as the solver believes */
	double demand;            /* true arrivals over these */
	double least, most;       /* spend of a plan, over b / arrivals */
	double mean_run_h;
	unsigned n_day;
	enum boa_period period;
	/* --- what comes of it --- */
	double billed, modelled;
	double worst_over; /* of periods: spent over granted, the highest */
	double waited_h;   /* of all jobs, held */
	unsigned n_arrived, n_left;
	/* --- its state --- */
	struct boa_control *control;
	struct job job[JOBS_MAX];
	size_t n_job;
	bool burst;
};

/* A job of what B_SOLVE allows; its run and its bill differ from the plan. */
static void arrive(struct plant *plant, double b_solve)
{
	double even = plant->b / plant->arrivals_per_hour;
	double spend = fmin(
		fmax(b_solve / plant->arrivals_per_hour, plant->least * even),
		plant->most * even);
	/* classes of different size, then jobs of one class */
	double size = 0.25 + 1.5 * random_unit();
	double luck = 0.5 + random_unit();
	struct job *job = &plant->job[plant->n_job];

	assert_true(plant->n_job < JOBS_MAX);
	*job = (struct job){
		.modelled = size * spend,
		.billed = size * spend * luck / plant->phi,
		.run_h = size * luck * plant->mean_run_h,
	};
	plant->n_job++;
	plant->n_arrived++;
}

/* Bursts of 1 h at 2.5 times the rate, lulls of 3 h at half of it: mean 1. */
static void let_arrive(struct plant *plant, double b_solve)
{
	double step_h = STEP_S / HOUR, n;

	if (random_unit() < step_h / (plant->burst ? 1 : 3))
		plant->burst = !plant->burst;
	n = plant->arrivals_per_hour * plant->demand * step_h *
	    (plant->burst ? 2.5 : 0.5);
	while (n > 0 && random_unit() < n) {
		arrive(plant, b_solve);
		n -= 1;
	}
}

static struct boa_limit_job demand_of(const struct job *job)
{
	/* the plan knows the mean of the run, not the luck */
	double plan_h = job->run_h * job->modelled / job->billed;

	return (struct boa_limit_job){
		.account = "",
		.type = 0,
		.rate_per_hour = job->modelled / plan_h,
		.left_h = boa_limit_left_h(plan_h, job->age_h),
	};
}

static void let_start(struct plant *plant)
{
	struct boa_limit limit;
	struct boa_limits limits = { .hard = plant->hard,
				     .n_purse = plant->hard,
				     .purse = &limit,
				     .max_rate_per_hour = INFINITY };
	struct boa_limiter *limiter = NULL;
	size_t i;

	boa_control_limit(plant->control, BOA_PURSE_WHOLE, &limit);
	assert_int_equal(boa_limiter_new(&limits, 0, 0, NULL, &limiter, NULL),
			 0);
	for (i = 0; i < plant->n_job; i++) {
		struct boa_limit_job demand = demand_of(&plant->job[i]);

		if (plant->job[i].started)
			boa_limiter_add(limiter, &demand);
	}
	for (i = 0; i < plant->n_job; i++) {
		struct boa_limit_job demand = demand_of(&plant->job[i]);

		if (!plant->job[i].started)
			plant->job[i].started =
				!boa_limiter_ask(limiter, &demand);
	}
	boa_limiter_free(limiter);
}

static void run_jobs(struct plant *plant)
{
	double step_h = STEP_S / HOUR;
	size_t i, n = 0;

	for (i = 0; i < plant->n_job; i++) {
		struct job *job = &plant->job[i];
		double part_h;

		if (!job->started) {
			plant->waited_h += step_h;
			plant->job[n++] = *job;
			continue;
		}
		part_h = fmin(step_h, job->run_h - job->age_h);
		plant->billed += job->billed * part_h / job->run_h;
		plant->modelled += job->modelled * part_h / job->run_h;
		job->age_h += part_h;
		if (job->age_h < job->run_h - 1e-12)
			plant->job[n++] = *job;
	}
	plant->n_job = n;
}

static void charge(struct plant *plant, double now_s)
{
	struct boa_control_spend spend = { "", plant->billed, plant->modelled };
	struct boa_control_input input = {
		.now_s = now_s,
		.n = 1,
		.spend = &spend,
	};

	boa_control_charge(plant->control, &input);
}

/* Run it; the ratio of what was spent to what was granted. */
static double run(struct plant *plant)
{
	struct boa_control_rules rules = {
		.whole.per_hour = plant->b,
		.period = plant->period,
		.horizon_s = DAY,
		.window_s = DAY,
		.keep_s = 7 * DAY,
		.clamp = 2,
		.hard = plant->hard,
	};
	double hours = 24.0 * plant->n_day, b_solve = plant->b, t;
	struct boa_pace pace;

	assert_int_equal(boa_control_new(&plant->control, NULL), 0);
	assert_int_equal(boa_control_set(plant->control, &rules, NULL), 0);
	charge(plant, START);
	for (t = STEP_S; t <= hours * HOUR; t += STEP_S) {
		let_arrive(plant, b_solve);
		let_start(plant);
		run_jobs(plant);
		charge(plant, START + t - 1e-3);
		boa_control_pace(plant->control, BOA_PURSE_WHOLE, &pace);
		if (pace.end_s - (START + t) < STEP_S / 2)
			plant->worst_over = fmax(plant->worst_over,
						 pace.spent / pace.whole);
		if (plant->controlled && fmod(t, 900) == 0)
			b_solve = pace.b_solve;
	}
	boa_control_free(plant->control);
	printf("# %s: spent %.4f of the budget, worst period %.4f, "
	       "%u jobs waited %.3f h each\n",
	       plant->name, plant->billed / (plant->b * hours),
	       plant->worst_over, plant->n_arrived,
	       plant->waited_h / plant->n_arrived);
	return plant->billed / (plant->b * hours);
}

static const struct plant fair = {
	.name = "fair",
	.controlled = true,
	.b = 40,
	.phi = 0.85,
	.arrivals_per_hour = 6,
	.demand = 1,
	.least = 0.5,
	.most = 3,
	.mean_run_h = 1.5,
	.n_day = 84,
};

/*
 * Twelve weeks; nodes cost 1/0.85 of what the plans say. Where the solver is
 * wrong about the arrivals too, a carry remains that offsets it, of 10 h of the
 * budget at 0.7: 0.5 % of this time.
 */
static void the_average_meets_the_budget(void **state)
{
	static struct plant plant;

	(void)state;
	random_begin(1);
	plant = fair;
	assert_near(run(&plant), 1, 0.02);
	plant = fair;
	plant.name = "more jobs than believed";
	plant.demand = 1.4;
	assert_near(run(&plant), 1, 0.02);
	plant = fair;
	plant.name = "fewer jobs than believed";
	plant.demand = 0.7;
	assert_near(run(&plant), 1, 0.02);
	plant = fair;
	plant.name = "plans that overstate";
	plant.phi = 1.2;
	assert_near(run(&plant), 1, 0.02);
}

/* What PLANT spends when every job gets b / arrivals: all that came, over phi.
 */
static void assert_uncontrolled(struct plant *plant)
{
	double spent = run(plant);
	double came = plant->n_arrived /
		      (plant->arrivals_per_hour * 24 * plant->n_day);

	assert_near(spent, came / plant->phi, 0.02 * came / plant->phi);
	assert_true(fabs(spent - 1) > 0.08);
}

/* The same jobs without the law: 1/0.85 = 1.18 of the budget, and so on. */
static void without_the_law_it_does_not(void **state)
{
	static struct plant plant;

	(void)state;
	random_begin(1);
	plant = fair;
	plant.name = "without the law";
	plant.controlled = false;
	assert_uncontrolled(&plant);
	plant = fair;
	plant.name = "without the law, more jobs";
	plant.controlled = false;
	plant.demand = 1.4;
	assert_uncontrolled(&plant);
	plant = fair;
	plant.name = "without the law, fewer jobs";
	plant.controlled = false;
	plant.demand = 0.7;
	assert_uncontrolled(&plant);
}

/* Too few jobs to spend it: all at their fastest, and no more than that. */
static void no_demand_no_spend(void **state)
{
	static struct plant plant;

	(void)state;
	random_begin(2);
	plant = fair;
	plant.name = "little demand";
	plant.demand = 0.2;
	assert_true(run(&plant) < 0.85);
}

static double run_hard(const char *name, enum boa_period period, unsigned n_day)
{
	static struct plant plant;
	double spent;

	plant = fair;
	plant.name = name;
	plant.hard = true;
	plant.period = period;
	plant.n_day = n_day;
	spent = run(&plant);
	assert_true(plant.worst_over > 0.9);
	assert_true(plant.worst_over <= 1);
	return spent;
}

/*
 * Never above at its end, yet within 2 % of it over all. By the week somewhat
 * less is reached: what the last lull before its end leaves lapses.
 */
static void hard_is_never_above_at_a_periods_end(void **state)
{
	unsigned seed;

	(void)state;
	for (seed = 3; seed < 7; seed++) {
		random_begin(seed);
		/* December and January; to the end of a week */
		assert_near(
			run_hard("hard, by the month", BOA_PERIOD_MONTH, 62), 1,
			0.02);
		assert_near(run_hard("hard, by the week", BOA_PERIOD_WEEK, 83),
			    1, 0.04);
	}
}

/* Twice what the cheapest plans can carry: soft overspends, hard does not. */
static void too_small_a_budget(void **state)
{
	static struct plant plant;

	(void)state;
	random_begin(7);
	plant = fair;
	plant.name = "too small, soft";
	plant.least = 1.2;
	plant.period = BOA_PERIOD_WEEK;
	plant.n_day = 13;
	assert_true(run(&plant) > 1.25);
	plant = fair;
	plant.name = "too small, hard";
	plant.least = 1.2;
	plant.hard = true;
	plant.period = BOA_PERIOD_WEEK;
	plant.n_day = 13;
	assert_near(run(&plant), 1, 0.02);
	assert_true(plant.worst_over <= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_average_meets_the_budget),
		cmocka_unit_test(without_the_law_it_does_not),
		cmocka_unit_test(no_demand_no_spend),
		cmocka_unit_test(hard_is_never_above_at_a_periods_end),
		cmocka_unit_test(too_small_a_budget),
	};

	return cmocka_run_group_tests_name("control_plant", tests, NULL, NULL);
}
