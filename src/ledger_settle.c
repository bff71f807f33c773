/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/ledger_book.h"

static double clamp(double value, double low, double high)
{
	return value < low ? low : value > high ? high : value;
}

/* --- what a stretch comes to ------------------------------------------ */

/* The run that STRETCH, of kind RUN, belongs to. */
static const struct boa_run *run_of(const struct boa_stretch *stretch)
{
	const struct boa_bill *bill = stretch->bill;

	return bill->run.live && bill->run.no == stretch->run ? &bill->run
							      : &bill->last;
}

static enum boa_kind setup_kind(const struct boa_run *run)
{
	return run->first ? BOA_KIND_STARTUP : BOA_KIND_RESIZE;
}

/*
 * Where in STRETCH, which ends at END_S, the setting up is over and where the
 * work begins that will be done again.
 */
static void divide_run(const struct boa_stretch *stretch, double end_s,
		       double *useful_s, double *lost_s)
{
	const struct boa_run *run = run_of(stretch);
	double setup_end_s = isnan(run->report_s) ? run->start_s + run->setup_s
						  : run->report_s;

	*useful_s = clamp(setup_end_s, stretch->from_s, end_s);
	*lost_s = end_s;
	if (run->lost)
		*lost_s = isnan(run->mark_s)
				  ? *useful_s
				  : clamp(run->mark_s, *useful_s, end_s);
}

void boa_stretch_divide(const struct boa_stretch *stretch, double now_s,
			double by_kind_s[BOA_N_KIND])
{
	double end_s = isinf(stretch->to_s) ? now_s : stretch->to_s;
	double useful_s, lost_s;

	memset(by_kind_s, 0, BOA_N_KIND * sizeof(*by_kind_s));
	if (end_s <= stretch->from_s)
		return;
	if (stretch->kind != BOA_KIND_RUN) {
		by_kind_s[stretch->kind] = end_s - stretch->from_s;
		return;
	}
	divide_run(stretch, end_s, &useful_s, &lost_s);
	by_kind_s[setup_kind(run_of(stretch))] = useful_s - stretch->from_s;
	by_kind_s[BOA_KIND_USEFUL] = lost_s - useful_s;
	by_kind_s[BOA_KIND_LOST] = end_s - lost_s;
}

/* --- runs that are over ----------------------------------------------- */

/* Let STRETCH begin at AT_S, and what lies before be of KIND. */
static void split_off(struct boa_ledger *ledger, struct boa_book_node *node,
		      struct boa_stretch *stretch, double at_s, unsigned kind)
{
	struct boa_stretch *part, *next;

	if (at_s <= stretch->from_s)
		return;
	part = boa_book_stretch(ledger, node);
	next = part->next;
	*part = *stretch;
	part->next = next;
	part->kind = kind;
	part->to_s = at_s;
	part->bill->n_stretch++;
	stretch->from_s = at_s;
}

/* Give STRETCH, of a run that is over, its kinds. */
static void convert(struct boa_ledger *ledger, struct boa_book_node *node,
		    struct boa_stretch *stretch)
{
	enum boa_kind setup = setup_kind(run_of(stretch));
	double useful_s, lost_s;

	divide_run(stretch, stretch->to_s, &useful_s, &lost_s);
	node->dirty = true;
	if (useful_s >= stretch->to_s) {
		stretch->kind = setup;
		return;
	}
	split_off(ledger, node, stretch, useful_s, setup);
	if (lost_s >= stretch->to_s) {
		stretch->kind = BOA_KIND_USEFUL;
		return;
	}
	split_off(ledger, node, stretch, lost_s, BOA_KIND_USEFUL);
	stretch->kind = BOA_KIND_LOST;
}

void boa_book_convert(struct boa_ledger *ledger, struct boa_book_node *node)
{
	struct boa_stretch *stretch;

	/* parts that are split off come before, and are of other kinds */
	for (stretch = node->first; stretch; stretch = stretch->next) {
		if (stretch->kind != BOA_KIND_RUN || isinf(stretch->to_s))
			continue;
		if (!stretch->bill->run.live ||
		    stretch->bill->run.no != stretch->run)
			convert(ledger, node, stretch);
	}
}

/* --- settling --------------------------------------------------------- */

static void add(struct boa_amount *amount, const struct boa_stretch *stretch,
		double seconds)
{
	double gpu_s = stretch->gpus * seconds;

	amount->gpu_s += gpu_s;
	amount->spend += gpu_s / 3600 * stretch->price_per_gpu_h;
}

static void settle(struct boa_ledger *ledger, const struct boa_stretch *stretch)
{
	double seconds = stretch->to_s - stretch->from_s;

	add(&stretch->cell->settled[stretch->kind], stretch, seconds);
	stretch->cell->dirty = true;
	if (stretch->bill) {
		add(&stretch->bill->settled[stretch->kind], stretch, seconds);
		stretch->bill->dirty = true;
	}
	if (!stretch->released)
		ledger->marked_settled_gpu_s += stretch->gpus * seconds;
}

/* May the launch still turn out to have failed, and STRETCH with it? */
static bool is_in_doubt(const struct boa_book_node *node,
			const struct boa_stretch *stretch)
{
	return node->billed && !node->ever_up &&
	       stretch->kind == BOA_KIND_BOOT &&
	       stretch->from_s >= node->boot_from_s;
}

/* Is a stop likely to be told late, since Slurm gave the node up? */
static bool awaits_stop(const struct boa_book_node *node)
{
	return node->billed && !node->by_state &&
	       node->state != BOA_NODE_BOOTING && node->state != BOA_NODE_UP;
}

void boa_book_settle(struct boa_ledger *ledger, struct boa_book_node *node,
		     double now_s, double after_s)
{
	bool all = isinf(after_s);
	struct boa_stretch **at = &node->first;

	while (*at) {
		struct boa_stretch *stretch = *at;

		if (isinf(stretch->to_s) || stretch->kind == BOA_KIND_RUN ||
		    (!all &&
		     (stretch->to_s > now_s - after_s ||
		      is_in_doubt(node, stretch) || awaits_stop(node)))) {
			at = &stretch->next;
			continue;
		}
		settle(ledger, stretch);
		boa_book_unlink(ledger, at);
		node->dirty = true;
	}
}

/* --- what is shown ---------------------------------------------------- */

static void show_stretch(struct boa_ledger *ledger,
			 const struct boa_stretch *stretch)
{
	double by_kind_s[BOA_N_KIND];
	size_t k;

	boa_stretch_divide(stretch, ledger->now_s, by_kind_s);
	for (k = 0; k < BOA_N_KIND; k++) {
		if (by_kind_s[k] == 0)
			continue;
		add(&stretch->cell->view.by_kind[k], stretch, by_kind_s[k]);
		if (stretch->bill)
			add(&stretch->bill->view.by_kind[k], stretch,
			    by_kind_s[k]);
		if (!stretch->released)
			ledger->marked_gpu_s += stretch->gpus * by_kind_s[k];
	}
}

void boa_book_show(struct boa_ledger *ledger)
{
	size_t i;

	for (i = 0; i < ledger->cell.n; i++) {
		struct boa_book_cell *cell = ledger->cell.at[i];

		memcpy(cell->view.by_kind, cell->settled,
		       sizeof(cell->settled));
	}
	for (i = 0; i < ledger->live.n; i++) {
		struct boa_bill *bill = ledger->live.at[i];

		memcpy(bill->view.by_kind, bill->settled,
		       sizeof(bill->settled));
	}
	ledger->marked_gpu_s = ledger->marked_settled_gpu_s;
	for (i = 0; i < ledger->node.n; i++) {
		const struct boa_book_node *node = ledger->node.at[i];
		const struct boa_stretch *stretch;

		for (stretch = node->first; stretch; stretch = stretch->next)
			show_stretch(ledger, stretch);
	}
}

/* --- bills that are final --------------------------------------------- */

static int compare_double(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* When the bill that is BOA_LEDGER_ENDED_MAX-th from the end ended. */
static bool oldest_kept(const struct boa_ptrs *final, double *end_s)
{
	double *ends = calloc(final->n, sizeof(*ends));
	size_t i;

	if (!ends)
		return false; /* no harm: tried again at the next charge */
	for (i = 0; i < final->n; i++)
		ends[i] = ((struct boa_bill *) final->at[i])->view.end_s;
	qsort(ends, final->n, sizeof(*ends), compare_double);
	*end_s = ends[final->n - BOA_LEDGER_ENDED_MAX];
	free(ends);
	return true;
}

void boa_book_retire(struct boa_ledger *ledger)
{
	struct boa_ptrs *final = &ledger->final;
	double oldest_s;
	size_t i = 0;

	while (i < ledger->live.n) {
		struct boa_bill *bill = ledger->live.at[i];

		if (bill->view.end_s > 0 && !bill->n_stretch)
			boa_book_move(&ledger->live, final, bill);
		else
			i++;
	}
	/* in lots, since it takes a sort */
	if (final->n < BOA_LEDGER_ENDED_MAX + BOA_LEDGER_ENDED_MAX / 8 ||
	    !oldest_kept(final, &oldest_s))
		return;
	for (i = final->n; i-- > 0;) {
		struct boa_bill *bill = final->at[i];

		if (bill->view.end_s < oldest_s &&
		    (bill->journaled || !ledger->keeps_journal))
			boa_book_bury(ledger, bill);
	}
}
