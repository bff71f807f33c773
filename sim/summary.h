/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary.h - one simulation in a few figures, and its distance from what is
 * possible at all.
 */
#ifndef BOA_SUMMARY_H
#define BOA_SUMMARY_H

#include "sim/run.h"

struct boa_summary {
	double jobs;
	double hours; /* from the first submission to the last completion */
	double mean_jct_s;
	double p50_jct_s;
	double p95_jct_s;
	double p99_jct_s;
	double mean_wait_s;     /* until the first start */
	double mean_alive;      /* jobs */
	double usage_gpus;      /* mean, until marked for release [BOA 6.3] */
	double billed_gpus;     /* mean, until gone */
	double spend_per_hour;  /* until marked */
	double billed_per_hour; /* until gone */
	double rescales_per_job;
	/*
	 * Mean over held GPUs of sum K s(k)/s(K): of jobs at work only, and as
	 * if those that pay for a restart were at work.
	 */
	double efficiency;
	double efficiency_paying;
	double part[BOA_N_USE]; /* of the billed GPU-seconds */
	double bound_s; /* no-rescale LP bound at SPEND_PER_HOUR; NAN: the spend
			   is below what any policy needs, by rounding */
	double decisions;
	double imbalance; /* of the accounts: rounding */
	size_t n_extra;   /* the policy's own figures */
	const char *extra_name[BOA_POLICY_REPORT_MAX];
	double extra[BOA_POLICY_REPORT_MAX];
};

/* Sum up RUN, which is over. Returns 0 or an error of the solver. */
int boa_summary_make(const struct boa_run *run, struct boa_summary *summary,
		     struct boa_err *err);

/* The figures by name, for writers: N of them. */
struct boa_figure {
	const char *name;
	double value;
};
#define BOA_FIGURES_MAX 64
size_t boa_summary_list(const struct boa_summary *summary,
			struct boa_figure figure[BOA_FIGURES_MAX]);

#endif /* BOA_SUMMARY_H */
