/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_nodes.c - nodes and GPU types in status.json. */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "src/json.h"
#include "src/status_parts.h"

const char *const boa_status_node_words[BOA_NODE_FAILED + 1] = {
	[BOA_NODE_OFF] = "off",       [BOA_NODE_BOOTING] = "booting",
	[BOA_NODE_UP] = "up",         [BOA_NODE_LEAVING] = "leaving",
	[BOA_NODE_FAILED] = "failed",
};

static unsigned held_gpus(const struct boa_node *node)
{
	unsigned sum = 0;
	size_t i;

	for (i = 0; i < node->n_hold; i++)
		sum += node->hold[i].gpus;
	return sum;
}

/* The name of NODE's type, or NULL. */
static const char *type_of(const struct boa_snapshot *snapshot,
			   const struct boa_node *node)
{
	return node->type < 0 ? NULL : snapshot->type[node->type].name;
}

/* Is NODE one of BOA's, of TYPE (NULL: of any)? */
static bool is_of(const struct boa_snapshot *snapshot,
		  const struct boa_node *node, const char *type)
{
	const char *own = type_of(snapshot, node);

	return own && (!type || !strcmp(own, type));
}

struct boa_status_rate boa_status_rate(const struct boa_status *status,
				       const char *type)
{
	const struct boa_snapshot *snapshot = status->snapshot;
	struct boa_status_rate rate = { 0 };
	size_t i;

	for (i = 0; i < boa_ledger_n_node(status->ledger); i++) {
		struct boa_node_bill bill =
			boa_ledger_node_at(status->ledger, i);

		if (!bill.billed || (type && strcmp(bill.type, type) != 0))
			continue;
		rate.rented_gpus += bill.gpus;
		rate.per_hour += bill.gpus * bill.price_per_gpu_h;
	}
	for (i = 0; i < snapshot->n_node; i++) {
		if (is_of(snapshot, &snapshot->node[i], type))
			rate.held_gpus += held_gpus(&snapshot->node[i]);
	}
	return rate;
}

/* --- nodes[] ---------------------------------------------------------- */

static void put_bill(FILE *out, const struct boa_node_bill *bill,
		     enum boa_node_state state)
{
	boa_status_put_text(out, "state", boa_status_node_words[state]);
	boa_status_put_time(out, "since_s", bill->state_since_s);
	boa_status_put_bool(out, "billed", bill->billed);
	boa_status_put_time(out, "billed_since_s", bill->billed_since_s);
	boa_status_put_bool(out, "orphan",
			    bill->billed && state == BOA_NODE_OFF);
}

static void put_node(FILE *out, const struct boa_status *status,
		     const struct boa_node *node)
{
	struct boa_node_bill bill = { 0 };
	size_t i;

	(void)boa_ledger_node(status->ledger, node->name, &bill);
	fputs("{ \"name\": ", out);
	boa_json_put_string(out, node->name);
	boa_status_put_text(out, "type", type_of(status->snapshot, node));
	put_bill(out, &bill, node->state);
	boa_status_put_whole(out, "gpus", node->gpus);
	boa_status_put_whole(out, "held_gpus", held_gpus(node));
	boa_status_put_bool(out, "idle", node->idle);
	boa_status_put_bool(out, "releasable", node->releasable);
	boa_status_put_bool(out, "usable", node->usable);
	fputs(", \"jobs\": [", out);
	for (i = 0; i < node->n_hold; i++)
		fprintf(out, "%s%u", i ? ", " : "",
			status->snapshot->job[node->hold[i].job].id);
	fputs("] }", out);
}

/* One that is billed and no longer in the snapshot. */
static void put_lost(FILE *out, const struct boa_node_bill *bill)
{
	fputs("{ \"name\": ", out);
	boa_json_put_string(out, bill->name);
	boa_status_put_text(out, "type", bill->type);
	put_bill(out, bill, BOA_NODE_OFF);
	boa_status_put_whole(out, "gpus", bill->gpus);
	fputs(", \"held_gpus\": 0, \"idle\": false, \"releasable\": false, "
	      "\"usable\": false, \"jobs\": [] }",
	      out);
}

void boa_status_put_nodes(FILE *out, const struct boa_status *status)
{
	const char *sep = "\n  ";
	size_t i;

	fputc('[', out);
	for (i = 0; i < status->snapshot->n_node; i++) {
		fputs(sep, out);
		put_node(out, status, &status->snapshot->node[i]);
		sep = ",\n  ";
	}
	for (i = 0; i < boa_ledger_n_node(status->ledger); i++) {
		struct boa_node_bill bill =
			boa_ledger_node_at(status->ledger, i);

		if (!bill.billed || bill.present)
			continue;
		fputs(sep, out);
		put_lost(out, &bill);
		sep = ",\n  ";
	}
	fputs(" ]", out);
}

/* --- gpu_types[] ------------------------------------------------------ */

static void put_counts(FILE *out, const struct boa_snapshot *snapshot,
		       const char *type)
{
	unsigned long count[BOA_NODE_FAILED + 1] = { 0 };
	size_t i;

	for (i = 0; i < snapshot->n_node; i++) {
		if (is_of(snapshot, &snapshot->node[i], type))
			count[snapshot->node[i].state]++;
	}
	fputs(", \"nodes\": {", out);
	for (i = 0; i <= BOA_NODE_FAILED; i++)
		fprintf(out, "%s \"%s\": %lu", i ? "," : "",
			boa_status_node_words[i], count[i]);
	fputs(" }", out);
}

static void put_type(FILE *out, const struct boa_status *status,
		     const struct boa_conf_type *type)
{
	struct boa_status_rate rate = boa_status_rate(status, type->name);
	double price = status->conf->budget.unit == BOA_GPU_HOURS_PER_HOUR
			       ? 1
			       : type->price;

	fputs("{ \"name\": ", out);
	boa_json_put_string(out, type->name);
	boa_status_put_text(out, "partition", type->partition);
	boa_status_put_real(out, "price_per_gpu_h", price);
	boa_status_put_whole(out, "gpus_per_node", type->gpus_per_node);
	if (type->max_nodes == UINT_MAX)
		boa_status_put_text(out, "max_nodes", NULL);
	else
		boa_status_put_whole(out, "max_nodes", type->max_nodes);
	boa_status_put_real(out, "boot_time_s", type->boot_time_s);
	boa_status_put_whole(out, "rented_gpus", rate.rented_gpus);
	boa_status_put_whole(out, "held_gpus", rate.held_gpus);
	put_counts(out, status->snapshot, type->name);
	fputs(" }", out);
}

void boa_status_put_types(FILE *out, const struct boa_status *status)
{
	size_t i;

	fputc('[', out);
	for (i = 0; i < status->conf->n_type; i++) {
		fputs(i ? ",\n  " : "\n  ", out);
		put_type(out, status, &status->conf->type[i]);
	}
	fputs(" ]", out);
}
