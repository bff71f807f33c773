/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/engine_impl.h"

int boa_step_no_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "no memory for a step");
	return BOA_ENOMEM;
}

int boa_engine_new(struct boa_shares *shares, struct boa_engine **engine,
		   struct boa_err *err)
{
	struct boa_engine *made = calloc(1, sizeof(*made));

	if (!made)
		return boa_step_no_memory(err);
	made->shares = shares;
	*engine = made;
	return 0;
}

void boa_engine_free(struct boa_engine *engine)
{
	if (!engine)
		return;
	boa_memory_free(engine);
	boa_shares_free(engine->shares);
	boa_launches_free(&engine->launches);
	free(engine->said.hash);
	free(engine);
}

struct boa_launches *boa_engine_launches(struct boa_engine *engine)
{
	return &engine->launches;
}

const struct boa_shares *boa_engine_shares(const struct boa_engine *engine)
{
	return engine->shares;
}

int boa_engine_step(struct boa_engine *engine,
		    const struct boa_snapshot *snapshot,
		    const struct boa_table *table,
		    const struct boa_engine_options *options,
		    struct boa_actions *actions, struct boa_err *err)
{
	struct boa_step step = {
		.engine = engine,
		.snapshot = snapshot,
		.table = table,
		.options = options,
		.actions = actions,
		.err = err,
	};
	size_t i;
	int rc;

	step.need = calloc(snapshot->n_type + 1, sizeof(*step.need));
	step.free_up = calloc(snapshot->n_type + 1, sizeof(*step.free_up));
	rc = step.need && step.free_up
		     ? boa_memory_follow(engine, snapshot, err)
		     : boa_step_no_memory(err);
	if (!rc)
		rc = boa_step_watch_nodes(&step);
	if (!rc)
		rc = boa_step_limit(&step);
	for (i = 0; !rc && i < snapshot->n_job; i++)
		rc = boa_step_job(&step, i);
	if (!rc)
		rc = boa_step_repair_nodes(&step);
	if (!rc && options->release)
		rc = boa_step_release(&step);
	if (rc)
		boa_actions_clear(actions);
	else
		boa_step_remember_said(&step);
	boa_shares_free(step.shares);
	boa_limiter_free(step.limiter);
	free(step.said.hash);
	free(step.need);
	free(step.free_up);
	return rc;
}

int boa_engine_done(struct boa_engine *engine,
		    const struct boa_snapshot *snapshot,
		    const struct boa_table *table,
		    const struct boa_action *action, struct boa_err *err)
{
	const struct boa_table_class *class = NULL;
	struct boa_record record;
	bool found = false;
	int rc;

	if (!action->counted || !table)
		return 0;
	rc = boa_record_parse(action->record, &found, &record, err);
	if (rc || !found)
		return rc;
	if (record.generation == table->generation)
		class = boa_table_find(table, record.class,
				       strlen(record.class));
	if (class && action->plan < class->n_plan)
		rc = boa_shares_count(engine->shares, class,
				      snapshot->job[action->job].account,
				      action->plan, err);
	boa_record_free(&record);
	return rc;
}
