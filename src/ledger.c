/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "src/ledger_book.h"

const char *boa_kind_word(enum boa_kind kind)
{
	switch (kind) {
#define BOA_KIND_CASE(name, word, text)                                        \
	case BOA_KIND_##name:                                                  \
		return word;
		BOA_KIND_MAP(BOA_KIND_CASE)
#undef BOA_KIND_CASE
	case BOA_N_KIND:
		break;
	}
	return "unknown";
}

double boa_ledger_begin_s(const struct boa_ledger *ledger)
{
	return ledger->begin_s;
}

double boa_ledger_now_s(const struct boa_ledger *ledger)
{
	return ledger->now_s;
}

void boa_ledger_sum(const struct boa_ledger *ledger,
		    struct boa_amount by_kind[BOA_N_KIND],
		    struct boa_amount *total)
{
	struct boa_amount sum[BOA_N_KIND] = { 0 }, all = { 0 };
	size_t i, k;

	for (i = 0; i < ledger->cell.n; i++) {
		const struct boa_book_cell *cell = ledger->cell.at[i];

		for (k = 0; k < BOA_N_KIND; k++) {
			sum[k].gpu_s += cell->view.by_kind[k].gpu_s;
			sum[k].spend += cell->view.by_kind[k].spend;
		}
	}
	for (k = 0; k < BOA_N_KIND; k++) {
		all.gpu_s += sum[k].gpu_s;
		all.spend += sum[k].spend;
		if (by_kind)
			by_kind[k] = sum[k];
	}
	if (total)
		*total = all;
}

double boa_ledger_marked_gpu_s(const struct boa_ledger *ledger)
{
	return ledger->marked_gpu_s;
}

size_t boa_ledger_n_cell(const struct boa_ledger *ledger)
{
	return ledger->cell.n;
}

const struct boa_cell *boa_ledger_cell(const struct boa_ledger *ledger,
				       size_t i)
{
	return &((const struct boa_book_cell *)ledger->cell.at[i])->view;
}

size_t boa_ledger_n_job(const struct boa_ledger *ledger)
{
	return ledger->final.n + ledger->live.n;
}

size_t boa_ledger_n_final(const struct boa_ledger *ledger)
{
	return ledger->final.n;
}

const struct boa_job_bill *boa_ledger_job(const struct boa_ledger *ledger,
					  size_t i)
{
	const struct boa_bill *bill;

	if (i < ledger->final.n)
		bill = ledger->final.at[i];
	else
		bill = ledger->live.at[i - ledger->final.n];
	return &bill->view;
}

uint64_t boa_ledger_n_opened(const struct boa_ledger *ledger)
{
	return ledger->n_opened;
}

static struct boa_node_bill bill_of(const struct boa_book_node *node)
{
	return (struct boa_node_bill){
		.name = node->name,
		.type = node->type,
		.present = node->seen != SIZE_MAX,
		.state = node->state,
		.state_since_s = node->state_since_s,
		.billed = node->billed,
		.billed_since_s = node->billed ? node->launch_s : 0,
		.gpus = node->gpus,
		.price_per_gpu_h = node->price_per_gpu_h,
	};
}

size_t boa_ledger_n_node(const struct boa_ledger *ledger)
{
	return ledger->node.n;
}

struct boa_node_bill boa_ledger_node_at(const struct boa_ledger *ledger,
					size_t i)
{
	return bill_of(ledger->node.at[i]);
}

bool boa_ledger_node(const struct boa_ledger *ledger, const char *name,
		     struct boa_node_bill *bill)
{
	const struct boa_book_node *node = boa_book_find_node(ledger, name);

	if (!node)
		return false;
	*bill = bill_of(node);
	return true;
}
