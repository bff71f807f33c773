/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "solver/cmd/curve.h"

#include "src/json.h"

/* A plan of the frontier: vertex VERTEX of the hull of ITEM. */
struct plan {
	const struct widths_curve *curve;
	size_t item;
	size_t vertex;
};

static const char *type_at(const struct plan *plan, size_t j)
{
	const struct boa_item *item = &plan->curve->problem.item[plan->item];
	const struct boa_hull *hull = &plan->curve->frontier.hull[plan->item];
	size_t s = hull->state[plan->vertex * hull->n_epoch + j];
	size_t g = boa_item_segment_of(item, s);

	return plan->curve->set->gpu_type[item->segment[g].type].name;
}

static unsigned gpus_at(const struct plan *plan, size_t j)
{
	const struct boa_hull *hull = &plan->curve->frontier.hull[plan->item];
	size_t s = hull->state[plan->vertex * hull->n_epoch + j];

	return plan->curve->problem.item[plan->item].gpus[s];
}

static size_t n_epoch(const struct plan *plan)
{
	return plan->curve->frontier.hull[plan->item].n_epoch;
}

static bool types_change(const struct plan *plan)
{
	for (size_t j = 1; j < n_epoch(plan); j++) {
		if (strcmp(type_at(plan, j), type_at(plan, 0)) != 0)
			return true;
	}
	return false;
}

/* Types (one if they agree), comma, widths; each separated by spaces. */
static void put_plan(FILE *out, const struct plan *plan)
{
	size_t n_type = types_change(plan) ? n_epoch(plan) : 1;

	for (size_t j = 0; j < n_type; j++)
		fprintf(out, "%s%s", j ? " " : "", type_at(plan, j));
	fputc(',', out);
	for (size_t j = 0; j < n_epoch(plan); j++)
		fprintf(out, "%s%u", j ? " " : "", gpus_at(plan, j));
}

static const struct boa_edge *edge_of(const struct widths_curve *curve,
				      size_t p)
{
	const struct boa_frontier *frontier = &curve->frontier;
	size_t e = curve->point[p].at.edge;

	return e < frontier->n_edge ? &frontier->edge[e] : NULL;
}

void widths_curve_csv(FILE *out, const struct widths_curve *curve)
{
	fputs("budget,objective_s,mean_jct_s,shadow_price,no_rescale_bound_s,"
	      "class,share,gpu_type,widths\n",
	      out);
	for (size_t p = 0; p < curve->n; p++) {
		const struct widths_curve_point *point = &curve->point[p];
		const struct boa_edge *edge = edge_of(curve, p);
		struct plan plan = { curve, 0, 0 };

		fprintf(out, "%.17g,%.17g,%.17g,%.17g,%.17g,",
			point->at.spend_per_hour, point->at.objective_s,
			point->at.mean_jct_s, point->at.price, point->bound_s);
		if (!edge) {
			fputs(",,,\n", out);
			continue;
		}
		plan.item = edge->item;
		plan.vertex = edge->vertex;
		fprintf(out, "%s,%.17g,", curve->set->class[edge->item].name,
			point->at.share);
		put_plan(out, &plan);
		fputc('\n', out);
	}
}

void widths_curve_text(FILE *out, const struct widths_curve *curve)
{
	fprintf(out, "%14s  %14s  %14s  %14s  %14s  %s\n", "BUDGET",
		"OBJECTIVE_S", "MEAN_JCT_S", "PRICE", "BOUND_S",
		"MOVES WITH MORE (SHARE MOVED): TYPE, WIDTHS");
	for (size_t p = 0; p < curve->n; p++) {
		const struct widths_curve_point *point = &curve->point[p];
		const struct boa_edge *edge = edge_of(curve, p);
		struct plan plan = { curve, 0, 0 };

		fprintf(out, "%14.6f  %14.6f  %14.6f  %14.6f  %14.6f  ",
			point->at.spend_per_hour, point->at.objective_s,
			point->at.mean_jct_s, point->at.price, point->bound_s);
		if (edge) {
			plan.item = edge->item;
			plan.vertex = edge->vertex;
			fprintf(out, "%s (%.4f): ",
				curve->set->class[edge->item].name,
				point->at.share);
			put_plan(out, &plan);
		}
		fputc('\n', out);
	}
}

static void put_member(FILE *out, const char *name, double value)
{
	fprintf(out, "\"%s\": ", name);
	boa_json_put_real(out, value);
	fputs(", ", out);
}

static void put_json_plan(FILE *out, const struct plan *plan, double share)
{
	fputs("{ \"class\": ", out);
	boa_json_put_string(out, plan->curve->set->class[plan->item].name);
	fputs(", ", out);
	put_member(out, "share", share);
	fputs("\"gpu_type\": ", out);
	if (!types_change(plan)) {
		boa_json_put_string(out, type_at(plan, 0));
	} else {
		for (size_t j = 0; j < n_epoch(plan); j++) {
			fputs(j ? ", " : "[", out);
			boa_json_put_string(out, type_at(plan, j));
		}
		fputc(']', out);
	}
	fputs(", \"widths\": ", out);
	for (size_t j = 0; j < n_epoch(plan); j++)
		fprintf(out, "%s%u", j ? ", " : "[", gpus_at(plan, j));
	fputs("] }", out);
}

/* Every class's plan where VERTEX says; the class of EDGE in two parts. */
static void put_json_plans(FILE *out, const struct widths_curve *curve,
			   const size_t *vertex, size_t p)
{
	const struct boa_edge *edge = edge_of(curve, p);
	double moved = curve->point[p].at.share;

	fputs(", \"plans\": [", out);
	for (size_t i = 0; i < curve->frontier.n_item; i++) {
		struct plan plan = { curve, i, vertex[i] };
		bool mixed = edge && edge->item == i && moved > 0.0;

		fputs(i ? ",\n      " : "\n      ", out);
		put_json_plan(out, &plan, mixed ? 1.0 - moved : 1.0);
		if (mixed) {
			plan.vertex = edge->vertex;
			fputs(",\n      ", out);
			put_json_plan(out, &plan, moved);
		}
	}
	fputs(" ]", out);
}

static void put_json_point(FILE *out, const struct widths_curve *curve,
			   const size_t *vertex, size_t p)
{
	const struct widths_curve_point *point = &curve->point[p];
	const struct boa_edge *edge = edge_of(curve, p);
	struct plan plan = { curve, 0, 0 };

	fputs("    { ", out);
	put_member(out, "budget", point->at.spend_per_hour);
	put_member(out, "objective_s", point->at.objective_s);
	put_member(out, "mean_jct_s", point->at.mean_jct_s);
	put_member(out, "shadow_price", point->at.price);
	put_member(out, "no_rescale_bound_s", point->bound_s);
	fputs("\"moves\": ", out);
	if (edge) {
		plan.item = edge->item;
		plan.vertex = edge->vertex;
		put_json_plan(out, &plan, point->at.share);
	} else {
		fputs("null", out);
	}
	/* breakpoint after breakpoint, "moves" tells it all */
	if (curve->sampled || p == 0)
		put_json_plans(out, curve, vertex, p);
	fputs(p + 1 < curve->n ? " },\n" : " }\n", out);
}

int widths_curve_json(FILE *out, const struct widths_curve *curve,
		      struct boa_err *err)
{
	size_t *vertex = calloc(curve->frontier.n_item, sizeof(*vertex));

	if (!vertex)
		return boa_err_set(err, BOA_ENOMEM, "a frontier of %zu classes",
				   curve->frontier.n_item);
	fputs("{\n  \"version\": 1,\n  \"unit\": ", out);
	boa_json_put_string(out, curve->unit);
	fputs(",\n  ", out);
	put_member(out, "least_budget", boa_frontier_least(&curve->frontier));
	put_member(out, "fastest_budget", boa_frontier_most(&curve->frontier));
	fputs("\n  \"points\": [\n", out);
	for (size_t p = 0; p < curve->n; p++) {
		if (curve->sampled || p == 0)
			boa_frontier_vertices(&curve->frontier,
					      curve->point[p].at.edge, vertex);
		put_json_point(out, curve, vertex, p);
	}
	fputs("  ]\n}\n", out);
	free(vertex);
	return 0;
}
