/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * series.h - quantities over time in memory that does not grow: averages over
 * equal spans of time; when all spans are used up, two become one.
 */
#ifndef BOA_SERIES_H
#define BOA_SERIES_H

#include <stddef.h>

#include "src/err.h"

#define BOA_SERIES_SPANS  2048 /* at most */
#define BOA_SERIES_VALUES 4

struct boa_span {
	double integral[BOA_SERIES_VALUES]; /* value * s */
};

struct boa_series {
	double begin_s;
	double span_s;
	size_t n; /* spans used */
	struct boa_span *span;
};

/* Begin at BEGIN_S with spans of SPAN_S (> 0). Returns 0 or BOA_ENOMEM. */
int boa_series_init(struct boa_series *series, double begin_s, double span_s,
		    struct boa_err *err);
void boa_series_fini(struct boa_series *series);

/* From FROM_S to UNTIL_S, >= FROM_S >= begin_s, the quantities were VALUE. */
void boa_series_add(struct boa_series *series, double from_s, double until_s,
		    const double value[BOA_SERIES_VALUES]);

#endif /* BOA_SERIES_H */
