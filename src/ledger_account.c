/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger_account.c - what each account's jobs were billed, and modelled. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"

/*
 * What the job's plan predicts for what it has run: all of it when the job came
 * to its end, else no more than what it was billed for running. Time that was
 * lost to a failure is no plan's.
 */
static double modelled_of(const struct boa_bill *bill)
{
	const struct boa_job_bill *view = &bill->view;
	double ran = view->by_kind[BOA_KIND_USEFUL].spend +
		     view->by_kind[BOA_KIND_STARTUP].spend +
		     view->by_kind[BOA_KIND_RESIZE].spend;

	if (isnan(view->modelled_spend))
		return 0;
	return view->end == BOA_END_COMPLETED ? view->modelled_spend
					      : fmin(view->modelled_spend, ran);
}

/* --- bills that leave the memory -------------------------------------- */

void boa_book_bury(struct boa_ledger *ledger, struct boa_bill *bill)
{
	size_t i;

	for (i = 0; i < ledger->cell.n; i++) {
		struct boa_book_cell *cell = ledger->cell.at[i];

		if (strcmp(cell->view.class, bill->view.class) != 0 ||
		    strcmp(cell->view.account, bill->view.account) != 0)
			continue;
		cell->modelled_gone += modelled_of(bill);
		cell->dirty = true;
		break;
	}
	boa_book_drop(&ledger->final, bill);
}

/* --- by account ------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	const struct boa_account_spend *x = a, *y = b;

	return strcmp(x->account, y->account);
}

static struct boa_account_spend *find(struct boa_account_spend *list, size_t n,
				      const char *account)
{
	struct boa_account_spend key = { .account = account };

	return bsearch(&key, list, n, sizeof(*list), by_name);
}

/* The accounts of all cells, each once; returns how many. */
static size_t name_accounts(const struct boa_ledger *ledger,
			    struct boa_account_spend *list)
{
	size_t n = 0, i;

	for (i = 0; i < ledger->cell.n; i++) {
		const struct boa_book_cell *cell = ledger->cell.at[i];

		list[i] = (struct boa_account_spend){
			.account = cell->view.account,
		};
	}
	if (ledger->cell.n)
		qsort(list, ledger->cell.n, sizeof(*list), by_name);
	for (i = 0; i < ledger->cell.n; i++)
		if (!n || strcmp(list[n - 1].account, list[i].account) != 0)
			list[n++] = list[i];
	return n;
}

/* Is what the cell has of KIND no job's? */
static bool is_unowned(const struct boa_cell *cell, unsigned kind)
{
	return !*cell->class && !*cell->account &&
	       (kind == BOA_KIND_IDLE || kind == BOA_KIND_FAILED ||
		kind == BOA_KIND_DRAIN || kind == BOA_KIND_ORPHAN ||
		kind == BOA_KIND_BOOT);
}

static void add_bills(const struct boa_ptrs *bills,
		      struct boa_account_spend *list, size_t n)
{
	size_t i;

	for (i = 0; i < bills->n; i++) {
		const struct boa_bill *bill = bills->at[i];
		struct boa_account_spend *spend =
			find(list, n, bill->view.account);

		if (spend)
			spend->modelled += modelled_of(bill);
	}
}

int boa_ledger_accounts(const struct boa_ledger *ledger,
			struct boa_account_spend **list, size_t *n,
			double *unowned, struct boa_err *err)
{
	struct boa_account_spend *made =
		calloc(ledger->cell.n + 1, sizeof(*made));
	size_t i, k;

	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "ledger: out of memory");
	*n = name_accounts(ledger, made);
	*unowned = 0;
	for (i = 0; i < ledger->cell.n; i++) {
		const struct boa_book_cell *cell = ledger->cell.at[i];
		struct boa_account_spend *spend =
			find(made, *n, cell->view.account);

		spend->modelled += cell->modelled_gone;
		for (k = 0; k < BOA_N_KIND; k++)
			*(is_unowned(&cell->view, (unsigned)k)
				  ? unowned
				  : &spend->billed) +=
				cell->view.by_kind[k].spend;
	}
	add_bills(&ledger->final, made, *n);
	add_bills(&ledger->live, made, *n);
	*list = made;
	return 0;
}
