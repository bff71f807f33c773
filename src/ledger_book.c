/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"

#define SPARE_MAX 4096 /* spare stretches kept from charge to charge */

static void free_list(struct boa_ptrs *list, void (*release)(void *))
{
	size_t i;

	for (i = 0; i < list->n; i++)
		release(list->at[i]);
	free(list->at);
}

/* --- cells, nodes, bills ---------------------------------------------- */

struct cell_key {
	const char *class;
	const char *account;
	const char *type;
};

static int compare_cell(const void *item, const void *key)
{
	const struct boa_book_cell *cell = item;
	const struct cell_key *want = key;
	int way = strcmp(cell->view.class, want->class);

	if (!way)
		way = strcmp(cell->view.account, want->account);
	return way ? way : strcmp(cell->view.type, want->type);
}

static int compare_node(const void *item, const void *key)
{
	const struct boa_book_node *node = item;

	return strcmp(node->name, key);
}

static int compare_bill(const void *item, const void *key)
{
	const struct boa_bill *bill = item;
	uint32_t id = *(const uint32_t *)key;

	return (bill->view.id > id) - (bill->view.id < id);
}

static void free_cell(void *item)
{
	struct boa_book_cell *cell = item;

	free((char *)cell->view.class);
	free((char *)cell->view.account);
	free((char *)cell->view.type);
	free(cell);
}

static void free_node(void *item)
{
	struct boa_book_node *node = item;
	struct boa_stretch *stretch;

	while ((stretch = node->first)) {
		node->first = stretch->next;
		free(stretch);
	}
	free(node->name);
	free(node->type);
	free(node->next_type);
	free(node);
}

static void free_bill(void *item)
{
	struct boa_bill *bill = item;

	free((char *)bill->view.class);
	free((char *)bill->view.account);
	free((char *)bill->view.user);
	free(bill);
}

int boa_book_set_text(const char **owned, const char *text)
{
	char *fresh = strdup(text ? text : "");

	if (!fresh)
		return BOA_ENOMEM;
	free((char *)*owned);
	*owned = fresh;
	return 0;
}

struct boa_book_cell *boa_book_find_cell(const struct boa_ledger *ledger,
					 const char *class, const char *account,
					 const char *type)
{
	struct cell_key key = { class, account, type };
	bool found;
	size_t i = boa_ptrs_place(&ledger->cell, &key, compare_cell, &found);

	return found ? ledger->cell.at[i] : NULL;
}

struct boa_book_cell *boa_book_cell(struct boa_ledger *ledger,
				    const char *class, const char *account,
				    const char *type)
{
	struct cell_key key = { class, account, type };
	struct boa_book_cell *cell;
	bool found;
	size_t i = boa_ptrs_place(&ledger->cell, &key, compare_cell, &found);

	if (found)
		return ledger->cell.at[i];
	cell = calloc(1, sizeof(*cell));
	if (!cell)
		return NULL;
	if (boa_book_set_text(&cell->view.class, class) ||
	    boa_book_set_text(&cell->view.account, account) ||
	    boa_book_set_text(&cell->view.type, type) ||
	    boa_ptrs_reserve(&ledger->cell, 1)) {
		free_cell(cell);
		return NULL;
	}
	cell->fresh = true;
	cell->dirty = true;
	boa_ptrs_insert(&ledger->cell, i, cell);
	return cell;
}

struct boa_book_node *boa_book_find_node(const struct boa_ledger *ledger,
					 const char *name)
{
	bool found;
	size_t i = boa_ptrs_place(&ledger->node, name, compare_node, &found);

	return found ? ledger->node.at[i] : NULL;
}

struct boa_book_node *boa_book_node(struct boa_ledger *ledger, const char *name)
{
	struct boa_book_node *node;
	bool found;
	size_t i = boa_ptrs_place(&ledger->node, name, compare_node, &found);

	if (found)
		return ledger->node.at[i];
	node = calloc(1, sizeof(*node));
	if (!node)
		return NULL;
	node->name = strdup(name);
	node->type = strdup("");
	if (!node->name || !node->type || boa_ptrs_reserve(&ledger->node, 1)) {
		free_node(node);
		return NULL;
	}
	node->seen = node->first_event = node->last_event = SIZE_MAX;
	node->fresh = true;
	node->dirty = true;
	boa_ptrs_insert(&ledger->node, i, node);
	return node;
}

struct boa_bill *boa_book_find_bill(const struct boa_ptrs *bills, uint32_t id)
{
	bool found;
	size_t i = boa_ptrs_place(bills, &id, compare_bill, &found);

	return found ? bills->at[i] : NULL;
}

struct boa_bill *boa_book_bill(struct boa_ledger *ledger, uint32_t id)
{
	struct boa_bill *bill;
	bool found;
	size_t i = boa_ptrs_place(&ledger->live, &id, compare_bill, &found);

	if (found)
		return ledger->live.at[i];
	bill = calloc(1, sizeof(*bill));
	if (!bill)
		return NULL;
	if (boa_book_set_text(&bill->view.class, "") ||
	    boa_book_set_text(&bill->view.account, "") ||
	    boa_book_set_text(&bill->view.user, "") ||
	    boa_ptrs_reserve(&ledger->live, 1)) {
		free_bill(bill);
		return NULL;
	}
	bill->view.id = id;
	bill->view.modelled_spend = NAN;
	bill->job = SIZE_MAX;
	bill->fresh = true;
	bill->dirty = true;
	boa_ptrs_insert(&ledger->live, i, bill);
	return bill;
}

void boa_book_move(struct boa_ptrs *from, struct boa_ptrs *to,
		   struct boa_bill *bill)
{
	bool found;
	size_t i = boa_ptrs_place(from, &bill->view.id, compare_bill, &found);

	boa_ptrs_extract(from, i);
	boa_ptrs_insert(
		to, boa_ptrs_place(to, &bill->view.id, compare_bill, &found),
		bill);
}

void boa_book_drop(struct boa_ptrs *list, struct boa_bill *bill)
{
	bool found;
	size_t i = boa_ptrs_place(list, &bill->view.id, compare_bill, &found);

	boa_ptrs_extract(list, i);
	free_bill(bill);
}

/* --- stretches -------------------------------------------------------- */

int boa_book_reserve(struct boa_ledger *ledger, size_t n_move, size_t n_stretch)
{
	struct boa_stretch *stretch;

	if (boa_ptrs_reserve(&ledger->final, n_move) ||
	    boa_ptrs_reserve(&ledger->live, n_move))
		return BOA_ENOMEM;
	while (ledger->n_spare < n_stretch) {
		stretch = calloc(1, sizeof(*stretch));
		if (!stretch)
			return BOA_ENOMEM;
		stretch->next = ledger->spare;
		ledger->spare = stretch;
		ledger->n_spare++;
	}
	return 0;
}

struct boa_stretch *boa_book_stretch(struct boa_ledger *ledger,
				     struct boa_book_node *node)
{
	struct boa_stretch *stretch = ledger->spare;

	ledger->spare = stretch->next;
	ledger->n_spare--;
	memset(stretch, 0, sizeof(*stretch));
	stretch->next = node->first;
	node->first = stretch;
	node->dirty = true;
	return stretch;
}

void boa_book_unlink(struct boa_ledger *ledger, struct boa_stretch **at)
{
	struct boa_stretch *stretch = *at;

	*at = stretch->next;
	if (stretch->bill)
		stretch->bill->n_stretch--;
	if (ledger->n_spare >= SPARE_MAX) {
		free(stretch);
		return;
	}
	stretch->next = ledger->spare;
	ledger->spare = stretch;
	ledger->n_spare++;
}

/* --- the whole -------------------------------------------------------- */

static void drop_fresh(struct boa_ptrs *list, void (*release)(void *),
		       size_t fresh_at)
{
	size_t i, n = 0;

	for (i = 0; i < list->n; i++) {
		if (*(bool *)((char *)list->at[i] + fresh_at))
			release(list->at[i]);
		else
			list->at[n++] = list->at[i];
	}
	list->n = n;
}

void boa_book_roll_back(struct boa_ledger *ledger)
{
	drop_fresh(&ledger->cell, free_cell,
		   offsetof(struct boa_book_cell, fresh));
	drop_fresh(&ledger->node, free_node,
		   offsetof(struct boa_book_node, fresh));
	drop_fresh(&ledger->live, free_bill, offsetof(struct boa_bill, fresh));
}

void boa_book_commit(struct boa_ledger *ledger)
{
	size_t i;

	for (i = 0; i < ledger->cell.n; i++)
		((struct boa_book_cell *)ledger->cell.at[i])->fresh = false;
	for (i = 0; i < ledger->node.n; i++)
		((struct boa_book_node *)ledger->node.at[i])->fresh = false;
	for (i = 0; i < ledger->live.n; i++) {
		struct boa_bill *bill = ledger->live.at[i];

		ledger->n_opened += bill->fresh;
		bill->fresh = false;
	}
}

int boa_ledger_new(struct boa_ledger **ledger, struct boa_err *err)
{
	struct boa_ledger *fresh = calloc(1, sizeof(*fresh));

	if (!fresh)
		return boa_err_set(err, BOA_ENOMEM, "ledger: out of memory");
	*ledger = fresh;
	return 0;
}

void boa_ledger_free(struct boa_ledger *ledger)
{
	struct boa_stretch *stretch;

	if (!ledger)
		return;
	free_list(&ledger->node, free_node);
	free_list(&ledger->cell, free_cell);
	free_list(&ledger->live, free_bill);
	free_list(&ledger->final, free_bill);
	while ((stretch = ledger->spare)) {
		ledger->spare = stretch->next;
		free(stretch);
	}
	free(ledger);
}
