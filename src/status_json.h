/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status_json.h - status.json: what is happening and what was spent on what.
 *
 * sched/boa writes it (unlocked, whole, renamed, world-readable) under
 * StatusDir; all the showing verbs of boactl get their data from it. Times
 * are unix seconds, "spend" is price * GPU-hours, anything not known (NAN,
 * no table, no type) is null, and a key is never left out unless marked "?".
 * Readers skip keys they do not know.
 *
 *     { "version": 1,
 *       "written_at_s": 1764598531.25,        time of the snapshot
 *       "cluster": "gpu",
 *       "mode": "active" | "observe",
 *       "budget": 40,                         per hour, in "unit"
 *       "unit": "USD/h" | "GPU-h/h" | "price/h",
 *       "budget_mode": "soft" | "hard",
 *       "max_rate_per_hour": 60,   MaxRate; null: none
 *       "solved_for": 38.2,        per hour, what the table was made for; null
 *       "least_budget": 31.2,      every class on its cheapest plan; null
 *       "spend_per_hour": 38.1,    billed, mean since ledger.begin_s; null
 *       "rate_per_hour": 42.5,     price of what is billed at this moment
 *       "rented_gpus": 64,         GPUs of BOA's types billed at this moment
 *       "held_gpus": 56,           of these, held by jobs
 *       "generation": 17,          of the width table; null: there is none
 *       "generated_at": "2025-12-01T14:15:31Z",             or null
 *       "inputs_crc32": "0a1b2c3d",                         or null
 *       "shadow_price": 4.39,      s of objective per unit of budget; null
 *       "expected": null | { "objective_s", "mean_jct_s", "spend_per_hour",
 *           "dual_bound_s", "gap", "no_rescale_bound_s", "shadow_price" },
 *       "gpu_types": [ {           of boa.conf, in its order
 *           "name": "t4", "partition": "t4", "price_per_gpu_h": 1.088,
 *           "gpus_per_node": 4, "max_nodes": 64 (null: no limit),
 *           "boot_time_s": 90, "rented_gpus": 64, "held_gpus": 56,
 *           "nodes": { "off": 0, "booting": 1, "up": 15, "leaving": 0,
 *                      "failed": 0 } } ],
 *       "classes": [ {             of the table, in its order
 *           "name": "bert", "n_epoch": 2,
 *           "arrival_rate_per_hour": 3.1, "weight": 1, "startup_s": 20,
 *           "rescale_s": 15,       null where the class files are not loaded
 *           "plans": [ { "share": 0.7, "gpu_types": ["t4", "t4"],
 *               "widths": [16, 12], "time_s": 812, "spend": 3.6,
 *               "epoch_time_s": [500, 312], "reduced_cost": 0 } ] } ],
 *       "jobs": [ {                what the controller remembers, by id
 *           "id": 71, "user": "ada", "account": "vision",
 *           "class": "bert",       "" when it has none
 *           "state": "pending" | "configuring" | "running" | "requeuing" |
 *                    "ending" | "done",
 *           "end": "" | "completed" | "failed" | "cancelled" | "node_fail",
 *           "elastic": true,       sized by BOA; false: rigid or untagged
 *           "gpu_type": "t4",      held or asked for; null
 *           "plan": 0,             index in the table of "plan_generation";
 *           "plan_generation": 17, null without a record, as are the next
 *           "gpu_types": ["t4", "t4"],        one per epoch
 *           "widths": [16, 12],    GPUs per epoch
 *           "epoch": 1,            last one reported, 0 before
 *           "reported": true,      an epoch was reported in this run
 *           "width_gpus": 16,      GPUs of the size given or asked for last
 *           "held_gpus": 16,       GPUs held now
 *           "nodes": ["gpu1", "gpu2"],
 *           "submit_s": 0.0,       the first submission
 *           "start_s": 0.0,        of this run; null
 *           "end_s": 0.0,          null while it lives
 *           "n_restart": 0,        requeues of any cause
 *           "n_resize": 0,         changes of width
 *           "why": "waits for ..." a line for the user; "" when none } ],
 *       "nodes": [ {               every node of the snapshot, in its order;
 *                                  then those that have left it, but are billed
 *           "name": "gpu1",
 *           "type": "t4",          null: not one of BOA's
 *           "state": "off" | "booting" | "up" | "leaving" | "failed",
 *           "since_s": 0.0,        since when so, as seen; null
 *           "billed": true,        charged at this moment
 *           "billed_since_s": 0.0, null when it is not
 *           "orphan": false,       billed, while Slurm believes it off
 *           "gpus": 4, "held_gpus": 4, "idle": false,
 *           "releasable": true, "usable": true,
 *           "jobs": [71] } ],
 *       "purses": [ {              how the budget stands (control.h): the
 *           "account": "",         whole first, then accounts; [] unknown
 *           "b": 40,               granted per hour
 *           "b_solve": 38.2,       to solve for
 *           "phi": 0.93,           modelled over billed of late
 *           "start_s": 0.0,        counted since; null: not yet
 *           "end_s": 0.0,          of the period; null: there is none
 *           "granted": 960, "spent": 930, "carry": 30,     since then
 *           "whole": 29760,        granted in all of the period; null
 *           "recent": 39.5,        per hour of late; null
 *           "forecast": 29400,     spent at its end, at that rate; null
 *           "dry_s": 0.0 } ],      when it is all spent, at that rate; null
 *       "ledger": {
 *           "begin_s": 0.0, "now_s": 0.0,     both null before the first
 *           "total": AMOUNT,
 *           "by_kind": KINDS,      all of them
 *           "marked_gpu_s": 0.0,   until marked for release
 *           "cells": [ { "class": "bert", "account": "", "type": "t4",
 *               "by_kind": KINDS } ],         kinds that are 0 left out
 *           "n_job": 123,          job bills ever opened
 *           "jobs": [ {            living ones and the latest final, by id
 *               "id": 71, "class": "bert", "account": "", "user": "ada",
 *               "first_submit_s": 0.0, "end_s": 0.0 (null: it lives),
 *               "end": as in jobs[], "jct_s": 0.0 (null: it lives),
 *               "n_run": 2, "n_resize": 1,
 *               "modelled_spend": 3.6, null when it has no plan
 *               "total": AMOUNT,
 *               "by_kind": KINDS } ] },       kinds that are 0 left out
 *       "problems": [ "one line each" ] }
 *
 * AMOUNT is { "gpu_s": 0.0, "spend": 0.0 }; KINDS is { "useful": AMOUNT, ... }
 * with the words of BOA_KIND_MAP (ledger.h).
 */
#ifndef BOA_STATUS_JSON_H
#define BOA_STATUS_JSON_H

#include <stdio.h>

#include "src/class.h"
#include "src/conf.h"
#include "src/control.h"
#include "src/err.h"
#include "src/ledger.h"
#include "src/snapshot.h"
#include "src/table.h"

/* Final job bills in the document, the latest; the journal has all. */
#define BOA_STATUS_FINAL_MAX 1000

/* All borrowed; SET, TABLE and PROBLEM may be NULL. */
struct boa_status {
	const char *cluster;
	const struct boa_conf *conf;
	const struct boa_classes *set;
	const struct boa_table *table;
	const struct boa_snapshot *snapshot;
	const struct boa_ledger *ledger;
	const struct boa_control *control; /* may be NULL */
	size_t n_problem;
	char *const *problem; /* [n_problem], one line each: what is amiss */
};

/*
 * Write STATUS to PATH (mode 0644), so that a reader sees the old document or
 * the new one. It is not flushed to the disk: after a power cut it is written
 * again. Returns 0, BOA_EIO or BOA_ENOMEM; on failure PATH is as it was.
 */
int boa_status_save(const char *path, const struct boa_status *status,
		    struct boa_err *err);

/* Print the same document on OUT. Returns 0, BOA_EIO or BOA_ENOMEM. */
int boa_status_print(FILE *out, const struct boa_status *status,
		     struct boa_err *err);

#endif /* BOA_STATUS_JSON_H */
