/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "solver/frontier.h"
#include "solver/solve.h"
#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/class_json.h"

static const struct boa_widths_rule PLAIN = { 0 };

static void load(const char *text, struct boa_classes *set,
		 struct boa_problem *problem, struct boa_frontier *frontier)
{
	struct boa_err err;

	if (boa_classes_parse(text, strlen(text), "text", set, &err) ||
	    boa_problem_init(problem, set, &PLAIN, &err) ||
	    boa_frontier_init(frontier, problem, &err))
		fail_msg("%s", err.text);
}

static void drop(struct boa_classes *set, struct boa_problem *problem,
		 struct boa_frontier *frontier)
{
	boa_frontier_free(frontier);
	boa_problem_free(problem);
	boa_classes_free(set);
}

/*
 * a: 3600 s for 1 GPU-h, 2400 s for 4/3, 2000 s for 20/9: prices 3600, 450.
 * b: 3600 s for 1, 1800 s for 1 (perfect), 1200 s for 4/3: 1800 s wins on
 * both counts, then price 1800. Two classes halve every price.
 */
static const char TWO[] =
	"{\"classes\": [{\"name\": \"a\", \"arrival_rate_per_hour\": 1,"
	" \"epochs\": [{\"work_s\": 3600,"
	" \"speedup\": {\"t4\": [[1, 1], [2, 1.5], [4, 1.8]]}}]},"
	" {\"name\": \"b\", \"arrival_rate_per_hour\": 1,"
	" \"epochs\": [{\"work_s\": 3600,"
	" \"speedup\": {\"t4\": [[1, 1], [2, 2], [4, 3]]}}]}]}";

static void edges_are_taken_by_falling_price(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_problem problem = { 0 };
	struct boa_frontier frontier = { 0 };

	(void)state;
	load(TWO, &set, &problem, &frontier);
	assert_int_equal(frontier.n_edge, 3);
	assert_int_equal(frontier.edge[0].item, 0);
	assert_int_equal(frontier.edge[1].item, 1);
	assert_int_equal(frontier.edge[2].item, 0);
	assert_near(frontier.edge[0].price, 1800.0, 1e-6);
	assert_near(frontier.edge[1].price, 900.0, 1e-6);
	assert_near(frontier.edge[2].price, 225.0, 1e-6);
	assert_near(boa_frontier_least(&frontier), 2.0, 1e-12);
	assert_near(boa_frontier_most(&frontier), 4.0 / 3.0 + 20.0 / 9.0,
		    1e-12);
	drop(&set, &problem, &frontier);
}

static void a_point_between_mixes_the_class_that_moves(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_problem problem = { 0 };
	struct boa_frontier frontier = { 0 };
	struct boa_frontier_point point;
	size_t vertex[2];

	(void)state;
	load(TWO, &set, &problem, &frontier);
	point = boa_frontier_at(&frontier, 2.5); /* half of b's edge */
	assert_int_equal(point.edge, 1);
	assert_near(point.share, 0.5, 1e-9);
	assert_near(point.objective_s, (2400.0 + 1500.0) / 2.0, 1e-6);
	boa_frontier_vertices(&frontier, point.edge, vertex);
	assert_near(frontier.hull[0].vertex[vertex[0]].time_s, 2400.0, 1e-9);
	assert_near(frontier.hull[1].vertex[vertex[1]].time_s, 1800.0, 1e-9);
	drop(&set, &problem, &frontier);
}

static void beyond_the_ends_are_the_ends(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_problem problem = { 0 };
	struct boa_frontier frontier = { 0 };
	struct boa_frontier_point point;

	(void)state;
	load(TWO, &set, &problem, &frontier);
	point = boa_frontier_at(&frontier, 100.0);
	assert_near(point.objective_s, (2000.0 + 1200.0) / 2.0, 1e-6);
	assert_near(point.price, 0.0, 0.0);
	point = boa_frontier_at(&frontier, 0.1);
	assert_near(point.objective_s, (3600.0 + 1800.0) / 2.0, 1e-6);
	drop(&set, &problem, &frontier);
}

static void agree(const struct boa_classes *set,
		  const struct boa_widths_rule *rule,
		  const struct boa_frontier *frontier, double budget)
{
	const struct boa_solve_options options = { .rule = *rule };
	struct boa_solve_result got = { 0 };
	struct boa_frontier_point point = boa_frontier_at(frontier, budget);

	assert_int_equal(boa_solve(set, budget, &options, &got, NULL), 0);
	assert_int_equal(got.status, BOA_SOLVED);
	assert_near(point.objective_s, got.table.expected.objective_s,
		    1e-9 * point.objective_s);
	assert_near(point.mean_jct_s, got.table.expected.mean_jct_s,
		    1e-6 * point.mean_jct_s);
	boa_table_free(&got.table);
}

static void every_point_is_what_a_single_solve_gives(void **state)
{
	static const struct random_spec spec = {
		.max_class = 5,
		.max_epoch = 8,
		.max_type = 3,
		.max_width = 12,
		.times = true,
	};

	(void)state;
	for (uint64_t seed = 1; seed <= 500; seed++) {
		struct dice dice = { seed };
		struct boa_widths_rule rule = { 0 };
		struct boa_classes set = { 0 };
		struct boa_problem problem = { 0 };
		struct boa_frontier frontier = { 0 };
		double least, most;

		random_set(&dice, &spec, &set);
		rule.allow_type_change = seed % 3 == 0;
		assert_int_equal(boa_problem_init(&problem, &set, &rule, NULL),
				 0);
		assert_int_equal(boa_frontier_init(&frontier, &problem, NULL),
				 0);
		least = boa_frontier_least(&frontier);
		most = boa_frontier_most(&frontier);
		for (double f = 0.0; f <= 1.2 && least > 0.0; f += 0.15)
			agree(&set, &rule, &frontier,
			      least + f * (most - least));
		for (size_t e = 0; e < frontier.n_edge; e++) {
			const struct boa_edge *edge = &frontier.edge[e];

			assert_true(edge[1].price <= edge->price);
			assert_true(edge[1].objective_s <= edge->objective_s);
			assert_true(edge[1].spend_per_hour >=
				    edge->spend_per_hour);
		}
		drop(&set, &problem, &frontier);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(edges_are_taken_by_falling_price),
		cmocka_unit_test(a_point_between_mixes_the_class_that_moves),
		cmocka_unit_test(beyond_the_ends_are_the_ends),
		cmocka_unit_test(every_point_is_what_a_single_solve_gives),
	};
	return cmocka_run_group_tests_name("frontier", tests, NULL, NULL);
}
