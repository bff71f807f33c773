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
#include "src/table.h"

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
	/* NONE of a bill with an end: the controller forgot the job */
	enum boa_job_end end;
	unsigned n_resize;     /* changes of width; the launch not counted */
	unsigned n_run;        /* starts */
	double modelled_spend; /* what its plan predicts, price * GPU-hours;
				  NAN when it has no plan */
	struct boa_amount by_kind[BOA_N_KIND];
};

struct boa_ledger;

int boa_ledger_new(struct boa_ledger **ledger, struct boa_err *err);
void boa_ledger_free(struct boa_ledger *ledger);

/* Ended bills that stay in memory, the latest; the journal has all. */
#define BOA_LEDGER_ENDED_MAX 10000

/* How late the provider's log may tell of a start or stop; later ones count
   as well, but only towards the sum. */
#define BOA_SETTLE_AFTER_S 60.0

/* How long a node may be billed by the provider after Slurm saw it off. */
#define BOA_ORPHAN_AFTER_S 60.0

/*
 * All borrowed. SET gives each class's startup_s and rescale_s, the charge of
 * runs that never report an epoch; TABLE the modelled spend of plans; either
 * may be NULL. EVENT are the provider's since the last call.
 */
struct boa_ledger_input {
	const struct boa_snapshot *snapshot;
	const struct boa_classes *set;
	const struct boa_table *table;
	double orphan_after_s; /* 0: BOA_ORPHAN_AFTER_S */
	bool has_provider;
	size_t n_event;
	const struct boa_provider_event *event; /* [n_event], in log order */
};

/*
 * Charge the time from the last call to SNAPSHOT.now_s. The first call ever
 * charges nothing and begins the account.
 *
 * When a node is billed. With HAS_PROVIDER by the provider's word, from the
 * exact time of each start to that of its stop, however many lie between two
 * calls and however late they are told; time charged beyond a stop is taken
 * back. A node of which the log never spoke is judged by its state if it was on
 * when first seen, or once it has been up for BOA_SETTLE_AFTER_S; so are all
 * without a provider: billed from boot_s when that lies between the two calls,
 * else from the last call, until the call that sees it OFF or sees it no more.
 * So a node is never billed too short, and without a log at most one cycle too
 * long.
 *
 * For what. The state at the end of the interval counts for all of it, but
 * that start_s and end_s of a job divide it exactly. Each GPU of the node is
 * charged once:
 *
 *   BOOTING   BOOT, to the jobs that hold it if any. When the launch ends in
 *             OFF or FAILED and the node never was UP, all of it becomes
 *             FAILED_LAUNCH.
 *   UP        by the job that holds the GPU: CONFIGURING: BOOT. RUNNING:
 * STARTUP (first run) or RESIZE (later ones) from start_s to the report of an
 * epoch in this run, then USEFUL. Until a report comes the class's startup_s or
 * rescale_s stands for it (0 without record or class); a report that comes late
 * moves the surplus. When the run ends by the failure of a node what was USEFUL
 * since the last report becomes LOST. REQUEUING: RESIZE. Else DRAIN. A GPU held
 *             by nobody: IDLE.
 *   LEAVING   DRAIN; but a job that still runs is charged as on a node UP.
 *   FAILED    FAILED_LAUNCH if it never was UP since its launch, else DRAIN.
 *   OFF       (billed by the provider) BOOT when launched since and never seen
 *             on, else DRAIN; after orphan_after_s ORPHAN. A node that has left
 *             the snapshot counts as OFF.
 *
 * Nodes of type -1 are not charged. Money counts at the price of the moment.
 *
 * A gap (slurmctld was down) is an interval like any other, only longer: a node
 * up at both ends was up throughout. A clock that went back charges nothing
 * and begins anew from there.
 *
 * Returns 0; BOA_EINVAL (now_s is not a time); BOA_ENOMEM; on failure LEDGER
 * is unchanged.
 */
int boa_ledger_charge(struct boa_ledger *ledger,
		      const struct boa_ledger_input *input,
		      struct boa_err *err);

/* Time of the first and of the last charge; 0 before. */
double boa_ledger_begin_s(const struct boa_ledger *ledger);
double boa_ledger_now_s(const struct boa_ledger *ledger);

/* Sum over all cells, by kind, and over kinds too; either may be NULL. */
void boa_ledger_sum(const struct boa_ledger *ledger,
		    struct boa_amount by_kind[BOA_N_KIND],
		    struct boa_amount *total);

/* The paper's usage [BOA 6.3]: until marked for release, GPU-seconds. */
double boa_ledger_marked_gpu_s(const struct boa_ledger *ledger);

/* Cells by class, account, type; borrowed until the next charge. */
size_t boa_ledger_n_cell(const struct boa_ledger *ledger);
const struct boa_cell *boa_ledger_cell(const struct boa_ledger *ledger,
				       size_t i);

/*
 * Job bills, borrowed until the next charge: first those that are final, then
 * the others, each by id. A bill is final when its job has ended and no late
 * word of the provider's can change it any more (BOA_SETTLE_AFTER_S).
 */
size_t boa_ledger_n_job(const struct boa_ledger *ledger);
size_t boa_ledger_n_final(const struct boa_ledger *ledger);
const struct boa_job_bill *boa_ledger_job(const struct boa_ledger *ledger,
					  size_t i);

/* Job bills ever opened, those no longer in memory too. */
uint64_t boa_ledger_n_opened(const struct boa_ledger *ledger);

/* Totals of an account ("" for none), price * GPU-hours. */
struct boa_account_spend {
	const char *account; /* borrowed until the next charge */
	double billed;       /* to its jobs */
	double modelled;     /* what their plans predict for what they ran */
};

/*
 * All accounts by name, each once, over every job there ever was: *LIST, [*N],
 * is new, free() it. *UNOWNED was billed to no job. The bills and UNOWNED sum
 * up to the ledger's total. Returns 0 or BOA_ENOMEM.
 */
int boa_ledger_accounts(const struct boa_ledger *ledger,
			struct boa_account_spend **list, size_t *n,
			double *unowned, struct boa_err *err);

/* What the ledger knows of one node; strings borrowed until the next charge. */
struct boa_node_bill {
	const char *name;
	const char *type;
	bool present; /* in the snapshot of the last charge */
	enum boa_node_state state;
	double state_since_s; /* as seen */
	bool billed;
	double billed_since_s;
	unsigned gpus;
	double price_per_gpu_h;
};

/* All nodes ever seen, by name. */
size_t boa_ledger_n_node(const struct boa_ledger *ledger);
struct boa_node_bill boa_ledger_node_at(const struct boa_ledger *ledger,
					size_t i);

/* The node called NAME; false when it is not known or not BOA's. */
bool boa_ledger_node(const struct boa_ledger *ledger, const char *name,
		     struct boa_node_bill *bill);

#endif /* BOA_LEDGER_H */
