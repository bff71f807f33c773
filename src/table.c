/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/table.h"

#define SHARE_TOLERANCE 1e-9

/* --- release, finding ------------------------------------------------- */

static void free_plan(struct boa_plan *plan, size_t n_epoch)
{
	size_t j;

	for (j = 0; plan->gpu_type && j < n_epoch; j++)
		free(plan->gpu_type[j]);
	free(plan->gpu_type);
	free(plan->gpus);
	free(plan->epoch_time_s);
}

void boa_table_free(struct boa_table *table)
{
	size_t i, q;

	for (i = 0; table->class && i < table->n_class; i++) {
		struct boa_table_class *class = &table->class[i];

		for (q = 0; class->plan && q < class->n_plan; q++)
			free_plan(&class->plan[q], class->n_epoch);
		free(class->plan);
		free(class->name);
	}
	free(table->class);
	for (i = 0; table->limit && i < table->n_limit; i++) {
		free(table->limit[i].kind);
		free(table->limit[i].name);
	}
	free(table->limit);
	free(table->by_name);
	free(table->generated_at);
	free(table->unit);
	*table = (struct boa_table){ 0 };
}

const struct boa_table_class *boa_table_find(const struct boa_table *table,
					     const char *name, size_t len)
{
	ptrdiff_t i = boa_names_find(table->class, sizeof(*table->class),
				     table->n_class, table->by_name, name, len);

	return i < 0 ? NULL : &table->class[i];
}

int boa_table_index(struct boa_table *table, struct boa_err *err)
{
	size_t n = table->n_class;
	size_t *order = calloc(n ? n : 1, sizeof(*order));

	if (!order)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	boa_names_sort(table->class, sizeof(*table->class), n, order);
	free(table->by_name);
	table->by_name = order;
	return 0;
}

/* --- the rules -------------------------------------------------------- */

/* The place of a plan, as classes[1].plans[0], in TEXT. */
struct place {
	char text[64];
};

static bool is_figure(double value)
{
	return isfinite(value) && value >= 0;
}

static int fail_figure(struct boa_err *err, const char *place, const char *name,
		       double value)
{
	return boa_err_set(err, BOA_ERANGE,
			   "%s.%s is %g, expected a finite number of at least "
			   "0",
			   place, name, value);
}

static int check_epochs(const struct boa_plan *plan, size_t n_epoch,
			const char *place, struct boa_err *err)
{
	size_t j;

	for (j = 0; j < n_epoch; j++) {
		const char *type = plan->gpu_type[j];

		if (plan->gpus[j] < 1 || plan->gpus[j] > BOA_GPUS_MAX)
			return boa_err_set(err, BOA_ERANGE,
					   "%s.widths[%zu] is %u, expected 1 "
					   "to %u",
					   place, j, plan->gpus[j],
					   BOA_GPUS_MAX);
		if (!type || !boa_name_is_valid(type, strlen(type)))
			return boa_err_set(err, BOA_ERANGE,
					   "%s.gpu_type[%zu] is \"%.80s\", "
					   "expected " BOA_NAME_RULE,
					   place, j, type ? type : "");
		if (!is_figure(plan->epoch_time_s[j])) {
			char name[48];

			snprintf(name, sizeof(name), "epoch_time_s[%zu]", j);
			return fail_figure(err, place, name,
					   plan->epoch_time_s[j]);
		}
	}
	return 0;
}

static int check_plan(const struct boa_plan *plan, size_t n_epoch,
		      const char *place, struct boa_err *err)
{
	if (!(plan->share >= 0 && plan->share <= 1))
		return boa_err_set(err, BOA_ERANGE,
				   "%s.share is %g, expected 0 to 1", place,
				   plan->share);
	if (!is_figure(plan->time_s))
		return fail_figure(err, place, "time_s", plan->time_s);
	if (!is_figure(plan->spend))
		return fail_figure(err, place, "spend", plan->spend);
	if (!isfinite(plan->reduced_cost))
		return boa_err_set(err, BOA_ERANGE,
				   "%s.reduced_cost is %g, expected a finite "
				   "number",
				   place, plan->reduced_cost);
	return check_epochs(plan, n_epoch, place, err);
}

static int check_class(const struct boa_table *table, size_t i,
		       struct boa_err *err)
{
	const struct boa_table_class *class = &table->class[i];
	struct place place;
	double sum = 0;
	size_t q;
	int rc = 0;

	if (!class->name ||
	    !boa_name_is_valid(class->name, strlen(class->name)))
		return boa_err_set(err, BOA_ERANGE,
				   "classes[%zu].name is \"%.80s\", expected "
				   "" BOA_NAME_RULE,
				   i, class->name ? class->name : "");
	if (class->n_epoch < 1 || class->n_epoch > BOA_EPOCHS_MAX)
		return boa_err_set(err, BOA_ERANGE,
				   "classes[%zu] has %zu epochs, expected 1 to "
				   "%d",
				   i, class->n_epoch, BOA_EPOCHS_MAX);
	if (!class->n_plan)
		return boa_err_set(err, BOA_ERANGE,
				   "classes[%zu].plans is empty, expected at "
				   "least one",
				   i);
	for (q = 0; !rc && q < class->n_plan; q++) {
		snprintf(place.text, sizeof(place.text),
			 "classes[%zu].plans[%zu]", i, q);
		rc = check_plan(&class->plan[q], class->n_epoch, place.text,
				err);
		sum += class->plan[q].share;
	}
	if (!rc && !(fabs(sum - 1) <= SHARE_TOLERANCE))
		rc = boa_err_set(err, BOA_ERANGE,
				 "classes[%zu].plans have shares that add up "
				 "to %.12g, expected 1",
				 i, sum);
	return rc;
}

static int check_names(const struct boa_table *table, struct boa_err *err)
{
	size_t n = table->n_class, at;
	size_t *order = calloc(n ? n : 1, sizeof(*order));
	int rc = 0;

	if (!order)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	boa_names_sort(table->class, sizeof(*table->class), n, order);
	at = boa_names_repeat(table->class, sizeof(*table->class), n, order);
	if (at)
		rc = boa_err_set(err, BOA_ERANGE,
				 "classes[%zu].name is \"%s\" as classes[%zu], "
				 "expected each name once",
				 order[at], table->class[order[at]].name,
				 order[at - 1]);
	free(order);
	return rc;
}

int boa_table_check(const struct boa_table *table, struct boa_err *err)
{
	size_t i;
	int rc = 0;

	if (!(table->budget > 0) || !isfinite(table->budget))
		return boa_err_set(err, BOA_ERANGE,
				   "budget is %g, expected a finite number "
				   "above 0",
				   table->budget);
	if (!table->unit)
		return boa_err_set(err, BOA_ERANGE, "there is no unit");
	if (!table->n_class)
		return boa_err_set(err, BOA_ERANGE,
				   "classes is empty, expected at least one");
	for (i = 0; !rc && i < table->n_class; i++)
		rc = check_class(table, i, err);
	return rc ? rc : check_names(table, err);
}
