/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger.h - where the money went: GPU-seconds and price by kind, class,
 * account, GPU type and job. The sum over kinds is the bill of the nodes:
 * every GPU-second of every node from its launch until it is gone, once.
 *
 * A node's seconds come from the provider's own log where there is one
 * (provider_log.h), else from the states slurmctld knows. What its GPUs did
 * comes from the snapshot. The ledger is a plain value: it is saved and
 * restored by ledger_state.h.
 */
#ifndef BOA_LEDGER_H
#define BOA_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/class.h"
#include "src/err.h"
#include "src/provider_log.h"
#include "src/snapshot.h"

/* One row per kind: the name, its word in documents, what it means. */
#define BOA_KIND_MAP(X)                                                        \
	X(USEFUL, "useful", "jobs made progress")                              \
	X(STARTUP, "startup", "jobs were starting for the first time")         \
	X(RESIZE, "resize", "jobs were changing width")                        \
	X(LOST, "lost", "work was done again after a failure")                 \
	X(BOOT, "boot", "nodes were booting")                                  \
	X(IDLE, "idle", "nodes or parts of them were up with nothing to do")   \
	X(FAILED, "failed_launch", "nodes were launched and never came up")    \
	X(DRAIN, "drain", "nodes were given up but not yet gone")              \
	X(ORPHAN, "orphan", "billed, while Slurm believes them off")

enum boa_kind {
#define BOA_KIND_ENUM(name, word, text) BOA_KIND_##name,
	BOA_KIND_MAP(BOA_KIND_ENUM)
#undef BOA_KIND_ENUM
		BOA_N_KIND
};

const char *boa_kind_word(enum boa_kind kind);

struct boa_amount {
	double gpu_s;
	double spend; /* price * GPU-hours */
};

/* One cell; names are "" where there is none (an idle node has no class). */
struct boa_cell {
	const char *class;
	const char *account;
	const char *type;
	struct boa_amount by_kind[BOA_N_KIND];
};

/* The bill of one job over all its runs. */
struct boa_job_bill {
	uint32_t id;
	const char *class; /* "" for an untagged job */
	const char *account;
	const char *user;
	double first_submit_s;
	double end_s; /* 0 while it lives */
	enum boa_job_end end;
	unsigned n_resize;     /* changes of width; the launch not counted */
	unsigned n_run;        /* starts */
	double modelled_spend; /* what its plan predicts, price * GPU * s; NAN
				*/
	struct boa_amount by_kind[BOA_N_KIND];
};

struct boa_ledger;

int boa_ledger_new(struct boa_ledger **ledger, struct boa_err *err);
void boa_ledger_free(struct boa_ledger *ledger);

/*
 * Charge the time from the last call to SNAPSHOT.now_s. The first call ever
 * charges nothing and begins the account. A gap (slurmctld was down) is
 * bridged: a node up at both ends was up throughout; one that came up in
 * between is charged from its launch; one that went off is charged until the
 * provider says it went, else until now. A clock that went back charges
 * nothing and begins anew from there.
 *
 * EVENTS (N_EVENT, by time) are the provider's since the last call. With
 * HAS_PROVIDER the provider's word decides when a node is billed; without, its
 * state does. SET (may be NULL) gives each class's startup_s and rescale_s,
 * the charge of runs that never report an epoch.
 *
 * Returns 0 or BOA_ENOMEM; on failure LEDGER is unchanged.
 */
struct boa_ledger_input {
	const struct boa_snapshot *snapshot;
	const struct boa_classes *set;
	bool has_provider;
	size_t n_event;
	const struct boa_provider_event *event;
};
int boa_ledger_charge(struct boa_ledger *ledger,
		      const struct boa_ledger_input *input,
		      struct boa_err *err);

/* Time of the first and of the last charge; 0 before. */
double boa_ledger_begin_s(const struct boa_ledger *ledger);
double boa_ledger_now_s(const struct boa_ledger *ledger);

/* Sum over all cells, by kind; and over kinds too. */
void boa_ledger_sum(const struct boa_ledger *ledger,
		    struct boa_amount by_kind[BOA_N_KIND],
		    struct boa_amount *total);

/* The paper's usage [BOA 6.3]: until marked for release, GPU-seconds. */
double boa_ledger_marked_gpu_s(const struct boa_ledger *ledger);

/* Cells and job bills, borrowed, in a stable order. */
size_t boa_ledger_n_cell(const struct boa_ledger *ledger);
const struct boa_cell *boa_ledger_cell(const struct boa_ledger *ledger,
				       size_t i);
size_t boa_ledger_n_job(const struct boa_ledger *ledger);
const struct boa_job_bill *boa_ledger_job(const struct boa_ledger *ledger,
					  size_t i);

#endif /* BOA_LEDGER_H */
