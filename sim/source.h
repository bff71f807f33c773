/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source.h - where a simulation's jobs come from, one at a time and by rising
 * time: a trace (trace.h) or a generator (generate.h).
 */
#ifndef BOA_SOURCE_H
#define BOA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"

struct boa_arrival {
	double submit_s;     /* seconds, rising */
	size_t class;        /* index into the class set */
	double scale;        /* its work is SCALE times the class's mean */
	unsigned asked_gpus; /* what its user would have asked for, >= 1 */
};

struct boa_source {
	/*
	 * The next job into *ARRIVAL; *MORE is false, and nothing written, when
	 * there is none. Returns 0 or an error.
	 */
	int (*next)(void *state, struct boa_arrival *arrival, bool *more,
		    struct boa_err *err);
	void (*free)(void *state);
	void *state; /* owned */
};

/* Release what SOURCE holds; it may be zeroed. */
void boa_source_fini(struct boa_source *source);

#endif /* BOA_SOURCE_H */
