/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/provider.h"

#include <stdlib.h>
#include <string.h>

/* A node of which the log never speaks is billed by its state after
   BOA_SETTLE_AFTER_S; one that is not billed by then was ended. */
#define UNTOLD_AFTER_S (2 * BOA_SETTLE_AFTER_S)

static struct boa_word *find(const struct boa_words *words, const char *node)
{
	for (size_t i = 0; i < words->n; i++)
		if (!strcmp(words->word[i].node, node))
			return &words->word[i];
	return NULL;
}

static struct boa_word *add(struct boa_words *words, const char *node)
{
	struct boa_word *word;

	if (words->n == words->room) {
		size_t room = words->room ? 2 * words->room : 64;

		word = realloc(words->word, room * sizeof(*word));
		if (!word)
			return NULL;
		words->word = word;
		words->room = room;
	}
	word = &words->word[words->n];
	*word = (struct boa_word){ .node = strdup(node) };
	if (!word->node)
		return NULL;
	words->n++;
	return word;
}

void boa_words_hear(struct boa_words *words,
		    const struct boa_provider_events *events)
{
	for (size_t i = 0; i < events->n; i++) {
		const struct boa_provider_event *event = &events->event[i];
		struct boa_word *word = find(words, event->node);

		if (!word)
			word = add(words, event->node);
		if (!word)
			continue;
		word->what = event->what;
		word->at_s = event->at_s;
		word->orphan = false;
	}
}

static void mark(struct boa_words *words, const struct boa_node_bill *bill,
		 double now_s, struct boa_node *node)
{
	struct boa_word *word = find(words, node->name);
	bool heard = word && word->at_s > 0;
	double for_s = now_s - bill->state_since_s;

	switch (node->state) {
	case BOA_NODE_BOOTING:
		node->refused = heard && word->what == BOA_PROVIDER_FAIL &&
				node->boot_s > 0 && word->at_s >= node->boot_s;
		node->gone = heard && word->what == BOA_PROVIDER_STOP &&
			     node->boot_s > 0 && word->at_s >= node->boot_s;
		break;
	case BOA_NODE_UP:
		node->gone = heard ? word->what == BOA_PROVIDER_STOP
				   : !bill->billed && for_s > UNTOLD_AFTER_S;
		break;
	case BOA_NODE_OFF:
		node->orphan = bill->billed && for_s > BOA_ORPHAN_AFTER_S;
		if (node->orphan && !word)
			word = add(words, node->name);
		if (word)
			word->orphan = node->orphan;
		break;
	case BOA_NODE_LEAVING:
		node->orphan = word && word->orphan;
		break;
	case BOA_NODE_FAILED:
		break;
	}
}

void boa_words_mark(struct boa_words *words, const struct boa_ledger *ledger,
		    struct boa_snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->n_node; i++) {
		struct boa_node *node = &snapshot->node[i];
		struct boa_node_bill bill;

		if (node->type >= 0 &&
		    boa_ledger_node(ledger, node->name, &bill) &&
		    bill.state == node->state)
			mark(words, &bill, snapshot->now_s, node);
	}
}

void boa_words_free(struct boa_words *words)
{
	for (size_t i = 0; i < words->n; i++)
		free(words->word[i].node);
	free(words->word);
	*words = (struct boa_words){ 0 };
}
