/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/ledger_text.h"

static void put_amounts(struct boa_text *text,
			const struct boa_amount by_kind[BOA_N_KIND])
{
	size_t k;

	for (k = 0; k < BOA_N_KIND; k++) {
		if (by_kind[k].gpu_s == 0 && by_kind[k].spend == 0)
			continue;
		boa_word_put(text, boa_kind_word((enum boa_kind)k));
		boa_word_put_real(text, by_kind[k].gpu_s);
		boa_word_put_real(text, by_kind[k].spend);
	}
	boa_text_put(text, "\n");
}

static void put_clock(struct boa_text *text, const struct boa_ledger *ledger)
{
	boa_text_put(text, "clock");
	boa_word_put_real(text, ledger->begin_s);
	boa_word_put_real(text, ledger->now_s);
	boa_word_put_real(text, ledger->high_s);
	boa_word_put_real(text, ledger->marked_settled_gpu_s);
	boa_word_put_whole(text, ledger->n_opened);
	boa_text_put(text, "\n");
}

static void put_cell_key(struct boa_text *text,
			 const struct boa_book_cell *cell)
{
	boa_word_put(text, cell->view.class);
	boa_word_put(text, cell->view.account);
	boa_word_put(text, cell->view.type);
}

static void put_run(struct boa_text *text, const struct boa_run *run)
{
	boa_word_put_whole(text, run->live);
	boa_word_put_whole(text, run->no);
	boa_word_put_whole(text, run->first);
	boa_word_put_whole(text, run->lost);
	boa_word_put_real(text, run->start_s);
	boa_word_put_real(text, run->setup_s);
	boa_word_put_real(text, run->report_s);
	boa_word_put_real(text, run->mark_s);
	boa_word_put_whole(text, run->epoch);
}

static void put_bill(struct boa_text *text, const struct boa_bill *bill)
{
	const struct boa_job_bill *view = &bill->view;

	boa_text_put(text, "bill");
	boa_word_put_whole(text, view->id);
	boa_word_put(text, view->class);
	boa_word_put(text, view->account);
	boa_word_put(text, view->user);
	boa_word_put_real(text, view->first_submit_s);
	boa_word_put_real(text, view->end_s);
	boa_word_put_whole(text, view->end);
	boa_word_put_whole(text, view->n_resize);
	boa_word_put_whole(text, view->n_run);
	boa_word_put_real(text, view->modelled_spend);
	boa_word_put_whole(text, bill->state);
	boa_word_put_whole(text, bill->ran_before);
	boa_word_put_whole(text, bill->journaled);
	put_run(text, &bill->run);
	put_run(text, &bill->last);
	put_amounts(text, bill->settled);
}

static void put_stretch(struct boa_text *text,
			const struct boa_stretch *stretch)
{
	boa_text_put(text, "stretch");
	put_cell_key(text, stretch->cell);
	boa_word_put_whole(text, stretch->bill ? stretch->bill->view.id : 0);
	boa_word_put(text, stretch->kind == BOA_KIND_RUN
				   ? "run"
				   : boa_kind_word(stretch->kind));
	boa_word_put_whole(text, stretch->run);
	boa_word_put_whole(text, stretch->gpus);
	boa_word_put_whole(text, stretch->released);
	boa_word_put_real(text, stretch->price_per_gpu_h);
	boa_word_put_real(text, stretch->from_s);
	boa_word_put_real(text, stretch->to_s);
	boa_text_put(text, "\n");
}

static void put_node(struct boa_text *text, const struct boa_book_node *node)
{
	const struct boa_stretch *stretch;

	boa_text_put(text, "node");
	boa_word_put(text, node->name);
	boa_word_put(text, node->type);
	boa_word_put_whole(text, node->gpus);
	boa_word_put_real(text, node->price_per_gpu_h);
	boa_word_put_whole(text, node->state);
	boa_word_put_real(text, node->state_since_s);
	boa_word_put_whole(text, node->spoken_of);
	boa_word_put_whole(text, node->by_state);
	boa_word_put_whole(text, node->billed);
	boa_word_put_real(text, node->launch_s);
	boa_word_put_real(text, node->boot_from_s);
	boa_word_put_whole(text, node->ever_up);
	boa_word_put_whole(text, node->seen_on);
	boa_word_put_real(text, node->off_since_s);
	boa_word_put_real(text, node->last_stop_s);
	boa_text_put(text, "\n");
	for (stretch = node->first; stretch; stretch = stretch->next)
		put_stretch(text, stretch);
}

static void put_bills(struct boa_text *text, const struct boa_ptrs *bills,
		      bool whole)
{
	size_t i;

	for (i = 0; i < bills->n; i++) {
		const struct boa_bill *bill = bills->at[i];

		if (whole || bill->dirty)
			put_bill(text, bill);
	}
}

void boa_ledger_print(const struct boa_ledger *ledger, bool whole,
		      struct boa_text *text)
{
	size_t i;

	put_clock(text, ledger);
	for (i = 0; i < ledger->cell.n; i++) {
		const struct boa_book_cell *cell = ledger->cell.at[i];

		if (!whole && !cell->dirty)
			continue;
		boa_text_put(text, "cell");
		put_cell_key(text, cell);
		put_amounts(text, cell->settled);
		if (!(cell->modelled_gone > 0))
			continue;
		boa_text_put(text, "gone");
		put_cell_key(text, cell);
		boa_word_put_real(text, cell->modelled_gone);
		boa_text_put(text, "\n");
	}
	put_bills(text, &ledger->final, whole);
	put_bills(text, &ledger->live, whole);
	for (i = 0; i < ledger->node.n; i++) {
		const struct boa_book_node *node = ledger->node.at[i];

		if (whole || node->dirty)
			put_node(text, node);
	}
}

void boa_ledger_clean(struct boa_ledger *ledger)
{
	size_t i;

	for (i = 0; i < ledger->cell.n; i++)
		((struct boa_book_cell *)ledger->cell.at[i])->dirty = false;
	for (i = 0; i < ledger->node.n; i++)
		((struct boa_book_node *)ledger->node.at[i])->dirty = false;
	for (i = 0; i < ledger->live.n; i++)
		((struct boa_bill *)ledger->live.at[i])->dirty = false;
	for (i = 0; i < ledger->final.n; i++)
		((struct boa_bill *)ledger->final.at[i])->dirty = false;
}
