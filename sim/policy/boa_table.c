/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/policy/boa.h"
#include "solver/solve.h"

static int begin(struct boa_sim_boa *me, double now_s, struct boa_err *err)
{
	const struct boa_classes *set = me->options.set;
	int rc;

	me->set = *set;
	me->set.class = malloc(set->n_class * sizeof(*set->class));
	if (!me->set.class)
		return boa_err_set(err, BOA_ENOMEM, "no memory for classes");
	memcpy(me->set.class, set->class, set->n_class * sizeof(*set->class));
	for (size_t i = 0; i < set->n_class; i++) {
		me->set.class[i].startup_s += me->options.plan_boot_s;
		me->set.class[i].rescale_s += me->options.plan_boot_s;
	}
	rc = boa_estimate_init(&me->estimate, set, me->options.prior_jobs,
			       now_s, err);
	me->has_estimate = !rc;
	return rc;
}

static void observe(struct boa_sim_boa *me, const struct boa_view *view)
{
	for (size_t i = view->n_job; i-- > 0;) {
		if (view->job[i].id <= me->n_counted)
			break;
		boa_estimate_count(&me->estimate, view->job[i].class,
				   view->now_s);
	}
	me->n_counted = view->n_arrived;
}

static int solve(struct boa_sim_boa *me, struct boa_err *err)
{
	struct boa_solve_options options = { .rule.placeable = true };
	struct boa_solve_result result = { 0 };
	int rc = boa_solve(&me->set, me->options.budget_per_hour, &options,
			   &result, err);

	if (!rc && result.status == BOA_INFEASIBLE)
		rc = boa_solve(&me->set, result.least_budget * (1.0 + 1e-9),
			       &options, &result, err);
	if (!rc && result.status == BOA_INFEASIBLE)
		rc = boa_err_set(err, BOA_ESOLVER, "no plan is cheap enough");
	if (rc)
		return rc;
	if (me->has_table)
		boa_table_free(&me->table);
	me->table = result.table;
	me->table.generation = ++me->generation;
	me->has_table = true;
	return 0;
}

int boa_sim_boa_refresh(struct boa_sim_boa *me, const struct boa_view *view,
			struct boa_err *err)
{
	double every_s = me->options.refresh_s;
	int rc = me->has_estimate ? 0 : begin(me, view->now_s, err);

	if (rc)
		return rc;
	observe(me, view);
	if (me->has_table &&
	    (every_s <= 0.0 || view->now_s < me->solved_s + every_s))
		return 0;
	boa_estimate_apply(&me->estimate, view->now_s, &me->set);
	me->solved_s = view->now_s;
	return solve(me, err);
}

void boa_sim_boa_fini_table(struct boa_sim_boa *me)
{
	if (me->has_table)
		boa_table_free(&me->table);
	if (me->has_estimate)
		boa_estimate_fini(&me->estimate);
	free(me->set.class);
}
