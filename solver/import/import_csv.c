/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "solver/import/import.h"
#include "solver/import/sheet.h"

#define COLUMNS_MAX 4

/* One record: its columns of interest by the order of NAMES. */
typedef int take_f(const struct boa_import *from, const struct boa_sheet *csv,
		   const size_t *column, struct boa_profile *profile,
		   struct boa_err *err);

static int place(const struct boa_sheet *csv, int rc, struct boa_err *err)
{
	char text[32];

	if (!rc || rc == BOA_ENOMEM)
		return rc;
	snprintf(text, sizeof(text), "%lu", csv->line);
	boa_err_prefix(err, rc, text);
	return boa_err_prefix(err, rc, csv->source);
}

/* Every record of FROM with the N columns called NAME to TAKE. */
static int read_records(const struct boa_import *from, const char *const *name,
			size_t n, take_f *take, struct boa_profile *profile,
			struct boa_err *err)
{
	struct boa_sheet csv;
	size_t column[COLUMNS_MAX];
	bool more = true;
	int rc =
		boa_sheet_begin(&csv, from->text, from->len, from->source, err);

	for (size_t c = 0; !rc && c < n; c++)
		rc = boa_sheet_column(&csv, name[c], &column[c], err);
	while (!rc && more) {
		rc = boa_sheet_next(&csv, &more, err);
		if (!rc && more)
			rc = take(from, &csv, column, profile, err);
	}
	return rc;
}

static int take_scaling(const struct boa_import *from,
			const struct boa_sheet *csv, const size_t *column,
			struct boa_profile *profile, struct boa_err *err)
{
	double gpus, throughput;
	int rc = boa_sheet_number(csv, column[2], &gpus, err);

	(void)from;
	if (!rc)
		rc = boa_sheet_number(csv, column[3], &throughput, err);
	if (rc)
		return rc;
	return place(csv,
		     boa_profile_add(profile, csv->field[column[0]],
				     csv->field[column[1]], gpus, throughput,
				     err),
		     err);
}

int boa_import_scaling(const struct boa_import *from,
		       struct boa_profile *profile, struct boa_err *err)
{
	static const char *const name[] = { "model", "hardware", "gpus",
					    "throughput" };

	return read_records(from, name, 4, take_scaling, profile, err);
}

/* GPUs of a placement: its digits added up, one per node. */
static int count_gpus(const struct boa_sheet *csv, size_t column, double *gpus,
		      struct boa_err *err)
{
	const char *text = csv->field[column];

	*gpus = 0.0;
	for (const char *c = text; *c; c++) {
		if (*c < '0' || *c > '9')
			*gpus = -1.0;
		if (*gpus < 0.0)
			break;
		*gpus += *c - '0';
	}
	if (*gpus >= 1.0)
		return 0;
	return boa_err_set(err, BOA_ERANGE,
			   "%s:%lu: %s is \"%.40s\", expected digits, the GPUs "
			   "on each node",
			   csv->source, csv->line, csv->name[column], text);
}

static int take_pollux(const struct boa_import *from,
		       const struct boa_sheet *csv, const size_t *column,
		       struct boa_profile *profile, struct boa_err *err)
{
	double gpus, batch, step_s;
	int rc = count_gpus(csv, column[0], &gpus, err);

	if (!rc)
		rc = boa_sheet_number(csv, column[1], &batch, err);
	if (!rc)
		rc = boa_sheet_number(csv, column[2], &step_s, err);
	if (rc)
		return rc;
	return place(csv,
		     boa_profile_add(profile, from->model, from->type, gpus,
				     gpus * batch / step_s, err),
		     err);
}

int boa_import_pollux(const struct boa_import *from,
		      struct boa_profile *profile, struct boa_err *err)
{
	static const char *const name[] = { "placement", "local_bsz",
					    "step_time" };

	return read_records(from, name, 3, take_pollux, profile, err);
}

static int take_rubick(const struct boa_import *from,
		       const struct boa_sheet *csv, const size_t *column,
		       struct boa_profile *profile, struct boa_err *err)
{
	double gpus, iteration_s;
	int rc = count_gpus(csv, column[0], &gpus, err);

	if (!rc)
		rc = boa_sheet_number(csv, column[1], &iteration_s, err);
	if (rc)
		return rc;
	return place(csv,
		     boa_profile_add(profile, from->model, from->type, gpus,
				     1.0 / iteration_s, err),
		     err);
}

int boa_import_rubick(const struct boa_import *from,
		      struct boa_profile *profile, struct boa_err *err)
{
	static const char *const name[] = { "placement", "iter_time" };

	return read_records(from, name, 2, take_rubick, profile, err);
}

boa_import_f *boa_import_find(const char *name)
{
	static const struct {
		const char *name;
		boa_import_f *import;
	} form[] = {
		{ "scaling", boa_import_scaling },
		{ "pollux", boa_import_pollux },
		{ "rubick", boa_import_rubick },
		{ "gavel", boa_import_gavel },
	};

	for (size_t f = 0; f < sizeof(form) / sizeof(*form); f++) {
		if (!strcmp(form[f].name, name))
			return form[f].import;
	}
	return NULL;
}
