/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/summary.h"
#include "solver/solve.h"

/*
 * The no-rescale bound of the jobs that came, at what they cost: the optimum of
 * all policies were restarts free [BOA, Theorems 4.3 and 4.4].
 */
static int bound(const struct boa_run *run, double hours, double spend_per_hour,
		 double *bound_s, struct boa_err *err)
{
	struct boa_classes set = *run->options.rates->set;
	struct boa_solve_options options = { 0 };
	struct boa_solve_result result = { 0 };
	int rc;

	set.class = malloc(set.n_class * sizeof(*set.class));
	if (!set.class)
		return boa_err_set(err, BOA_ENOMEM, "no memory for classes");
	memcpy(set.class, run->options.rates->set->class,
	       set.n_class * sizeof(*set.class));
	for (size_t i = 0; i < set.n_class; i++) {
		set.class[i].arrival_rate_per_hour =
			(double)run->class[i].work_scale / hours;
		set.class[i].rescale_s = 0.0;
		set.class[i].startup_s = 0.0;
	}
	rc = boa_solve(&set, spend_per_hour, &options, &result, err);
	*bound_s = NAN;
	if (!rc && result.status == BOA_SOLVED) {
		double rate = boa_classes_rate_per_hour(&set);

		/* of jobs of scale 1; there are not as many of those */
		*bound_s = result.table.expected.no_rescale_bound_s * rate *
			   hours / (double)run->jct.n;
		boa_table_free(&result.table);
	}
	free(set.class);
	return rc;
}

static void divide(const struct boa_usage *usage, struct boa_summary *summary)
{
	double billed = boa_usage_billed_gpu_s(usage);
	double held = boa_usage_marked_gpu_s(usage);

	for (int u = 0; u < BOA_N_USE; u++)
		summary->part[u] =
			boa_usage_of(usage, (enum boa_use)u) / billed;
	summary->efficiency = usage->productive_gpu_s / held;
	summary->efficiency_paying =
		(usage->productive_gpu_s + usage->paying_gpu_s) / held;
}

int boa_summary_make(const struct boa_run *run, struct boa_summary *summary,
		     struct boa_err *err)
{
	const struct boa_usage *usage = &run->world.usage;
	double span_s = run->end_s - run->begin_s;
	double n = (double)run->jct.n;

	*summary = (struct boa_summary){
		.jobs = n,
		.hours = span_s / 3600.0,
		.mean_jct_s = run->jct.mean,
		.p50_jct_s = boa_sample_quantile(&run->jct, 0.50),
		.p95_jct_s = boa_sample_quantile(&run->jct, 0.95),
		.p99_jct_s = boa_sample_quantile(&run->jct, 0.99),
		.mean_wait_s = run->wait.mean,
		.mean_alive = usage->job_s / span_s,
		.usage_gpus = boa_usage_marked_gpu_s(usage) / span_s,
		.billed_gpus = boa_usage_billed_gpu_s(usage) / span_s,
		.spend_per_hour = boa_usage_marked_spend(usage) / span_s,
		.billed_per_hour = boa_usage_billed_spend(usage) / span_s,
		.rescales_per_job = (double)run->n_rescale / n,
		.decisions = (double)run->n_decision,
		.imbalance = boa_usage_imbalance(usage),
	};
	divide(usage, summary);
	if (run->options.policy->report)
		summary->n_extra = run->options.policy->report(
			run->state, summary->extra_name, summary->extra);
	return bound(run, summary->hours, summary->spend_per_hour,
		     &summary->bound_s, err);
}

size_t boa_summary_list(const struct boa_summary *summary,
			struct boa_figure figure[BOA_FIGURES_MAX])
{
	const struct boa_figure fixed[] = {
		{ "jobs", summary->jobs },
		{ "hours", summary->hours },
		{ "mean_jct_s", summary->mean_jct_s },
		{ "p50_jct_s", summary->p50_jct_s },
		{ "p95_jct_s", summary->p95_jct_s },
		{ "p99_jct_s", summary->p99_jct_s },
		{ "mean_wait_s", summary->mean_wait_s },
		{ "mean_alive_jobs", summary->mean_alive },
		{ "usage_gpus", summary->usage_gpus },
		{ "billed_gpus", summary->billed_gpus },
		{ "spend_per_hour", summary->spend_per_hour },
		{ "billed_per_hour", summary->billed_per_hour },
		{ "rescales_per_job", summary->rescales_per_job },
		{ "efficiency", summary->efficiency },
		{ "efficiency_paying", summary->efficiency_paying },
		{ "no_rescale_bound_s", summary->bound_s },
		{ "over_bound", summary->mean_jct_s / summary->bound_s - 1.0 },
		{ "decisions", summary->decisions },
		{ "imbalance", summary->imbalance },
	};
	size_t n = sizeof(fixed) / sizeof(fixed[0]);

	memcpy(figure, fixed, sizeof(fixed));
	for (int u = 0; u < BOA_N_USE; u++)
		figure[n++] =
			(struct boa_figure){ boa_use_word((enum boa_use)u),
					     summary->part[u] };
	for (size_t i = 0; i < summary->n_extra; i++)
		figure[n++] = (struct boa_figure){ summary->extra_name[i],
						   summary->extra[i] };
	return n;
}
