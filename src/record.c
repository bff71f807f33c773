/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/record.h"
#include "src/text.h"

static int no_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "no memory for a job's record");
	return BOA_ENOMEM;
}

void boa_record_free(struct boa_record *record)
{
	unsigned j;

	for (j = 0; record->type && j < record->n_epoch; j++)
		free(record->type[j]);
	free(record->type);
	free(record->gpus);
	free(record->why);
	*record = (struct boa_record){ 0 };
}

unsigned boa_record_epoch(const struct boa_record *record)
{
	return record->epoch ? record->epoch : 1;
}

const char *boa_record_type(const struct boa_record *record)
{
	return record->type[boa_record_epoch(record) - 1];
}

unsigned boa_record_gpus(const struct boa_record *record)
{
	return record->gpus[boa_record_epoch(record) - 1];
}

static bool is_plan(const struct boa_plan *plan,
		    const struct boa_record *record)
{
	unsigned j;

	for (j = 0; j < record->n_epoch; j++)
		if (plan->gpus[j] != record->gpus[j] ||
		    strcmp(plan->gpu_type[j], record->type[j]) != 0)
			return false;
	return true;
}

const struct boa_plan *boa_record_plan(const struct boa_record *record,
				       const struct boa_table *table)
{
	const struct boa_table_class *class = NULL;
	size_t q;

	if (table)
		class = boa_table_find(table, record->class,
				       strlen(record->class));
	if (!class || class->n_epoch != record->n_epoch)
		return NULL;
	for (q = 0; q < class->n_plan; q++)
		if (is_plan(&class->plan[q], record))
			return &class->plan[q];
	return NULL;
}

int boa_record_make(const struct boa_table_class *class, unsigned plan,
		    uint64_t generation, int64_t first_submit_s,
		    struct boa_record *record, struct boa_err *err)
{
	const struct boa_plan *from = &class->plan[plan];
	struct boa_record made = {
		.plan = plan,
		.generation = generation,
		.n_epoch = (unsigned)class->n_epoch,
		.width_gpus = from->gpus[0],
		.first_submit_s = first_submit_s > 0 ? first_submit_s : 0,
	};
	unsigned j;

	snprintf(made.class, sizeof(made.class), "%s", class->name);
	made.type = calloc(made.n_epoch, sizeof(*made.type));
	made.gpus = calloc(made.n_epoch, sizeof(*made.gpus));
	if (!made.type || !made.gpus)
		goto failed;
	for (j = 0; j < made.n_epoch; j++) {
		made.gpus[j] = from->gpus[j];
		made.type[j] = strdup(from->gpu_type[j]);
		if (!made.type[j])
			goto failed;
	}
	*record = made;
	return 0;

failed:
	boa_record_free(&made);
	return no_memory(err);
}

/* --- as text ---------------------------------------------------------- */

static bool has_one_type(const struct boa_record *record)
{
	unsigned j;

	for (j = 1; j < record->n_epoch; j++)
		if (strcmp(record->type[j], record->type[0]) != 0)
			return false;
	return true;
}

static void add_why(const char *why, struct boa_text *text)
{
	size_t i = text->n;

	boa_text_put(text, " why=");
	boa_text_put(text, why);
	for (; !text->failed && i < text->n; i++)
		if ((unsigned char)text->at[i] < ' ' || text->at[i] == 0x7f)
			text->at[i] = ' ';
}

static void add_number(struct boa_text *text, const char *key, uint64_t number)
{
	boa_text_put(text, key);
	boa_text_put_number(text, number);
}

int boa_record_print(const struct boa_record *record, char **text,
		     struct boa_err *err)
{
	unsigned n_type = has_one_type(record) ? 1 : record->n_epoch;
	struct boa_text out = { 0 };
	char *whole;
	unsigned j;

	boa_text_put(&out, "boa=1 class=");
	boa_text_put(&out, record->class);
	add_number(&out, " plan=", record->plan);
	for (j = 0; j < n_type; j++) {
		boa_text_put(&out, j ? "," : " type=");
		boa_text_put(&out, record->type[j]);
	}
	for (j = 0; j < record->n_epoch; j++)
		add_number(&out, j ? "," : " widths=", record->gpus[j]);
	add_number(&out, " epoch=", record->epoch);
	add_number(&out, " width=", record->width_gpus);
	if (record->reported)
		add_number(&out, " run=", record->run);
	add_number(&out, " gen=", record->generation);
	add_number(&out, " first=", (uint64_t)record->first_submit_s);
	add_number(&out, " resizes=", record->n_resize);
	if (record->held)
		add_number(&out, " held=", record->held);
	if (record->n_fail)
		add_number(&out, " fails=", record->n_fail);
	if (record->fail_since_s)
		add_number(&out, " since=", (uint64_t)record->fail_since_s);
	if (record->wait_s)
		add_number(&out, " wait=", (uint64_t)record->wait_s);
	if (record->why)
		add_why(record->why, &out);
	whole = boa_text_take(&out);
	if (!whole)
		return no_memory(err);
	*text = whole;
	return 0;
}
