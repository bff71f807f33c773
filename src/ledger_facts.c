/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"
#include "src/record.h"
#include "src/token.h"

/* --- what a job says of itself ---------------------------------------- */

/* What the plan in RECORD is to spend, price * GPU-hours, or NAN. */
static double modelled_spend(const struct boa_table *table,
			     const struct boa_record *record)
{
	const struct boa_plan *plan = boa_record_plan(record, table);

	return plan ? plan->spend / 3600 : NAN;
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
