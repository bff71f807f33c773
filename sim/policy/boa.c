/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boa - this project's own. The decisions are boa_engine_step()'s, the very
 * engine that runs inside slurmctld; this file plays the parts around it:
 * slurmctld, which keeps each job's comment and record and starts the jobs,
 * and boactl inside the job, which reports epochs and asks to be requeued when
 * the next width is another one.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/boa.h"
#include "sim/policy/list.h"

#include "src/share.h"
#include "src/text.h"
#include "src/token.h"

static void drop(void *entry)
{
	struct boa_slurm_job *slurm = entry;

	free(slurm->comment);
	free(slurm->record);
	if (slurm->known)
		boa_record_free(&slurm->parsed);
}

static void destroy(void *state)
{
	struct boa_sim_boa *me = state;

	boa_engine_free(me->engine);
	boa_memo_fini(&me->memo);
	boa_actions_free(&me->actions);
	boa_sim_boa_fini_table(me);
	boa_sim_boa_fini_snapshot(me);
	free(me);
}

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct boa_sim_boa *made = calloc(1, sizeof(*made));
	struct boa_shares *shares = NULL;
	int rc;

	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	made->options = *options;
	made->memo.size = sizeof(struct boa_slurm_job);
	made->memo.drop = drop;
	rc = boa_shares_new(&shares, err);
	if (!rc)
		rc = boa_engine_new(shares, &made->engine, err);
	if (rc) {
		boa_shares_free(shares);
		destroy(made);
		return rc;
	}
	*state = made;
	return 0;
}

/* --- the job's own part ----------------------------------------------- */

static int submit(const struct boa_sim_boa *me, const struct boa_sim_job *job,
		  struct boa_slurm_job *slurm, struct boa_err *err)
{
	slurm->type = -1;
	slurm->comment = boa_text_new("class:%s",
				      me->options.set->class[job->class].name);
	return slurm->comment ? 0 : boa_err_set(err, BOA_ENOMEM, "no memory");
}

/*
 * The job is at work in an epoch it has not reported yet: boactl epoch N. When
 * its width is another one the job asks to be requeued.
 */
static int report(const struct boa_sim_job *job, struct boa_slurm_job *slurm,
		  struct boa_err *err)
{
	unsigned epoch = (unsigned)job->epoch + 1;
	char *comment = NULL;
	int rc;

	if (job->state != BOA_SIM_WORKING || epoch == slurm->epoch)
		return 0;
	rc = boa_token_set_epoch(slurm->comment, epoch, slurm->n_restart,
				 &comment, err);
	if (rc)
		return rc;
	free(slurm->comment);
	slurm->comment = comment;
	slurm->epoch = epoch;
	if (!slurm->known || slurm->parsed.gpus[epoch - 1] == job->gpus)
		return 0;
	slurm->requeued = true;
	slurm->n_restart++;
	return 0;
}

/* Let every job play its part; *NEWS says whether the engine must look. */
static int follow(struct boa_sim_boa *me, const struct boa_view *view,
		  bool *news, struct boa_err *err)
{
	int rc = boa_memo_follow(&me->memo, view, err);

	*news = view->happened != BOA_HAPPENED_EPOCH;
	for (size_t i = 0; !rc && i < view->n_job; i++) {
		struct boa_slurm_job *slurm = boa_memo_at(&me->memo, i);
		const struct boa_sim_job *job = &view->job[i];

		if (!slurm->comment)
			rc = submit(me, job, slurm, err);
		if (slurm->requeued && job->gpus == slurm->gpus)
			slurm->requeued = false;
		if (!rc)
			rc = report(job, slurm, err);
		*news = *news || slurm->requeued;
	}
	return rc;
}

/* --- slurmctld's part ------------------------------------------------- */

static int store(struct boa_slurm_job *slurm, struct boa_action *action,
		 struct boa_err *err)
{
	bool found = false;

	if (slurm->known)
		boa_record_free(&slurm->parsed);
	slurm->known = false;
	free(slurm->record);
	slurm->record = action->record;
	action->record = NULL;
	return boa_record_parse(slurm->record, &found, &slurm->parsed, err);
}

static void count_plan(struct boa_sim_boa *me, const struct boa_sim_job *job,
		       const struct boa_action *action)
{
	const struct boa_plan *plan =
		&me->table.class[job->class].plan[action->plan];

	if (!action->counted)
		return;
	me->modelled_spend += plan->spend * job->scale;
	me->modelled_time_s += plan->time_s * job->scale;
}

/* Carry out ACTION, SIZE or RECORD, on its job. */
static int write_job(struct boa_sim_boa *me, const struct boa_view *view,
		     struct boa_action *action, struct boa_err *err)
{
	struct boa_slurm_job *slurm = boa_memo_at(&me->memo, action->job);
	int rc = boa_engine_done(me->engine, &me->snapshot, &me->table, action,
				 err);

	count_plan(me, &view->job[action->job], action);
	if (action->kind == BOA_ACT_SIZE) {
		slurm->type = action->type;
		slurm->gpus = action->gpus;
	}
	if (!rc)
		rc = store(slurm, action, err);
	slurm->known = !rc;
	return rc;
}

static int carry_out(struct boa_sim_boa *me, const struct boa_view *view,
		     struct boa_decision *decision, struct boa_err *err)
{
	int rc = 0;

	for (size_t i = 0; !rc && i < me->actions.n; i++) {
		struct boa_action *action = &me->actions.action[i];

		switch (action->kind) {
		case BOA_ACT_RECORD:
		case BOA_ACT_SIZE:
			rc = write_job(me, view, action, err);
			break;
		case BOA_ACT_RELEASE:
			decision->release[decision->n_release++] = action->node;
			break;
		default:
			break;
		}
	}
	return rc;
}

/* Does the engine keep an idle node, for a job that may go elsewhere? */
static bool keeps_idle(const struct boa_sim_boa *me,
		       const struct boa_decision *decision)
{
	size_t n = 0;

	for (size_t i = 0; i < me->snapshot.n_node; i++)
		n += me->node[i].idle;
	return n > decision->n_release;
}

/*
 * Slurm starts what waits and has its size. Where nodes may be left over by it
 * the engine looks again.
 */
static void schedule(const struct boa_sim_boa *me, const struct boa_view *view,
		     struct boa_decision *decision)
{
	decision->again = keeps_idle(me, decision);
	for (size_t i = 0; i < view->n_job; i++) {
		const struct boa_slurm_job *slurm = boa_memo_at(&me->memo, i);

		if (slurm->type < 0 || (!slurm->requeued && view->job[i].gpus))
			continue;
		decision->want[i] =
			(struct boa_want){ slurm->type, slurm->gpus };
		decision->again = decision->again || view->job[i].gpus;
	}
	decision->rent = true;
}

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	static const struct boa_engine_options options = {
		.grace_time_s = 300.0,
		.release = true,
	};
	struct boa_sim_boa *me = state;
	bool news = false;
	int rc;

	(void)n_nodes;
	rc = boa_sim_boa_refresh(me, view, err);
	if (!rc)
		rc = follow(me, view, &news, err);
	if (rc || !news)
		return rc;
	rc = boa_sim_boa_snapshot(me, view, err);
	boa_actions_clear(&me->actions);
	if (!rc)
		rc = boa_engine_step(me->engine, &me->snapshot, &me->table,
				     &options, &me->actions, err);
	if (!rc)
		rc = carry_out(me, view, decision, err);
	if (!rc)
		schedule(me, view, decision);
	return rc;
}

static size_t figures(const void *state, const char **name, double *value)
{
	const struct boa_sim_boa *me = state;

	name[0] = "modelled_spend";
	value[0] = me->modelled_spend / 3600.0;
	name[1] = "modelled_time_s";
	value[1] = me->modelled_time_s;
	name[2] = "tables";
	value[2] = (double)me->generation;
	return 3;
}

const struct boa_policy boa_policy_boa = {
	.name = "boa",
	.summary = "this project: widths by the linear programme of the budget",
	.needs = "budget",
	.create = create,
	.destroy = destroy,
	.decide = decide,
	.report = figures,
};
