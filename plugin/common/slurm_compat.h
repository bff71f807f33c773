/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slurm_compat.h - Slurm's internal headers, and every difference between its
 * releases that the plugins meet. No other file has a version in an #if.
 *
 * The first include of every plugin source. "config.h" here is the one of the
 * Slurm tree (configure --with-slurm-build), not this project's.
 */
#ifndef BOA_SLURM_COMPAT_H
#define BOA_SLURM_COMPAT_H

/* slurm_xlator.h renames functions, so it comes before what declares them. */
/* clang-format off */
#include "config.h"
#include <stdlib.h>
#include <string.h>
#include "slurm/slurm.h"
#include "slurm/slurm_errno.h"
#include "src/common/slurm_xlator.h"
#include "src/common/bitstring.h"
#include "src/common/list.h"
#include "src/common/log.h"
#include "src/common/macros.h"
#include "src/common/node_conf.h"
#include "src/common/plugin.h"
#include "src/common/read_config.h"
#include "src/common/slurm_protocol_defs.h"
#include "src/common/xmalloc.h"
#include "src/common/xstring.h"
#include "src/slurmctld/job_scheduler.h"
#include "src/slurmctld/locks.h"
#include "src/slurmctld/power_save.h"
#include "src/slurmctld/slurmctld.h"
#include "src/slurmctld/state_save.h"
/* clang-format on */

#define BOA_SLURM_SINCE(major, minor)                                          \
	(SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(major, minor, 0))

/* How a request names GPUs: "gres:gpu:t4:4" or "gres/gpu:t4:4". */
#if BOA_SLURM_SINCE(23, 11)
#define BOA_GRES_PREFIX "gres/"
#else
#define BOA_GRES_PREFIX "gres:"
#endif

/* job_modify() gained err_msg in 23.02. */
#if BOA_SLURM_SINCE(23, 2)
#define BOA_MODIFY_HAS_TEXT 1
#else
#define BOA_MODIFY_HAS_TEXT 0
#endif

static inline void boa_slurm_set_job_id(job_desc_msg_t *desc, uint32_t job_id)
{
#if BOA_SLURM_SINCE(25, 11)
	desc->step_id.job_id = job_id;
	desc->step_id.sluid = 0;
#else
	desc->job_id = job_id;
#endif
}

/* Seconds that a requeue puts before the next start, beyond the one it adds
   anyhow: cred_expire of AuthInfo in slurm.conf(5), 120 by default. */
static inline time_t boa_slurm_requeue_delay_s(void)
{
	const char *text = xstrcasestr(slurm_conf.authinfo, "cred_expire=");
	long delay = text ? atol(text + strlen("cred_expire=")) : 0;

	return delay > 0 ? delay : 120;
}

#endif /* BOA_SLURM_COMPAT_H */
