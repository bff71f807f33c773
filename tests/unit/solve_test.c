/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solve_test.c - width problems small enough to be solved on paper.
 */
#include "config.h"

#include "solver/solve.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

static const struct boa_solve_options PLAIN = { 0 };

static void load(const char *text, struct boa_classes *set)
{
	struct boa_err err;

	if (boa_classes_parse(text, strlen(text), "text", set, &err))
		fail_msg("%s", err.text);
}

/* The answer to the problem TEXT; SET and GOT are to be released. */
static void solve(const char *text, double budget,
		  const struct boa_solve_options *options,
		  struct boa_classes *set, struct boa_solve_result *got)
{
	struct boa_err err;

	load(text, set);
	if (boa_solve(set, budget, options, got, &err))
		fail_msg("%s", err.text);
}

static void drop(struct boa_classes *set, struct boa_solve_result *got)
{
	boa_table_free(&got->table);
	boa_classes_free(set);
}

/*
 * One hour of work, one job an hour. On 1 GPU: 3600 s for 1 GPU-hour; on 2:
 * 2400 s for 4/3 GPU-hours. Slope: 1200 s for 1/3 GPU-hour.
 */
#define TWO_WIDTHS                                                             \
	"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"       \
	" \"epochs\": [{\"work_s\": 3600,"                                     \
	" \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}]}]}"

static void a_budget_between_two_widths_mixes_them(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_plan *plan;

	(void)state;
	solve(TWO_WIDTHS, 1.25, &PLAIN, &set, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.expected.objective_s, 2700.0, 1e-9);
	assert_near(got.table.expected.spend_per_hour, 1.25, 1e-12);
	assert_near(got.table.expected.shadow_price, 3600.0, 1e-6);
	assert_near(got.table.expected.dual_bound_s, 2700.0, 1e-9);
	assert_int_equal(got.table.class[0].n_plan, 2);
	plan = got.table.class[0].plan;
	assert_near(plan[0].share, 0.75, 1e-12);
	assert_int_equal(plan[0].gpus[0], 2);
	assert_near(plan[0].time_s, 2400.0, 1e-9);
	assert_near(plan[0].spend, 4800.0, 1e-9);
	assert_near(plan[1].share, 0.25, 1e-12);
	assert_int_equal(plan[1].gpus[0], 1);
	drop(&set, &got);
}

static void the_least_budget_is_feasible_and_less_is_not(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(TWO_WIDTHS, 1.0, &PLAIN, &set, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.expected.objective_s, 3600.0, 1e-9);
	assert_near(got.table.expected.shadow_price, 3600.0, 1e-6);
	drop(&set, &got);
	solve(TWO_WIDTHS, 0.999999, &PLAIN, &set, &got);
	assert_int_equal(got.status, BOA_INFEASIBLE);
	assert_near(got.least_budget, 1.0, 1e-12);
	boa_classes_free(&set);
}

static void money_beyond_the_fastest_is_left_over(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(TWO_WIDTHS, 100.0, &PLAIN, &set, &got);
	assert_near(got.table.expected.objective_s, 2400.0, 1e-9);
	assert_near(got.table.expected.spend_per_hour, 4.0 / 3.0, 1e-12);
	assert_near(got.table.expected.shadow_price, 0.0, 0.0);
	drop(&set, &got);
}

/*
 * Two epochs of 3600 s; the first does not scale, the second does perfectly.
 * Plans (r = 100, r0 = 50), T and C in GPU-s:
 *   1,1: 7250, 7250      1,2: 50+3600+100+1800 = 5550, 3650+2*1900 = 7450
 *   2,2: 5450, 10900     2,1: slower and dearer than 1,1
 * The hull is 1,1 -> 1,2 -> 2,2.
 */
#define TWO_EPOCHS                                                             \
	"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"       \
	" \"rescale_s\": 100, \"startup_s\": 50, \"epochs\": ["                \
	"{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1]]}},"         \
	"{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 2]]}}]}]}"

static void a_job_is_resized_where_it_pays(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_plan *plan;

	(void)state;
	solve(TWO_EPOCHS, 7450.0 / 3600.0, &PLAIN, &set, &got);
	assert_near(got.table.expected.objective_s, 5550.0, 1e-6);
	plan = got.table.class[0].plan;
	assert_near(plan->share, 1.0, 0.0);
	assert_int_equal(plan->gpus[0], 1);
	assert_int_equal(plan->gpus[1], 2);
	assert_near(plan->epoch_time_s[0], 3650.0, 1e-9);
	assert_near(plan->epoch_time_s[1], 1900.0, 1e-9);
	/* no rescale, no start-up: 1,2 for 3600 + 1800, at C = 7200 */
	assert_near(got.table.expected.no_rescale_bound_s, 5400.0, 1e-6);
	drop(&set, &got);
}

static void a_dear_resize_is_not_done(void **state)
{
	/* r = 2000: 1,2 takes 7450 s at C = 11250, worse than 2,2. */
	static const char text[] =
		"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		" \"rescale_s\": 2000, \"startup_s\": 50, \"epochs\": ["
		"{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1]]}},"
		"{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 2]]}}"
		"]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, (7250.0 + 10900.0) / 2.0 / 3600.0, &PLAIN, &set, &got);
	assert_near(got.table.expected.objective_s, (7250.0 + 5450.0) / 2.0,
		    1e-6);
	for (size_t q = 0; q < got.table.class[0].n_plan; q++) {
		const struct boa_plan *plan = &got.table.class[0].plan[q];

		assert_int_equal(plan->gpus[0], plan->gpus[1]);
	}
	drop(&set, &got);
}

/* Twins but for weight; the money is for one of them to be on 2 GPUs. */
static void the_heavier_class_gets_the_money(void **state)
{
	static const char text[] =
		"{\"classes\": ["
		"{\"name\": \"light\", \"arrival_rate_per_hour\": 1, \"epochs\":"
		" [{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}"
		"]},"
		"{\"name\": \"heavy\", \"arrival_rate_per_hour\": 1,"
		" \"weight\": 3, \"epochs\":"
		" [{\"work_s\": 3600, \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}"
		"]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, 1.0 + 4.0 / 3.0, &PLAIN, &set, &got);
	assert_int_equal(got.table.class[0].plan[0].gpus[0], 1);
	assert_int_equal(got.table.class[1].plan[0].gpus[0], 2);
	/* objective (3600 + 3 * 2400) / 2, mean JCT (3600 + 2400) / 2 */
	assert_near(got.table.expected.objective_s, 5400.0, 1e-6);
	assert_near(got.table.expected.mean_jct_s, 3000.0, 1e-6);
	drop(&set, &got);
}

/*
 * t4 at 1 for 3600 s, a100 at 4 for 1000 s: spends 3600 and 4000. Falling
 * back from one to the other needs both in the table.
 */
static void every_usable_type_has_a_plan(void **state)
{
	static const char text[] =
		"{\"gpu_types\": [{\"name\": \"t4\"},"
		" {\"name\": \"a100\", \"price\": 4},"
		" {\"name\": \"h100\", \"price\": 9}],"
		" \"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		" \"epochs\": [{\"work_s\": 3600, \"speedup\": {"
		"\"t4\": [[1, 1]], \"a100\": [[1, 3.6]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_plan *plan;

	(void)state;
	solve(text, 5.0, &PLAIN, &set, &got);
	assert_int_equal(got.table.class[0].n_plan, 2);
	plan = got.table.class[0].plan;
	assert_near(plan[0].share, 1.0, 0.0);
	assert_string_equal(plan[0].gpu_type[0], "a100");
	assert_near(plan[1].share, 0.0, 0.0);
	assert_string_equal(plan[1].gpu_type[0], "t4");
	/* at price 0 the alternate costs only its time */
	assert_near(plan[1].reduced_cost, 2600.0, 1e-9);
	drop(&set, &got);
}

static void the_cheapest_plan_is_an_alternate(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_plan *plan;

	(void)state;
	solve(TWO_WIDTHS, 100.0, &PLAIN, &set, &got);
	assert_int_equal(got.table.class[0].n_plan, 2);
	plan = &got.table.class[0].plan[1];
	assert_near(plan->share, 0.0, 0.0);
	assert_int_equal(plan->gpus[0], 1);
	assert_near(plan->reduced_cost, 1200.0, 1e-9);
	drop(&set, &got);
}

/* A falling curve has one width worth choosing, a flat one the least spend. */
static void falling_and_flat_curves_stay_on_one_gpu(void **state)
{
	static const char text[] =
		"{\"classes\": [{\"name\": \"falls\","
		" \"arrival_rate_per_hour\": 1, \"epochs\": [{\"work_s\": 100,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 0.7], [4, 0.2]]}}]},"
		"{\"name\": \"flat\","
		" \"arrival_rate_per_hour\": 1, \"epochs\": [{\"work_s\": 100,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1], [4, 1]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, 50.0, &PLAIN, &set, &got);
	assert_near(got.table.expected.objective_s, 100.0, 1e-9);
	assert_near(got.table.expected.spend_per_hour, 200.0 / 3600.0, 1e-12);
	drop(&set, &got);
}

static void a_class_that_never_comes_has_its_plan(void **state)
{
	static const char text[] =
		"{\"classes\": [{\"name\": \"busy\","
		" \"arrival_rate_per_hour\": 1, \"epochs\": [{\"work_s\": 3600,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}]},"
		"{\"name\": \"rare\","
		" \"arrival_rate_per_hour\": 0, \"epochs\": [{\"work_s\": 3600,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1.9], [4, 2]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };
	const struct boa_plan *plan;

	(void)state;
	/* mu' = 1200 / 1200: T + C is 7200, 5684 and 9000 for rare */
	solve(text, 1.25, &PLAIN, &set, &got);
	plan = &got.table.class[1].plan[0];
	assert_near(plan->share, 1.0, 0.0);
	assert_int_equal(plan->gpus[0], 2);
	drop(&set, &got);
}

/* Nodes of 4: 3 fits within one, 6 on none; 8 is two whole ones. */
static void placeable_widths_fit_nodes(void **state)
{
	static const char text[] =
		"{\"gpu_types\": [{\"name\": \"t4\", \"gpus_per_node\": 4}],"
		" \"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		" \"epochs\": [{\"work_s\": 3600, \"speedup\": {"
		"\"t4\": [[3, 3], [6, 6.5]]}}]}]}";
	const struct boa_solve_options placeable = { .rule.placeable = true };
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, 50.0, &placeable, &set, &got);
	assert_int_equal(got.table.class[0].n_plan, 1);
	assert_int_equal(got.table.class[0].plan[0].gpus[0], 3);
	drop(&set, &got);
}

static void a_class_without_a_placeable_width_is_named(void **state)
{
	static const char text[] =
		"{\"gpu_types\": [{\"name\": \"t4\", \"gpus_per_node\": 4}],"
		" \"classes\": [{\"name\": \"odd\", \"arrival_rate_per_hour\":"
		" 1, \"epochs\": [{\"work_s\": 3600, \"speedup\": {"
		"\"t4\": [[6, 6.5]]}}]}]}";
	const struct boa_solve_options placeable = { .rule.placeable = true };
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { .status = BOA_SOLVED };
	struct boa_err err;

	(void)state;
	load(text, &set);
	assert_int_equal(boa_solve(&set, 9.0, &placeable, &got, &err),
			 BOA_ERANGE);
	assert_non_null(strstr(err.text, "classes[0] (odd)"));
	boa_classes_free(&set);
}

static void unknown_node_sizes_are_named(void **state)
{
	const struct boa_solve_options placeable = { .rule.placeable = true };
	struct boa_classes set = { 0 };
	struct boa_solve_result got;
	struct boa_err err;

	(void)state;
	load(TWO_WIDTHS, &set);
	assert_int_equal(boa_solve(&set, 9.0, &placeable, &got, &err),
			 BOA_ERANGE);
	assert_non_null(strstr(err.text, "gpu_types.t4"));
	boa_classes_free(&set);
}

/* Priced by nodes of 4, 1 GPU costs as much as 4. */
static void whole_nodes_make_one_gpu_as_dear_as_four(void **state)
{
	static const char text[] =
		"{\"gpu_types\": [{\"name\": \"t4\", \"gpus_per_node\": 4}],"
		" \"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		" \"epochs\": [{\"work_s\": 3600, \"speedup\": {"
		"\"t4\": [[1, 1], [4, 2]]}}]}]}";
	const struct boa_solve_options nodes = { .rule.whole_nodes = true };
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, 2.0, &nodes, &set, &got);
	assert_int_equal(got.table.class[0].plan[0].gpus[0], 4);
	assert_near(got.table.class[0].plan[0].share, 1.0, 0.0);
	assert_near(got.least_budget, 2.0, 1e-12);
	drop(&set, &got);
}

/*
 * Epoch 1 is quick on a, epoch 2 on b: 100 s each instead of 1000; a change
 * takes 10 s. Kept to one type: 1100 s.
 */
#define TWO_TYPES                                                               \
	"{\"classes\": [{\"name\": \"x\", \"arrival_rate_per_hour\": 1,"        \
	" \"rescale_s\": 10, \"epochs\": ["                                     \
	"{\"work_s\": 1000, \"speedup\": {\"a\": [[1, 10]], \"b\": [[1, 1]]}}," \
	"{\"work_s\": 1000, \"speedup\": {\"a\": [[1, 1]], \"b\": [[1, 10]]}}"  \
	"]}]}"

static void a_job_changes_type_where_it_may(void **state)
{
	const struct boa_solve_options change = {
		.rule.allow_type_change = true,
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(TWO_TYPES, 10.0, &PLAIN, &set, &got);
	assert_near(got.table.expected.objective_s, 1100.0, 1e-9);
	assert_near(got.table.expected.no_rescale_bound_s, 200.0, 1e-9);
	drop(&set, &got);
	solve(TWO_TYPES, 10.0, &change, &set, &got);
	assert_near(got.table.expected.objective_s, 210.0, 1e-9);
	assert_string_equal(got.table.class[0].plan[0].gpu_type[0], "a");
	assert_string_equal(got.table.class[0].plan[0].gpu_type[1], "b");
	drop(&set, &got);
}

static void a_type_change_may_have_its_own_time(void **state)
{
	const struct boa_solve_options change = {
		.rule.allow_type_change = true,
		.rule.type_change_is_set = true,
		.rule.type_change_s = 300.0,
	};
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(TWO_TYPES, 10.0, &change, &set, &got);
	assert_near(got.table.expected.objective_s, 500.0, 1e-9);
	drop(&set, &got);
}

static void work_of_nothing_takes_nothing(void **state)
{
	static const char text[] =
		"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
		" \"epochs\": [{\"work_s\": 0,"
		" \"speedup\": {\"t4\": [[1, 1], [2, 1.5]]}}]}]}";
	struct boa_classes set = { 0 };
	struct boa_solve_result got = { 0 };

	(void)state;
	solve(text, 1.0, &PLAIN, &set, &got);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(got.table.expected.objective_s, 0.0, 0.0);
	assert_near(got.table.expected.gap, 0.0, 0.0);
	drop(&set, &got);
}

static void refuses_a_budget_that_is_none(void **state)
{
	const double bad[] = { 0.0, -1.0, NAN, INFINITY };
	struct boa_classes set = { 0 };
	struct boa_solve_result got;

	(void)state;
	load(TWO_WIDTHS, &set);
	for (size_t b = 0; b < 4; b++)
		assert_int_equal(boa_solve(&set, bad[b], &PLAIN, &got, NULL),
				 BOA_EINVAL);
	boa_classes_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_budget_between_two_widths_mixes_them),
		cmocka_unit_test(the_least_budget_is_feasible_and_less_is_not),
		cmocka_unit_test(money_beyond_the_fastest_is_left_over),
		cmocka_unit_test(a_job_is_resized_where_it_pays),
		cmocka_unit_test(a_dear_resize_is_not_done),
		cmocka_unit_test(the_heavier_class_gets_the_money),
		cmocka_unit_test(every_usable_type_has_a_plan),
		cmocka_unit_test(the_cheapest_plan_is_an_alternate),
		cmocka_unit_test(falling_and_flat_curves_stay_on_one_gpu),
		cmocka_unit_test(a_class_that_never_comes_has_its_plan),
		cmocka_unit_test(placeable_widths_fit_nodes),
		cmocka_unit_test(a_class_without_a_placeable_width_is_named),
		cmocka_unit_test(unknown_node_sizes_are_named),
		cmocka_unit_test(whole_nodes_make_one_gpu_as_dear_as_four),
		cmocka_unit_test(a_job_changes_type_where_it_may),
		cmocka_unit_test(a_type_change_may_have_its_own_time),
		cmocka_unit_test(work_of_nothing_takes_nothing),
		cmocka_unit_test(refuses_a_budget_that_is_none),
	};
	return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
