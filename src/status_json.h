/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status_json.h - status.json: what is happening and what was spent on what.
 *
 * sched/boa writes it (unlocked, whole, renamed, world-readable) under
 * StatusDir; boactl reads it. All the showing verbs get their data here:
 * { "version": 1, "written_at_s", "cluster", "mode", "generation", "budget",
 * "unit", "least_budget", "shadow_price", "expected": {...}, "jobs": [...],
 * "nodes": [...], "ledger": { "begin_s", "now_s", "by_kind": {...}, "cells":
 * [...], "jobs": [...] }, "problems": ["..."] }.
 */
#ifndef BOA_STATUS_JSON_H
#define BOA_STATUS_JSON_H

#include "src/conf.h"
#include "src/err.h"
#include "src/ledger.h"
#include "src/snapshot.h"
#include "src/table.h"

/* All borrowed; TABLE and PROBLEM may be NULL. */
struct boa_status {
	const char *cluster;
	const struct boa_conf *conf;
	const struct boa_table *table;
	const struct boa_snapshot *snapshot;
	const struct boa_ledger *ledger;
	size_t n_problem;
	char *const *problem; /* [n_problem], one line each: what is amiss */
};

/*
 * Write STATUS to PATH (mode 0644), whole or not at all. Returns 0, BOA_EIO or
 * BOA_ENOMEM.
 */
int boa_status_save(const char *path, const struct boa_status *status,
		    struct boa_err *err);

#endif /* BOA_STATUS_JSON_H */
