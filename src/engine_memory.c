/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/engine_impl.h"

static void forget(struct boa_memory *memory)
{
	free(memory->text);
	boa_record_free(&memory->record);
}

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* Read TEXT into MEMORY unless it is what was read last. */
static int read_record(struct boa_memory *memory, const char *text,
		       struct boa_err *err)
{
	struct boa_record record = { 0 };
	bool found = false;
	char *copy = NULL;
	int rc;

	if (is_same(memory->text, text))
		return 0;
	rc = boa_record_parse(text, &found, &record, err);
	if (rc == BOA_ENOMEM)
		return rc;
	if (text) {
		copy = strdup(text);
		if (!copy) {
			boa_record_free(&record);
			return boa_step_no_memory(err);
		}
	}
	forget(memory);
	memory->text = copy;
	memory->found = found;
	memory->damaged = rc != 0;
	memory->record = record;
	if (!memory->n_fail && found && !rc) {
		/* the engine is new: what was waited for goes on */
		memory->n_fail = record.n_fail;
		memory->fail_since_s = (double)record.fail_since_s;
		memory->retry_s = (double)record.wait_s;
	}
	return 0;
}

static int make_room(struct boa_engine *engine, size_t n, struct boa_err *err)
{
	size_t room = n + n / 4 + 16;
	struct boa_memory *spare;

	if (n <= engine->room[1])
		return 0;
	spare = realloc(engine->spare, room * sizeof(*spare));
	if (!spare)
		return boa_step_no_memory(err);
	engine->spare = spare;
	engine->room[1] = room;
	return 0;
}

/* Jobs and memories both stand by rising id: merge. */
static void merge(struct boa_engine *engine,
		  const struct boa_snapshot *snapshot)
{
	struct boa_memory *old = engine->memory, *new = engine->spare;
	size_t room = engine->room[0], at = 0, i;

	for (i = 0; i < snapshot->n_job; i++) {
		uint32_t id = snapshot->job[i].id;

		while (at < engine->n_memory && old[at].id < id)
			forget(&old[at++]);
		if (at < engine->n_memory && old[at].id == id)
			new[i] = old[at++];
		else
			new[i] = (struct boa_memory){ .id = id };
	}
	while (at < engine->n_memory)
		forget(&old[at++]);
	engine->memory = new;
	engine->n_memory = snapshot->n_job;
	engine->spare = old;
	engine->room[0] = engine->room[1];
	engine->room[1] = room;
}

int boa_memory_follow(struct boa_engine *engine,
		      const struct boa_snapshot *snapshot, struct boa_err *err)
{
	size_t i;
	int rc = make_room(engine, snapshot->n_job, err);

	if (rc)
		return rc;
	merge(engine, snapshot);
	for (i = 0; !rc && i < snapshot->n_job; i++)
		if (snapshot->job[i].state != BOA_JOB_DONE)
			rc = read_record(&engine->memory[i],
					 snapshot->job[i].record, err);
	if (!rc)
		rc = boa_node_memory_follow(engine, snapshot, err);
	return rc;
}

/* --- nodes ------------------------------------------------------------ */

static bool is_in_order(const struct boa_engine *engine,
			const struct boa_snapshot *snapshot)
{
	size_t i;

	if (engine->n_node != snapshot->n_node)
		return false;
	for (i = 0; i < engine->n_node; i++)
		if (strcmp(engine->node[i].name, snapshot->node[i].name) != 0)
			return false;
	return true;
}

static void free_nodes(struct boa_node_memory *node, size_t n)
{
	size_t i;

	for (i = 0; node && i < n; i++)
		free(node[i].name);
	free(node);
}

/* The nodes change with the configuration, which is rare. */
int boa_node_memory_follow(struct boa_engine *engine,
			   const struct boa_snapshot *snapshot,
			   struct boa_err *err)
{
	struct boa_node_memory *made;
	size_t i, k;

	if (is_in_order(engine, snapshot))
		return 0;
	made = calloc(snapshot->n_node + 1, sizeof(*made));
	for (i = 0; made && i < snapshot->n_node; i++) {
		for (k = 0; k < engine->n_node; k++)
			if (!strcmp(engine->node[k].name,
				    snapshot->node[i].name))
				made[i] = engine->node[k];
		made[i].name = strdup(snapshot->node[i].name);
		if (!made[i].name)
			break;
	}
	if (!made || i < snapshot->n_node) {
		free_nodes(made, i);
		return boa_step_no_memory(err);
	}
	free_nodes(engine->node, engine->n_node);
	engine->node = made;
	engine->n_node = snapshot->n_node;
	return 0;
}

void boa_memory_free(struct boa_engine *engine)
{
	size_t i;

	for (i = 0; i < engine->n_memory; i++)
		forget(&engine->memory[i]);
	free(engine->memory);
	free(engine->spare);
	free_nodes(engine->node, engine->n_node);
}
