/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/choice.h"
#include "src/engine_impl.h"
#include "src/text.h"
#include "src/token.h"

bool boa_job_holds(const struct boa_job *job)
{
	return job->state == BOA_JOB_CONFIGURING ||
	       job->state == BOA_JOB_RUNNING;
}

unsigned boa_job_width(const struct boa_job *job)
{
	unsigned asked = job->asked_nodes * job->asked_gpus_per_node;

	return job->whole_nodes && asked && asked < job->held_gpus
		       ? asked
		       : job->held_gpus;
}

static const struct boa_table_class *find_class(const struct boa_step *step,
						const struct boa_job *job)
{
	struct boa_token_class token = boa_token_class(job->comment);
	const char *as = step->options->unknown_class;
	const struct boa_table_class *class;

	if (!token.name || !step->table)
		return NULL;
	class = boa_table_find(step->table, token.name, token.len);
	if (!class && as)
		class = boa_table_find(step->table, as, strlen(as));
	return class;
}

/* Leave in ALLOWED the plans that begin as JOB, which holds its nodes, runs. */
static void narrow(const struct boa_step *step, const struct boa_job *job,
		   const struct boa_table_class *class, bool *allowed)
{
	const struct boa_snapshot_type *type = step->snapshot->type;
	unsigned width = boa_job_width(job);
	bool same_width = false;
	size_t q;

	for (q = 0; q < class->n_plan; q++) {
		const struct boa_plan *plan = &class->plan[q];

		if (job->type < 0 ||
		    strcmp(plan->gpu_type[0], type[job->type].name) != 0)
			allowed[q] = false;
		if (allowed[q] && plan->gpus[0] == width)
			same_width = true;
	}
	for (q = 0; same_width && q < class->n_plan; q++)
		if (class->plan[q].gpus[0] != width)
			allowed[q] = false;
}

/* Count the pick in a copy of the shares that lives as long as the step. */
static int count_for_now(struct boa_step *step,
			 const struct boa_table_class *class,
			 const struct boa_job *job, size_t plan)
{
	int rc = 0;

	if (!step->shares)
		rc = boa_shares_copy(step->engine->shares, &step->shares,
				     step->err);
	if (!rc)
		rc = boa_shares_count(step->shares, class, job->account, plan,
				      step->err);
	return rc;
}

static char *explain(const struct boa_table_class *class, size_t plan,
		     bool adopted)
{
	double share = class->plan[plan].share;
	const char *how = adopted ? ", adopted after its start" : "";

	if (share > 0.0)
		return boa_text_new("plan %zu of %zu, share %u %%%s", plan + 1,
				    class->n_plan,
				    (unsigned)(100.0 * share + 0.5), how);
	return boa_text_new("plan %zu of %zu, an alternate%s", plan + 1,
			    class->n_plan, how);
}

static int make_record(struct boa_step *step,
		       const struct boa_table_class *class, size_t plan,
		       const struct boa_job *job, struct boa_record *record)
{
	struct boa_record made;
	int rc;

	rc = boa_record_make(class, (unsigned)plan, step->table->generation,
			     (int64_t)job->submit_s, &made, step->err);
	if (rc)
		return rc;
	if (boa_job_holds(job) && job->held_gpus)
		made.width_gpus = boa_job_width(job);
	made.why = explain(class, plan, boa_job_holds(job));
	if (!made.why) {
		boa_record_free(&made);
		return boa_step_no_memory(step->err);
	}
	*record = made;
	return 0;
}

static int tell_none(struct boa_step *step, size_t i,
		     const struct boa_table_class *class)
{
	const struct boa_job *job = &step->snapshot->job[i];

	return boa_step_tell(step, i,
			     boa_text_new("job %u: no plan of class %s fits; "
					  "the job keeps its size",
					  job->id, class->name));
}

int boa_step_assign(struct boa_step *step, size_t i, struct boa_record *record,
		    size_t *plan, bool *assigned)
{
	const struct boa_job *job = &step->snapshot->job[i];
	const struct boa_table_class *class = find_class(step, job);
	bool *allowed;
	ptrdiff_t pick;
	int rc;

	*assigned = false;
	if (!class)
		return 0;
	allowed = calloc(class->n_plan, sizeof(*allowed));
	if (!allowed)
		return boa_step_no_memory(step->err);
	boa_choice_allow(class, step->snapshot->type, step->snapshot->n_type,
			 job->only_type, allowed);
	if (boa_job_holds(job))
		narrow(step, job, class, allowed);
	pick = boa_shares_pick(step->shares ? step->shares
					    : step->engine->shares,
			       class, job->account, allowed);
	free(allowed);
	if (pick < 0)
		return tell_none(step, i, class);
	rc = make_record(step, class, (size_t)pick, job, record);
	if (rc)
		return rc;
	rc = count_for_now(step, class, job, (size_t)pick);
	if (rc) {
		boa_record_free(record);
		return rc;
	}
	*plan = (size_t)pick;
	*assigned = true;
	return 0;
}
