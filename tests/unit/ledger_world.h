/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_world.h - a small cluster made by hand, as the ledger sees it: 4-GPU
 * nodes n0, n1, ... of type t4 at 3.6 per GPU-hour (one GPU-second costs
 * 0.001), and 8-GPU nodes of type a100 at 7.2.
 */
#ifndef BOA_TEST_LEDGER_WORLD_H
#define BOA_TEST_LEDGER_WORLD_H

#include "tests/unit/check.h"

#include "src/ledger.h"

enum { WORLD_NODES = 24, WORLD_JOBS = 40, WORLD_HOLDS = 8, WORLD_EVENTS = 200 };

struct world {
	struct boa_snapshot_type type[2];
	struct boa_node node[WORLD_NODES];
	char name[WORLD_NODES][8];
	struct boa_hold hold[WORLD_NODES][WORLD_HOLDS];
	struct boa_job job[WORLD_JOBS];
	struct boa_provider_event event[WORLD_EVENTS];
	struct boa_snapshot snapshot;
	struct boa_ledger_input input;
	struct boa_ledger *ledger;
};

/* A world of N_NODE t4 nodes, all off, and no jobs; release it. */
struct world *world_new(size_t n_node);
void world_free(struct world *world);

/* Make node I one of the other type. */
void world_make_a100(struct world *world, size_t i);

/* Node I is in STATE; BOOTING is asked for at BOOT_S. */
void world_node(struct world *world, size_t i, enum boa_node_state state);
void world_boot(struct world *world, size_t i, double boot_s);

/* A new job, pending since SUBMIT_S, by rising id; returns its index. */
size_t world_submit(struct world *world, uint32_t id, double submit_s);

/* Job J is in STATE on GPUS GPUs of node I (beside what it holds). */
void world_hold(struct world *world, size_t j, size_t i, unsigned gpus);
void world_let_go(struct world *world, size_t j);

/* The provider says WHAT of node I at AT_S, at the next charge. */
void world_event(struct world *world, double at_s, enum boa_provider_what what,
		 size_t i);

/* Charge until NOW_S; the events are used up. */
void world_charge(struct world *world, double now_s);

/* GPU-seconds of KIND so far, and of all kinds. */
double world_gpu_s(const struct world *world, enum boa_kind kind);
double world_total_gpu_s(const struct world *world);

/* The bill of job ID. */
const struct boa_job_bill *world_bill(const struct world *world, uint32_t id);

#endif /* BOA_TEST_LEDGER_WORLD_H */
