/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/trace.h"
#include "tests/unit/check.h"
#include "tests/unit/sim_fixture.h"

#include "src/class_json.h"

static void must(int rc, const struct boa_err *err)
{
	if (rc)
		fail_msg("%s", err->text);
}

static void job_done(void *arg, const struct boa_sim_job *job, double end_s)
{
	struct fixture *fixture = arg;

	if (job->id <= FIXTURE_JOBS)
		fixture->jct_s[job->id - 1] = end_s - job->submit_s;
}

void fixture_init(struct fixture *fixture, const char *classes,
		  const char *policy)
{
	struct boa_err err;

	*fixture = (struct fixture){ 0 };
	must(boa_classes_parse(classes, strlen(classes), "classes",
			       &fixture->set, &err),
	     &err);
	must(boa_rates_init(&fixture->rates, &fixture->set, &err), &err);
	for (size_t h = 0; h < fixture->set.n_gpu_type; h++)
		fixture->type[h] = (struct boa_world_type){
			.name = fixture->set.gpu_type[h].name,
			.price = fixture->set.gpu_type[h].price,
			.gpus_per_node = fixture->set.gpu_type[h].gpus_per_node,
		};
	fixture->options = (struct boa_run_options){
		.policy = boa_policy_find(policy),
		.rates = &fixture->rates,
		.job_done = job_done,
		.arg = fixture,
		.with = {
			.budget_per_hour = 1e6,
			.efficiency = 0.5,
			.nodes = fixture->nodes,
			.prior_jobs = INFINITY,
			.restart_discount = true,
			.population = 100,
			.generations = 100,
			.seed = 1,
			.set = &fixture->set,
			.rates = &fixture->rates,
			.type = fixture->type,
			.n_type = fixture->set.n_gpu_type,
		},
	};
	assert_non_null(fixture->options.policy);
	fixture->options.round_s = fixture->options.policy->round_s;
}

void fixture_fini(struct fixture *fixture)
{
	if (fixture->ran)
		boa_run_fini(&fixture->run);
	boa_rates_fini(&fixture->rates);
	boa_classes_free(&fixture->set);
}

void fixture_run_source(struct fixture *fixture, struct boa_source *source)
{
	struct boa_err err;
	int rc;

	rc = boa_run_simulate(&fixture->run, &fixture->options, source, &err);
	fixture->ran = true;
	boa_source_fini(source);
	must(rc, &err);
	must(boa_summary_make(&fixture->run, &fixture->summary, &err), &err);
	/* every GPU-second that was billed is accounted for, whatever ran */
	assert_near(fixture->summary.imbalance, 0.0, 1e-9);
}

void fixture_run(struct fixture *fixture, const char *trace)
{
	struct boa_trace_options options = { .rates = &fixture->rates };
	struct boa_source source = { 0 };
	struct boa_err err;

	must(boa_trace_parse(strdup(trace), "trace", &options, &source, &err),
	     &err);
	fixture_run_source(fixture, &source);
}

double fixture_use(const struct fixture *fixture, enum boa_use use)
{
	return boa_usage_of(&fixture->run.world.usage, use);
}
