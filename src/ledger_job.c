/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"
#include "src/record.h"
#include "src/token.h"

/* --- what a job says of itself ---------------------------------------- */

static bool is_plan(const struct boa_plan *plan, size_t n_epoch,
		    const struct boa_record *record)
{
	size_t j;

	if (n_epoch != record->n_epoch)
		return false;
	for (j = 0; j < n_epoch; j++) {
		if (plan->gpus[j] != record->gpus[j] ||
		    strcmp(plan->gpu_type[j], record->type[j]) != 0)
			return false;
	}
	return true;
}

/* What the plan in RECORD is to spend, price * GPU-hours, or NAN. */
static double modelled_spend(const struct boa_table *table,
			     const struct boa_record *record)
{
	const struct boa_table_class *class;
	size_t q;

	if (!table)
		return NAN;
	class = boa_table_find(table, record->class, strlen(record->class));
	for (q = 0; class && q < class->n_plan; q++) {
		if (is_plan(&class->plan[q], class->n_epoch, record))
			return class->plan[q].spend / 3600;
	}
	return NAN;
}

static void take_record(struct boa_facts *facts, const struct boa_job *job,
			const struct boa_ledger_input *input,
			const struct boa_record *record)
{
	const struct boa_class *class;
	ptrdiff_t i = -1;

	facts->has_record = true;
	facts->reported = record->reported && record->run == job->n_restart;
	facts->epoch = record->epoch;
	facts->n_resize = record->n_resize;
	facts->first_submit_s = (double)record->first_submit_s;
	facts->modelled_spend = modelled_spend(input->table, record);
	if (input->set)
		i = boa_classes_find(input->set, record->class,
				     strlen(record->class));
	if (i < 0)
		return;
	class = &input->set->class[i];
	facts->startup_s = class->startup_s;
	facts->rescale_s = class->rescale_s;
}

/* The class a job without a record names, as *NAME, cut to NAME's size. */
static void name_class(const struct boa_job *job, const struct boa_classes *set,
		       char name[BOA_NAME_MAX + 1])
{
	struct boa_token_class token = boa_token_class(job->comment);

	name[0] = '\0';
	if (!token.name || token.len > BOA_NAME_MAX ||
	    (set && boa_classes_find(set, token.name, token.len) < 0))
		return;
	memcpy(name, token.name, token.len);
	name[token.len] = '\0';
}

/* A copy of TEXT in *FRESH when it is not what is KNOWN; 0 or BOA_ENOMEM. */
static int renew(char **fresh, const char *known, const char *text)
{
	text = text ? text : "";
	if (!strcmp(known, text))
		return 0;
	*fresh = strdup(text);
	return *fresh ? 0 : BOA_ENOMEM;
}

static int read_facts(struct boa_facts *facts, const struct boa_job *job,
		      const struct boa_ledger_input *input,
		      const struct boa_bill *bill)
{
	struct boa_record record;
	char class[BOA_NAME_MAX + 1];
	bool found = false;
	int rc;

	facts->modelled_spend = NAN;
	rc = boa_record_parse(job->record, &found, &record, NULL);
	if (rc == BOA_ENOMEM)
		return rc;
	if (!rc && found) {
		take_record(facts, job, input, &record);
		memcpy(class, record.class, sizeof(class));
		boa_record_free(&record);
	} else {
		name_class(job, input->set, class);
	}
	rc = renew(&facts->class, bill->view.class, class);
	if (!rc)
		rc = renew(&facts->account, bill->view.account, job->account);
	if (!rc)
		rc = renew(&facts->user, bill->view.user, job->user);
	return rc;
}

/* --- which bill ------------------------------------------------------- */

/* OLD is final and its job seen again, alive: requeued, or another's id? */
static bool is_reused_id(const struct boa_ledger *ledger,
			 const struct boa_bill *old, const struct boa_job *job)
{
	return !job->n_restart && job->submit_s > old->view.end_s &&
	       (old->journaled || !ledger->keeps_journal);
}

/*
 * The bill of JOB in *BILL, opened if need be; NULL for a job that ended before
 * the account began or that has a final bill already.
 */
static int find_bill(struct boa_charge *charge, const struct boa_job *job,
		     struct boa_bill **bill)
{
	struct boa_ledger *ledger = charge->ledger;
	struct boa_bill *old;

	*bill = boa_book_find_bill(&ledger->live, job->id);
	if (*bill)
		return 0;
	old = boa_book_find_bill(&ledger->final, job->id);
	if (job->state == BOA_JOB_DONE &&
	    (old || ledger->begin_s == 0.0 || job->end_s <= ledger->high_s))
		return 0;
	if (old && !is_reused_id(ledger, old, job)) {
		*bill = old;
		return 0;
	}
	*bill = boa_book_bill(ledger, job->id);
	if (!*bill)
		return BOA_ENOMEM;
	(*bill)->ran_before = job->n_restart > 0;
	(*bill)->state = BOA_JOB_PENDING;
	(*bill)->view.first_submit_s = job->submit_s;
	return 0;
}

int boa_charge_admit_jobs(struct boa_charge *charge)
{
	const struct boa_snapshot *snapshot = charge->input->snapshot;
	struct boa_ledger *ledger = charge->ledger;
	size_t i;
	int rc;

	for (i = 0; i < ledger->live.n; i++)
		((struct boa_bill *)ledger->live.at[i])->job = SIZE_MAX;
	charge->bill = calloc(snapshot->n_job + 1, sizeof(struct boa_bill *));
	charge->facts = calloc(snapshot->n_job + 1, sizeof(*charge->facts));
	if (!charge->bill || !charge->facts)
		return BOA_ENOMEM;
	for (i = 0; i < snapshot->n_job; i++) {
		rc = find_bill(charge, &snapshot->job[i], &charge->bill[i]);
		if (!rc && charge->bill[i])
			rc = read_facts(&charge->facts[i], &snapshot->job[i],
					charge->input, charge->bill[i]);
		if (rc)
			return rc;
		if (charge->bill[i])
			charge->bill[i]->job = i;
	}
	return 0;
}

void boa_charge_free_facts(struct boa_charge *charge)
{
	size_t i;

	for (i = 0; charge->facts && i < charge->input->snapshot->n_job; i++) {
		free(charge->facts[i].class);
		free(charge->facts[i].account);
		free(charge->facts[i].user);
	}
	free(charge->facts);
	free(charge->bill);
}

/* --- runs ------------------------------------------------------------- */

static double latest(double a, double b)
{
	return a > b ? a : b;
}

/*
 * Note what RUN reported. A first report came between the last look and this
 * one: it counts from the class's own figure when that lies between them, else
 * from the nearer of the two.
 */
static void note_report(const struct boa_charge *charge, struct boa_bill *bill,
			struct boa_run *run, const struct boa_facts *facts)
{
	double at_s = run->start_s + run->setup_s;

	if (!facts->reported || run->epoch == facts->epoch)
		return;
	at_s = latest(at_s, latest(charge->from_s, run->start_s));
	at_s = at_s < charge->now_s ? at_s : charge->now_s;
	run->epoch = facts->epoch;
	run->mark_s = charge->now_s;
	if (isnan(run->report_s))
		run->report_s = run->mark_s = at_s;
	bill->dirty = true;
}

static void begin_run(const struct boa_charge *charge, struct boa_bill *bill,
		      const struct boa_job *job)
{
	bill->run = (struct boa_run){
		.live = true,
		.no = job->n_restart,
		.first = !bill->ran_before && !bill->view.n_run,
		.start_s = job->start_s > 0 ? job->start_s : charge->now_s,
		.report_s = NAN,
		.mark_s = NAN,
	};
	bill->view.n_run++;
	bill->dirty = true;
}

static void end_run(struct boa_bill *bill, const struct boa_job *job)
{
	bill->last = bill->run;
	bill->last.live = false;
	bill->last.lost =
		job && job->end == BOA_END_NODE_FAIL &&
		(job->state == BOA_JOB_ENDING || job->state == BOA_JOB_DONE);
	bill->run.live = false;
	bill->dirty = true;
}

/* A run that began and ended between two looks. */
static bool missed_run(const struct boa_charge *charge,
		       const struct boa_bill *bill, const struct boa_job *job)
{
	if (job->state != BOA_JOB_ENDING && job->state != BOA_JOB_DONE)
		return false;
	if (bill->state == BOA_JOB_CONFIGURING && job->end == BOA_END_CANCELLED)
		return false;
	return (bill->state == BOA_JOB_PENDING ||
		bill->state == BOA_JOB_CONFIGURING) &&
	       job->start_s > charge->from_s;
}

static void follow_runs(const struct boa_charge *charge, struct boa_bill *bill,
			const struct boa_job *job,
			const struct boa_facts *facts)
{
	struct boa_run *run = &bill->run;
	bool same = run->live && run->no == job->n_restart;

	if (same)
		note_report(charge, bill, run, facts);
	if (run->live && (!same || job->state != BOA_JOB_RUNNING))
		end_run(bill, job);
	else if (missed_run(charge, bill, job))
		bill->view.n_run++;
	if (job->state == BOA_JOB_RUNNING && !run->live)
		begin_run(charge, bill, job);
	if (!run->live)
		return;
	if (isnan(run->report_s)) {
		double setup_s =
			run->first ? facts->startup_s : facts->rescale_s;

		bill->dirty |= setup_s != run->setup_s;
		run->setup_s = setup_s;
	}
	note_report(charge, bill, run, facts);
}

/* --- bills ------------------------------------------------------------ */

static void take_text(const char **owned, char **fresh, bool *dirty)
{
	if (!*fresh)
		return;
	free((char *)*owned);
	*owned = *fresh;
	*fresh = NULL;
	*dirty = true;
}

static void take_facts(struct boa_bill *bill, struct boa_facts *facts)
{
	struct boa_job_bill *view = &bill->view;

	take_text(&view->class, &facts->class, &bill->dirty);
	take_text(&view->account, &facts->account, &bill->dirty);
	take_text(&view->user, &facts->user, &bill->dirty);
	if (!facts->has_record)
		return;
	if (facts->first_submit_s > 0 &&
	    facts->first_submit_s != view->first_submit_s) {
		view->first_submit_s = facts->first_submit_s;
		bill->dirty = true;
	}
	if (facts->n_resize != view->n_resize) {
		view->n_resize = facts->n_resize;
		bill->dirty = true;
	}
	if (isnan(view->modelled_spend) && !isnan(facts->modelled_spend)) {
		view->modelled_spend = facts->modelled_spend;
		bill->dirty = true;
	}
}

static void end_bill(struct boa_bill *bill, enum boa_job_end end, double end_s)
{
	bill->view.end = end;
	bill->view.end_s = end_s;
	bill->dirty = true;
}

/* The final bill of a job that lives: of the same job again, or another's. */
static void settle_claim(struct boa_ledger *ledger, struct boa_bill *bill,
			 const struct boa_job *job)
{
	struct boa_bill *old;

	if (job->state == BOA_JOB_DONE)
		return;
	old = boa_book_find_bill(&ledger->final, bill->view.id);
	if (old == bill)
		boa_book_move(&ledger->final, &ledger->live, bill);
	else if (old)
		boa_book_drop(&ledger->final, old);
	if (bill->view.end_s > 0) {
		end_bill(bill, BOA_END_NONE, 0);
		bill->journaled = false;
	}
}

static void charge_job(struct boa_charge *charge, size_t j)
{
	const struct boa_job *job = &charge->input->snapshot->job[j];
	struct boa_bill *bill = charge->bill[j];

	settle_claim(charge->ledger, bill, job);
	take_facts(bill, &charge->facts[j]);
	follow_runs(charge, bill, job, &charge->facts[j]);
	if (job->state == BOA_JOB_DONE && !(bill->view.end_s > 0))
		end_bill(bill, job->end,
			 job->end_s > 0 ? job->end_s : charge->now_s);
	if (bill->state != job->state) {
		bill->state = job->state;
		bill->dirty = true;
	}
}

void boa_charge_jobs(struct boa_charge *charge)
{
	struct boa_ledger *ledger = charge->ledger;
	size_t i;

	for (i = 0; i < charge->input->snapshot->n_job; i++) {
		if (charge->bill[i])
			charge_job(charge, i);
	}
	for (i = 0; i < ledger->live.n; i++) {
		struct boa_bill *bill = ledger->live.at[i];

		if (bill->job != SIZE_MAX || bill->view.end_s > 0)
			continue;
		if (bill->run.live)
			end_run(bill, NULL);
		bill->state = BOA_JOB_DONE;
		end_bill(bill, BOA_END_NONE, charge->now_s);
	}
}
