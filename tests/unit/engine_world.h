/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * engine_world.h - a snapshot by hand and an engine to put it before.
 *
 * Two types: t4, nodes of 4 GPUs, and a100, nodes of 8. Class bert has two
 * epochs and the plans BERT (engine_world.c): 70 % 16 then 8 GPUs of t4, 30 % 8
 * then 16 GPUs of t4, and the alternate 8 then 8 GPUs of a100. Class small
 * always has 2 GPUs of t4. The table is generation 7.
 */
#ifndef BOA_TEST_ENGINE_WORLD_H
#define BOA_TEST_ENGINE_WORLD_H

#include "tests/unit/check.h"
#include "tests/unit/tables.h"

#include "src/engine.h"

#define WORLD_JOBS  16
#define WORLD_NODES 16

enum { T4, A100 };

struct world {
	struct boa_snapshot_type type[2];
	struct boa_job job[WORLD_JOBS];
	struct boa_node node[WORLD_NODES];
	struct boa_hold hold[WORLD_NODES][4];
	struct boa_snapshot snapshot;
	struct boa_table table;
	const struct boa_table *given; /* the table, or NULL */
	struct boa_engine_options options;
	struct boa_engine *engine;
	struct boa_actions actions;
};

/* A world without jobs and nodes, at 1000 s, grace time 300 s, releasing. */
void world_begin(struct world *world);
void world_end(struct world *world);

/* The same world before a new engine, as after a restart. */
void world_restart(struct world *world);

/* A job of class bert that waits, sized for 16 GPUs of t4; ids by order. */
struct boa_job *world_add_job(struct world *world, uint32_t id);

/* A node of TYPE that is up, idle and may be released. */
struct boa_node *world_add_node(struct world *world, const char *name,
				ptrdiff_t type);

/* Job I of the snapshot holds GPUS of NODE. */
void world_hold(struct world *world, struct boa_node *node, size_t i,
		unsigned gpus);

/* One step; the actions stand in world->actions. */
void world_step(struct world *world);

/* The only action of the step, which must be of KIND. */
const struct boa_action *world_only(const struct world *world,
				    enum boa_action_kind kind);

/* The number of actions of KIND. */
size_t world_count(const struct world *world, enum boa_action_kind kind);

/* TEXT must hold PART. */
void assert_says(const char *text, const char *part);

#endif /* BOA_TEST_ENGINE_WORLD_H */
