/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What nodes are billed, and for what; every number is worked out by hand. */
#include "config.h"

#include "tests/unit/ledger_world.h"

/* A node of 4 GPUs: SECONDS of it are so many GPU-seconds. */
#define NODE(seconds) (4.0 * (seconds))

static void has(const struct world *world, enum boa_kind kind, double gpu_s)
{
	double got = world_gpu_s(world, kind);

	if (!(fabs(got - gpu_s) <= 1e-6))
		fail_msg("%s: got %.9g GPU-s, want %.9g", boa_kind_word(kind),
			 got, gpu_s);
}

/* The kinds listed so far are all there is. */
static void has_total(const struct world *world, double gpu_s)
{
	assert_near(world_total_gpu_s(world), gpu_s, 1e-6);
}

/* A world with node 0 up and idle since before 100, where the account begins.
 */
static struct world *one_node_up(void)
{
	struct world *world = world_new(1);

	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 100);
	return world;
}

/* --- states decide ---------------------------------------------------- */

static void the_first_charge_begins_and_charges_nothing(void **state)
{
	struct world *world = one_node_up();

	(void)state;
	assert_near(boa_ledger_begin_s(world->ledger), 100, 0);
	assert_near(boa_ledger_now_s(world->ledger), 100, 0);
	has_total(world, 0);
	world_charge(world, 110);
	has(world, BOA_KIND_IDLE, NODE(10));
	has_total(world, NODE(10));
	world_free(world);
}

static void follows_a_node_through_its_life(void **state)
{
	struct world *world = world_new(2);
	struct boa_amount total;
	struct boa_node_bill bill;

	(void)state;
	world_charge(world, 100);
	world_boot(world, 0, 104); /* asked for between two looks */
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, NODE(6));
	assert_true(boa_ledger_node(world->ledger, "n0", &bill));
	assert_true(bill.billed);
	assert_near(bill.billed_since_s, 104, 0);
	assert_near(bill.state_since_s, 104, 0);
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 130);
	has(world, BOA_KIND_IDLE, NODE(20));
	world_node(world, 0, BOA_NODE_LEAVING);
	world_charge(world, 140);
	has(world, BOA_KIND_DRAIN, NODE(10));
	world_node(world, 0, BOA_NODE_OFF);
	world_charge(world, 150);
	world_charge(world, 200);
	has(world, BOA_KIND_BOOT, NODE(6));
	has(world, BOA_KIND_IDLE, NODE(20));
	has(world, BOA_KIND_DRAIN, NODE(20)); /* to the look that saw it off */
	has_total(world, NODE(46));           /* 104 to 150 */
	/* 184 GPU-seconds at 0.001 each */
	boa_ledger_sum(world->ledger, NULL, &total);
	assert_near(total.spend, 0.184, 1e-12);
	/* marked for release at 130, as far as was seen */
	assert_near(boa_ledger_marked_gpu_s(world->ledger), NODE(26), 1e-9);
	assert_true(boa_ledger_node(world->ledger, "n0", &bill));
	assert_false(bill.billed);
	assert_false(boa_ledger_node(world->ledger, "other", &bill));
	world_free(world);
}

static void a_launch_of_unknown_time_counts_from_the_last_look(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world_charge(world, 100);
	world_boot(world, 0, 0);
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, NODE(10));
	world_free(world);
}

static void nodes_of_others_cost_nothing(void **state)
{
	struct world *world = world_new(2);

	(void)state;
	world->node[0].type = -1;
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 100);
	world_charge(world, 200);
	has_total(world, 0);
	world_free(world);
}

static void a_node_listed_twice_counts_once(void **state)
{
	struct world *world = world_new(2);

	(void)state;
	world_node(world, 0, BOA_NODE_UP);
	world->node[1] = world->node[0];
	world_charge(world, 100);
	world_charge(world, 110);
	has_total(world, NODE(10));
	world_free(world);
}

static void a_node_that_vanishes_is_billed_until_it_is_missed(void **state)
{
	struct world *world = one_node_up();

	(void)state;
	world_charge(world, 110);
	world->snapshot.n_node = 0;
	world_charge(world, 120);
	world_charge(world, 130);
	has_total(world, NODE(20));
	world->snapshot.n_node = 1;
	world_charge(world, 140); /* back: from the last look */
	has_total(world, NODE(30));
	world_free(world);
}

static void money_counts_at_the_price_of_the_moment(void **state)
{
	struct world *world = one_node_up();
	struct boa_amount total;

	(void)state;
	world_charge(world, 110); /* 40 GPU-s at 0.001 */
	world->type[0].price_per_gpu_h = 7.2;
	world_charge(world, 120); /* 40 GPU-s at 0.002 */
	boa_ledger_sum(world->ledger, NULL, &total);
	assert_near(total.gpu_s, 80, 1e-9);
	assert_near(total.spend, 0.040 + 0.080, 1e-12);
	world_free(world);
}

static void a_boot_that_fails_is_a_failed_launch_from_its_start(void **state)
{
	struct world *world = world_new(2);

	(void)state;
	world_charge(world, 100);
	world_boot(world, 0, 100);
	world_boot(world, 1, 100);
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, NODE(20));
	world_node(world, 0, BOA_NODE_FAILED);
	world_charge(world, 120);
	has(world, BOA_KIND_FAILED, NODE(20));
	has(world, BOA_KIND_BOOT, NODE(20)); /* the other still boots */
	world_node(world, 0, BOA_NODE_OFF);
	world_node(world, 1, BOA_NODE_OFF);
	world_charge(world, 130);
	has(world, BOA_KIND_FAILED, NODE(60));
	has(world, BOA_KIND_BOOT, 0);
	has_total(world, NODE(60));
	world_free(world);
}

static void a_node_that_fails_after_it_came_up_drains(void **state)
{
	struct world *world = one_node_up();

	(void)state;
	world_node(world, 0, BOA_NODE_FAILED);
	world_charge(world, 110);
	has(world, BOA_KIND_DRAIN, NODE(10));
	/* the next launch is another: it boots in vain */
	world_node(world, 0, BOA_NODE_OFF);
	world_charge(world, 120);
	world_boot(world, 0, 120);
	world_charge(world, 130);
	world_node(world, 0, BOA_NODE_FAILED);
	world_charge(world, 140);
	has(world, BOA_KIND_DRAIN, NODE(20));
	has(world, BOA_KIND_FAILED, NODE(20));
	world_free(world);
}

/* --- time ------------------------------------------------------------- */

static void a_gap_is_bridged(void **state)
{
	struct world *world = world_new(4);

	(void)state;
	world_node(world, 0, BOA_NODE_UP);
	world_node(world, 1, BOA_NODE_UP);
	world_charge(world, 100);
	/* slurmctld is down for an hour; 0 stays up, 1 goes, 2 comes at 3000,
	   3 at a time nobody knows */
	world_node(world, 1, BOA_NODE_OFF);
	world_node(world, 2, BOA_NODE_UP);
	world->node[2].boot_s = 3000;
	world_node(world, 3, BOA_NODE_UP);
	world_charge(world, 3700);
	has_total(world, NODE(3600 + 3600 + 700 + 3600));
	world_free(world);
}

static void a_clock_that_went_back_charges_nothing(void **state)
{
	struct world *world = one_node_up();

	(void)state;
	world_charge(world, 5000);
	has_total(world, NODE(4900));
	world_charge(world, 1400);
	has_total(world, NODE(4900));
	world_charge(world, 1410);
	has_total(world, NODE(4910));
	assert_near(boa_ledger_now_s(world->ledger), 1410, 0);
	world_node(world, 0, BOA_NODE_OFF);
	world_charge(world, 1420);
	world_charge(world, 9000);
	has_total(world, NODE(4920));
	world_free(world);
}

static void refuses_what_is_no_time(void **state)
{
	struct world *world = one_node_up();
	const double bad[] = { NAN, INFINITY, 0, -5 };
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		world->snapshot.now_s = bad[i];
		assert_int_equal(
			boa_ledger_charge(world->ledger, &world->input, NULL),
			BOA_EINVAL);
	}
	world_charge(world, 110);
	has_total(world, NODE(10));
	world_free(world);
}

/* --- the provider decides --------------------------------------------- */

static void the_provider_knows_to_the_second(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_boot(world, 0, 103);
	world_event(world, 103.5, BOA_PROVIDER_START, 0);
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, NODE(6.5));
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 120);
	world_node(world, 0, BOA_NODE_LEAVING);
	world_event(world, 127.25, BOA_PROVIDER_STOP, 0);
	world_charge(world, 130);
	world_charge(world, 140); /* Slurm has not noticed: free of charge */
	has(world, BOA_KIND_IDLE, NODE(10) + NODE(7.25));
	has_total(world, NODE(127.25 - 103.5));
	world_free(world);
}

static void many_starts_and_stops_between_two_looks_all_count(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_event(world, 101, BOA_PROVIDER_START, 0);
	world_event(world, 103, BOA_PROVIDER_STOP, 0);
	world_event(world, 104, BOA_PROVIDER_START, 0);
	world_event(world, 104.5, BOA_PROVIDER_STOP, 0);
	world_event(world, 109, BOA_PROVIDER_START, 0);
	world_boot(world, 0, 109);
	world_charge(world, 110);
	/* nobody saw the first two up */
	has(world, BOA_KIND_FAILED, NODE(2.5));
	has(world, BOA_KIND_BOOT, NODE(1));
	has_total(world, NODE(3.5));
	world_free(world);
}

static void a_refused_launch_costs_nothing(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_boot(world, 0, 101);
	world_event(world, 101, BOA_PROVIDER_FAIL, 0);
	world_charge(world, 110);
	world_charge(world, 120);
	has_total(world, 0);
	world_free(world);
}

static void a_start_told_late_counts_from_its_time(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_boot(world, 0, 101);
	world_charge(world, 110);
	has_total(world, 0);
	world_event(world, 102, BOA_PROVIDER_START, 0);
	world_charge(world, 120);
	has(world, BOA_KIND_BOOT, NODE(18));
	has_total(world, NODE(18));
	world_free(world);
}

static void a_stop_told_late_is_taken_back(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_node(world, 0, BOA_NODE_UP);
	world_event(world, 50, BOA_PROVIDER_START, 0);
	world_charge(world, 100);
	world_charge(world, 110);
	world_node(world, 0, BOA_NODE_LEAVING);
	world_charge(world, 120);
	has_total(world, NODE(20));
	world_event(world, 114, BOA_PROVIDER_STOP, 0);
	world_charge(world, 130);
	has(world, BOA_KIND_IDLE, NODE(10));
	has(world, BOA_KIND_DRAIN, NODE(4));
	has_total(world, NODE(14));
	world_free(world);
}

static void a_stop_told_very_late_still_mends_the_sum(void **state)
{
	struct world *world = world_new(1);
	double at_s;

	(void)state;
	world->input.has_provider = true;
	world_node(world, 0, BOA_NODE_UP);
	world_event(world, 50, BOA_PROVIDER_START, 0);
	world_charge(world, 100);
	for (at_s = 110; at_s <= 1000; at_s += 10) {
		/* the price moves, so that stretches end and are settled */
		world->type[0].price_per_gpu_h = at_s;
		world_charge(world, at_s);
	}
	world_event(world, 300, BOA_PROVIDER_STOP, 0);
	world_charge(world, 1010);
	has_total(world, NODE(200));
	world_free(world);
}

static void a_node_still_billed_when_off_becomes_an_orphan(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world->input.orphan_after_s = 30;
	world_node(world, 0, BOA_NODE_UP);
	world_event(world, 50, BOA_PROVIDER_START, 0);
	world_charge(world, 100);
	world_node(world, 0, BOA_NODE_OFF);
	world_charge(world, 110); /* off since 110, as far as was seen */
	world_charge(world, 200);
	has(world, BOA_KIND_DRAIN, NODE(10 + 30));
	has(world, BOA_KIND_ORPHAN, NODE(60));
	world_event(world, 205, BOA_PROVIDER_STOP, 0);
	world_charge(world, 210);
	has(world, BOA_KIND_ORPHAN, NODE(65));
	has_total(world, NODE(105));
	/* what Slurm gave up does not count as used */
	assert_near(boa_ledger_marked_gpu_s(world->ledger), 0, 1e-9);
	world_free(world);
}

static void what_left_the_configuration_is_an_orphan_too(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world->input.orphan_after_s = 5;
	world_node(world, 0, BOA_NODE_UP);
	world_event(world, 50, BOA_PROVIDER_START, 0);
	world_charge(world, 100);
	world->snapshot.n_node = 0;
	world_charge(world, 110);
	world_charge(world, 120);
	has(world, BOA_KIND_DRAIN, NODE(15));
	has(world, BOA_KIND_ORPHAN, NODE(5));
	world_event(world, 121, BOA_PROVIDER_STOP, 0);
	world_charge(world, 130);
	has_total(world, NODE(21));
	world_free(world);
}

static void
a_start_that_slurm_has_not_seen_boots_then_is_an_orphan(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world->input.orphan_after_s = 15;
	world_charge(world, 100);
	world_event(world, 108, BOA_PROVIDER_START, 0);
	world_charge(world, 110);
	has(world, BOA_KIND_BOOT, NODE(2));
	world_charge(world, 130); /* 108 + 15 = 123 */
	has(world, BOA_KIND_BOOT, NODE(15));
	has(world, BOA_KIND_ORPHAN, NODE(7));
	world_boot(world, 0, 130);
	world_charge(world, 140);
	has(world, BOA_KIND_BOOT, NODE(25));
	world_free(world);
}

static void a_node_the_log_never_names_is_judged_by_its_state(void **state)
{
	struct world *world = world_new(2);

	(void)state;
	world->input.has_provider = true;
	world_node(world, 0, BOA_NODE_UP); /* on when first seen */
	world_charge(world, 100);
	world_charge(world, 110);
	has_total(world, NODE(10));
	/* launched at 110, up since 120; after a minute its state decides */
	world_boot(world, 1, 110);
	world_charge(world, 115);
	world_node(world, 1, BOA_NODE_UP);
	world_charge(world, 120);
	has_total(world, NODE(20));
	world_charge(world, 180);
	has_total(world, NODE(80) + NODE(70));
	world_node(world, 1, BOA_NODE_OFF);
	world_charge(world, 190);
	world_charge(world, 200);
	has_total(world, NODE(100) + NODE(80));
	world_free(world);
}

static void a_log_read_again_from_its_beginning_changes_nothing(void **state)
{
	struct world *world = world_new(1);
	size_t round;

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_node(world, 0, BOA_NODE_UP);
	for (round = 0; round < 3; round++) {
		world_event(world, 110, BOA_PROVIDER_START, 0);
		world_event(world, 120, BOA_PROVIDER_STOP, 0);
		world_event(world, 130, BOA_PROVIDER_START, 0);
		world_charge(world, 140 + 10 * (double)round);
	}
	has_total(world, NODE(10 + 30));
	world_free(world);
}

static void a_wrong_clock_at_the_provider_charges_nothing_ahead(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_charge(world, 100);
	world_event(world, 100, BOA_PROVIDER_START, 0);
	world_event(world, 1e12, BOA_PROVIDER_STOP, 0);
	world_charge(world, 110);
	has_total(world, NODE(10));
	world_free(world);
}

/* A stop read a moment after the snapshot is of the future. */
static void an_event_just_after_the_snapshot_is_exact(void **state)
{
	struct world *world = world_new(1);

	(void)state;
	world->input.has_provider = true;
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 100);
	world_event(world, 110.25, BOA_PROVIDER_START, 0);
	world_charge(world, 110);
	world_charge(world, 120);
	world_event(world, 120.5, BOA_PROVIDER_STOP, 0);
	world_charge(world, 120);
	world_node(world, 0, BOA_NODE_OFF);
	world_charge(world, 130);
	/* it was on when first seen: by its state until the log spoke */
	has_total(world, NODE(20.5));
	world_free(world);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_charge_begins_and_charges_nothing),
		cmocka_unit_test(follows_a_node_through_its_life),
		cmocka_unit_test(
			a_launch_of_unknown_time_counts_from_the_last_look),
		cmocka_unit_test(nodes_of_others_cost_nothing),
		cmocka_unit_test(a_node_listed_twice_counts_once),
		cmocka_unit_test(
			a_node_that_vanishes_is_billed_until_it_is_missed),
		cmocka_unit_test(money_counts_at_the_price_of_the_moment),
		cmocka_unit_test(
			a_boot_that_fails_is_a_failed_launch_from_its_start),
		cmocka_unit_test(a_node_that_fails_after_it_came_up_drains),
		cmocka_unit_test(a_gap_is_bridged),
		cmocka_unit_test(a_clock_that_went_back_charges_nothing),
		cmocka_unit_test(refuses_what_is_no_time),
		cmocka_unit_test(the_provider_knows_to_the_second),
		cmocka_unit_test(
			many_starts_and_stops_between_two_looks_all_count),
		cmocka_unit_test(a_refused_launch_costs_nothing),
		cmocka_unit_test(a_start_told_late_counts_from_its_time),
		cmocka_unit_test(a_stop_told_late_is_taken_back),
		cmocka_unit_test(a_stop_told_very_late_still_mends_the_sum),
		cmocka_unit_test(
			a_node_still_billed_when_off_becomes_an_orphan),
		cmocka_unit_test(what_left_the_configuration_is_an_orphan_too),
		cmocka_unit_test(
			a_start_that_slurm_has_not_seen_boots_then_is_an_orphan),
		cmocka_unit_test(
			a_node_the_log_never_names_is_judged_by_its_state),
		cmocka_unit_test(
			a_log_read_again_from_its_beginning_changes_nothing),
		cmocka_unit_test(
			a_wrong_clock_at_the_provider_charges_nothing_ahead),
		cmocka_unit_test(an_event_just_after_the_snapshot_is_exact),
	};

	return cmocka_run_group_tests_name("ledger", tests, NULL, NULL);
}
