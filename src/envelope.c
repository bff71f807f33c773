/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "src/envelope.h"

/* Is the middle of three points on the chord of the others, or below it? */
static bool is_below(struct boa_point left, struct boa_point middle,
		     struct boa_point right)
{
	double run = (double)middle.gpus - left.gpus;
	double all = (double)right.gpus - left.gpus;

	return (middle.rate - left.rate) * all <=
	       (right.rate - left.rate) * run;
}

/* Corner C of the envelope; corner 0 is the origin. */
static struct boa_point corner_at(const struct boa_curve *curve,
				  const size_t *corner, size_t c)
{
	if (!c)
		return (struct boa_point){ 0, 0.0 };
	return curve->point[corner[c - 1]];
}

/* The corners, as point numbers from the left; returns how many. */
static size_t find_corners(const struct boa_curve *curve, size_t *corner)
{
	double fastest = 0.0;
	size_t n = 0;

	for (size_t p = 0; p < curve->n_point; p++) {
		/* what is no faster than a lesser width is on the flat */
		if (curve->point[p].rate <= fastest)
			continue;
		fastest = curve->point[p].rate;
		while (n &&
		       is_below(corner_at(curve, corner, n - 1),
				corner_at(curve, corner, n), curve->point[p]))
			n--;
		corner[n++] = p;
	}
	return n;
}

static double between(struct boa_point left, struct boa_point right,
		      unsigned gpus)
{
	return left.rate + (right.rate - left.rate) *
				   ((double)gpus - left.gpus) /
				   ((double)right.gpus - left.gpus);
}

int boa_envelope_init(struct boa_envelope *envelope,
		      const struct boa_curve *curve, struct boa_err *err)
{
	size_t n = curve->n_point, n_corner, c = 0;
	struct boa_envelope fresh = {
		.n = n,
		.rate = calloc(n, sizeof(*fresh.rate)),
		.is_worth_it = calloc(n, sizeof(*fresh.is_worth_it)),
	};
	size_t *corner = calloc(n, sizeof(*corner));

	if (!fresh.rate || !fresh.is_worth_it || !corner) {
		free(corner);
		boa_envelope_free(&fresh);
		return boa_err_set(err, BOA_ENOMEM, "a curve of %zu widths", n);
	}
	n_corner = find_corners(curve, corner);
	for (size_t p = 0; p < n; p++) {
		/* corner c is the first at P or beyond it */
		while (c < n_corner && corner[c] < p)
			c++;
		if (c == n_corner) {
			fresh.rate[p] = corner_at(curve, corner, c).rate;
		} else if (corner[c] == p) {
			fresh.rate[p] = curve->point[p].rate;
			fresh.is_worth_it[p] = true;
		} else {
			fresh.rate[p] = between(corner_at(curve, corner, c),
						corner_at(curve, corner, c + 1),
						curve->point[p].gpus);
		}
	}
	free(corner);
	*envelope = fresh;
	return 0;
}

void boa_envelope_free(struct boa_envelope *envelope)
{
	free(envelope->rate);
	free(envelope->is_worth_it);
	*envelope = (struct boa_envelope){ 0 };
}

double boa_envelope_shortfall(const struct boa_envelope *envelope,
			      const struct boa_curve *curve, size_t p)
{
	double below = envelope->rate[p] - curve->point[p].rate;

	return below > 0.0 ? below / envelope->rate[p] : 0.0;
}
