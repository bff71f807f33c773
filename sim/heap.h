/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * heap.h - events by time; those of one time in the order they were added.
 */
#ifndef BOA_HEAP_H
#define BOA_HEAP_H

#include <stddef.h>
#include <stdint.h>

#include "src/err.h"

struct boa_event {
	double at_s;
	uint64_t order; /* set by boa_heap_push() */
	int kind;       /* the caller's, as is what follows */
	uint64_t id;
	uint64_t stamp;
};

struct boa_heap {
	size_t n;
	size_t room;
	uint64_t n_pushed;
	struct boa_event *event; /* [n], a binary heap */
};

/* Returns 0 or BOA_ENOMEM. */
int boa_heap_push(struct boa_heap *heap, struct boa_event event,
		  struct boa_err *err);

/* The first event, borrowed, or NULL; and its removal. */
const struct boa_event *boa_heap_first(const struct boa_heap *heap);
void boa_heap_pop(struct boa_heap *heap);

void boa_heap_fini(struct boa_heap *heap);

#endif /* BOA_HEAP_H */
