/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * world.h - the simulated cluster: jobs that make progress on the GPUs they
 * hold, nodes that boot, serve and leave, and a clock.
 *
 * The model (the paper's evaluation, [BOA, arXiv 2602.01404, section 6]):
 * - A job does its epochs one after another. On k GPUs of type h an epoch's
 *   work is done at the true rate s(k).
 * - Every change of what a job holds, the first launch included, keeps its
 *   GPUs busy without progress for the class's startup_s (the first time) or
 *   rescale_s.
 * - Nodes are whole. A node is billed from its launch until it is gone; the
 *   paper's usage ends when it is marked for release.
 * - A job's rate depends on how many GPUs it holds, not on where they are.
 *
 * The world carries out and counts; what is to be done is a policy's to say
 * (policy.h). Between two calls every quantity is constant but for the jobs'
 * progress, so time is advanced from event to event.
 */
#ifndef BOA_WORLD_H
#define BOA_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/heap.h"
#include "sim/rates.h"
#include "sim/source.h"
#include "sim/usage.h"

struct boa_world_type {
	const char *name; /* borrowed */
	double price;     /* per GPU-hour */
	unsigned gpus_per_node;
	unsigned max_nodes; /* rented at once; 0: no limit */
	double boot_s;      /* from the launch until a job can run */
	double reclaim_s;   /* from the mark for release until it is gone */
};

/* Part of a node held by one job. */
struct boa_grip {
	size_t node;
	unsigned gpus;
};

enum boa_sim_state {
	BOA_SIM_QUEUED,  /* holds nothing */
	BOA_SIM_WAITING, /* holds nodes of which some still boot */
	BOA_SIM_PAYING,  /* start-up or rescale: no progress */
	BOA_SIM_WORKING,
};

struct boa_sim_job {
	uint64_t id; /* rising */
	size_t class;
	double submit_s;
	double scale;
	unsigned asked_gpus;
	enum boa_sim_state state;
	size_t epoch;       /* from 0 */
	double work_left_s; /* of this epoch, at since_s */
	ptrdiff_t type;     /* held; -1: none */
	unsigned gpus;      /* held */
	size_t n_grip;
	size_t room;
	struct boa_grip *grip; /* [n_grip] */
	double since_s;        /* of the state and of work_left_s */
	unsigned n_start;      /* times it began to hold something new */
	unsigned n_rescale;    /* of these, with the job started before */
	double service_gpu_s;  /* held so far, until since_s */
	double spend;          /* the same at its price, price * GPU * s */
	double first_start_s;  /* NAN before */
	uint64_t stamp;        /* of its pending event */
};

struct boa_sim_node {
	size_t type;
	enum {
		BOA_SIM_OFF,
		BOA_SIM_BOOTING,
		BOA_SIM_UP,
		BOA_SIM_LEAVING
	} state;
	unsigned free_gpus;  /* of a node BOOTING or UP */
	double rent_s;       /* its launch */
	double idle_since_s; /* when its last job left, or it was launched */
	uint64_t last_job;   /* id of the job that left it last */
	uint64_t stamp;
};

/* What happened since the policy last looked. */
enum {
	BOA_HAPPENED_ARRIVAL = 1,
	BOA_HAPPENED_EPOCH = 2,
	BOA_HAPPENED_END = 4,
	BOA_HAPPENED_NODE = 8,
	BOA_HAPPENED_WAKE = 16,
};

/* Hears of every job that is done; JOB is gone afterwards. */
struct boa_world_listener {
	void (*ended)(void *self, const struct boa_sim_job *job, double now_s);
	void *self;
};

struct boa_world {
	double now_s;
	size_t n_type;
	const struct boa_world_type *type; /* [n_type], borrowed */
	const struct boa_rates *rates;     /* the true ones, borrowed */
	struct boa_world_listener listener;
	bool late_binding; /* see boa_world_rebind() */
	size_t n_job;      /* that live */
	size_t job_room;
	struct boa_sim_job *job; /* [n_job], by rising id */
	size_t n_node;           /* slots, those that are OFF included */
	size_t node_room;
	struct boa_sim_node *node; /* [n_node] */
	unsigned *n_held;          /* [n_type], nodes BOOTING or UP */
	unsigned *n_billed;        /* [n_type], these and LEAVING */
	uint64_t n_arrived;
	unsigned happened; /* BOA_HAPPENED_*, cleared by the caller */
	struct boa_heap heap;
	struct boa_usage usage;
};

/*
 * An empty world at NOW_S. TYPE has an entry for each GPU type of RATES->set.
 * Release it with boa_world_fini() whatever comes back: 0 or BOA_ENOMEM.
 */
int boa_world_init(struct boa_world *world, const struct boa_rates *rates,
		   const struct boa_world_type *type, double now_s,
		   struct boa_err *err);
void boa_world_fini(struct boa_world *world);

/* --- time (world.c) --- */

/* When something next happens by itself; INFINITY: never. */
double boa_world_next_s(const struct boa_world *world);

/*
 * Let time pass until NOW_S, no later than boa_world_next_s(), and carry out
 * what happens then. Returns 0 or BOA_ENOMEM.
 */
int boa_world_advance(struct boa_world *world, double now_s,
		      struct boa_err *err);

/* A job arrives now. Returns 0 or BOA_ENOMEM. */
int boa_world_arrive(struct boa_world *world, const struct boa_arrival *arrival,
		     struct boa_err *err);

/* --- nodes (world_node.c) --- */

/* Rent one more node of TYPE; *NODE is its slot. BOA_ERANGE at max_nodes. */
int boa_world_rent(struct boa_world *world, size_t type, size_t *node,
		   struct boa_err *err);

/* Give back NODE, which is BOOTING or UP and free. Returns 0 or BOA_ENOMEM. */
int boa_world_release(struct boa_world *world, size_t node,
		      struct boa_err *err);

/* Is NODE rented and free of jobs? */
bool boa_world_is_idle(const struct boa_world *world, size_t node);

/*
 * Rent or give back idle nodes of TYPE until N are held; where fewer are idle
 * than would have to go, more than N remain. 0 or BOA_ENOMEM.
 */
int boa_world_resize(struct boa_world *world, size_t type, unsigned n,
		     struct boa_err *err);

/* A node has come up; used by world.c. */
int boa_world_node_up(struct boa_world *world, size_t node,
		      struct boa_err *err);

/* --- jobs (world_job.c) --- */

/* Take from JOB all it holds; it is queued. Keeps no count of it. */
void boa_world_strip(struct boa_world *world, struct boa_sim_job *job);

/*
 * Let JOB, stripped, hold what its grips say, N_GRIP of TYPE: it pays start-up
 * or rescale, or waits for nodes to boot. Returns 0 or BOA_ENOMEM.
 */
int boa_world_hold(struct boa_world *world, struct boa_sim_job *job,
		   size_t type, struct boa_err *err);

/* Room for N grips in JOB. Returns 0 or BOA_ENOMEM. */
int boa_world_grip_room(struct boa_sim_job *job, size_t n, struct boa_err *err);

/* JOB's own event has come: it has paid, or an epoch is over; for world.c. */
int boa_world_job_event(struct boa_world *world, struct boa_sim_job *job,
			struct boa_err *err);

/* A node that JOB waited for is up. Returns 0 or BOA_ENOMEM. */
int boa_world_job_ready(struct boa_world *world, struct boa_sim_job *job,
			struct boa_err *err);

/* The living job of ID, or NULL. */
struct boa_sim_job *boa_world_find(const struct boa_world *world, uint64_t id);

/* --- late binding (world_bind.c) --- */

/*
 * Late binding: nodes that are up and free go to the jobs whose own still
 * boot, in order of arrival, and the booting ones become free in exchange.
 * Returns 0 or BOA_ENOMEM.
 */
int boa_world_rebind(struct boa_world *world, struct boa_err *err);

#endif /* BOA_WORLD_H */
