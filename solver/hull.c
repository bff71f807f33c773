/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "solver/hull.h"

#define VERTEX_TOL 1e-12 /* of the value: what lies deeper is a vertex */

/*
 * The hull as it grows: DONE are final, from the fastest on; TODO is a stack
 * of vertices on the cheap side, the nearest on top. Both live in one array of
 * plans, TODO from its far end.
 */
struct growth {
	const struct boa_item *item;
	struct boa_dp *dp;
	struct boa_vertex *vertex; /* [room] */
	uint32_t *state;           /* [room][n_epoch] */
	size_t room;
	size_t n_done;
	size_t n_todo;
};

static uint32_t *states_of(const struct growth *growth, size_t v)
{
	return growth->state + v * growth->item->n_epoch;
}

static void move(struct growth *growth, size_t to, size_t from, size_t n)
{
	memmove(growth->vertex + to, growth->vertex + from,
		n * sizeof(*growth->vertex));
	memmove(states_of(growth, to), states_of(growth, from),
		n * growth->item->n_epoch * sizeof(*growth->state));
}

/* Make sure that one more vertex fits between DONE and TODO. */
static int make_room(struct growth *growth)
{
	size_t room = growth->room ? 2 * growth->room : 16;
	struct boa_vertex *vertex;
	uint32_t *state;
	size_t todo;

	if (growth->n_done + growth->n_todo < growth->room)
		return 0;
	vertex = realloc(growth->vertex, room * sizeof(*vertex));
	if (!vertex)
		return BOA_ENOMEM;
	growth->vertex = vertex;
	state = realloc(growth->state,
			room * growth->item->n_epoch * sizeof(*state));
	if (!state)
		return BOA_ENOMEM;
	growth->state = state;
	todo = growth->room - growth->n_todo;
	growth->room = room;
	move(growth, room - growth->n_todo, todo, growth->n_todo);
	return 0;
}

static void put(struct growth *growth, size_t v, const struct boa_path *path)
{
	growth->vertex[v] = (struct boa_vertex){ path->time_s, path->spend };
	memcpy(states_of(growth, v), path->state,
	       growth->item->n_epoch * sizeof(*path->state));
}

static int push_todo(struct growth *growth, const struct boa_path *path)
{
	int rc = make_room(growth);

	if (!rc)
		put(growth, growth->room - ++growth->n_todo, path);
	return rc;
}

/* The nearest of TODO becomes the last of DONE. */
static void finish_one(struct growth *growth)
{
	move(growth, growth->n_done, growth->room - growth->n_todo, 1);
	growth->n_done++;
	growth->n_todo--;
}

/* Is there a vertex between the last of DONE and the nearest of TODO? */
static bool find_between(struct growth *growth, struct boa_path *path)
{
	const struct boa_vertex *fast = &growth->vertex[growth->n_done - 1];
	const struct boa_vertex *cheap =
		&growth->vertex[growth->room - growth->n_todo];
	double saved = fast->spend - cheap->spend;
	double longer = cheap->time_s - fast->time_s;
	struct boa_worth worth = { 1.0, 0.0 };
	double tied;

	if (!(saved > 0.0) || !(longer > 0.0))
		return false;
	worth.spend = longer / saved;
	tied = fast->time_s + worth.spend * fast->spend;
	boa_dp_set_worth(growth->dp, growth->item, worth);
	boa_dp_best(growth->dp, growth->item, path);
	return path->value < tied * (1.0 - VERTEX_TOL) &&
	       path->time_s > fast->time_s && path->time_s < cheap->time_s &&
	       path->spend < fast->spend && path->spend > cheap->spend;
}

static int grow(struct growth *growth, struct boa_path *path)
{
	int rc;

	boa_dp_cheapest(growth->dp, growth->item, path);
	rc = push_todo(growth, path);
	if (rc)
		return rc;
	boa_dp_fastest(growth->dp, growth->item, path);
	if (path->time_s < growth->vertex[growth->room - 1].time_s) {
		rc = make_room(growth);
		if (rc)
			return rc;
		put(growth, growth->n_done++, path);
	} else {
		finish_one(growth);
	}
	while (!rc && growth->n_todo) {
		if (find_between(growth, path))
			rc = push_todo(growth, path);
		else
			finish_one(growth);
	}
	return rc;
}

int boa_hull_init(struct boa_hull *hull, const struct boa_item *item,
		  struct boa_dp *dp, struct boa_err *err)
{
	struct growth growth = { .item = item, .dp = dp };
	struct boa_path path = { 0 };
	int rc = BOA_ENOMEM;

	path.state = calloc(item->n_epoch, sizeof(*path.state));
	if (path.state)
		rc = grow(&growth, &path);
	free(path.state);
	if (rc) {
		free(growth.vertex);
		free(growth.state);
		return boa_err_set(err, BOA_ENOMEM, "a hull of %zu plans",
				   growth.n_done + growth.n_todo);
	}
	*hull = (struct boa_hull){
		.n_epoch = item->n_epoch,
		.n = growth.n_done,
		.vertex = growth.vertex,
		.state = growth.state,
	};
	return 0;
}

void boa_hull_free(struct boa_hull *hull)
{
	free(hull->vertex);
	free(hull->state);
	*hull = (struct boa_hull){ 0 };
}
