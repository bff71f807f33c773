/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/labels.h"

#define ROUNDING 1e-12

/* Labels under way, epoch after epoch. */
struct growth {
	const struct boa_item *item;
	struct boa_labels *labels;
	struct boa_worth worth;
	double most;   /* value a plan may have at the end */
	size_t room;   /* labels in all */
	size_t n_all;  /* so far */
	double *per_s; /* [n_state] worth of a second */
	double *to_go; /* [n_epoch][n_state] least value of what follows */
	/* of the epoch before, by segment: what one may come from */
	struct boa_label *front; /* [n_front] */
	size_t n_front;
	struct boa_label *next; /* [n_next of room_next] the epoch at hand */
	size_t n_next, room_next;
};

static double time_at(const struct boa_item *item, size_t j, size_t s)
{
	return item->time_s[j * item->n_state + s];
}

/* The least value of entering epoch J anew on segment G, idle for IDLE_S. */
static double least_entry(const struct growth *growth, size_t j, size_t g,
			  double idle_s)
{
	const struct boa_item *item = growth->item;
	const struct boa_segment *segment = &item->segment[g];
	const double *after = growth->to_go + j * item->n_state;
	double least = HUGE_VAL;

	for (size_t s = segment->first; s < segment->first + segment->n_state;
	     s++) {
		double value =
			growth->per_s[s] * (idle_s + time_at(item, j, s)) +
			after[s];

		least = value < least ? value : least;
	}
	return least;
}

/* to_go of epoch J, from that of J + 1. */
static void look_ahead(struct growth *growth, size_t j)
{
	const struct boa_item *item = growth->item;
	const double *after = growth->to_go + (j + 1) * item->n_state;
	double any = HUGE_VAL;

	for (size_t g = 0; item->free_type && g < item->n_segment; g++)
		any = fmin(any,
			   least_entry(growth, j + 1, g, item->type_change_s));
	for (size_t g = 0; g < item->n_segment; g++) {
		const struct boa_segment *segment = &item->segment[g];
		double moved = least_entry(growth, j + 1, g, item->rescale_s);
		size_t end = segment->first + segment->n_state;

		for (size_t s = segment->first; s < end; s++) {
			double stay =
				growth->per_s[s] * time_at(item, j + 1, s) +
				after[s];

			/* any may be of the same type: still a bound */
			growth->to_go[j * item->n_state + s] =
				fmin(stay, fmin(moved, any));
		}
	}
}

static int by_spend(const void *a, const void *b)
{
	const struct boa_label *x = a, *y = b;

	if (x->spend != y->spend)
		return x->spend < y->spend ? -1 : 1;
	return (x->time_s > y->time_s) - (x->time_s < y->time_s);
}

/* Sort N labels and drop what is dominated; returns how many are left. */
static size_t make_front(struct boa_label *label, size_t n)
{
	double best = HUGE_VAL;
	size_t kept = 0;

	qsort(label, n, sizeof(*label), by_spend);
	for (size_t q = 0; q < n; q++) {
		if (label[q].time_s < best) {
			best = label[q].time_s;
			label[kept++] = label[q];
		}
	}
	return kept;
}

static int append(struct growth *growth, const struct boa_label *label)
{
	if (growth->n_next == growth->room_next) {
		size_t room = growth->room_next ? 2 * growth->room_next : 256;
		struct boa_label *next =
			realloc(growth->next, room * sizeof(*next));

		if (!next)
			return BOA_ENOMEM;
		growth->next = next;
		growth->room_next = room;
	}
	growth->next[growth->n_next++] = *label;
	return growth->n_all + growth->n_next > growth->room ? BOA_ERANGE : 0;
}

/*
 * Extend FROM, label number PARENT of the epoch before J, to state S after
 * IDLE_S; it is not taken when no end can keep it within the limit.
 */
static int extend(struct growth *growth, const struct boa_label *from,
		  uint32_t parent, size_t j, size_t s, double idle_s)
{
	const struct boa_item *item = growth->item;
	double held_s = idle_s + time_at(item, j, s);
	struct boa_label to = {
		.spend = from->spend + item->cost[s] * held_s,
		.time_s = from->time_s + held_s,
		.state = (uint32_t)s,
		.parent = parent,
	};
	double value = growth->worth.time * to.time_s +
		       growth->worth.spend * to.spend +
		       growth->to_go[j * item->n_state + s];

	return value <= growth->most ? append(growth, &to) : 0;
}

/* The undominated labels of the epoch before J on segment G (or elsewhere). */
static void gather(struct growth *growth, size_t j, size_t g, bool elsewhere)
{
	const struct boa_item *item = growth->item;
	const struct boa_segment *segment = &item->segment[g];
	const struct boa_label *label = growth->labels->label[j - 1];

	growth->n_front = 0;
	for (size_t q = 0; q < growth->labels->n[j - 1]; q++) {
		bool here = label[q].state >= segment->first &&
			    label[q].state < segment->first + segment->n_state;

		if (here == elsewhere)
			continue;
		growth->front[growth->n_front] = label[q];
		/* while in the front, parent is the label's own number */
		growth->front[growth->n_front++].parent = (uint32_t)q;
	}
	growth->n_front = make_front(growth->front, growth->n_front);
}

/* All ways into state S of epoch J from the front, after IDLE_S. */
static int come_from_front(struct growth *growth, size_t j, size_t s,
			   double idle_s)
{
	int rc = 0;

	for (size_t q = 0; !rc && q < growth->n_front; q++) {
		const struct boa_label *from = &growth->front[q];

		if (from->state != s)
			rc = extend(growth, from, from->parent, j, s, idle_s);
	}
	return rc;
}

/* Staying in the state one is in. */
static int stay(struct growth *growth, size_t j)
{
	const struct boa_label *label = growth->labels->label[j - 1];
	int rc = 0;

	for (size_t q = 0; !rc && q < growth->labels->n[j - 1]; q++)
		rc = extend(growth, &label[q], (uint32_t)q, j, label[q].state,
			    0.0);
	return rc;
}

static int by_state(const void *a, const void *b)
{
	const struct boa_label *x = a, *y = b;

	if (x->state != y->state)
		return x->state < y->state ? -1 : 1;
	return by_spend(a, b);
}

/* Keep of the epoch at hand what is undominated in its state, or in all. */
static void finish_epoch(struct growth *growth, size_t j)
{
	bool last = j + 1 == growth->item->n_epoch;
	struct boa_label *label = growth->next;
	double best = HUGE_VAL;
	uint32_t state = 0;
	size_t kept = 0;

	if (growth->n_next)
		qsort(label, growth->n_next, sizeof(*label),
		      last ? by_spend : by_state);
	for (size_t q = 0; q < growth->n_next; q++) {
		if (!last && label[q].state != state)
			best = HUGE_VAL;
		state = label[q].state;
		if (label[q].time_s < best) {
			best = label[q].time_s;
			label[kept++] = label[q];
		}
	}
	growth->labels->label[j] = label;
	growth->labels->n[j] = kept;
	growth->n_all += kept;
	growth->next = NULL;
	growth->n_next = growth->room_next = 0;
}

static int first_epoch(struct growth *growth)
{
	const struct boa_label none = { 0 };
	int rc = 0;

	for (size_t s = 0; !rc && s < growth->item->n_state; s++)
		rc = extend(growth, &none, 0, 0, s, growth->item->startup_s);
	if (!rc)
		finish_epoch(growth, 0);
	return rc;
}

static int next_epoch(struct growth *growth, size_t j)
{
	const struct boa_item *item = growth->item;
	int rc;

	free(growth->front);
	growth->front =
		malloc((growth->labels->n[j - 1] + 1) * sizeof(*growth->front));
	if (!growth->front)
		return BOA_ENOMEM;
	rc = stay(growth, j);
	for (size_t g = 0; !rc && g < item->n_segment; g++) {
		const struct boa_segment *segment = &item->segment[g];
		size_t end = segment->first + segment->n_state;

		gather(growth, j, g, false);
		for (size_t s = segment->first; !rc && s < end; s++)
			rc = come_from_front(growth, j, s, item->rescale_s);
		if (rc || !item->free_type)
			continue;
		gather(growth, j, g, true);
		for (size_t s = segment->first; !rc && s < end; s++)
			rc = come_from_front(growth, j, s, item->type_change_s);
	}
	if (!rc)
		finish_epoch(growth, j);
	return rc;
}

static int grow(struct growth *growth, double most)
{
	const struct boa_item *item = growth->item;
	double best = HUGE_VAL;
	int rc;

	for (size_t s = 0; s < item->n_state; s++)
		growth->per_s[s] = growth->worth.time +
				   growth->worth.spend * item->cost[s];
	for (size_t j = item->n_epoch - 1; j-- > 0;)
		look_ahead(growth, j);
	for (size_t g = 0; g < item->n_segment; g++)
		best = fmin(best, least_entry(growth, 0, g, item->startup_s));
	/* the best plan itself must not fall to rounding */
	growth->most = best * (1.0 + ROUNDING) + most;
	rc = first_epoch(growth);
	for (size_t j = 1; !rc && j < item->n_epoch; j++)
		rc = next_epoch(growth, j);
	return rc;
}

int boa_labels_init(struct boa_labels *labels, const struct boa_item *item,
		    struct boa_worth worth, double most, size_t room,
		    struct boa_err *err)
{
	struct boa_labels fresh = {
		.n_epoch = item->n_epoch,
		.n = calloc(item->n_epoch, sizeof(*fresh.n)),
		.label = calloc(item->n_epoch, sizeof(*fresh.label)),
	};
	struct growth growth = {
		.item = item,
		.labels = &fresh,
		.worth = worth,
		.room = room < UINT32_MAX ? room : UINT32_MAX,
		.per_s = calloc(item->n_state, sizeof(double)),
		.to_go = calloc(item->n_epoch * item->n_state, sizeof(double)),
	};
	int rc = BOA_ENOMEM;

	if (fresh.n && fresh.label && growth.per_s && growth.to_go)
		rc = grow(&growth, most);
	free(growth.next);
	free(growth.front);
	free(growth.per_s);
	free(growth.to_go);
	if (rc) {
		boa_labels_free(&fresh);
		return boa_err_set(err, rc, "more than %zu plans matter", room);
	}
	*labels = fresh;
	return 0;
}

void boa_labels_free(struct boa_labels *labels)
{
	for (size_t j = 0; labels->label && j < labels->n_epoch; j++)
		free(labels->label[j]);
	free(labels->label);
	free(labels->n);
	*labels = (struct boa_labels){ 0 };
}

void boa_labels_trace(const struct boa_labels *labels, size_t q,
		      uint32_t *state)
{
	for (size_t j = labels->n_epoch; j-- > 0;) {
		const struct boa_label *label = &labels->label[j][q];

		state[j] = label->state;
		q = label->parent;
	}
}
