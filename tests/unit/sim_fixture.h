/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sim_fixture.h - one simulation from texts, for tests. */
#ifndef BOA_TEST_SIM_FIXTURE_H
#define BOA_TEST_SIM_FIXTURE_H

#include "sim/rates.h"
#include "sim/run.h"
#include "sim/source.h"
#include "sim/summary.h"

#define FIXTURE_JOBS 64

struct fixture {
	struct boa_classes set;
	struct boa_rates rates;
	struct boa_world_type type[4];
	unsigned nodes[4];
	struct boa_run_options options;
	struct boa_run run;
	bool ran;
	struct boa_summary summary;
	double jct_s[FIXTURE_JOBS]; /* by order of arrival, the first ones */
};

/*
 * Classes from a class file's text, POLICY of default options, boots 0, no
 * limit of nodes. Fails the test on any error.
 */
void fixture_init(struct fixture *fixture, const char *classes,
		  const char *policy);
void fixture_fini(struct fixture *fixture);

/* Run the jobs of TRACE (CSV), or of SOURCE, which is used up. */
void fixture_run(struct fixture *fixture, const char *trace);
void fixture_run_source(struct fixture *fixture, struct boa_source *source);

/* GPU-seconds at USE. */
double fixture_use(const struct fixture *fixture, enum boa_use use);

#endif /* BOA_TEST_SIM_FIXTURE_H */
