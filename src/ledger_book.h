/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_book.h - how the ledger keeps its account; for src/ledger*.c only.
 *
 * What a node's GPUs do is kept as stretches: so many GPUs of one node doing
 * one thing for one job from one moment to another. A stretch that goes on
 * grows with the clock and needs no writing. It stays in the book while a
 * later word may still change it (a late report, a failed launch, a stop told
 * late), and what it is charged as is worked out anew at each charge; when
 * nothing can change it any more it is settled: added to the amounts of its
 * cell and its job, and dropped. So nothing is ever moved from one account to
 * another, and what is on disk changes only when something happens.
 *
 *     amount shown = amount settled + what the stretches in the book come to
 *
 * A charge first admits all it may need (every allocation), then commits,
 * which cannot fail; what was admitted is `fresh` until then.
 */
#ifndef BOA_LEDGER_BOOK_H
#define BOA_LEDGER_BOOK_H

#include "src/ledger.h"
#include "src/ptrs.h"

/* Kind of a stretch of a run: divided by boa_stretch_divide(). */
#define BOA_KIND_RUN BOA_N_KIND

/* One run of a job: from a start to its end or requeue. */
struct boa_run {
	bool live;
	unsigned no; /* restarts of the job when it began */
	bool first;  /* the job never ran before: STARTUP, else RESIZE */
	bool lost;   /* it ended by the failure of a node */
	double start_s;
	double setup_s;  /* the class's figure */
	double report_s; /* first report of an epoch in it, or NAN */
	double mark_s;   /* last report of an epoch in it, or NAN */
	unsigned epoch;  /* the one reported last */
};

struct boa_bill {
	struct boa_job_bill view; /* its strings are owned */
	struct boa_amount settled[BOA_N_KIND];
	enum boa_job_state state; /* as seen last */
	bool ran_before;          /* it had restarts when first seen */
	struct boa_run run;       /* the run going on, if live */
	struct boa_run last;      /* the one before */
	size_t n_stretch;         /* in the book */
	size_t job;     /* in the snapshot of this charge, or SIZE_MAX */
	bool journaled; /* the journal has it */
	bool fresh;
	bool dirty; /* not saved as it is */
};

struct boa_book_cell {
	struct boa_cell view; /* its strings are owned */
	struct boa_amount settled[BOA_N_KIND];
	double modelled_gone; /* of final bills no longer in memory */
	bool fresh;
	bool dirty;
};

struct boa_stretch {
	struct boa_stretch *next; /* of the same node */
	struct boa_bill *bill;    /* NULL: no job's */
	struct boa_book_cell *cell;
	unsigned kind; /* enum boa_kind or BOA_KIND_RUN */
	unsigned run;  /* RUN: which of the job's */
	unsigned gpus;
	bool released; /* the node was marked for release */
	double price_per_gpu_h;
	double from_s;
	double to_s; /* INFINITY: it goes on */
};

struct boa_book_node {
	char *name;
	char *type;
	unsigned gpus;
	double price_per_gpu_h;
	enum boa_node_state state; /* as seen last */
	double state_since_s;
	bool spoken_of;     /* by the provider */
	bool by_state;      /* its state decides when it is billed */
	bool billed;        /* from launch_s on */
	double launch_s;    /* billed since; stops before it are stale */
	double boot_from_s; /* the boot under way, or the last, began */
	bool ever_up;       /* since boot_from_s */
	bool seen_on;       /* since launch_s */
	double off_since_s; /* seen OFF while billed */
	double last_stop_s; /* billed until; starts before it are stale */
	struct boa_stretch *first;
	char *next_type;    /* admitted; TYPE from the commit on */
	size_t seen;        /* in the snapshot of this charge, or SIZE_MAX */
	size_t first_event; /* of this charge, or SIZE_MAX */
	size_t last_event;
	bool fresh;
	bool dirty;
};

struct boa_ledger {
	double begin_s;
	double now_s;
	double high_s;       /* the latest moment ever charged */
	double marked_gpu_s; /* shown */
	double marked_settled_gpu_s;
	uint64_t n_opened;
	struct boa_ptrs cell;  /* struct boa_book_cell */
	struct boa_ptrs node;  /* struct boa_book_node, by name */
	struct boa_ptrs live;  /* struct boa_bill, by id */
	struct boa_ptrs final; /* struct boa_bill, by id */
	struct boa_stretch *spare;
	size_t n_spare;
	bool keeps_journal; /* bills leave memory only when journaled */
};

/* --- ledger_book.c: finding, adding, dropping ------------------------- */

/*
 * The cell, node or bill with that key, borrowed; made, fresh and dirty, when
 * there is none. *FOUND is NULL when memory ran out.
 */
struct boa_book_cell *boa_book_cell(struct boa_ledger *ledger,
				    const char *class, const char *account,
				    const char *type);
struct boa_book_node *boa_book_node(struct boa_ledger *ledger,
				    const char *name);
struct boa_bill *boa_book_bill(struct boa_ledger *ledger, uint32_t id);

/* The same without making: NULL when there is none. */
struct boa_book_cell *boa_book_find_cell(const struct boa_ledger *ledger,
					 const char *class, const char *account,
					 const char *type);
struct boa_book_node *boa_book_find_node(const struct boa_ledger *ledger,
					 const char *name);
struct boa_bill *boa_book_find_bill(const struct boa_ptrs *bills, uint32_t id);

/* Move BILL between two lists; TO has room (boa_book_reserve). */
void boa_book_move(struct boa_ptrs *from, struct boa_ptrs *to,
		   struct boa_bill *bill);
/* Take BILL out of LIST and free it. */
void boa_book_drop(struct boa_ptrs *list, struct boa_bill *bill);

/* Room for N_MOVE more final and live bills, and N_STRETCH spare stretches. */
int boa_book_reserve(struct boa_ledger *ledger, size_t n_move,
		     size_t n_stretch);

/* A zeroed stretch of the spare ones, put into NODE's list; never fails. */
struct boa_stretch *boa_book_stretch(struct boa_ledger *ledger,
				     struct boa_book_node *node);
/* Unlink *AT and keep it as a spare one. */
void boa_book_unlink(struct boa_ledger *ledger, struct boa_stretch **at);

/* Drop what is fresh, or make it stay. */
void boa_book_roll_back(struct boa_ledger *ledger);
void boa_book_commit(struct boa_ledger *ledger);

/* Put a copy of TEXT (NULL: "") into *OWNED. Returns 0 or BOA_ENOMEM. */
int boa_book_set_text(const char **owned, const char *text);

/* --- ledger_settle.c: what stretches come to -------------------------- */

/* Seconds of STRETCH until NOW_S by kind, [BOA_N_KIND], written whole. */
void boa_stretch_divide(const struct boa_stretch *stretch, double now_s,
			double by_kind_s[BOA_N_KIND]);

/* Give the stretches of runs that are over their kinds; takes spares. */
void boa_book_convert(struct boa_ledger *ledger, struct boa_book_node *node);

/*
 * Settle NODE's stretches that nothing can change any more: those that ended
 * AFTER_S before NOW_S or earlier (-INFINITY: all that have ended).
 */
void boa_book_settle(struct boa_ledger *ledger, struct boa_book_node *node,
		     double now_s, double after_s);

/* Work out what is shown; move bills that are final; drop the oldest. */
void boa_book_show(struct boa_ledger *ledger);
void boa_book_retire(struct boa_ledger *ledger);

/* --- ledger_account.c ------------------------------------------------- */

/* Drop the final BILL, but for what its account needs to know. */
void boa_book_bury(struct boa_ledger *ledger, struct boa_bill *bill);

/* --- one charge ------------------------------------------------------- */

/* What the record and the comment of a job say. */
struct boa_facts {
	char *class; /* new strings that BILL will take; NULL: as they are */
	char *account;
	char *user;
	bool has_record;
	bool reported;
	unsigned epoch;
	unsigned n_resize;
	double first_submit_s;
	double startup_s;
	double rescale_s;
	double modelled_spend;
};

/* What a node's GPUs do for one job, or for none, from some moment on. */
struct boa_lane {
	struct boa_bill *bill; /* NULL: of no job */
	unsigned kind;
	unsigned run;
	unsigned gpus;
	double until_s; /* of what went on before */
	bool taken;     /* a stretch of it goes on already */
};

struct boa_charge {
	struct boa_ledger *ledger;
	const struct boa_ledger_input *input;
	double from_s; /* the time charged: from here */
	double now_s;  /* until here */
	bool restart;  /* nothing is charged: the first call, or a step back */
	double orphan_after_s;
	struct boa_bill **bill;  /* [n_job]; NULL: not in the books */
	struct boa_facts *facts; /* [n_job] */
	size_t *next_event;      /* [n_event], of the same node; SIZE_MAX */
	struct boa_lane *lane;   /* [2 * n_lane], room for one node's */
	double *cut_s;           /* [n_cut], the same */
	size_t n_lane;
	size_t n_cut;
};

/* --- ledger_facts.c --------------------------------------------------- */

/* Find or open the bill of every job. Returns 0 or BOA_ENOMEM. */
int boa_charge_admit_jobs(struct boa_charge *charge);
void boa_charge_free_facts(struct boa_charge *charge);

/* --- ledger_job.c ----------------------------------------------------- */

/* Begin, mark and end runs; end bills. */
void boa_charge_jobs(struct boa_charge *charge);

/* --- ledger_node.c ---------------------------------------------------- */

/* Find or add every node and cell, reserve. Returns 0 or BOA_ENOMEM. */
int boa_charge_admit_nodes(struct boa_charge *charge);

/* --- ledger_meter.c --------------------------------------------------- */

/* When NODE is billed: by the provider's events, else by its states. */
void boa_charge_node(struct boa_charge *charge, struct boa_book_node *node);

/* --- ledger_lay.c ----------------------------------------------------- */

/* A node as it is charged for. */
struct boa_scene {
	struct boa_book_node *node;
	const struct boa_node *holder; /* whose holds count; NULL: of none */
	enum boa_node_state state;
	bool closing; /* the bill ends with it: what went on goes on */
};

/*
 * Divide the time from A_S to B_S of the node among its lanes and let their
 * stretches go on after it.
 */
void boa_charge_lay(struct boa_charge *charge, const struct boa_scene *scene,
		    double a_s, double b_s);

/* End whatever of NODE reaches beyond AT_S there. */
void boa_charge_cut(struct boa_charge *charge, struct boa_book_node *node,
		    double at_s);

/* Most stretches that laying NODE's lanes can add, and the room it needs. */
size_t boa_charge_lane_bound(struct boa_charge *charge,
			     const struct boa_book_node *node,
			     const struct boa_node *seen);

#endif /* BOA_LEDGER_BOOK_H */
