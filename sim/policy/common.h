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

#endif /* BOA_POLICY_COMMON_H */
