/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "src/ledger_book.h"

/* One node during one charge. */
struct meter {
	struct boa_charge *charge;
	struct boa_book_node *node;
	const struct boa_node *seen; /* NULL: not in the snapshot */
	enum boa_node_state state;   /* seen now; node->state: seen before */
	bool launched;               /* in this charge */
};

static double latest(double a, double b)
{
	return a > b ? a : b;
}

/* --- a launch and its end --------------------------------------------- */

/* The boot came to nothing: what it cost was for a failed launch. */
static void fail_boot(struct boa_book_node *node)
{
	struct boa_stretch *stretch;

	for (stretch = node->first; stretch; stretch = stretch->next) {
		if (stretch->kind == BOA_KIND_BOOT &&
		    stretch->from_s >= node->boot_from_s) {
			stretch->kind = BOA_KIND_FAILED;
			node->dirty = true;
		}
	}
}

static void lay(const struct meter *meter, const struct boa_scene *scene,
		double a_s, double b_s)
{
	boa_charge_lay(meter->charge, scene, a_s, b_s);
}

/* Billed from AT_S on. */
static void launch(struct meter *meter, double at_s)
{
	struct boa_book_node *node = meter->node;
	/* seen for the first time and not booting: it came up before */
	bool was_up = node->fresh && meter->state != BOA_NODE_OFF &&
		      meter->state != BOA_NODE_BOOTING;

	node->billed = true;
	node->launch_s = node->boot_from_s = at_s;
	node->ever_up = was_up;
	node->seen_on = false;
	node->dirty = true;
	meter->launched = true;
	if (at_s < meter->charge->from_s)
		lay(meter,
		    &(struct boa_scene){ .node = node, .state = node->state },
		    at_s, meter->charge->from_s);
}

/*
 * Take back what was charged from AT_S to UNTIL_S and has been settled since:
 * nothing but the sum can be put right. What is still in the book is cut.
 */
static void take_back(const struct meter *meter, double at_s, double until_s)
{
	const struct boa_book_node *node = meter->node;
	const struct boa_stretch *stretch;
	struct boa_book_cell *cell;
	double gpu_s = node->gpus * (until_s - at_s);

	for (stretch = node->first; stretch; stretch = stretch->next) {
		double from_s = fmax(stretch->from_s, at_s);
		double to_s = fmin(stretch->to_s, until_s);

		gpu_s -= to_s > from_s ? stretch->gpus * (to_s - from_s) : 0;
	}
	if (gpu_s < 1e-6) /* rounding */
		return;
	cell = boa_book_find_cell(meter->charge->ledger, "", "", node->type);
	cell->settled[BOA_KIND_DRAIN].gpu_s -= gpu_s;
	cell->settled[BOA_KIND_DRAIN].spend -=
		gpu_s / 3600 * node->price_per_gpu_h;
	cell->dirty = true;
}

/* Billed until AT_S, which may lie before what has been charged already. */
static void stop(struct meter *meter, double at_s)
{
	struct boa_book_node *node = meter->node;
	double a_s = latest(meter->charge->from_s, node->launch_s);
	struct boa_scene scene = {
		.node = node,
		.state = node->seen_on ? node->state : BOA_NODE_OFF,
		.closing = true,
	};

	if (at_s > a_s)
		lay(meter, &scene, a_s, at_s);
	else
		take_back(meter, at_s, a_s);
	boa_charge_cut(meter->charge, node, at_s);
	if (!node->ever_up)
		fail_boot(node);
	node->billed = false;
	node->last_stop_s = at_s;
	node->dirty = true;
}

/* --- the provider's word ---------------------------------------------- */

/* When EVENT counts: nothing is charged far ahead on a wrong clock's word. */
static double event_time(const struct boa_charge *charge,
			 const struct boa_provider_event *event)
{
	if (charge->restart || event->at_s > charge->now_s + BOA_SETTLE_AFTER_S)
		return charge->now_s;
	return latest(event->at_s, charge->ledger->begin_s);
}

static void follow_provider(struct meter *meter)
{
	const struct boa_charge *charge = meter->charge;
	struct boa_book_node *node = meter->node;
	size_t i;

	for (i = node->first_event; i != SIZE_MAX; i = charge->next_event[i]) {
		const struct boa_provider_event *event =
			&charge->input->event[i];
		double at_s = event_time(charge, event);

		node->dirty |= node->by_state || !node->spoken_of;
		node->by_state = false;
		node->spoken_of = true;
		if (event->what == BOA_PROVIDER_START && !node->billed &&
		    at_s >= node->last_stop_s)
			launch(meter, at_s);
		else if (event->what == BOA_PROVIDER_STOP && node->billed &&
			 at_s >= node->launch_s)
			stop(meter, at_s);
	}
}

/* --- its state -------------------------------------------------------- */

static void set_by_state(struct boa_book_node *node, bool by_state)
{
	node->dirty |= node->by_state != by_state;
	node->by_state = by_state;
}

/* Is NODE to be judged by its state from now on, though there is a log? */
static bool is_passed_over(const struct meter *meter)
{
	const struct boa_book_node *node = meter->node;

	if (node->spoken_of)
		return false;
	/* on when first seen, or up for long: its start is not in the log */
	if (node->fresh)
		return meter->state != BOA_NODE_OFF;
	return meter->state == BOA_NODE_UP && node->state == BOA_NODE_UP &&
	       meter->charge->now_s - node->state_since_s >= BOA_SETTLE_AFTER_S;
}

/* When a node that is seen on, and was not billed, was launched. */
static double launch_time(const struct meter *meter)
{
	const struct boa_charge *charge = meter->charge;
	const struct boa_book_node *node = meter->node;
	double boot_s = meter->seen->boot_s;
	double from_s = charge->from_s;

	if (charge->input->has_provider && !node->fresh)
		/* passed over until now */
		from_s = latest(charge->ledger->begin_s,
				boot_s > 0 ? boot_s : node->state_since_s);
	else if (boot_s > from_s && boot_s <= charge->now_s)
		from_s = boot_s;
	return latest(from_s, node->last_stop_s);
}

static void follow_state(struct meter *meter)
{
	const struct boa_charge *charge = meter->charge;
	struct boa_book_node *node = meter->node;
	bool on = meter->state != BOA_NODE_OFF;

	if (!charge->input->has_provider || is_passed_over(meter))
		set_by_state(node, true);
	if (!node->by_state)
		return;
	if (on && !node->billed)
		launch(meter, launch_time(meter));
	else if (!on && node->billed)
		stop(meter, charge->now_s);
	if (!on && charge->input->has_provider)
		set_by_state(node, false);
}

/* What the state says of the launch under way. */
static void follow_launch(struct meter *meter)
{
	const struct boa_charge *charge = meter->charge;
	struct boa_book_node *node = meter->node;
	bool off = meter->state == BOA_NODE_OFF;

	if (!off && node->state == BOA_NODE_OFF && node->seen_on &&
	    !meter->launched) {
		/* launched again while the provider still billed it */
		node->boot_from_s = charge->from_s;
		node->ever_up = false;
		node->dirty = true;
	}
	if ((!off && !node->seen_on) ||
	    (meter->state == BOA_NODE_UP && !node->ever_up)) {
		node->seen_on = true;
		node->ever_up |= meter->state == BOA_NODE_UP;
		node->dirty = true;
	}
	if (off && node->state != BOA_NODE_OFF) {
		node->off_since_s = charge->now_s;
		node->dirty = true;
	}
	if (!node->ever_up &&
	    (meter->state == BOA_NODE_FAILED || (off && node->seen_on)))
		fail_boot(node);
}

/* Runs that end while NODE is seen to have failed are lost by it. */
static void note_losses(const struct meter *meter)
{
	const struct boa_stretch *stretch = meter->node->first;
	const struct boa_job *job;

	for (; stretch; stretch = stretch->next) {
		struct boa_bill *bill = stretch->bill;

		if (stretch->kind != BOA_KIND_RUN || bill->job == SIZE_MAX ||
		    (bill->run.live && bill->run.no == stretch->run))
			continue;
		job = &meter->charge->input->snapshot->job[bill->job];
		if ((job->state == BOA_JOB_ENDING ||
		     job->state == BOA_JOB_DONE) &&
		    job->end != BOA_END_NODE_FAIL)
			continue;
		bill->last.lost = true;
		bill->dirty = true;
	}
}

static void note_state(const struct meter *meter)
{
	const struct boa_charge *charge = meter->charge;
	struct boa_book_node *node = meter->node;

	if (node->state == meter->state && node->state_since_s > 0)
		return;
	node->state = meter->state;
	node->state_since_s = charge->now_s;
	if (meter->state == BOA_NODE_BOOTING &&
	    meter->seen->boot_s > charge->from_s &&
	    meter->seen->boot_s <= charge->now_s)
		node->state_since_s = meter->seen->boot_s;
	node->dirty = true;
}

/* Take over what the snapshot says of the node's type. */
static void note_type(const struct meter *meter)
{
	const struct boa_snapshot *snapshot = meter->charge->input->snapshot;
	struct boa_book_node *node = meter->node;
	double price;

	if (!meter->seen)
		return;
	price = snapshot->type[meter->seen->type].price_per_gpu_h;
	if (node->gpus == meter->seen->gpus && node->price_per_gpu_h == price)
		return;
	node->gpus = meter->seen->gpus;
	node->price_per_gpu_h = price;
	node->dirty = true;
}

void boa_charge_node(struct boa_charge *charge, struct boa_book_node *node)
{
	struct meter meter = { .charge = charge, .node = node };
	struct boa_scene scene = { .node = node };

	if (node->seen != SIZE_MAX) {
		meter.seen = &charge->input->snapshot->node[node->seen];
		meter.state = meter.seen->state;
	}
	note_type(&meter);
	if (meter.state == BOA_NODE_FAILED)
		note_losses(&meter);
	follow_provider(&meter);
	follow_state(&meter);
	if (node->billed) {
		follow_launch(&meter);
		scene.holder = meter.seen;
		scene.state = meter.state;
		lay(&meter, &scene, latest(charge->from_s, node->launch_s),
		    charge->now_s);
	}
	note_state(&meter);
}
