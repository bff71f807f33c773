/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "src/cmd/check_conf.h"
#include "src/envelope.h"
#include "src/err.h"

/* Nearer to the envelope than this a measured point counts as on it. */
#define SHORTFALL_SEEN 0.01

/* What the epochs' curves of one class on one type have in common. */
struct curve_report {
	double worst;   /* largest shortfall, a fraction */
	unsigned gpus;  /* where it is */
	size_t epoch;   /* in which, from 1 */
	bool *worth_it; /* [n_width of the grid] in some epoch */
};

static int read_epoch(const struct boa_curve *curve,
		      const struct boa_grid *grid, size_t epoch,
		      struct curve_report *report, struct boa_err *err)
{
	struct boa_envelope envelope;
	size_t k = 0;
	int rc = boa_envelope_init(&envelope, curve, err);

	if (rc)
		return rc;
	for (size_t p = 0; p < curve->n_point; p++) {
		double below = boa_envelope_shortfall(&envelope, curve, p);

		if (below > report->worst) {
			report->worst = below;
			report->gpus = curve->point[p].gpus;
			report->epoch = epoch;
		}
		while (k < grid->n_width &&
		       grid->gpus[k] < curve->point[p].gpus)
			k++;
		if (k < grid->n_width && grid->gpus[k] == curve->point[p].gpus)
			report->worth_it[k] |= envelope.is_worth_it[p];
	}
	boa_envelope_free(&envelope);
	return 0;
}

static void list_never(const struct boa_grid *grid,
		       const struct curve_report *report, char *buf,
		       size_t room)
{
	size_t used = 0;

	buf[0] = '\0';
	for (size_t k = 0; k < grid->n_width && used < room; k++) {
		if (!report->worth_it[k])
			used += (size_t)snprintf(buf + used, room - used,
						 "%s%u", used ? "," : "",
						 grid->gpus[k]);
	}
}

static void add_row(const struct boa_class *class, const char *type,
		    const struct boa_grid *grid,
		    const struct curve_report *report, struct boa_check *check)
{
	char item[BOA_NAME_MAX + 8], set[2 * BOA_NAME_MAX], never[256];

	if (report->worst < SHORTFALL_SEEN)
		return;
	list_never(grid, report, never, sizeof(never));
	snprintf(item, sizeof(item), "class %s", class->name);
	snprintf(set, sizeof(set), "speedup on %s", type);
	boa_check_add(check, BOA_CHECK_OK, item, set,
		      "falls below its concave envelope by up to %.0f %% (%u "
		      "GPUs, epoch %zu)%s%s",
		      100.0 * report->worst, report->gpus, report->epoch,
		      *never ? "; widths never worth choosing: " : "", never);
}

/* All epochs of CLASS on type H of SET: at most one row. */
static int read_class(const struct boa_classes *set,
		      const struct boa_class *class, size_t h,
		      struct boa_check *check, struct boa_err *err)
{
	const struct boa_grid *grid = &class->grid[h];
	struct curve_report report = { 0 };
	int rc = 0;

	if (!grid->n_width)
		return 0;
	report.worth_it = calloc(grid->n_width, sizeof(bool));
	if (!report.worth_it)
		return boa_err_set(err, BOA_ENOMEM, "no memory for curves");
	for (size_t j = 0; j < class->n_epoch && !rc; j++)
		rc = read_epoch(&class->epoch[j].curve[h], grid, j + 1, &report,
				err);
	if (!rc)
		add_row(class, set->gpu_type[h].name, grid, &report, check);
	free(report.worth_it);
	return rc;
}

void boa_check_curves(const struct boa_classes *set, struct boa_check *check)
{
	struct boa_err err;
	int rc = 0;

	for (size_t i = 0; i < set->n_class && !rc; i++)
		for (size_t h = 0; h < set->n_gpu_type && !rc; h++)
			rc = read_class(set, &set->class[i], h, check, &err);
	if (rc)
		boa_check_add(check, BOA_CHECK_BAD, "classes", "", "%s",
			      err.text);
}
