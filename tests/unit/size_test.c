/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>

#include "tests/unit/check.h"

#include "src/size.h"

static void below_a_node_or_whole_nodes_can_be_placed(void **state)
{
	(void)state;
	assert_true(boa_size_is_placeable(1, 4));
	assert_true(boa_size_is_placeable(3, 4));
	assert_true(boa_size_is_placeable(4, 4));
	assert_true(boa_size_is_placeable(12, 4));
	assert_true(boa_size_is_placeable(7, 1));
	assert_false(boa_size_is_placeable(5, 4));
	assert_false(boa_size_is_placeable(6, 4));
	assert_false(boa_size_is_placeable(0, 4));
	assert_false(boa_size_is_placeable(4, 0));
}

static void check(unsigned gpus, unsigned per_node, struct boa_size want)
{
	struct boa_size got = boa_size_of(gpus, per_node, 10, 1000);

	assert_int_equal(got.nodes, want.nodes);
	assert_int_equal(got.gpus_per_node, want.gpus_per_node);
	assert_int_equal(got.cpus_per_node, want.cpus_per_node);
	assert_int_equal(got.memory_mb_per_node, want.memory_mb_per_node);
}

/* A node of 4 GPUs, 10 CPUs and 1000 MB: 2.5 CPUs and 250 MB for each GPU. */
static void cpus_and_memory_go_with_the_gpus(void **state)
{
	(void)state;
	check(1, 4, (struct boa_size){ 1, 1, 2, 250 });
	check(2, 4, (struct boa_size){ 1, 2, 5, 500 });
	check(3, 4, (struct boa_size){ 1, 3, 7, 750 });
	check(4, 4, (struct boa_size){ 1, 4, 10, 1000 });
	check(16, 4, (struct boa_size){ 4, 4, 10, 1000 });
	check(8, 1, (struct boa_size){ 8, 1, 10, 1000 });
	/* 1000 / 3 = 333 1/3 */
	check(2, 3, (struct boa_size){ 1, 2, 6, 666 });
}

static void what_cannot_be_placed_is_rounded_up(void **state)
{
	(void)state;
	check(5, 4, (struct boa_size){ 2, 4, 10, 1000 });
	check(0, 4, (struct boa_size){ 1, 1, 2, 250 });
}

static void what_is_not_known_is_left_out(void **state)
{
	struct boa_size got = boa_size_of(2, 4, 0, 0);

	(void)state;
	assert_int_equal(got.cpus_per_node, 0);
	assert_int_equal(got.memory_mb_per_node, 0);
	got = boa_size_of(6, 0, 10, 1000);
	assert_int_equal(got.nodes, 1);
	assert_int_equal(got.gpus_per_node, 6);
	assert_int_equal(got.cpus_per_node, 0);
}

/* Slurm reads 0 MB as all of the node, and 0 CPUs is no request. */
static void a_share_is_never_rounded_to_nothing(void **state)
{
	struct boa_size got = boa_size_of(1, 8, 4, 4);

	(void)state;
	assert_int_equal(got.cpus_per_node, 1);
	assert_int_equal(got.memory_mb_per_node, 1);
}

static void the_largest_figures_do_not_overflow(void **state)
{
	struct boa_size got =
		boa_size_of(UINT_MAX, 1U << 20, UINT_MAX, UINT64_MAX);

	(void)state;
	assert_int_equal(got.nodes, 4096); /* (2^32 - 1) / 2^20, rounded up */
	assert_int_equal(got.cpus_per_node, UINT_MAX);
	assert_true(got.memory_mb_per_node == UINT64_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(below_a_node_or_whole_nodes_can_be_placed),
		cmocka_unit_test(cpus_and_memory_go_with_the_gpus),
		cmocka_unit_test(what_cannot_be_placed_is_rounded_up),
		cmocka_unit_test(what_is_not_known_is_left_out),
		cmocka_unit_test(a_share_is_never_rounded_to_nothing),
		cmocka_unit_test(the_largest_figures_do_not_overflow),
	};
	return cmocka_run_group_tests_name("size", tests, NULL, NULL);
}
