/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/ledger_rows.h"
#include "src/cmd/status_view.h"
#include "src/err.h"

const struct boa_ledger_kind boa_ledger_kind[BOA_N_KIND] = {
#define KIND_ROW(name, word, text) { word, #name, text },
	BOA_KIND_MAP(KIND_ROW)
#undef KIND_ROW
};

struct boa_amount boa_ledger_amount(struct json_object *kinds, const char *word)
{
	struct json_object *object = boa_view_object(kinds, word);
	struct boa_amount amount = {
		.gpu_s = boa_view_number(object, "gpu_s"),
		.spend = boa_view_number(object, "spend"),
	};

	if (!isfinite(amount.gpu_s))
		amount.gpu_s = 0;
	if (!isfinite(amount.spend))
		amount.spend = 0;
	return amount;
}

/* The row called NAME among the first N, or a new one after them. */
static struct boa_ledger_row *find(struct boa_ledger_rows *rows,
				   const char *name)
{
	for (size_t i = 0; i < rows->n; i++)
		if (!strcmp(rows->row[i].name, name))
			return &rows->row[i];
	rows->row[rows->n].name = name;
	return &rows->row[rows->n++];
}

static int by_falling_spend(const void *a, const void *b)
{
	double left = boa_ledger_row_total(a).spend;
	double right = boa_ledger_row_total(b).spend;

	if (left != right)
		return left < right ? 1 : -1;
	return strcmp(((const struct boa_ledger_row *)a)->name,
		      ((const struct boa_ledger_row *)b)->name);
}

int boa_ledger_rows_sum(struct json_object *ledger, const char *key,
			struct boa_ledger_rows *rows)
{
	size_t n_cell = boa_view_count(ledger, "cells");
	struct boa_ledger_rows fresh = { 0 };

	fresh.row = calloc(n_cell + 1, sizeof(*fresh.row));
	if (!fresh.row)
		return BOA_ENOMEM;
	for (size_t i = 0; i < n_cell; i++) {
		struct json_object *cell = boa_view_item(ledger, "cells", i);
		struct boa_ledger_row *row =
			find(&fresh, boa_view_text(cell, key));

		for (int k = 0; k < BOA_N_KIND; k++) {
			struct boa_amount amount = boa_ledger_amount(
				boa_view_object(cell, "by_kind"),
				boa_ledger_kind[k].word);

			row->by_kind[k].gpu_s += amount.gpu_s;
			row->by_kind[k].spend += amount.spend;
		}
	}
	qsort(fresh.row, fresh.n, sizeof(*fresh.row), by_falling_spend);
	*rows = fresh;
	return 0;
}

struct boa_amount boa_ledger_row_total(const struct boa_ledger_row *row)
{
	struct boa_amount total = { 0 };

	for (int k = 0; k < BOA_N_KIND; k++) {
		total.gpu_s += row->by_kind[k].gpu_s;
		total.spend += row->by_kind[k].spend;
	}
	return total;
}

void boa_ledger_rows_free(struct boa_ledger_rows *rows)
{
	free(rows->row);
	*rows = (struct boa_ledger_rows){ 0 };
}

/* Add AMOUNT's two keys to OBJECT. */
static void add_amount(struct json_object *object, struct boa_amount amount)
{
	json_object_object_add(object, "gpu_s",
			       json_object_new_double(amount.gpu_s));
	json_object_object_add(object, "spend",
			       json_object_new_double(amount.spend));
}

static struct json_object *json_of_kinds(struct json_object *ledger)
{
	struct json_object *list = json_object_new_array();

	for (int k = 0; list && k < BOA_N_KIND; k++) {
		const char *word = boa_ledger_kind[k].word;
		struct json_object *item = json_object_new_object();

		json_object_object_add(item, "kind",
				       json_object_new_string(word));
		add_amount(item,
			   boa_ledger_amount(boa_view_object(ledger, "by_kind"),
					     word));
		json_object_array_add(list, item);
	}
	return list;
}

static struct json_object *json_of_row(const struct boa_ledger_row *row,
				       const char *by)
{
	struct json_object *item = json_object_new_object();
	struct json_object *total = json_object_new_object();
	struct json_object *kinds = json_object_new_object();

	add_amount(total, boa_ledger_row_total(row));
	for (int k = 0; k < BOA_N_KIND; k++) {
		struct json_object *amount;

		if (row->by_kind[k].gpu_s == 0 && row->by_kind[k].spend == 0)
			continue;
		amount = json_object_new_object();
		add_amount(amount, row->by_kind[k]);
		json_object_object_add(kinds, boa_ledger_kind[k].word, amount);
	}
	json_object_object_add(item, by, json_object_new_string(row->name));
	json_object_object_add(item, "total", total);
	json_object_object_add(item, "by_kind", kinds);
	return item;
}

/* The key KEY of FROM goes into TO as it is, null when it is not there. */
static void carry_over(struct json_object *to, struct json_object *from,
		       const char *key)
{
	struct json_object *value = NULL;

	json_object_object_get_ex(from, key, &value);
	json_object_object_add(to, key, json_object_get(value));
}

struct json_object *boa_ledger_json(struct json_object *status, const char *by,
				    const struct boa_ledger_rows *rows)
{
	struct json_object *ledger = boa_view_object(status, "ledger");
	struct json_object *document = json_object_new_object();
	struct json_object *list = NULL;

	if (!document)
		return NULL;
	if (!strcmp(by, "kind")) {
		list = json_of_kinds(ledger);
	} else if (!strcmp(by, "job")) {
		json_object_object_get_ex(ledger, "jobs", &list);
		json_object_get(list);
	} else {
		list = json_object_new_array();
		for (size_t i = 0; list && i < rows->n; i++)
			json_object_array_add(list,
					      json_of_row(&rows->row[i], by));
	}
	carry_over(document, status, "written_at_s");
	carry_over(document, status, "unit");
	carry_over(document, ledger, "begin_s");
	carry_over(document, ledger, "now_s");
	json_object_object_add(document, "by", json_object_new_string(by));
	json_object_object_add(document, "rows", list);
	carry_over(document, ledger, "total");
	carry_over(document, ledger, "marked_gpu_s");
	return document;
}
