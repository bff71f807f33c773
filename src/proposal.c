/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/choice.h"
#include "src/proposal.h"
#include "src/token.h"

static void __attribute__((format(printf, 3, 4)))
answer(struct boa_proposal *proposal, enum boa_verdict verdict, const char *fmt,
       ...)
{
	va_list ap;

	proposal->verdict = verdict;
	va_start(ap, fmt);
	vsnprintf(proposal->text, sizeof(proposal->text), fmt, ap);
	va_end(ap);
}

/* A second class in the comment is named, not followed. */
static void add_other(const struct boa_token_class *token,
		      struct boa_proposal *proposal)
{
	size_t len = strlen(proposal->text);

	if (token->other)
		snprintf(proposal->text + len, sizeof(proposal->text) - len,
			 "; class:%.*s is ignored, the first class counts",
			 (int)token->other_len, token->other);
}

/*
 * The class that TOKEN stands for, or NULL with the answer in PROPOSAL.
 */
static const struct boa_table_class *
find_class(const struct boa_conf *conf, const struct boa_table *table,
	   const struct boa_token_class *token, struct boa_proposal *proposal)
{
	const struct boa_table_class *class =
		boa_table_find(table, token->name, token->len);
	const char *as = conf->unknown_class_name;
	int len = (int)token->len;

	if (class)
		return class;
	if (conf->unknown_class == BOA_UNKNOWN_REJECT) {
		answer(proposal, BOA_REJECT,
		       "BOA: class %.*s is not known (boactl classes lists "
		       "those that are)",
		       len, token->name);
		return NULL;
	}
	if (conf->unknown_class == BOA_UNKNOWN_AS && as)
		class = boa_table_find(table, as, strlen(as));
	if (!class)
		answer(proposal, BOA_PASS,
		       "BOA: class %.*s is not known; the job stays as it "
		       "is",
		       len, token->name);
	return class;
}

/*
 * The type the user's words leave: *TYPE is its index in conf.type, -1 when
 * any will do. False, with the answer in PROPOSAL, when none is left.
 */
static bool restrict_type(const struct boa_conf *conf,
			  const struct boa_request *request, ptrdiff_t *type,
			  struct boa_proposal *proposal)
{
	ptrdiff_t by_partition = -1, by_type = -1;

	if (request->partition) {
		by_partition =
			boa_conf_find_partition(conf, request->partition);
		if (by_partition < 0) {
			answer(proposal, BOA_PASS,
			       "BOA: the partition you gave is not one of "
			       "BOA's; the job stays as it is");
			return false;
		}
	}
	if (request->gpu_type) {
		by_type = boa_conf_find_type(conf, request->gpu_type);
		if (by_type < 0) {
			answer(proposal, BOA_PASS,
			       "BOA: the GPU type you gave is not one of "
			       "BOA's; the job stays as it is");
			return false;
		}
	}
	if (by_partition >= 0 && by_type >= 0 && by_partition != by_type) {
		answer(proposal, BOA_PASS,
		       "BOA: partition %s has no GPUs of type %s; the job "
		       "stays as it is",
		       conf->type[by_partition].partition,
		       conf->type[by_type].name);
		return false;
	}
	*type = by_partition >= 0 ? by_partition : by_type;
	return true;
}

/* The plan for a job of CLASS; its index, or -1 with the answer given. */
static ptrdiff_t pick(const struct boa_conf *conf,
		      const struct boa_shares *shares,
		      const struct boa_table_class *class, const char *account,
		      ptrdiff_t only, struct boa_proposal *proposal)
{
	const char *only_type = only < 0 ? NULL : conf->type[only].name;
	struct boa_snapshot_type *type = calloc(conf->n_type, sizeof(*type));
	bool *allowed = calloc(class->n_plan, sizeof(*allowed));
	ptrdiff_t plan = -1;
	size_t h;

	if (!type || !allowed) {
		answer(proposal, BOA_PASS,
		       "BOA: out of memory; the job stays as it is");
		goto out;
	}
	for (h = 0; h < conf->n_type; h++) {
		type[h].name = conf->type[h].name;
		type[h].gpus_per_node = conf->type[h].gpus_per_node;
		type[h].max_nodes = conf->type[h].max_nodes;
	}
	boa_choice_allow(class, type, conf->n_type, only_type, allowed);
	plan = boa_shares_pick(shares, class, account, allowed);
	if (plan < 0)
		answer(proposal, BOA_PASS,
		       "BOA: class %s has no width on %s; the job stays as it "
		       "is",
		       class->name, only_type ? only_type : "any GPU type");
out:
	free(type);
	free(allowed);
	return plan;
}

static void size(const struct boa_conf *conf,
		 const struct boa_table_class *class, size_t plan,
		 bool restricted, struct boa_proposal *proposal)
{
	const struct boa_plan *chosen = &class->plan[plan];

	proposal->type = (size_t)boa_conf_find_type(conf, chosen->gpu_type[0]);
	proposal->gpus = chosen->gpus[0];
	proposal->restricted = restricted;
	answer(proposal, BOA_SIZED, "BOA: class %s, %u GPU%s of %s in epoch 1",
	       class->name, chosen->gpus[0], chosen->gpus[0] == 1 ? "" : "s",
	       chosen->gpu_type[0]);
}

static void decide(const struct boa_conf *conf, const struct boa_table *table,
		   const struct boa_shares *shares,
		   const struct boa_request *request,
		   const struct boa_token_class *token,
		   struct boa_proposal *proposal)
{
	const struct boa_table_class *class;
	ptrdiff_t type, plan;

	if (!table) {
		answer(proposal, BOA_PASS,
		       "BOA: there is no width table yet; the job stays as it "
		       "is");
		return;
	}
	if (request->is_het) {
		answer(proposal, BOA_PASS,
		       "BOA: heterogeneous jobs are not sized; the job stays "
		       "as it is");
		return;
	}
	class = find_class(conf, table, token, proposal);
	if (!class)
		return;
	if (!request->is_batch || request->gave_size) {
		answer(proposal, BOA_RIGID,
		       "BOA: class %s, keeps the size you gave", class->name);
		return;
	}
	if (!restrict_type(conf, request, &type, proposal))
		return;
	plan = pick(conf, shares, class, request->account, type, proposal);
	if (plan >= 0)
		size(conf, class, (size_t)plan, type >= 0, proposal);
}

void boa_propose(const struct boa_conf *conf, const struct boa_table *table,
		 const struct boa_shares *shares,
		 const struct boa_request *request,
		 struct boa_proposal *proposal)
{
	struct boa_token_class token = boa_token_class(request->comment);

	*proposal = (struct boa_proposal){ .verdict = BOA_PASS };
	if (!token.name)
		return;
	decide(conf, table, shares, request, &token, proposal);
	add_other(&token, proposal);
}
