/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "src/engine_impl.h"
#include "src/text.h"

/* A provider's word that nobody asked for holds when it lasts: the stop of an
   instance may be told after the start of the next was asked for. */
#define GONE_AFTER_S 3.0

/* An orphan is told again to power down, this often. */
#define ORPHAN_EVERY_S 60.0

static bool is_known(const struct boa_step *step, const struct boa_node *node)
{
	return node->type >= 0 && (size_t)node->type < step->snapshot->n_type;
}

static const char *type_name(const struct boa_step *step,
			     const struct boa_node *node)
{
	return step->snapshot->type[node->type].name;
}

/* --- seeing ----------------------------------------------------------- */

/* The launch of node I failed; the jobs see to the rest. */
static int note_failure(struct boa_step *step, size_t i)
{
	struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];
	bool counted = false;
	int rc;

	if (!memory->launching)
		return 0;
	memory->launching = false;
	memory->n_fail++;
	rc = boa_launches_failed(&step->engine->launches,
				 &step->options->launch, type_name(step, node),
				 memory->launch_s, step->snapshot->now_s,
				 &counted, step->err);
	return rc;
}

/* Node I boots. */
static int watch_boot(struct boa_step *step, size_t i)
{
	struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];
	double timeout_s = step->snapshot->type[node->type].boot_timeout_s;
	double now_s = step->snapshot->now_s;
	size_t k;

	if (memory->given_up) {
		memory->due = BOA_ACT_FAIL; /* was not carried out yet */
		return 0;
	}
	if (!memory->launching || memory->launch_s > now_s) {
		memory->launching = true;
		memory->launch_s = node->boot_s > 0 && node->boot_s <= now_s
					   ? node->boot_s
					   : now_s;
	}
	memory->off_tried_s = 0;
	for (k = 0; k < node->n_hold; k++) {
		struct boa_memory *job =
			&step->engine->memory[node->hold[k].job];

		job->boots = true;
		job->boots_run =
			step->snapshot->job[node->hold[k].job].n_restart;
		job->launch_type = node->type;
	}
	if (!node->refused && !memory->gone_since_s &&
	    !(timeout_s > 0 && now_s - memory->launch_s > timeout_s))
		return 0;
	if (memory->gone_since_s && !node->refused &&
	    now_s - memory->gone_since_s < GONE_AFTER_S)
		return 0;
	memory->due = BOA_ACT_FAIL;
	memory->given_up = true;
	return note_failure(step, i);
}

/* Node I is out of service, by slurmctld's doing or ours. */
static void watch_down(struct boa_step *step, size_t i)
{
	struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];

	if (node->trouble == BOA_TROUBLE_NONE)
		return;
	if (node->state == BOA_NODE_FAILED ||
	    (node->trouble == BOA_TROUBLE_LAUNCH && !memory->off_tried_s))
		memory->due = BOA_ACT_OFF; /* it may be billed all the same */
	else
		memory->due = BOA_ACT_RETURN;
}

static void watch_up(struct boa_step *step, size_t i)
{
	struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];

	if (memory->launching)
		memory->n_fail = 0;
	memory->launching = false;
	memory->off_tried_s = 0;
	if (memory->gone_since_s &&
	    step->snapshot->now_s - memory->gone_since_s >= GONE_AFTER_S)
		memory->due = BOA_ACT_FAIL;
	else if (node->idle && node->usable)
		step->free_up[node->type]++;
}

static int watch_node(struct boa_step *step, size_t i)
{
	struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];
	double now_s = step->snapshot->now_s;

	if (!node->gone)
		memory->gone_since_s = 0;
	else if (!memory->gone_since_s || memory->gone_since_s > now_s)
		memory->gone_since_s = now_s;
	memory->due = BOA_ACT_TELL;
	if (node->state == BOA_NODE_BOOTING)
		return watch_boot(step, i);
	memory->given_up = false;
	if (node->state == BOA_NODE_UP) {
		watch_up(step, i);
		return 0;
	}
	if (node->state == BOA_NODE_LEAVING) {
		memory->launching = false;
		return 0;
	}
	watch_down(step, i);
	if (node->state == BOA_NODE_OFF && node->orphan &&
	    fabs(now_s - memory->off_tried_s) >= ORPHAN_EVERY_S)
		memory->due = BOA_ACT_OFF;
	return note_failure(step, i);
}

int boa_step_watch_nodes(struct boa_step *step)
{
	size_t i;
	int rc = 0;

	if (step->options->launch.backoff_s <= 0)
		return 0;
	boa_launches_clock(&step->engine->launches, step->snapshot->now_s);
	for (i = 0; !rc && i < step->snapshot->n_node; i++)
		if (is_known(step, &step->snapshot->node[i]))
			rc = watch_node(step, i);
	return rc;
}

/* --- doing ------------------------------------------------------------ */

/* Nodes that jobs wait for; all parts of nodes count as one. */
static uint64_t n_needed(const struct boa_step *step, ptrdiff_t type)
{
	const struct boa_need *need = &step->need[type];
	unsigned k;

	for (k = 0; k < BOA_PACK_MAX; k++)
		if (need->part[k])
			return need->whole + 1;
	return need->whole;
}

/*
 * A node that failed is kept out of service one back-off longer than the job
 * that met it waits, so that the next try is made with others; unless there
 * are too few others.
 */
static bool may_return(const struct boa_step *step, size_t i, uint64_t usable)
{
	const struct boa_node_memory *memory = &step->engine->node[i];
	const struct boa_node *node = &step->snapshot->node[i];
	const struct boa_launch_rules *rules = &step->options->launch;
	unsigned n_fail = memory->n_fail ? memory->n_fail : 1;
	double for_s = step->snapshot->now_s - node->down_s;

	if (node->trouble == BOA_TROUBLE_LOST || for_s < 0)
		return true;
	return for_s >= boa_launch_backoff_s(rules, n_fail + 1) ||
	       usable < n_needed(step, node->type);
}

static char *text_of(const struct boa_step *step, size_t i,
		     enum boa_action_kind kind)
{
	const struct boa_node *node = &step->snapshot->node[i];

	switch (kind) {
	case BOA_ACT_FAIL:
		if (node->state == BOA_NODE_UP)
			return boa_text_new("node %s: gone at the provider; "
					    "its jobs are requeued",
					    node->name);
		return boa_text_new("node %s: its launch failed%s; given up",
				    node->name,
				    node->refused ? ", the provider refused it"
				    : node->gone  ? ", it is gone"
						  : ", it took too long");
	case BOA_ACT_OFF:
		return node->orphan
			       ? boa_text_new("node %s: off for Slurm and "
					      "billed by the provider: powered "
					      "down again",
					      node->name)
			       : boa_text_new("node %s: out of service: "
					      "powered down",
					      node->name);
	default:
		return boa_text_new("node %s: returned to service", node->name);
	}
}

/* Nodes of each type that a job could be given, busy ones aside. */
static void count_usable(const struct boa_step *step, uint64_t *usable)
{
	size_t i;

	for (i = 0; i < step->snapshot->n_type; i++)
		usable[i] = 0;
	for (i = 0; i < step->snapshot->n_node; i++) {
		const struct boa_node *node = &step->snapshot->node[i];

		if (is_known(step, node) && node->usable && !node->n_hold &&
		    node->trouble == BOA_TROUBLE_NONE)
			usable[node->type]++;
	}
}

int boa_step_repair_nodes(struct boa_step *step)
{
	/* what was promised is told no more */
	uint64_t *usable = step->free_up;
	size_t i;
	int rc = 0;

	if (step->options->launch.backoff_s <= 0)
		return 0;
	count_usable(step, usable);
	for (i = 0; !rc && i < step->snapshot->n_node; i++) {
		const struct boa_node *node = &step->snapshot->node[i];
		struct boa_node_memory *memory = &step->engine->node[i];
		struct boa_action action = {
			.kind = memory->due,
			.job = SIZE_MAX,
			.node = i,
		};

		if (!is_known(step, node) || memory->due == BOA_ACT_TELL ||
		    (memory->due == BOA_ACT_RETURN &&
		     !may_return(step, i, usable[node->type])))
			continue;
		if (memory->due == BOA_ACT_OFF)
			memory->off_tried_s = step->snapshot->now_s;
		if (memory->due == BOA_ACT_RETURN)
			usable[node->type]++;
		if (memory->due == BOA_ACT_FAIL)
			action.reason = node->state == BOA_NODE_UP
						? BOA_REASON_GONE
						: BOA_REASON_LAUNCH;
		action.text = text_of(step, i, memory->due);
		rc = boa_step_add(step, action);
	}
	return rc;
}
