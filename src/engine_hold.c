/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/choice.h"
#include "src/engine_impl.h"
#include "src/text.h"

#define HOUR_S 3600.0

/* --- what is rented --------------------------------------------------- */

/* Count NODE, in FREE what jobs can still be put on; its price per hour. */
static double count_node(const struct boa_node *node,
			 const struct boa_snapshot_type *type,
			 struct boa_limit_type *free)
{
	unsigned left = node->gpus;
	size_t i;

	if (node->state == BOA_NODE_OFF && !node->n_hold)
		return 0;
	for (i = 0; i < node->n_hold; i++)
		left -= node->hold[i].gpus < left ? node->hold[i].gpus : left;
	if (node->state == BOA_NODE_UP && node->usable) {
		if (node->n_hold)
			free->free_part += left;
		else
			free->free_whole += left;
	}
	return type->price_per_gpu_h * node->gpus;
}

static int make_limiter(struct boa_step *step)
{
	const struct boa_snapshot *snapshot = step->snapshot;
	struct boa_limit_type *type =
		calloc(snapshot->n_type + 1, sizeof(*type));
	double rate_per_hour = 0;
	size_t i;
	int rc;

	if (!type)
		return boa_step_no_memory(step->err);
	for (i = 0; i < snapshot->n_type; i++)
		type[i] = (struct boa_limit_type){
			.price_per_gpu_h = snapshot->type[i].price_per_gpu_h,
			.gpus_per_node = snapshot->type[i].gpus_per_node,
		};
	for (i = 0; i < snapshot->n_node; i++) {
		const struct boa_node *node = &snapshot->node[i];

		if (node->type >= 0 && (size_t)node->type < snapshot->n_type)
			rate_per_hour +=
				count_node(node, &snapshot->type[node->type],
					   &type[node->type]);
	}
	rc = boa_limiter_new(step->options->limits, rate_per_hour,
			     snapshot->n_type, type, &step->limiter, step->err);
	free(type);
	return rc;
}

/* --- what jobs ask for ------------------------------------------------ */

/* The epochs of RECORD still to be done: the widest, and the mean spend. */
static void sum_epochs(const struct boa_step *step,
		       const struct boa_record *record,
		       struct boa_limit_job *want, double *plan_h)
{
	const struct boa_snapshot *snapshot = step->snapshot;
	const struct boa_plan *plan = boa_record_plan(record, step->table);
	double dearest = -1, spend = 0;
	unsigned j;

	*plan_h = 0;
	for (j = boa_record_epoch(record) - 1; j < record->n_epoch; j++) {
		ptrdiff_t h = boa_choice_find_type(
			snapshot->type, snapshot->n_type, record->type[j]);
		double hours = plan ? plan->epoch_time_s[j] / HOUR_S : 0;
		double price;

		if (h < 0)
			continue;
		price = snapshot->type[h].price_per_gpu_h * record->gpus[j];
		if (price > dearest) {
			dearest = price;
			want->type = (size_t)h;
			want->most_gpus = record->gpus[j];
		}
		spend += price * hours;
		*plan_h += hours;
	}
	want->rate_per_hour = *plan_h > 0 ? spend / *plan_h : fmax(dearest, 0);
}

/* What JOB asks for from now on; RECORD may be NULL. */
static struct boa_limit_job want_of(const struct boa_step *step,
				    const struct boa_job *job,
				    const struct boa_record *record)
{
	const struct boa_snapshot *snapshot = step->snapshot;
	struct boa_limit_job want = {
		.account = job->account ? job->account : "",
		.type = job->type >= 0 ? (size_t)job->type : SIZE_MAX,
		.gpus = job->held_gpus,
		.most_gpus = job->held_gpus,
		.holds = job->held_gpus > 0,
	};
	double plan_h = 0, age_h = 0;

	if (want.type < snapshot->n_type)
		want.rate_per_hour = snapshot->type[want.type].price_per_gpu_h *
				     job->held_gpus;
	if (record)
		sum_epochs(step, record, &want, &plan_h);
	if (record && !want.holds)
		want.gpus = boa_record_gpus(record);
	if (job->state == BOA_JOB_RUNNING && job->start_s > 0)
		age_h = fmax(snapshot->now_s - job->start_s, 0) / HOUR_S;
	want.left_h = boa_limit_left_h(plan_h, age_h);
	return want;
}

/* --- who is not asked ------------------------------------------------- */

static bool has_started(const struct boa_job *job,
			const struct boa_record *record)
{
	switch (job->state) {
	case BOA_JOB_PENDING:
		return record && (job->n_restart > 0 || record->reported);
	case BOA_JOB_CONFIGURING:
	case BOA_JOB_RUNNING:
	case BOA_JOB_REQUEUING:
		return true;
	default:
		return false;
	}
}

int boa_step_limit(struct boa_step *step)
{
	const struct boa_snapshot *snapshot = step->snapshot;
	size_t i;
	int rc;

	if (!step->options->limits)
		return 0;
	rc = make_limiter(step);
	if (rc)
		return rc;
	for (i = 0; i < snapshot->n_job; i++) {
		const struct boa_memory *memory = &step->engine->memory[i];
		const struct boa_record *record =
			memory->found && !memory->damaged ? &memory->record
							  : NULL;
		struct boa_limit_job want;

		if (!has_started(&snapshot->job[i], record))
			continue;
		want = want_of(step, &snapshot->job[i], record);
		boa_limiter_add(step->limiter, &want);
	}
	return 0;
}

/* Did another's hand let the job go, now or before? */
static bool was_let_go(const struct boa_turn *turn)
{
	return turn->now.held == BOA_HELD_NO_MORE ||
	       (turn->now.held == BOA_HELD_BY_BOA &&
		turn->job->state == BOA_JOB_PENDING && !turn->job->held &&
		turn->job->eligible);
}

/* --- one job ---------------------------------------------------------- */

enum boa_wait boa_turn_ask(const struct boa_turn *turn)
{
	struct boa_limiter *limiter = turn->step->limiter;
	struct boa_limit_job want;

	if (!limiter || has_started(turn->job, &turn->now) ||
	    (!turn->job->eligible && !turn->job->held))
		return BOA_WAIT_NONE;
	want = want_of(turn->step, turn->job, &turn->now);
	if (!was_let_go(turn))
		return boa_limiter_ask(limiter, &want);
	boa_limiter_add(limiter, &want);
	return BOA_WAIT_NONE;
}

void boa_turn_note_hold(struct boa_turn *turn, enum boa_wait hold)
{
	enum boa_held held = hold ? BOA_HELD_BY_BOA : BOA_HELD_NO;

	if (was_let_go(turn))
		held = BOA_HELD_NO_MORE;
	if (turn->now.held == held)
		return;
	turn->now.held = held;
	turn->changed = true;
}

int boa_turn_hold(struct boa_turn *turn, enum boa_wait hold)
{
	struct boa_action action = {
		.kind = hold ? BOA_ACT_HOLD : BOA_ACT_UNHOLD,
		.job = turn->i,
		.node = SIZE_MAX,
		.hold = hold,
	};

	if (!hold == !turn->job->held)
		return 0;
	action.text = hold ? boa_text_new("job %u: held: %s", turn->job->id,
					  boa_wait_text(hold))
			   : boa_text_new("job %u: let go: there is budget "
					  "for it",
					  turn->job->id);
	return boa_step_add(turn->step, action);
}
