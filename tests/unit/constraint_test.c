/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * constraint_test.c - limits beside the budget: on paper, and against GLPK
 * with every plan of a random problem as a column.
 */
#include "config.h"

#include "solver/lp.h"
#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

static void load(const char *text, struct boa_classes *set)
{
	struct boa_err err;

	if (boa_classes_parse(text, strlen(text), "text", set, &err))
		fail_msg("%s", err.text);
}

static void solve(const struct boa_classes *set, double budget,
		  const struct boa_constraint *constraint, size_t n,
		  struct boa_solve_result *got)
{
	const struct boa_solve_options options = {
		.n_constraint = n,
		.constraint = constraint,
	};
	struct boa_err err;

	if (boa_solve(set, budget, &options, got, &err))
		fail_msg("%s", err.text);
}

/* One job an hour: t4 3600 s for 1 GPU-h; a100 (price 4) 1000 s for 4/3.6. */
static const char TWO_TYPES[] =
	"{\"gpu_types\": [{\"name\": \"t4\"},"
	" {\"name\": \"a100\", \"price\": 4}],"
	" \"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
	" \"accounts\": {\"vision\": 0.75, \"text\": 0.25},"
	" \"epochs\": [{\"work_s\": 3600, \"speedup\": {"
	"\"t4\": [[1, 1]], \"a100\": [[1, 3.6]]}}]}]}";

static void a_cap_on_a_type_sends_jobs_to_the_other(void **state)
{
	/* a100 holds 1000/3600 GPUs at share 1: a cap of half that */
	const struct boa_constraint cap = {
		.kind = BOA_ROW_TYPE,
		.index = 1,
		.limit = 500.0 / 3600.0,
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_table_limit *limit;

	(void)state;
	load(TWO_TYPES, &set);
	solve(&set, 5.0, &cap, 1, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.expected.objective_s, 2300.0, 1e-6);
	assert_near(got.table.expected.dual_bound_s, 2300.0, 1e-6);
	assert_near(got.table.expected.shadow_price, 0.0, 1e-9);
	assert_int_equal(got.table.n_limit, 1);
	limit = &got.table.limit[0];
	assert_string_equal(limit->kind, "gpu_type");
	assert_string_equal(limit->name, "a100");
	assert_near(limit->used, 500.0 / 3600.0, 1e-9);
	/* one GPU more would carry 3.6 jobs an hour, 2600 s faster each */
	assert_near(limit->price, 3.6 * 2600.0, 1e-5);
	boa_table_free(&got.table);
	boa_classes_free(&set);
}

static void an_account_pays_for_its_share_of_the_jobs(void **state)
{
	/* vision: 0.75 * (1 + y / 9) <= 0.8, y on a100: 0.6 */
	const struct boa_constraint account = {
		.kind = BOA_ROW_ACCOUNT,
		.account = "vision",
		.limit = 0.8,
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	load(TWO_TYPES, &set);
	solve(&set, 5.0, &account, 1, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.class[0].plan[0].share, 0.6, 1e-9);
	assert_string_equal(got.table.class[0].plan[0].gpu_type[0], "a100");
	assert_near(got.table.limit[0].used, 0.8, 1e-9);
	boa_table_free(&got.table);
	boa_classes_free(&set);
}

/* Twins; one must be done in 3000 s on average: half its jobs on 2 GPUs. */
static const char TWINS[] =
	"{\"classes\": ["
	"{\"name\": \"a\", \"arrival_rate_per_hour\": 1, \"epochs\":"
	" [{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}]},"
	"{\"name\": \"b\", \"arrival_rate_per_hour\": 1, \"epochs\":"
	" [{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}]}]}";

static void a_ceiling_on_jct_takes_the_money_first(void **state)
{
	const struct boa_constraint ceiling = {
		.kind = BOA_ROW_JCT,
		.index = 1,
		.limit = 3000.0,
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	load(TWINS, &set);
	solve(&set, 2.0 + 0.5 / 3.0, &ceiling, 1, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.limit[0].used, 3000.0, 1e-6);
	assert_int_equal(got.table.class[0].plan[0].gpus[0], 1);
	assert_near(got.table.class[0].plan[0].share, 1.0, 1e-9);
	assert_near(got.table.class[1].plan[0].share, 0.5, 1e-9);
	boa_table_free(&got.table);
	boa_classes_free(&set);
}

static void the_smallest_conflict_is_named(void **state)
{
	/* a within 2400 s costs 4/3, b at least 1: budget and ceiling clash;
	 * the cap of 100 GPUs has no part in it */
	const struct boa_constraint limits[] = {
		{ .kind = BOA_ROW_TYPE, .index = 0, .limit = 100.0 },
		{ .kind = BOA_ROW_JCT, .index = 0, .limit = 2400.0 },
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	load(TWINS, &set);
	solve(&set, 2.2, limits, 2, &got);
	assert_int_equal(got.status, BOA_INFEASIBLE);
	assert_non_null(got.conflict);
	assert_true(got.conflict[0]);
	assert_false(got.conflict[1]);
	assert_true(got.conflict[2]);
	free(got.conflict);
	boa_classes_free(&set);
}

static void one_limit_alone_can_be_the_conflict(void **state)
{
	/* 2300 s is out of reach; so is 2.2 with 2400, but one is less */
	const struct boa_constraint limits[] = {
		{ .kind = BOA_ROW_JCT, .index = 0, .limit = 2400.0 },
		{ .kind = BOA_ROW_JCT, .index = 1, .limit = 2300.0 },
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	load(TWINS, &set);
	solve(&set, 2.2, limits, 2, &got);
	assert_int_equal(got.status, BOA_INFEASIBLE);
	assert_false(got.conflict[0]);
	assert_false(got.conflict[1]);
	assert_true(got.conflict[2]);
	free(got.conflict);
	boa_classes_free(&set);
}

/* --- against every plan ------------------------------------------------ */

struct trial {
	struct boa_classes set;
	struct brute_plans plans[8];
	double budget;
	struct boa_constraint limit[4];
	size_t n;
};

static void begin(struct trial *trial, uint64_t seed)
{
	static const struct random_spec spec = {
		.max_class = 4,
		.max_epoch = 3,
		.max_type = 3,
		.max_width = 3,
		.max_account = 2,
		.times = true,
	};
	struct dice dice = { seed };

	*trial = (struct trial){ 0 };
	random_set(&dice, &spec, &trial->set);
	for (size_t i = 0; i < trial->set.n_class; i++)
		brute_enumerate(&trial->set, i, false, &trial->plans[i]);
	trial->budget = brute_least_budget(&trial->set, trial->plans) *
			dice_real(&dice, 1.0, 2.0);
	trial->limit[0] = (struct boa_constraint){
		.kind = BOA_ROW_TYPE,
		.index = dice_whole(&dice, 0,
				    (unsigned)trial->set.n_gpu_type - 1),
		.limit = dice_real(&dice, 0.2, 1.0) * trial->budget,
	};
	trial->limit[1] = (struct boa_constraint){
		.kind = BOA_ROW_ACCOUNT,
		.account = "acct0",
		.limit = dice_real(&dice, 0.2, 1.0) * trial->budget,
	};
	trial->limit[2] = (struct boa_constraint){
		.kind = BOA_ROW_JCT,
		.index = dice_whole(&dice, 0, (unsigned)trial->set.n_class - 1),
		.limit = dice_real(&dice, 200.0, 8000.0),
	};
	trial->n = 3;
}

static void end(struct trial *trial)
{
	brute_free(trial->plans, trial->set.n_class);
	boa_classes_free(&trial->set);
}

static double account_rate(const struct boa_class *class)
{
	for (size_t a = 0; a < class->n_account; a++) {
		if (!strcmp(class->account[a].name, "acct0"))
			return class->account[a].arrival_rate_per_hour;
	}
	return 0.0;
}

static void add_plan(const struct trial *trial, struct boa_lp *lp, size_t i,
		     const struct brute_plan *plan)
{
	const struct boa_class *class = &trial->set.class[i];
	double rate = class->arrival_rate_per_hour;
	const size_t row[] = { 0, 1, 2, 3, 4 + i };
	const double value[] = {
		rate * plan->spend / 3600.0,
		rate * plan->gpu_s[trial->limit[0].index] / 3600.0,
		account_rate(class) * plan->spend / 3600.0,
		trial->limit[2].index == i ? plan->time_s : 0.0,
		1.0,
	};
	const struct boa_lp_column column = {
		.cost = rate * class->weight * plan->time_s /
			boa_classes_rate_per_hour(&trial->set),
		.n = 5,
		.row = row,
		.value = value,
	};

	assert_int_equal(boa_lp_add_column(lp, &column, NULL), 0);
}

/* The optimum with every plan a column, or infinity when there is none. */
static double all_plans(const struct trial *trial)
{
	struct boa_lp *lp = NULL;
	enum boa_lp_status status;
	double objective = HUGE_VAL;

	assert_int_equal(boa_lp_new(&lp, NULL), 0);
	boa_lp_add_row(lp, BOA_LP_AT_MOST, trial->budget, NULL);
	for (size_t r = 0; r < trial->n; r++)
		boa_lp_add_row(lp, BOA_LP_AT_MOST, trial->limit[r].limit, NULL);
	for (size_t i = 0; i < trial->set.n_class; i++)
		boa_lp_add_row(lp, BOA_LP_EQUAL, 1.0, NULL);
	for (size_t i = 0; i < trial->set.n_class; i++) {
		for (size_t q = 0; q < trial->plans[i].n; q++)
			add_plan(trial, lp, i, &trial->plans[i].plan[q]);
	}
	assert_int_equal(boa_lp_solve(lp, 10.0, &status, NULL), 0);
	if (status == BOA_LP_OPTIMAL)
		objective = boa_lp_objective(lp);
	boa_lp_free(lp);
	return objective;
}

static void every_optimum_is_that_of_all_plans(void **state)
{
	size_t n_feasible = 0, n_bound = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		struct trial trial;
		struct boa_solve_result got = { 0 };
		double want;

		begin(&trial, seed);
		if (trial.budget > 0.0) {
			want = all_plans(&trial);
			solve(&trial.set, trial.budget, trial.limit, trial.n,
			      &got);
			if (got.status == BOA_SOLVED) {
				const struct boa_expected *e =
					&got.table.expected;

				if (!(fabs(e->objective_s - want) <=
				      1e-7 * want) ||
				    !(e->gap <= 1e-7 * want))
					fail_msg("seed %llu: %.12g, gap %g, "
						 "want %.12g",
						 (unsigned long long)seed,
						 e->objective_s, e->gap, want);
				n_feasible++;
				for (size_t r = 0; r < 3; r++)
					n_bound +=
						got.table.limit[r].price > 1e-9;
				boa_table_free(&got.table);
			} else if (isfinite(want)) {
				fail_msg("seed %llu: infeasible, want %.12g",
					 (unsigned long long)seed, want);
			}
			free(got.conflict);
		}
		end(&trial);
	}
	/* the trial is one only if limits do bind, and do conflict */
	assert_true(n_feasible > 200 && n_feasible < 900);
	assert_true(n_bound > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cap_on_a_type_sends_jobs_to_the_other),
		cmocka_unit_test(an_account_pays_for_its_share_of_the_jobs),
		cmocka_unit_test(a_ceiling_on_jct_takes_the_money_first),
		cmocka_unit_test(the_smallest_conflict_is_named),
		cmocka_unit_test(one_limit_alone_can_be_the_conflict),
		cmocka_unit_test(every_optimum_is_that_of_all_plans),
	};
	return cmocka_run_group_tests_name("constraint", tests, NULL, NULL);
}
