/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * policy.h - a scheduling policy as the simulator knows it: it sees the
 * cluster and says how many nodes there are to be, and what each job holds.
 *
 * One policy is one file in sim/policy/, and one row of the list in
 * sim/policy/list.c. To add one, write a struct boa_policy and its functions.
 */
#ifndef BOA_POLICY_H
#define BOA_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/rates.h"
#include "sim/rng.h"
#include "sim/world.h"

/* What is asked of the policy; NAN and 0 where it was not given. */
struct boa_policy_options {
	double budget_per_hour; /* spend, in the types' price */
	double efficiency;      /* target of the autoscaled ones, 0 .. 1 */
	const unsigned *nodes;  /* [n_type], size of a fixed cluster; NULL */
	double idle_timeout_s;  /* reservation-as: keep an idle node so long */
	double refresh_s;       /* boa: solve again so often; 0: once only */
	double prior_jobs;      /* boa: weight of the class file's arrival
				   rates, in jobs; INFINITY: they are true */
	double plan_boot_s;     /* boa, static: boot time that plans reckon
				   with at each start and resize */
	bool restart_discount;  /* pollux, sia, rubick: restarts have a price */
	size_t population;      /* pollux: of its genetic search */
	size_t generations;
	bool plain_search; /* pollux: as published, from chance alone */
	uint64_t seed;
	const struct boa_classes *set;     /* what it believes of the classes */
	const struct boa_rates *rates;     /* the same as tables */
	const struct boa_world_type *type; /* [n_type] */
	size_t n_type;
};

/* The cluster as a policy sees it. All is borrowed and must not be changed. */
struct boa_view {
	double now_s;
	unsigned happened; /* BOA_HAPPENED_* since the last look */
	uint64_t n_arrived;
	size_t n_type;
	const struct boa_world_type *type; /* [n_type] */
	size_t n_job;
	const struct boa_sim_job *job; /* [n_job], by rising id */
	size_t n_node;
	const struct boa_sim_node *node; /* [n_node], slots */
	const unsigned *n_held;          /* [n_type], nodes BOOTING or UP */
};

/* What one job is to hold. */
struct boa_want {
	ptrdiff_t type; /* -1: nothing */
	unsigned gpus;
};

/*
 * What is to be. It comes with WANT as things are, so that a policy need only
 * say what changes; a want that cannot be met leaves the job queued.
 */
struct boa_decision {
	struct boa_want *want; /* [n_job] */
	/*
	 * Where the policy places jobs itself: GPUs of each job on each node,
	 * [n_job][n_node]; NULL: the simulator places (place.h). All zero on
	 * entry; only rows of jobs with PLACED set are read.
	 */
	uint16_t *gpus_on;
	bool *placed; /* [n_job] */
	bool rent;    /* rent nodes where wants need them */
	size_t n_release;
	size_t *release; /* [n_node], nodes to give back when still idle */
	double wake_s;   /* look again then at the latest; INFINITY */
	bool again;      /* look again at once when this is carried out */
};

struct boa_policy {
	const char *name;
	const char *summary; /* one line */
	double round_s;      /* looks so often by default; 0: on events */
	const char *needs;   /* "budget", "nodes", "efficiency" */

	/* *STATE is new. Returns 0 or an error. */
	int (*create)(const struct boa_policy_options *options, void **state,
		      struct boa_err *err);
	void (*destroy)(void *state);
	/*
	 * How many nodes of each type are to be held, N_NODES [n_type]. Called
	 * before decide(); growth is carried out before it, shrinking after it
	 * as far as nodes are idle. NULL: the policy rents and releases in
	 * decide().
	 */
	int (*resize)(void *state, const struct boa_view *view,
		      unsigned *n_nodes, struct boa_err *err);
	/* N_NODES as resize() said; NULL without it. */
	int (*decide)(void *state, const struct boa_view *view,
		      const unsigned *n_nodes, struct boa_decision *decision,
		      struct boa_err *err);
	/* Figures of its own, as "name value" pairs; may be NULL. */
	size_t (*report)(const void *state, const char **name, double *value);
};

#define BOA_POLICY_REPORT_MAX 16

/* All policies; NULL-terminated. */
extern const struct boa_policy *const boa_policies[];

/* The one called NAME, or NULL. */
const struct boa_policy *boa_policy_find(const char *name);

#endif /* BOA_POLICY_H */
