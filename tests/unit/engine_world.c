/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/engine_world.h"

static const struct plan bert[] = {
	{ 0.7, "t4", { 16, 8 } },
	{ 0.3, "t4", { 8, 16 } },
	{ 0.0, "a100", { 8, 8 } },
};
static const struct plan small[] = { { 1.0, "t4", { 2, 2 } } };

void world_restart(struct world *world)
{
	struct boa_shares *shares = NULL;

	boa_engine_free(world->engine);
	assert_int_equal(boa_shares_new(&shares, NULL), 0);
	assert_int_equal(boa_engine_new(shares, &world->engine, NULL), 0);
}

void world_begin(struct world *world)
{
	*world = (struct world){
		.type = { { .name = "t4", .gpus_per_node = 4 },
			  { .name = "a100", .gpus_per_node = 8 } },
		.options = { .grace_time_s = 300.0, .release = true },
	};
	world->snapshot = (struct boa_snapshot){
		.now_s = 1000.0,
		.n_type = 2,
		.type = world->type,
		.job = world->job,
		.node = world->node,
	};
	add_class(&world->table, "bert", 2, bert, 3);
	add_class(&world->table, "small", 2, small, 1);
	world->table.generation = 7;
	world->given = &world->table;
	world_restart(world);
}

void world_end(struct world *world)
{
	boa_actions_free(&world->actions);
	boa_engine_free(world->engine);
	boa_table_free(&world->table);
}

struct boa_job *world_add_job(struct world *world, uint32_t id)
{
	struct boa_job *job = &world->job[world->snapshot.n_job++];

	*job = (struct boa_job){
		.id = id,
		.state = BOA_JOB_PENDING,
		.user = "alice",
		.account = "",
		.comment = "class:bert",
		.sized = true,
		.eligible = true,
		.type = T4,
		.asked_nodes = 4,
		.asked_gpus_per_node = 4,
		.submit_s = 900.0,
	};
	return job;
}

struct boa_node *world_add_node(struct world *world, const char *name,
				ptrdiff_t type)
{
	size_t i = world->snapshot.n_node++;

	world->node[i] = (struct boa_node){
		.name = name,
		.type = type,
		.gpus = type == A100 ? 8 : 4,
		.state = BOA_NODE_UP,
		.idle = true,
		.releasable = true,
		.usable = true,
		.hold = world->hold[i],
	};
	return &world->node[i];
}

void world_hold(struct world *world, struct boa_node *node, size_t i,
		unsigned gpus)
{
	node->idle = false;
	node->hold[node->n_hold++] = (struct boa_hold){ i, gpus };
	world->job[i].held_gpus += gpus;
}

void world_step(struct world *world)
{
	struct boa_err err = { 0 };

	boa_actions_clear(&world->actions);
	if (boa_engine_step(world->engine, &world->snapshot, world->given,
			    &world->options, &world->actions, &err))
		fail_msg("%s", err.text);
}

size_t world_count(const struct world *world, enum boa_action_kind kind)
{
	size_t n = 0, i;

	for (i = 0; i < world->actions.n; i++)
		n += world->actions.action[i].kind == kind;
	return n;
}

const struct boa_action *world_only(const struct world *world,
				    enum boa_action_kind kind)
{
	size_t i;

	for (i = 0; i < world->actions.n; i++)
		if (world->actions.n != 1 ||
		    world->actions.action[i].kind != kind)
			print_message("# %s\n", world->actions.action[i].text);
	assert_int_equal(world->actions.n, 1);
	assert_int_equal(world->actions.action[0].kind, kind);
	assert_non_null(world->actions.action[0].text);
	return &world->actions.action[0];
}

void assert_says(const char *text, const char *part)
{
	if (!text || !strstr(text, part))
		fail_msg("\"%s\" lacks \"%s\"", text ? text : "(null)", part);
}
