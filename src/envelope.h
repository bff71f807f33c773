/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * envelope.h - the monotone concave envelope of a speedup curve [BOA, arXiv
 * 2602.01404, Algorithm 1]: the least concave, never falling function that is
 * nowhere below the curve and 0 at 0 GPUs.
 *
 * Time-sharing a job between two widths reaches every point of a chord, so the
 * envelope is what the curve is worth on the average. The solver does not need
 * it: mixing plans does the same. It shows where a curve is poor: a width below
 * the envelope, or no faster than a lesser one, is never worth choosing for a
 * single epoch when GPUs are priced alike.
 */
#ifndef BOA_ENVELOPE_H
#define BOA_ENVELOPE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/class.h"
#include "src/err.h"

struct boa_envelope {
	size_t n;
	double *rate;      /* [n] of the envelope at the curve's widths */
	bool *is_worth_it; /* [n] the curve is on the envelope, and faster than
			      at any lesser width */
};

/*
 * The envelope of CURVE, points by rising gpus, at least one. On success
 * *ENVELOPE is new; release it with boa_envelope_free(). Returns 0 or
 * BOA_ENOMEM. Linear.
 */
int boa_envelope_init(struct boa_envelope *envelope,
		      const struct boa_curve *curve, struct boa_err *err);
void boa_envelope_free(struct boa_envelope *envelope);

/* How far CURVE falls below the envelope at point P, as a fraction of it. */
double boa_envelope_shortfall(const struct boa_envelope *envelope,
			      const struct boa_curve *curve, size_t p);

#endif /* BOA_ENVELOPE_H */
