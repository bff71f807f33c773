/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/job_submit/request.h"

#include <stdio.h>
#include <string.h>

#include "plugin/common/mark.h"
#include "plugin/common/sizing.h"
#include "plugin/common/slurm_compat.h"

#include "src/gres.h"

static bool is_given(uint32_t value)
{
	return value != NO_VAL && value != INFINITE;
}

/* Does TRES ask for anything but a GPU type without a number? */
static bool gives_amount(const char *tres)
{
	struct boa_gres gres = boa_gres_parse(tres);

	return gres.has_other ||
	       (gres.has_gpu && (gres.has_count || !gres.type));
}

/* The GPU type without a number that TRES names, into ROOM; or NULL. */
static const char *bare_type(const char *tres, char *room)
{
	struct boa_gres gres = boa_gres_parse(tres);

	if (!gres.has_gpu || !gres.type || gres.has_count ||
	    gres.type_len > BOA_NAME_MAX)
		return NULL;
	snprintf(room, BOA_NAME_MAX + 1, "%.*s", (int)gres.type_len, gres.type);
	return room;
}

struct boa_request boa_request_of(const job_desc_msg_t *desc, char *type_room)
{
	struct boa_request request = {
		.comment = desc->comment,
		.account = desc->account,
		.partition = desc->partition,
		.is_batch = desc->script != NULL,
		.is_het = desc->het_job_offset != NO_VAL,
	};

	request.gave_size =
		is_given(desc->min_nodes) || is_given(desc->max_nodes) ||
		is_given(desc->num_tasks) || desc->req_nodes ||
		(desc->ntasks_per_node && desc->ntasks_per_node != NO_VAL16) ||
		gives_amount(desc->tres_per_job) ||
		gives_amount(desc->tres_per_node) ||
		gives_amount(desc->tres_per_socket) ||
		gives_amount(desc->tres_per_task);
	request.gpu_type = bare_type(desc->tres_per_node, type_room);
	if (!request.gpu_type)
		request.gpu_type = bare_type(desc->tres_per_job, type_room);
	return request;
}

void boa_request_size(job_desc_msg_t *desc, const struct boa_conf *conf,
		      struct boa_proposal *proposal)
{
	const struct boa_conf_type *type = &conf->type[proposal->type];
	struct boa_mark mark = {
		.sized = true,
		.cpus = desc->cpus_per_task == NO_VAL16,
		.memory = desc->pn_min_memory == NO_VAL64 &&
			  !desc->mem_per_tres &&
			  boa_sizing_memory_matters(type),
	};

	if (!find_part_record(type->partition)) {
		proposal->verdict = BOA_PASS;
		snprintf(
			proposal->text, sizeof(proposal->text),
			"BOA: Slurm has no partition %s; the job stays as it is",
			type->partition);
		error("job_submit/boa: boa.conf gives %s the partition %s, Slurm has none of that name",
		      type->name, type->partition);
		return;
	}
	if (proposal->restricted)
		snprintf(mark.only_type, sizeof(mark.only_type), "%s",
			 type->name);
	boa_sizing_fill(desc, type, proposal->gpus,
			mark.cpus ? 0 : desc->cpus_per_task, mark.memory);
	xfree(desc->tres_per_job);
	xfree(desc->partition);
	desc->partition = xstrdup(type->partition);
	desc->requeue = 1;
	boa_mark_write(desc, &mark);
}

bool boa_request_changes_size(const job_desc_msg_t *desc)
{
	return is_given(desc->min_nodes) || is_given(desc->max_nodes) ||
	       is_given(desc->num_tasks) || is_given(desc->min_cpus) ||
	       desc->req_nodes || desc->tres_per_job || desc->tres_per_node ||
	       desc->tres_per_socket || desc->tres_per_task ||
	       desc->partition ||
	       (desc->ntasks_per_node && desc->ntasks_per_node != NO_VAL16);
}
