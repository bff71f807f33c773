/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/check_slurm.h"

unsigned boa_gres_count(const char *gres, const char *type)
{
	size_t len = strlen(type);

	for (; gres && *gres; gres += strcspn(gres, ",")) {
		gres += *gres == ',';
		if (!strncmp(gres, "gpu:", 4) &&
		    !strncmp(gres + 4, type, len) && gres[4 + len] == ':')
			return (unsigned)strtoul(gres + 5 + len, NULL, 10);
	}
	return 0;
}

static const struct boa_slurm_partition *
find_partition(const struct boa_slurm_settings *settings, const char *name)
{
	for (size_t i = 0; i < settings->n_partition; i++)
		if (!strcmp(settings->partition[i].name, name))
			return &settings->partition[i];
	return NULL;
}

/* Nodes of a partition as BOA's rules see them. */
struct tally {
	size_t n_hidden, n_fixed, n_wrong;
	const char *wrong; /* the first node whose GPUs are not as they must */
	const char *wrong_gres;
};

static struct tally tally_nodes(const struct boa_slurm_partition *partition,
				const struct boa_conf_type *type)
{
	struct tally tally = { 0 };

	for (size_t i = 0; i < partition->n_node; i++) {
		const struct boa_slurm_node *node = &partition->node[i];

		if (!node->name) {
			tally.n_hidden++;
			continue;
		}
		tally.n_fixed += !node->is_cloud;
		if (boa_gres_count(node->gres, type->name) ==
		    type->gpus_per_node)
			continue;
		if (!tally.n_wrong++) {
			tally.wrong = node->name;
			tally.wrong_gres = node->gres;
		}
	}
	return tally;
}

static void check_nodes(const struct boa_slurm_partition *partition,
			const struct boa_conf_type *type, const char *item,
			struct boa_check *check)
{
	struct tally tally = tally_nodes(partition, type);

	if (!partition->n_node) {
		boa_check_add(check, BOA_CHECK_BAD, item, partition->name,
			      "has no nodes");
		return;
	}
	if (tally.n_wrong)
		boa_check_add(
			check, BOA_CHECK_BAD, item, tally.wrong_gres,
			"node %s must have Gres=gpu:%s:%u, as must %zu of "
			"%zu: a request is for gpu:%s",
			tally.wrong, type->name, type->gpus_per_node,
			tally.n_wrong, partition->n_node, type->name);
	if (tally.n_fixed)
		boa_check_add(check, BOA_CHECK_WARN, item, partition->name,
			      "%zu of %zu nodes are not State=CLOUD: never "
			      "rented nor released",
			      tally.n_fixed, partition->n_node);
	if (tally.n_hidden)
		boa_check_add(check, BOA_CHECK_WARN, item, partition->name,
			      "%zu nodes are off and hidden, not checked; "
			      "PrivateData=cloud shows them",
			      tally.n_hidden);
	if (!tally.n_wrong && !tally.n_fixed)
		boa_check_add(check, BOA_CHECK_OK, item, partition->name,
			      "%zu cloud nodes of %u GPUs", partition->n_node,
			      type->gpus_per_node);
	if (type->max_nodes != UINT_MAX && partition->n_node < type->max_nodes)
		boa_check_add(check, BOA_CHECK_WARN, item, partition->name,
			      "MaxNodes=%u is more than its %zu nodes",
			      type->max_nodes, partition->n_node);
}

static void check_times(const struct boa_slurm_partition *partition,
			const struct boa_conf_type *type, const char *item,
			struct boa_check *check)
{
	char text[32];

	if (isinf(partition->suspend_time_s)) {
		boa_check_add(check, BOA_CHECK_BAD, item, "SuspendTime=-1",
			      "must be a number of seconds: without it Slurm "
			      "saves no power here, rents nothing, and idle "
			      "nodes stay if sched/boa fails");
	} else {
		snprintf(text, sizeof(text), "SuspendTime=%.0f",
			 partition->suspend_time_s);
		boa_check_add(check, BOA_CHECK_OK, item, text,
			      "the safety net: an idle node is released by "
			      "then even without sched/boa");
	}
	snprintf(text, sizeof(text), "ResumeTimeout=%.0f",
		 partition->resume_timeout_s);
	if (partition->resume_timeout_s < type->boot_time_s)
		boa_check_add(check, BOA_CHECK_BAD, item, text,
			      "must be more than BootTime=%g: nodes are given "
			      "up while they boot",
			      type->boot_time_s);
	else if (partition->resume_timeout_s < 1.5 * type->boot_time_s)
		boa_check_add(check, BOA_CHECK_WARN, item, text,
			      "leaves a late node little room: BootTime=%g",
			      type->boot_time_s);
	else
		boa_check_add(check, BOA_CHECK_OK, item, text,
			      "BootTime=%g fits", type->boot_time_s);
}

static void check_type(const struct boa_slurm_settings *settings,
		       const struct boa_conf_type *type,
		       struct boa_check *check)
{
	const struct boa_slurm_partition *partition =
		find_partition(settings, type->partition);
	char item[128];

	snprintf(item, sizeof(item), "GpuType %s", type->name);
	if (!partition) {
		boa_check_add(check, BOA_CHECK_BAD, item, type->partition,
			      "is not a partition of this cluster: give "
			      "Partition= in boa.conf");
		return;
	}
	if (!partition->is_up)
		boa_check_add(check, BOA_CHECK_WARN, item, partition->name,
			      "is not UP: jobs wait");
	if (partition->is_exclusive)
		boa_check_add(check, BOA_CHECK_WARN, item, partition->name,
			      "OverSubscribe=EXCLUSIVE: a job below a node's "
			      "GPUs holds, and pays, the whole node");
	if (boa_list_has_word(settings->suspend_exc_parts, "", partition->name))
		boa_check_add(check, BOA_CHECK_WARN, item,
			      settings->suspend_exc_parts,
			      "is in SuspendExcParts: its nodes are never "
			      "released");
	check_nodes(partition, type, item, check);
	check_times(partition, type, item, check);
}

void boa_check_types(const struct boa_slurm_settings *settings,
		     const struct boa_conf *conf, struct boa_check *check)
{
	for (size_t i = 0; i < conf->n_type; i++)
		check_type(settings, &conf->type[i], check);
}
