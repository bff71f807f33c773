/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/brute.h"
#include "tests/unit/check.h"

#include "src/envelope.h"

static void check(struct boa_point *point, size_t n, const double *rate,
		  const bool *worth)
{
	const struct boa_curve curve = { n, point };
	struct boa_envelope envelope = { 0 };

	assert_int_equal(boa_envelope_init(&envelope, &curve, NULL), 0);
	for (size_t p = 0; p < n; p++) {
		assert_near(envelope.rate[p], rate[p], 1e-12);
		assert_int_equal(envelope.is_worth_it[p], worth[p]);
	}
	boa_envelope_free(&envelope);
}

static void a_concave_curve_is_its_own_envelope(void **state)
{
	struct boa_point point[] = { { 1, 1 }, { 2, 1.8 }, { 4, 3 } };
	const double rate[] = { 1, 1.8, 3 };
	const bool worth[] = { true, true, true };

	(void)state;
	check(point, 3, rate, worth);
}

static void a_dent_is_bridged(void **state)
{
	struct boa_point point[] = { { 1, 1 }, { 2, 1.1 }, { 4, 3 }, { 8, 4 } };
	/* from (1, 1) to (4, 3): 5/3 at 2 */
	const double rate[] = { 1, 5.0 / 3.0, 3, 4 };
	const bool worth[] = { true, false, true, true };

	(void)state;
	check(point, 4, rate, worth);
}

static void what_falls_goes_on_flat(void **state)
{
	struct boa_point point[] = {
		{ 1, 1 }, { 2, 1.5 }, { 4, 1.2 }, { 8, 1.5 }
	};
	const double rate[] = { 1, 1.5, 1.5, 1.5 };
	const bool worth[] = { true, true, false, false };

	(void)state;
	check(point, 4, rate, worth);
}

/* 4 GPUs do 5: pausing now and then beats 1 GPU at rate 1. */
static void better_than_linear_makes_lesser_widths_poor(void **state)
{
	struct boa_point point[] = { { 1, 1 }, { 4, 5 } };
	const double rate[] = { 1.25, 5 };
	const bool worth[] = { false, true };
	const struct boa_curve curve = { 2, point };
	struct boa_envelope envelope = { 0 };

	(void)state;
	check(point, 2, rate, worth);
	assert_int_equal(boa_envelope_init(&envelope, &curve, NULL), 0);
	assert_near(boa_envelope_shortfall(&envelope, &curve, 0), 0.2, 1e-12);
	assert_near(boa_envelope_shortfall(&envelope, &curve, 1), 0.0, 0.0);
	boa_envelope_free(&envelope);
}

/* The greatest chord above WIDTH, or the greatest rate up to it. */
static double by_brute_force(const struct boa_curve *curve, size_t at)
{
	const struct boa_point *p = curve->point;
	double width = p[at].gpus, best = 0.0;

	for (size_t a = 0; a < curve->n_point; a++) {
		if (p[a].gpus <= width && p[a].rate > best)
			best = p[a].rate;
		/* from the origin, then from every other point */
		if (p[a].gpus >= width && p[a].rate * width / p[a].gpus > best)
			best = p[a].rate * width / p[a].gpus;
		for (size_t b = a + 1; b < curve->n_point; b++) {
			double part, rate;

			if (p[a].gpus > width || p[b].gpus < width)
				continue;
			part = (width - p[a].gpus) /
			       ((double)p[b].gpus - p[a].gpus);
			rate = p[a].rate + part * (p[b].rate - p[a].rate);
			best = rate > best ? rate : best;
		}
	}
	return best;
}

static void no_chord_is_above_it(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 2000; seed++) {
		struct dice dice = { seed };
		struct boa_point point[12];
		const struct boa_curve curve = { dice_whole(&dice, 1, 12),
						 point };
		struct boa_envelope envelope = { 0 };
		unsigned gpus = 0;

		for (size_t p = 0; p < curve.n_point; p++) {
			gpus += dice_whole(&dice, 1, 4);
			point[p] =
				(struct boa_point){ gpus, dice_real(&dice, 0.1,
								    10.0) };
		}
		assert_int_equal(boa_envelope_init(&envelope, &curve, NULL), 0);
		for (size_t p = 0; p < curve.n_point; p++)
			assert_near(envelope.rate[p], by_brute_force(&curve, p),
				    1e-9);
		boa_envelope_free(&envelope);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_concave_curve_is_its_own_envelope),
		cmocka_unit_test(a_dent_is_bridged),
		cmocka_unit_test(what_falls_goes_on_flat),
		cmocka_unit_test(better_than_linear_makes_lesser_widths_poor),
		cmocka_unit_test(no_chord_is_above_it),
	};
	return cmocka_run_group_tests_name("envelope", tests, NULL, NULL);
}
