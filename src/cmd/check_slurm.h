/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * check_slurm.h - do Slurm's settings serve BOA? For each: what is set, what
 * must be, what follows (slurm.conf(5)).
 */
#ifndef BOA_CHECK_SLURM_H
#define BOA_CHECK_SLURM_H

#include "src/cmd/check_rows.h"
#include "src/cmd/slurm_settings.h"
#include "src/conf.h"

/* Judge the settings of the cluster as a whole. */
void boa_check_cluster(const struct boa_slurm_settings *settings,
		       struct boa_check *check);

/* Judge the partition and the nodes of every GpuType of CONF. */
void boa_check_types(const struct boa_slurm_settings *settings,
		     const struct boa_conf *conf, struct boa_check *check);

/*
 * Look for BOA's two plugins in the folders PLUGIN_DIR (separated by ':') of
 * this host; each must be built for slurmctld's VERSION.
 */
void boa_check_plugins(const char *plugin_dir, const char *version,
		       struct boa_check *check);

/* GPUs of TYPE in GRES ("gpu:t4:4(S:0),gpu:a100:2"); 0 when there are none. */
unsigned boa_gres_count(const char *gres, const char *type);

/* Is VALUE among the numbers of LIST ("1,5-9")? */
bool boa_list_has_number(const char *list, unsigned value);

/* Is WORD, or PREFIX followed by WORD, among the words of LIST (by comma)? */
bool boa_list_has_word(const char *list, const char *prefix, const char *word);

#endif /* BOA_CHECK_SLURM_H */
