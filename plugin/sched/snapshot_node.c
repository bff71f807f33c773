/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/snapshot_node.h"

#include <stdlib.h>
#include <string.h>

#include "plugin/common/slurm_compat.h"

#include "src/engine.h"
#include "src/gres.h"

static enum boa_node_state state_of(const node_record_t *node)
{
	if (IS_NODE_POWERED_DOWN(node) || IS_NODE_FUTURE(node))
		return BOA_NODE_OFF;
	if (IS_NODE_POWERING_DOWN(node) || IS_NODE_POWER_DOWN(node))
		return BOA_NODE_LEAVING;
	if (IS_NODE_DOWN(node))
		return BOA_NODE_FAILED;
	if (IS_NODE_POWERING_UP(node))
		return BOA_NODE_BOOTING;
	return IS_NODE_NO_RESPOND(node) ? BOA_NODE_FAILED : BOA_NODE_UP;
}

static bool begins_with(const char *text, const char *begin)
{
	return !strncmp(text, begin, strlen(begin));
}

/*
 * Why the node is down, where it is a cloud's doing. The flags differ (a node
 * that ResumeTimeout met is DOWN and POWERED_DOWN, with NOT_RESPONDING or
 * without); the reason does not (22.05.8 power_save.c:571, ping_nodes.c:350).
 */
static enum boa_node_trouble trouble_of(const node_record_t *node)
{
	const char *reason = node->reason ? node->reason : "";

	if (!IS_NODE_DOWN(node) || !IS_NODE_CLOUD(node) || IS_NODE_DRAIN(node))
		return BOA_TROUBLE_NONE;
	if (begins_with(reason, "ResumeTimeout reached") ||
	    begins_with(reason, BOA_REASON_LAUNCH))
		return BOA_TROUBLE_LAUNCH;
	if (begins_with(reason, "Not responding") ||
	    begins_with(reason, BOA_REASON_GONE))
		return BOA_TROUBLE_LOST;
	return BOA_TROUBLE_NONE;
}

/* Take the counts out of LIST (may be NULL), "n[1-4]:2" to "n[1-4]". */
static void drop_counts(char *list)
{
	char *to = list;
	bool in_count = false;

	for (const char *from = list; from && *from; from++) {
		if (*from == ':')
			in_count = true;
		else if (*from == ',')
			in_count = false;
		if (!in_count)
			*to++ = *from;
	}
	if (to)
		*to = '\0';
}

/* The nodes that slurm.conf's SuspendExc* keeps up, new, or NULL for none. An
   entry that keeps only some of its nodes up ("n[1-4]:2") counts whole. */
static bitstr_t *excepted_nodes(void)
{
	bitstr_t *all = NULL;
	char *list = xstrdup(slurm_conf.suspend_exc_parts);
	char *save = NULL;

	for (char *name = list ? strtok_r(list, ",", &save) : NULL; name;
	     name = strtok_r(NULL, ",", &save)) {
		part_record_t *part = find_part_record(name);

		if (!part || !part->node_bitmap)
			continue;
		if (!all)
			all = bit_alloc(node_record_count);
		bit_or(all, part->node_bitmap);
	}
	xfree(list);
	list = xstrdup(slurm_conf.suspend_exc_nodes);
	drop_counts(list);
	if (list) {
		bitstr_t *some = NULL;

		(void)node_name2bitmap(list, true, &some);
		if (some && all)
			bit_or(all, some);
		else if (some)
			all = bit_copy(some);
		FREE_NULL_BITMAP(some);
	}
	xfree(list);
	return all;
}

static void copy_node(const node_record_t *node, bool excepted, bool saving,
		      struct boa_node *out)
{
	out->state = state_of(node);
	out->usable = out->state != BOA_NODE_FAILED && !IS_NODE_DOWN(node) &&
		      !IS_NODE_DRAIN(node) && !IS_NODE_FAIL(node);
	if (saving && !excepted)
		out->trouble = trouble_of(node);
	out->down_s = (double)node->reason_time;
	out->idle = out->state == BOA_NODE_UP && IS_NODE_IDLE(node) &&
		    !IS_NODE_COMPLETING(node) && !node->run_job_cnt &&
		    !node->comp_job_cnt && !node->sus_job_cnt;
	out->releasable =
		out->idle && saving && !excepted && IS_NODE_CLOUD(node) &&
		out->usable && !IS_NODE_MAINT(node) &&
		!(node->node_state & NODE_STATE_RES) &&
		!IS_NODE_REBOOT_REQUESTED(node) && !IS_NODE_REBOOT_ISSUED(node);
	out->boot_s = (double)node->boot_req_time;
}

/* Is power saving on (slurm.conf(5), SuspendTime)? Kept simple: the programs
   are set and a time is given; Slurm itself checks the rest. */
static bool is_power_saving(void)
{
	return slurm_conf.suspend_program && slurm_conf.resume_program &&
	       slurm_conf.suspend_time != INFINITE;
}

static int make_room(struct boa_view *view)
{
	size_t want = (size_t)node_record_count;
	struct boa_node *node;
	ptrdiff_t *place;

	if (want <= view->room_node)
		return 0;
	node = realloc(view->snapshot.node, want * sizeof(*node));
	if (node)
		view->snapshot.node = node;
	place = realloc(view->place, want * sizeof(*place));
	if (place)
		view->place = place;
	if (!node || !place)
		return -1;
	view->room_node = want;
	return 0;
}

/* Copy the nodes of type TYPE that no earlier type has. */
static int take_type(const struct boa_conf *conf, size_t type,
		     bitstr_t *excepted, struct boa_view *view,
		     boa_keep_fn keep)
{
	part_record_t *part = find_part_record(conf->type[type].partition);
	bool saving = is_power_saving();
	bool failed = false;

	for (int i = 0; part && part->node_bitmap && i < node_record_count;
	     i++) {
		node_record_t *node = node_record_table_ptr[i];
		struct boa_node *out =
			&view->snapshot.node[view->snapshot.n_node];

		if (!node || !bit_test(part->node_bitmap, i) ||
		    view->place[i] >= 0)
			continue;
		*out = (struct boa_node){
			.name = keep(view, node->name, &failed),
			.type = (ptrdiff_t)type,
			.gpus = conf->type[type].gpus_per_node,
		};
		if (failed)
			return -1;
		copy_node(node, excepted && bit_test(excepted, i), saving, out);
		view->place[i] = (ptrdiff_t)view->snapshot.n_node++;
	}
	return 0;
}

int boa_view_take_nodes(const struct boa_conf *conf, struct boa_view *view,
			boa_keep_fn keep)
{
	bitstr_t *excepted;
	int rc = 0;

	if (make_room(view))
		return -1;
	for (int i = 0; i < node_record_count; i++)
		view->place[i] = -1;
	excepted = excepted_nodes();
	for (size_t type = 0; type < conf->n_type && !rc; type++)
		rc = take_type(conf, type, excepted, view, keep);
	FREE_NULL_BITMAP(excepted);
	return rc;
}

static int add_hold(struct boa_view *view, uint32_t job_id, size_t node,
		    unsigned gpus)
{
	if (view->n_raw == view->room_hold) {
		size_t room = view->room_hold ? 2 * view->room_hold : 256;
		struct boa_view_hold *raw =
			realloc(view->raw, room * sizeof(*raw));

		if (!raw)
			return -1;
		view->raw = raw;
		view->room_hold = room;
	}
	view->raw[view->n_raw++] = (struct boa_view_hold){ .job_id = job_id,
							   .node = node,
							   .gpus = gpus };
	return 0;
}

/* The record's gres_detail_str has one entry per node of node_bitmap; of a job
   that gives its nodes back node_bitmap_cg tells which it still has. */
unsigned boa_view_add_holds(struct boa_view *view, job_record_t *job,
			    bool *failed)
{
	unsigned total = 0;
	uint32_t nth = 0;
	int first = job->node_bitmap ? (int)bit_ffs(job->node_bitmap) : -1;
	int last = first < 0 ? -2 : (int)bit_fls(job->node_bitmap);

	for (int i = first; i <= last; i++) {
		struct boa_gres gres = { 0 };
		ptrdiff_t place;

		if (!bit_test(job->node_bitmap, i))
			continue;
		if (nth < job->gres_detail_cnt)
			gres = boa_gres_parse(job->gres_detail_str[nth]);
		nth++;
		if (IS_JOB_COMPLETING(job) && job->node_bitmap_cg &&
		    !bit_test(job->node_bitmap_cg, i))
			continue;
		place = i < node_record_count ? view->place[i] : -1;
		if (place < 0)
			continue;
		if (add_hold(view, job->job_id, (size_t)place,
			     gres.has_gpu ? (unsigned)gres.count : 0)) {
			*failed = true;
			return total;
		}
		total += gres.has_gpu ? (unsigned)gres.count : 0;
	}
	return total;
}

static size_t job_place(const struct boa_snapshot *snapshot, uint32_t id)
{
	size_t low = 0, high = snapshot->n_job;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (snapshot->job[mid].id < id)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

int boa_view_sort_holds(struct boa_view *view)
{
	struct boa_snapshot *snapshot = &view->snapshot;
	struct boa_hold *hold =
		realloc(view->hold, (view->n_raw + 1) * sizeof(*view->hold));
	size_t next = 0;

	if (!hold)
		return -1;
	view->hold = hold;
	for (size_t i = 0; i < view->n_raw; i++)
		snapshot->node[view->raw[i].node].n_hold++;
	for (size_t i = 0; i < snapshot->n_node; i++) {
		snapshot->node[i].hold = hold + next;
		next += snapshot->node[i].n_hold;
		snapshot->node[i].n_hold = 0;
	}
	for (size_t i = 0; i < view->n_raw; i++) {
		struct boa_node *node = &snapshot->node[view->raw[i].node];

		node->hold[node->n_hold++] = (struct boa_hold){
			.job = job_place(snapshot, view->raw[i].job_id),
			.gpus = view->raw[i].gpus,
		};
	}
	return 0;
}
