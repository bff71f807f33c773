/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * static - the best single width per class, for good: what can be had without
 * resizing. The same linear programme as for boa, with all epochs of a class
 * joined into one: on k GPUs it takes sum_j x_j / s_j(k).
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "sim/memo.h"
#include "sim/policy/common.h"
#include "sim/policy/list.h"
#include "solver/solve.h"

#include "src/share.h"

struct state {
	struct boa_policy_options options;
	struct boa_table table;
	struct boa_shares *shares;
	struct boa_memo memo; /* struct boa_want */
};

/* --- the joined classes ----------------------------------------------- */

static double time_s(const struct boa_class *class, size_t h, size_t w)
{
	const struct boa_grid *grid = &class->grid[h];
	double sum = 0.0;

	for (size_t j = 0; j < class->n_epoch; j++)
		sum += class->epoch[j].work_s /
		       grid->rate[j * grid->n_width + w];
	return sum;
}

/* CLASS with one epoch of 1 s; on failure what is there can be freed. */
static int join(const struct boa_classes *set, const struct boa_class *class,
		struct boa_class *to, struct boa_err *err)
{
	size_t n_type = set->n_gpu_type;

	*to = (struct boa_class){
		.name = strdup(class->name),
		.arrival_rate_per_hour = class->arrival_rate_per_hour,
		.weight = class->weight,
		.startup_s = class->startup_s,
		.rescale_s = class->rescale_s,
		.min_gpus = calloc(n_type, sizeof(*to->min_gpus)),
		.max_gpus = calloc(n_type, sizeof(*to->max_gpus)),
		.epoch = calloc(1, sizeof(*to->epoch)),
	};
	if (!to->name || !to->min_gpus || !to->max_gpus || !to->epoch)
		goto none;
	to->n_epoch = 1;
	to->epoch->work_s = 1.0;
	to->epoch->curve = calloc(n_type, sizeof(*to->epoch->curve));
	if (!to->epoch->curve)
		goto none;
	for (size_t h = 0; h < n_type; h++) {
		const struct boa_grid *grid = &class->grid[h];
		struct boa_curve *curve = &to->epoch->curve[h];

		to->min_gpus[h] = class->min_gpus[h];
		to->max_gpus[h] = class->max_gpus[h];
		if (!grid->n_width)
			continue;
		curve->point = calloc(grid->n_width, sizeof(*curve->point));
		if (!curve->point)
			goto none;
		for (size_t w = 0; w < grid->n_width; w++)
			curve->point[curve->n_point++] =
				(struct boa_point){ grid->gpus[w],
						    1.0 / time_s(class, h, w) };
	}
	return 0;
none:
	return boa_err_set(err, BOA_ENOMEM, "no memory for a class");
}

static int join_all(const struct boa_classes *set, struct boa_classes *to,
		    struct boa_err *err)
{
	int rc = 0;

	*to = (struct boa_classes){
		.gpu_type = calloc(set->n_gpu_type, sizeof(*to->gpu_type)),
		.class = calloc(set->n_class, sizeof(*to->class)),
	};
	if (!to->gpu_type || !to->class)
		return boa_err_set(err, BOA_ENOMEM, "no memory for classes");
	for (size_t h = 0; h < set->n_gpu_type; h++) {
		to->gpu_type[h] = set->gpu_type[h];
		to->gpu_type[h].name = strdup(set->gpu_type[h].name);
		to->n_gpu_type++;
		if (!to->gpu_type[h].name)
			return boa_err_set(err, BOA_ENOMEM, "no memory");
	}
	while (!rc && to->n_class < set->n_class) {
		rc = join(set, &set->class[to->n_class],
			  &to -> class[to->n_class], err);
		to->n_class++;
	}
	return rc ? rc : boa_classes_finish(to, err);
}

/* --- the policy ------------------------------------------------------- */

static void destroy(void *state)
{
	struct state *me = state;

	boa_table_free(&me->table);
	boa_shares_free(me->shares);
	boa_memo_fini(&me->memo);
	free(me);
}

static int solve(struct state *me, struct boa_err *err)
{
	struct boa_solve_options options = { .rule.placeable = true };
	struct boa_solve_result result = { 0 };
	struct boa_classes joined = { 0 };
	int rc = join_all(me->options.set, &joined, err);

	for (size_t i = 0; !rc && i < joined.n_class; i++)
		joined.class[i].startup_s += me->options.plan_boot_s;
	if (!rc)
		rc = boa_solve(&joined, me->options.budget_per_hour, &options,
			       &result, err);
	if (!rc && result.status == BOA_INFEASIBLE)
		rc = boa_solve(&joined, result.least_budget * (1.0 + 1e-9),
			       &options, &result, err);
	if (!rc && result.status == BOA_INFEASIBLE)
		rc = boa_err_set(err, BOA_ESOLVER, "no width is cheap enough");
	if (!rc)
		me->table = result.table;
	boa_classes_free(&joined);
	return rc;
}

static int create(const struct boa_policy_options *options, void **state,
		  struct boa_err *err)
{
	struct state *made = calloc(1, sizeof(*made));
	int rc;

	if (!made)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	made->options = *options;
	made->memo.size = sizeof(struct boa_want);
	rc = boa_shares_new(&made->shares, err);
	if (!rc)
		rc = solve(made, err);
	if (rc) {
		destroy(made);
		return rc;
	}
	*state = made;
	return 0;
}

static int assign(struct state *me, const struct boa_sim_job *job,
		  struct boa_want *want, struct boa_err *err)
{
	const struct boa_table_class *class = &me->table.class[job->class];
	ptrdiff_t q = boa_shares_pick(me->shares, class, "", NULL);
	const char *type = class->plan[q].gpu_type[0];

	want->type = boa_classes_find_type(me->options.set, type, strlen(type));
	want->gpus = class->plan[q].gpus[0];
	return boa_shares_count(me->shares, class, "", (size_t)q, err);
}

static int decide(void *state, const struct boa_view *view,
		  const unsigned *n_nodes, struct boa_decision *decision,
		  struct boa_err *err)
{
	struct state *me = state;
	int rc = boa_memo_follow(&me->memo, view, err);

	(void)n_nodes;
	for (size_t i = 0; !rc && i < view->n_job; i++) {
		struct boa_want *want = boa_memo_at(&me->memo, i);

		if (!want->gpus)
			rc = assign(me, &view->job[i], want, err);
		decision->want[i] = *want;
	}
	decision->rent = true;
	boa_policy_release_idle(view, 0.0, decision);
	return rc;
}

const struct boa_policy boa_policy_static = {
	.name = "static",
	.summary = "the best single width per class",
	.needs = "budget",
	.create = create,
	.destroy = destroy,
	.decide = decide,
};
