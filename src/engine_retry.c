/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "src/choice.h"
#include "src/engine_impl.h"
#include "src/size.h"
#include "src/text.h"

/* A job and the node whose launch failed are seen in one step, or nearly. */
#define TOGETHER_S 15.0

/* "" for a type that the configuration no longer has. */
static const char *name_of(const struct boa_step *step, ptrdiff_t type)
{
	return type >= 0 && (size_t)type < step->snapshot->n_type
		       ? step->snapshot->type[type].name
		       : "";
}

static const struct boa_launch_group *group_of(const struct boa_step *step,
					       ptrdiff_t type)
{
	return boa_launches_find(&step->engine->launches, name_of(step, type));
}

/* --- what became of a launch ------------------------------------------ */

static void count_failure(const struct boa_step *step,
			  struct boa_memory *memory)
{
	double now_s = step->snapshot->now_s;

	if (memory->fail_type != memory->launch_type)
		memory->n_fail = 0;
	memory->fail_type = memory->launch_type;
	memory->failed_s = now_s;
	if (!memory->n_fail++)
		memory->fail_since_s = now_s;
	memory->retry_s = now_s + boa_launch_backoff_s(&step->options->launch,
						       memory->n_fail);
}

void boa_step_watch_launch(struct boa_step *step, size_t i)
{
	const struct boa_job *job = &step->snapshot->job[i];
	struct boa_memory *memory = &step->engine->memory[i];
	const struct boa_launch_group *group;
	double now_s = step->snapshot->now_s;
	double most_s = now_s + step->options->launch.backoff_max_s;

	if (memory->retry_s > most_s)
		memory->retry_s = most_s; /* the clock was set back */
	if (memory->fail_since_s > now_s)
		memory->fail_since_s = now_s;
	if (job->state == BOA_JOB_RUNNING) {
		if (memory->boots && memory->boots_run == job->n_restart)
			boa_launches_succeeded(
				&step->engine->launches,
				name_of(step, memory->launch_type));
		memory->boots = false;
		memory->n_fail = 0;
		memory->fail_since_s = 0;
		memory->retry_s = 0;
	}
	if (!memory->boots || memory->boots_run == job->n_restart)
		return;
	memory->boots = false;
	group = group_of(step, memory->launch_type);
	if (group && group->n_failed && now_s - group->failed_s <= TOGETHER_S)
		count_failure(step, memory);
}

/* --- what the record says of it --------------------------------------- */

static void format_time(double at_s, char text[32])
{
	time_t at = (time_t)at_s;
	struct tm tm = { 0 };

	if (!gmtime_r(&at, &tm) ||
	    !strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &tm))
		text[0] = '\0';
}

static int set_why(struct boa_turn *turn, char *why)
{
	if (!why)
		return boa_step_no_memory(turn->step->err);
	free(turn->why);
	turn->why = why;
	turn->now.why = why;
	turn->changed = true;
	return 0;
}

int boa_turn_note_launch(struct boa_turn *turn)
{
	struct boa_memory *memory = turn->memory;
	unsigned before = turn->now.n_fail;
	char when[32];

	if (!before && memory->n_fail &&
	    strcmp(name_of(turn->step, memory->fail_type),
		   boa_record_type(&turn->now)) != 0)
		memory->n_fail = 0; /* it has gone to another plan */
	if (before == memory->n_fail)
		return 0;
	turn->now.n_fail = memory->n_fail;
	turn->now.fail_since_s = (int64_t)memory->fail_since_s;
	if (!memory->n_fail) {
		turn->now.wait_s = 0;
		return set_why(turn,
			       boa_text_new("started after %u failed launch%s",
					    before, before == 1 ? "" : "es"));
	}
	format_time(memory->retry_s, when);
	return set_why(turn, boa_text_new("%u launch%s on %s failed in a row, "
					  "next try at %s",
					  memory->n_fail,
					  memory->n_fail == 1 ? "" : "es",
					  boa_record_type(&turn->now), when));
}

int boa_turn_note_wait(struct boa_turn *turn, bool waits)
{
	const char *type = boa_record_type(&turn->now);

	if (turn->now.n_fail)
		return 0; /* that is said already */
	if (waits)
		return set_why(
			turn, boa_text_new("launches of %s fail; waits", type));
	return set_why(turn,
		       boa_text_new("waited, launches of %s failed", type));
}

/* --- another plan ----------------------------------------------------- */

static bool has_failed_too_often(const struct boa_turn *turn)
{
	const struct boa_launch_rules *rules = &turn->step->options->launch;
	const struct boa_memory *memory = turn->memory;
	const struct boa_launch_group *group = boa_launches_find(
		&turn->step->engine->launches, boa_record_type(&turn->now));

	if (rules->backoff_s <= 0)
		return false;
	if (group && group->held)
		return true;
	return memory->n_fail &&
	       (memory->n_fail >= rules->max_attempts ||
		turn->step->snapshot->now_s - memory->fail_since_s >=
			rules->retry_window_s);
}

/* Does PLAN keep off the GPU type that fails, and off others that do? */
static bool avoids_failures(const struct boa_turn *turn,
			    const struct boa_plan *plan, size_t n_epoch)
{
	const char *bad = boa_record_type(&turn->now);
	size_t j;

	for (j = 0; j < n_epoch; j++) {
		const struct boa_launch_group *group = boa_launches_find(
			&turn->step->engine->launches, plan->gpu_type[j]);

		if (!strcmp(plan->gpu_type[j], bad) ||
		    boa_launch_blocked_until_s(group,
					       &turn->step->options->launch) >
			    turn->step->snapshot->now_s)
			return false;
	}
	return true;
}

/* The plan of CLASS of least reduced cost that may be tried; *PLAN -1: none. */
static int find_other(const struct boa_turn *turn,
		      const struct boa_table_class *class, ptrdiff_t *plan)
{
	const struct boa_snapshot *snapshot = turn->step->snapshot;
	bool *allowed = calloc(class->n_plan, sizeof(*allowed));
	size_t q;

	*plan = -1;
	if (!allowed)
		return boa_step_no_memory(turn->step->err);
	boa_choice_allow(class, snapshot->type, snapshot->n_type,
			 turn->job->only_type, allowed);
	for (q = 0; q < class->n_plan; q++) {
		if (!allowed[q] ||
		    !avoids_failures(turn, &class->plan[q], class->n_epoch))
			continue;
		if (*plan < 0 || class->plan[q].reduced_cost <
					 class->plan[*plan].reduced_cost)
			*plan = (ptrdiff_t)q;
	}
	free(allowed);
	return 0;
}

/* Let the job follow PLAN of CLASS from the epoch it is in. */
static int change_plan(struct boa_turn *turn,
		       const struct boa_table_class *class, size_t plan)
{
	struct boa_record *now = &turn->now;
	struct boa_record made;
	char *why;
	int rc;

	rc = boa_record_make(class, (unsigned)plan,
			     turn->step->table->generation, now->first_submit_s,
			     &made, turn->step->err);
	if (rc)
		return rc;
	why = boa_text_new("plan %zu of %zu, fallen back to from %s: launches "
			   "there fail",
			   plan + 1, class->n_plan, boa_record_type(now));
	made.epoch = now->epoch;
	made.width_gpus = now->width_gpus;
	made.run = now->run;
	made.reported = now->reported;
	made.n_resize = now->n_resize;
	made.held = now->held;
	made.wait_s = now->wait_s;
	boa_record_free(&turn->other);
	turn->other = made;
	turn->now = made;
	return set_why(turn, why);
}

int boa_turn_fall_back(struct boa_turn *turn)
{
	const struct boa_table *table = turn->step->table;
	const struct boa_table_class *class;
	ptrdiff_t plan;
	int rc;

	if (!table || !has_failed_too_often(turn))
		return 0;
	class = boa_table_find(table, turn->now.class, strlen(turn->now.class));
	if (!class || class->n_epoch != turn->now.n_epoch)
		return 0;
	rc = find_other(turn, class, &plan);
	if (rc || plan < 0)
		return rc;
	return change_plan(turn, class, (size_t)plan);
}

/* --- waiting ---------------------------------------------------------- */

/* Are there nodes up for GPUS of TYPE? Then they are promised. */
static bool takes_free(struct boa_step *step, ptrdiff_t type, unsigned gpus)
{
	unsigned per_node = step->snapshot->type[type].gpus_per_node;
	unsigned nodes = boa_size_of(gpus, per_node, 0, 0).nodes;

	if (step->free_up[type] < nodes)
		return false;
	step->free_up[type] -= nodes;
	return true;
}

double boa_turn_wait_s(struct boa_turn *turn, ptrdiff_t type, unsigned gpus)
{
	struct boa_step *step = turn->step;
	const struct boa_launch_rules *rules = &step->options->launch;
	double now_s = step->snapshot->now_s;
	const struct boa_launch_group *group = group_of(step, type);
	double until_s, held_s;

	if (rules->backoff_s <= 0 || type < 0 ||
	    (size_t)type >= step->snapshot->n_type)
		return 0;
	until_s = boa_launch_blocked_until_s(group, rules);
	if (turn->now.n_fail &&
	    !(group && group->resumed_s >= turn->memory->failed_s &&
	      group->resumed_s > 0))
		until_s = fmax(until_s, turn->memory->retry_s);
	if (until_s <= now_s || takes_free(step, type, gpus))
		return 0;
	if (!isinf(until_s))
		return ceil(until_s);
	/* on hold: a time that moves on, so that the job goes on without BOA */
	held_s = (double)turn->now.wait_s;
	if (held_s > now_s + 0.5 * rules->backoff_max_s &&
	    held_s <= now_s + rules->backoff_max_s + 1)
		return held_s;
	return ceil(now_s + rules->backoff_max_s);
}
