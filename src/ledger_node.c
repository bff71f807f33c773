/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"

/* --- admitting -------------------------------------------------------- */

/* The cell that HOLDER's job (NULL: none) is charged to on a node of TYPE. */
static int admit_cell(struct boa_charge *charge, const struct boa_bill *bill,
		      const char *type)
{
	const struct boa_facts *facts = NULL;
	const char *class = "", *account = "";

	if (bill && bill->job != SIZE_MAX)
		facts = &charge->facts[bill->job];
	if (bill) {
		class = facts && facts->class ? facts->class : bill->view.class;
		account = facts && facts->account ? facts->account
						  : bill->view.account;
	}
	return boa_book_cell(charge->ledger, class, account, type) ? 0
								   : BOA_ENOMEM;
}

/* Every cell that NODE, seen as SEEN (may be NULL), may be charged to. */
static int admit_cells(struct boa_charge *charge,
		       const struct boa_book_node *node,
		       const struct boa_node *seen)
{
	const char *type = node->next_type ? node->next_type : node->type;
	const struct boa_stretch *stretch;
	int rc = admit_cell(charge, NULL, type);
	size_t i;

	for (i = 0; !rc && seen && i < seen->n_hold; i++)
		rc = admit_cell(charge, charge->bill[seen->hold[i].job], type);
	for (stretch = node->first; !rc && stretch; stretch = stretch->next) {
		if (isinf(stretch->to_s) && stretch->bill)
			rc = admit_cell(charge, stretch->bill, type);
	}
	return rc;
}

/* Find or add the node seen as snapshot.node[I]. */
static int admit_seen(struct boa_charge *charge, size_t i)
{
	const struct boa_snapshot *snapshot = charge->input->snapshot;
	const struct boa_node *seen = &snapshot->node[i];
	const char *type = snapshot->type[seen->type].name;
	struct boa_book_node *node;

	node = boa_book_node(charge->ledger, seen->name);
	if (!node)
		return BOA_ENOMEM;
	if (node->seen != SIZE_MAX)
		return 0; /* twice in the snapshot: counted once */
	node->seen = i;
	if (!strcmp(node->type, type))
		return 0;
	node->next_type = strdup(type);
	return node->next_type ? 0 : BOA_ENOMEM;
}

/* Chain event I to its node, if it is one of ours. */
static void admit_event(struct boa_charge *charge, size_t i)
{
	struct boa_book_node *node = boa_book_find_node(
		charge->ledger, charge->input->event[i].node);

	charge->next_event[i] = SIZE_MAX;
	if (!node)
		return;
	if (node->first_event == SIZE_MAX)
		node->first_event = i;
	else
		charge->next_event[node->last_event] = i;
	node->last_event = i;
}

static size_t count_events(const struct boa_charge *charge,
			   const struct boa_book_node *node)
{
	size_t i, n = 0;

	for (i = node->first_event; i != SIZE_MAX; i = charge->next_event[i])
		n++;
	return n;
}

/* Admit NODE's cells; add to *N_STRETCH what it may need. */
static int admit_node(struct boa_charge *charge, struct boa_book_node *node,
		      size_t *n_stretch)
{
	const struct boa_node *seen = NULL;
	const struct boa_stretch *stretch;
	size_t bound, n_book = 0;

	if (node->seen != SIZE_MAX)
		seen = &charge->input->snapshot->node[node->seen];
	/* each event may end a bill or begin one, and that too is laid */
	bound = boa_charge_lane_bound(charge, node, seen) *
		(2 + count_events(charge, node));
	for (stretch = node->first; stretch; stretch = stretch->next)
		n_book++;
	/* a run that is over falls into three */
	*n_stretch += 3 * bound + 2 * n_book;
	return admit_cells(charge, node, seen);
}

int boa_charge_admit_nodes(struct boa_charge *charge)
{
	const struct boa_ledger_input *input = charge->input;
	struct boa_ledger *ledger = charge->ledger;
	size_t i, n_stretch = 0;
	int rc = 0;

	for (i = 0; i < ledger->node.n; i++) {
		struct boa_book_node *node = ledger->node.at[i];

		node->seen = node->first_event = SIZE_MAX;
		free(node->next_type);
		node->next_type = NULL;
	}
	for (i = 0; !rc && i < input->snapshot->n_node; i++) {
		if (input->snapshot->node[i].type >= 0)
			rc = admit_seen(charge, i);
	}
	charge->next_event =
		calloc(input->n_event + 1, sizeof(*charge->next_event));
	if (rc || !charge->next_event)
		return BOA_ENOMEM;
	for (i = 0; input->has_provider && i < input->n_event; i++)
		admit_event(charge, i);
	for (i = 0; !rc && i < ledger->node.n; i++)
		rc = admit_node(charge, ledger->node.at[i], &n_stretch);
	if (rc)
		return rc;
	charge->lane = calloc(2 * charge->n_lane + 1, sizeof(*charge->lane));
	charge->cut_s = calloc(charge->n_cut + 1, sizeof(*charge->cut_s));
	if (!charge->lane || !charge->cut_s)
		return BOA_ENOMEM;
	return boa_book_reserve(ledger, ledger->live.n + input->snapshot->n_job,
				n_stretch);
}
