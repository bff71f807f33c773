/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run.h - one simulation: jobs of a source under a policy, and what came out.
 */
#ifndef BOA_RUN_H
#define BOA_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/apply.h"
#include "sim/policy.h"
#include "sim/sample.h"
#include "sim/source.h"
#include "sim/world.h"

struct boa_run_options {
	const struct boa_policy *policy;
	struct boa_policy_options with;
	const struct boa_rates *rates; /* the true ones */
	double round_s;                /* 0: on events */
	bool late_binding;
	/* Hears of every job done; may be NULL. */
	void (*job_done)(void *arg, const struct boa_sim_job *job,
			 double end_s);
	void *arg;
};

/* Sums over the jobs of one class. */
struct boa_run_class {
	uint64_t n_job;
	double jct_s;
	double gpu_s;
	double spend; /* price * GPU * s of what its jobs held */
	double work_scale;
	uint64_t n_rescale;
};

struct boa_run {
	struct boa_run_options options;
	struct boa_world world;
	struct boa_desk desk;
	void *state;    /* of the policy */
	double begin_s; /* first submission */
	double last_submit_s;
	double end_s; /* last completion */
	double wake_s;
	double n_round;    /* that are over */
	unsigned *n_nodes; /* [n_type] */
	struct boa_sample jct;
	struct boa_sample wait; /* until the first start */
	uint64_t n_rescale;
	struct boa_run_class *class; /* [n_class] */
	uint64_t n_decision;         /* looks of the policy */
};

/*
 * Run SOURCE to its end and until every job is done. RUN is written in every
 * case, for boa_run_fini(); what it holds is whole only on success.
 *
 * Returns 0; BOA_ERANGE (the source is empty, or the policy leaves jobs
 * waiting for ever: ERR says how many, when); what source, policy and world
 * return.
 */
int boa_run_simulate(struct boa_run *run, const struct boa_run_options *options,
		     struct boa_source *source, struct boa_err *err);
void boa_run_fini(struct boa_run *run);

#endif /* BOA_RUN_H */
