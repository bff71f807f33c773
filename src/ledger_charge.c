/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/ledger_book.h"

/* --- a clock that went back ------------------------------------------- */

static void shift_run(struct boa_run *run, double by_s)
{
	/* NAN stays NAN */
	run->start_s += by_s;
	run->report_s += by_s;
	run->mark_s += by_s;
}

/* End and settle all that was charged by the old clock. */
static void close_books(struct boa_ledger *ledger)
{
	size_t i;

	for (i = 0; i < ledger->live.n; i++) {
		struct boa_bill *bill = ledger->live.at[i];

		if (!bill->run.live)
			continue;
		bill->last = bill->run;
		bill->last.live = bill->run.live = false;
		bill->dirty = true;
	}
	for (i = 0; i < ledger->node.n; i++) {
		struct boa_book_node *node = ledger->node.at[i];
		struct boa_stretch *stretch;

		for (stretch = node->first; stretch; stretch = stretch->next)
			stretch->to_s = fmin(stretch->to_s, ledger->now_s);
		boa_book_convert(ledger, node);
		boa_book_settle(ledger, node, ledger->now_s, -INFINITY);
	}
}

/* Begin anew at NOW_S: what goes on goes on, by the new clock. */
static void reopen_books(struct boa_ledger *ledger, double now_s)
{
	double by_s = now_s - ledger->now_s;
	size_t i;

	for (i = 0; i < ledger->live.n; i++) {
		struct boa_bill *bill = ledger->live.at[i];

		if (bill->state != BOA_JOB_RUNNING)
			continue;
		bill->run.live = true;
		shift_run(&bill->run, by_s);
	}
	for (i = 0; i < ledger->node.n; i++) {
		struct boa_book_node *node = ledger->node.at[i];

		node->launch_s = now_s;
		node->boot_from_s += by_s;
		node->state_since_s += by_s;
		node->off_since_s += by_s;
		node->last_stop_s = fmin(node->last_stop_s, now_s);
		node->dirty = true;
	}
}

/* --- one charge ------------------------------------------------------- */

static int admit(struct boa_charge *charge)
{
	int rc = boa_charge_admit_jobs(charge);

	return rc ? rc : boa_charge_admit_nodes(charge);
}

static void charge_nodes(struct boa_charge *charge)
{
	struct boa_ledger *ledger = charge->ledger;
	double after_s = charge->input->has_provider ? BOA_SETTLE_AFTER_S : 0;
	size_t i;

	for (i = 0; i < ledger->node.n; i++) {
		struct boa_book_node *node = ledger->node.at[i];

		if (node->next_type) {
			free(node->type);
			node->type = node->next_type;
			node->next_type = NULL;
			node->dirty = true;
		}
		boa_charge_node(charge, node);
	}
	/* only now is it known which runs were lost */
	for (i = 0; i < ledger->node.n; i++) {
		struct boa_book_node *node = ledger->node.at[i];

		boa_book_convert(ledger, node);
		boa_book_settle(ledger, node, charge->now_s, after_s);
	}
}

static void commit(struct boa_charge *charge)
{
	struct boa_ledger *ledger = charge->ledger;

	if (ledger->begin_s > 0 && charge->restart) {
		close_books(ledger);
		reopen_books(ledger, charge->now_s);
	}
	if (!(ledger->begin_s > 0))
		ledger->begin_s = charge->now_s;
	boa_charge_jobs(charge);
	charge_nodes(charge);
	ledger->now_s = charge->now_s;
	ledger->high_s = fmax(ledger->high_s, charge->now_s);
	boa_book_show(ledger);
	boa_book_commit(ledger);
	boa_book_retire(ledger);
}

int boa_ledger_charge(struct boa_ledger *ledger,
		      const struct boa_ledger_input *input, struct boa_err *err)
{
	double now_s = input->snapshot->now_s;
	struct boa_charge charge = {
		.ledger = ledger,
		.input = input,
		.now_s = now_s,
		.restart =
			!(ledger->begin_s >
			  0) || now_s<ledger->now_s,
				      .orphan_after_s = input->orphan_after_s> 0
				? input->orphan_after_s
				: BOA_ORPHAN_AFTER_S,
	};
	int rc;

	if (!isfinite(now_s) || now_s <= 0)
		return boa_err_set(err, BOA_EINVAL,
				   "ledger: now_s is %g, expected a time",
				   now_s);
	charge.from_s = charge.restart ? now_s : ledger->now_s;
	rc = admit(&charge);
	if (rc) {
		boa_book_roll_back(ledger);
		boa_err_set(err, rc, "ledger: out of memory");
		goto out;
	}
	commit(&charge);
out:
	boa_charge_free_facts(&charge);
	free(charge.next_event);
	free(charge.lane);
	free(charge.cut_s);
	return rc;
}
