/* SPDX-License-Identifier: GPL-3.0-or-later */
/* common.h - what several policies do alike. */
#ifndef BOA_POLICY_COMMON_H
#define BOA_POLICY_COMMON_H

#include "sim/policy.h"

/*
 * Give back the nodes that are idle for TIMEOUT_S or more, and look again when
 * the next will be.
 */
void boa_policy_release_idle(const struct boa_view *view, double timeout_s,
			     struct boa_decision *decision);

/* GPUs of TYPE on the nodes held. */
unsigned boa_policy_held_gpus(const struct boa_view *view, size_t type);

/*
 * The least type on which JOB can run as it was asked for, and its width there
 * within what the class can use: *GPUS.
 */
size_t boa_policy_asked(const struct boa_policy_options *options,
			const struct boa_sim_job *job, unsigned *gpus);

/*
 * Mean time that JOB still needs on GPUS of TYPE, as believed; start-up or
 * rescale included when it does not hold them.
 */
double boa_policy_time_left_s(const struct boa_policy_options *options,
			      const struct boa_view *view,
			      const struct boa_sim_job *job, size_t type,
			      unsigned gpus);

/*
 * What GPUS of TYPE do for JOB in GPUs' worth of work at its least width:
 * K s(k) / s(K). 0 for no GPUs.
 */
double boa_policy_productive(const struct boa_policy_options *options,
			     const struct boa_sim_job *job, size_t type,
			     unsigned gpus);

/*
 * The size of a cluster whose efficiency is nearest to AIM, between 0 and MOST
 * nodes, found by doubling or halving from *N (0: from 1) and then bisection:
 * efficiency falls with size; of two as near the larger. EFFICIENCY(self, view,
 * n, &value, err) is that of the best allocation on N nodes; of none it is 0.
 * Returns 0 or its error.
 */
typedef int boa_policy_efficiency(void *self, const struct boa_view *view,
				  unsigned n, double *value,
				  struct boa_err *err);
struct boa_policy_search {
	boa_policy_efficiency *efficiency;
	void *self;
	double aim;
	unsigned most;
};
int boa_policy_find_size(const struct boa_policy_search *search,
			 const struct boa_view *view, unsigned *n,
			 struct boa_err *err);

/* Is EFFICIENCY so far from AIM that the size is looked at again? */
bool boa_policy_is_off(double efficiency, double aim);

/*
 * Nodes of TYPE beyond which the jobs of VIEW could use none.
 */
unsigned boa_policy_nodes_of_use(const struct boa_policy_options *options,
				 const struct boa_view *view, size_t type);

#endif /* BOA_POLICY_COMMON_H */
