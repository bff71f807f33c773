/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_text.h"

/* A time that must be there. */
static double take_time(struct boa_words *words)
{
	double at_s = boa_word_take_real(words);

	words->bad |= isnan(at_s);
	return at_s;
}

static unsigned take_unsigned(struct boa_words *words, unsigned most)
{
	return (unsigned)boa_word_take_whole(words, most);
}

static bool take_flag(struct boa_words *words)
{
	return boa_word_take_whole(words, 1) != 0;
}

/* A kind by its word; BOA_KIND_RUN only where RUN_TOO. */
static unsigned take_kind(struct boa_words *words, bool run_too)
{
	const char *word = boa_word_take(words);
	unsigned k;

	for (k = 0; k < BOA_N_KIND; k++) {
		if (!strcmp(word, boa_kind_word((enum boa_kind)k)))
			return k;
	}
	words->bad |= !run_too || strcmp(word, "run") != 0;
	return BOA_KIND_RUN;
}

static void take_amounts(struct boa_words *words,
			 struct boa_amount by_kind[BOA_N_KIND])
{
	struct boa_amount fresh[BOA_N_KIND] = { 0 };

	while (boa_word_is_left(words)) {
		unsigned k = take_kind(words, false);
		double gpu_s = take_time(words), spend = take_time(words);

		if (words->bad)
			return;
		fresh[k] = (struct boa_amount){ gpu_s, spend };
	}
	memcpy(by_kind, fresh, sizeof(fresh));
}

static int take_clock(struct boa_ledger *ledger, struct boa_words *words)
{
	ledger->begin_s = take_time(words);
	ledger->now_s = take_time(words);
	ledger->high_s = take_time(words);
	ledger->marked_settled_gpu_s = take_time(words);
	ledger->n_opened = boa_word_take_whole(words, UINT64_MAX);
	words->bad |= boa_word_is_left(words);
	return 0;
}

static struct boa_book_cell *take_cell_key(struct boa_ledger *ledger,
					   struct boa_words *words)
{
	const char *class = boa_word_take(words);
	const char *account = boa_word_take(words);
	const char *type = boa_word_take(words);

	return words->bad ? NULL : boa_book_cell(ledger, class, account, type);
}

static int take_cell(struct boa_ledger *ledger, struct boa_words *words)
{
	struct boa_book_cell *cell = take_cell_key(ledger, words);

	if (!cell)
		return words->bad ? 0 : BOA_ENOMEM;
	take_amounts(words, cell->settled);
	return 0;
}

static int take_gone(struct boa_ledger *ledger, struct boa_words *words)
{
	struct boa_book_cell *cell = take_cell_key(ledger, words);

	if (!cell)
		return words->bad ? 0 : BOA_ENOMEM;
	cell->modelled_gone = take_time(words);
	words->bad |= boa_word_is_left(words);
	return 0;
}

static void take_run(struct boa_words *words, struct boa_run *run)
{
	run->live = take_flag(words);
	run->no = take_unsigned(words, UINT_MAX);
	run->first = take_flag(words);
	run->lost = take_flag(words);
	run->start_s = take_time(words);
	run->setup_s = take_time(words);
	run->report_s = boa_word_take_real(words);
	run->mark_s = boa_word_take_real(words);
	run->epoch = take_unsigned(words, UINT_MAX);
}

static int take_bill_names(struct boa_bill *bill, struct boa_words *words)
{
	if (boa_book_set_text(&bill->view.class, boa_word_take(words)) ||
	    boa_book_set_text(&bill->view.account, boa_word_take(words)) ||
	    boa_book_set_text(&bill->view.user, boa_word_take(words)))
		return BOA_ENOMEM;
	return 0;
}

static int take_bill(struct boa_ledger *ledger, struct boa_words *words)
{
	uint32_t id = (uint32_t)boa_word_take_whole(words, UINT32_MAX);
	struct boa_job_bill *view;
	struct boa_bill *bill;

	if (words->bad)
		return 0;
	bill = boa_book_bill(ledger, id);
	if (!bill || take_bill_names(bill, words))
		return BOA_ENOMEM;
	view = &bill->view;
	view->first_submit_s = take_time(words);
	view->end_s = take_time(words);
	view->end = take_unsigned(words, BOA_END_NODE_FAIL);
	view->n_resize = take_unsigned(words, UINT_MAX);
	view->n_run = take_unsigned(words, UINT_MAX);
	view->modelled_spend = boa_word_take_real(words);
	bill->state = take_unsigned(words, BOA_JOB_DONE);
	bill->ran_before = take_flag(words);
	bill->journaled = take_flag(words);
	take_run(words, &bill->run);
	take_run(words, &bill->last);
	take_amounts(words, bill->settled);
	return 0;
}

static int take_node(struct boa_ledger *ledger, struct boa_words *words,
		     struct boa_book_node **taken)
{
	const char *name = boa_word_take(words);
	struct boa_book_node *node;
	const char *type;

	if (words->bad)
		return 0;
	node = boa_book_node(ledger, name);
	if (!node)
		return BOA_ENOMEM;
	type = boa_word_take(words);
	if (boa_book_set_text((const char **)&node->type, type))
		return BOA_ENOMEM;
	node->gpus = take_unsigned(words, UINT_MAX);
	node->price_per_gpu_h = take_time(words);
	node->state = take_unsigned(words, BOA_NODE_FAILED);
	node->state_since_s = take_time(words);
	node->spoken_of = take_flag(words);
	node->by_state = take_flag(words);
	node->billed = take_flag(words);
	node->launch_s = take_time(words);
	node->boot_from_s = take_time(words);
	node->ever_up = take_flag(words);
	node->seen_on = take_flag(words);
	node->off_since_s = take_time(words);
	node->last_stop_s = take_time(words);
	words->bad |= boa_word_is_left(words);
	while (node->first)
		boa_book_unlink(ledger, &node->first);
	*taken = node;
	return 0;
}

/* Put into NODE's list, first: boa_ledger_restore() turns it round. */
static int take_stretch(struct boa_ledger *ledger, struct boa_words *words,
			struct boa_book_node *node)
{
	struct boa_book_cell *cell = take_cell_key(ledger, words);
	struct boa_stretch fresh = { .cell = cell }, *stretch;
	uint32_t id = (uint32_t)boa_word_take_whole(words, UINT32_MAX);

	fresh.kind = take_kind(words, true);
	fresh.run = take_unsigned(words, UINT_MAX);
	fresh.gpus = take_unsigned(words, UINT_MAX);
	fresh.released = take_flag(words);
	fresh.price_per_gpu_h = take_time(words);
	fresh.from_s = take_time(words);
	fresh.to_s = boa_word_take_real(words);
	if (isnan(fresh.to_s))
		fresh.to_s = INFINITY;
	fresh.bill = id ? boa_book_find_bill(&ledger->live, id) : NULL;
	words->bad |= boa_word_is_left(words) || !node || (id && !fresh.bill) ||
		      (!id && fresh.kind == BOA_KIND_RUN);
	if (words->bad)
		return 0;
	if (!cell || boa_book_reserve(ledger, 0, 1))
		return BOA_ENOMEM;
	stretch = boa_book_stretch(ledger, node);
	fresh.next = stretch->next;
	*stretch = fresh;
	if (stretch->bill)
		stretch->bill->n_stretch++;
	return 0;
}

int boa_ledger_parse(struct boa_ledger *ledger, struct boa_book_node **node,
		     struct boa_words *words, struct boa_err *err)
{
	const char *key = boa_word_take(words);
	int rc = 0;

	if (!strcmp(key, "clock"))
		rc = take_clock(ledger, words);
	else if (!strcmp(key, "cell"))
		rc = take_cell(ledger, words);
	else if (!strcmp(key, "gone"))
		rc = take_gone(ledger, words);
	else if (!strcmp(key, "bill"))
		rc = take_bill(ledger, words);
	else if (!strcmp(key, "node"))
		rc = take_node(ledger, words, node);
	else if (!strcmp(key, "stretch"))
		rc = take_stretch(ledger, words, *node);
	else
		words->bad = true;
	if (rc)
		return boa_err_set(err, rc, "ledger: out of memory");
	if (words->bad)
		return boa_err_set(err, BOA_EPARSE,
				   "is not a whole \"%.20s\" line", key);
	return 0;
}

/* --- all lines are in ------------------------------------------------- */

static void turn_round(struct boa_book_node *node)
{
	struct boa_stretch *before = NULL, *stretch, *next;

	for (stretch = node->first; stretch; stretch = next) {
		next = stretch->next;
		stretch->next = before;
		before = stretch;
	}
	node->first = before;
}

int boa_ledger_restore(struct boa_ledger *ledger, struct boa_err *err)
{
	uint64_t n_opened = ledger->n_opened;
	size_t i;

	if (boa_book_reserve(ledger, ledger->live.n, 0))
		return boa_err_set(err, BOA_ENOMEM, "ledger: out of memory");
	for (i = 0; i < ledger->node.n; i++)
		turn_round(ledger->node.at[i]);
	boa_book_show(ledger);
	boa_book_commit(ledger);
	ledger->n_opened = n_opened;
	boa_book_retire(ledger);
	boa_ledger_clean(ledger);
	return 0;
}
