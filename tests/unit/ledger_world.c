/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/ledger_world.h"

struct world *world_new(size_t n_node)
{
	struct world *world = calloc(1, sizeof(*world));
	size_t i;

	assert_non_null(world);
	assert_true(n_node <= WORLD_NODES);
	world->type[0] = (struct boa_snapshot_type){ .name = "t4",
						     .price_per_gpu_h = 3.6,
						     .gpus_per_node = 4,
						     .max_nodes = 64 };
	world->type[1] = (struct boa_snapshot_type){ .name = "a100",
						     .price_per_gpu_h = 7.2,
						     .gpus_per_node = 8,
						     .max_nodes = 64 };
	for (i = 0; i < WORLD_NODES; i++) {
		snprintf(world->name[i], sizeof(world->name[i]), "n%u",
			 (unsigned)i);
		world->node[i] = (struct boa_node){
			.name = world->name[i],
			.gpus = 4,
			.hold = world->hold[i],
		};
	}
	world->snapshot = (struct boa_snapshot){
		.n_type = 2,
		.type = world->type,
		.job = world->job,
		.n_node = n_node,
		.node = world->node,
	};
	world->input = (struct boa_ledger_input){
		.snapshot = &world->snapshot,
		.event = world->event,
	};
	assert_int_equal(boa_ledger_new(&world->ledger, NULL), 0);
	return world;
}

void world_free(struct world *world)
{
	boa_ledger_free(world->ledger);
	free(world);
}

void world_make_a100(struct world *world, size_t i)
{
	world->node[i].type = 1;
	world->node[i].gpus = 8;
}

void world_node(struct world *world, size_t i, enum boa_node_state state)
{
	world->node[i].state = state;
}

void world_boot(struct world *world, size_t i, double boot_s)
{
	world->node[i].state = BOA_NODE_BOOTING;
	world->node[i].boot_s = boot_s;
}

size_t world_submit(struct world *world, uint32_t id, double submit_s)
{
	size_t j = world->snapshot.n_job++;

	assert_true(j < WORLD_JOBS);
	world->job[j] = (struct boa_job){
		.id = id,
		.user = "ada",
		.account = "vision",
		.submit_s = submit_s,
	};
	return j;
}

void world_hold(struct world *world, size_t j, size_t i, unsigned gpus)
{
	struct boa_node *node = &world->node[i];

	assert_true(node->n_hold < WORLD_HOLDS);
	node->hold[node->n_hold++] = (struct boa_hold){ j, gpus };
	world->job[j].held_gpus += gpus;
}

void world_let_go(struct world *world, size_t j)
{
	size_t i, h, n;

	for (i = 0; i < WORLD_NODES; i++) {
		struct boa_node *node = &world->node[i];

		for (h = n = 0; h < node->n_hold; h++) {
			if (node->hold[h].job != j)
				node->hold[n++] = node->hold[h];
		}
		node->n_hold = n;
	}
	world->job[j].held_gpus = 0;
}

void world_event(struct world *world, double at_s, enum boa_provider_what what,
		 size_t i)
{
	assert_true(world->input.n_event < WORLD_EVENTS);
	world->input.has_provider = true;
	world->event[world->input.n_event++] = (struct boa_provider_event){
		.at_s = at_s,
		.what = what,
		.node = world->name[i],
	};
}

void world_charge(struct world *world, double now_s)
{
	struct boa_err err = { 0 };

	world->snapshot.now_s = now_s;
	if (boa_ledger_charge(world->ledger, &world->input, &err))
		fail_msg("%s", err.text);
	world->input.n_event = 0;
}

double world_gpu_s(const struct world *world, enum boa_kind kind)
{
	struct boa_amount by_kind[BOA_N_KIND];

	boa_ledger_sum(world->ledger, by_kind, NULL);
	return by_kind[kind].gpu_s;
}

double world_total_gpu_s(const struct world *world)
{
	struct boa_amount total;

	boa_ledger_sum(world->ledger, NULL, &total);
	return total.gpu_s;
}

const struct boa_job_bill *world_bill(const struct world *world, uint32_t id)
{
	const struct boa_job_bill *found = NULL;
	size_t i;

	for (i = 0; i < boa_ledger_n_job(world->ledger); i++) {
		const struct boa_job_bill *bill =
			boa_ledger_job(world->ledger, i);

		if (bill->id == id) {
			assert_null(found); /* never a job twice */
			found = bill;
		}
	}
	return found;
}
