/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/ledger_book.h"

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
		boa_book_bury(ledger, old);
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
