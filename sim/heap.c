/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>

#include "sim/heap.h"

static bool is_before(const struct boa_event *a, const struct boa_event *b)
{
	return a->at_s < b->at_s || (a->at_s == b->at_s && a->order < b->order);
}

static int grow(struct boa_heap *heap, struct boa_err *err)
{
	size_t room = heap->room ? 2 * heap->room : 64;
	struct boa_event *event = realloc(heap->event, room * sizeof(*event));

	if (!event)
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu events",
				   room);
	heap->event = event;
	heap->room = room;
	return 0;
}

int boa_heap_push(struct boa_heap *heap, struct boa_event event,
		  struct boa_err *err)
{
	size_t i = heap->n;

	if (heap->n == heap->room) {
		int rc = grow(heap, err);

		if (rc)
			return rc;
	}
	event.order = heap->n_pushed++;
	while (i && is_before(&event, &heap->event[(i - 1) / 2])) {
		heap->event[i] = heap->event[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	heap->event[i] = event;
	heap->n++;
	return 0;
}

const struct boa_event *boa_heap_first(const struct boa_heap *heap)
{
	return heap->n ? &heap->event[0] : NULL;
}

void boa_heap_pop(struct boa_heap *heap)
{
	struct boa_event last;
	size_t i = 0;

	if (!heap->n)
		return;
	last = heap->event[--heap->n];
	for (;;) {
		size_t child = 2 * i + 1;

		if (child >= heap->n)
			break;
		if (child + 1 < heap->n &&
		    is_before(&heap->event[child + 1], &heap->event[child]))
			child++;
		if (!is_before(&heap->event[child], &last))
			break;
		heap->event[i] = heap->event[child];
		i = child;
	}
	heap->event[i] = last;
}

void boa_heap_fini(struct boa_heap *heap)
{
	free(heap->event);
	*heap = (struct boa_heap){ 0 };
}
