/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * proposal.h - the size a job gets at submission.
 *
 * Pure and without side effects: the submit hook is called for --test-only
 * too, concurrently, and cannot tell. It looks up, it decides, it counts
 * nothing; sched/boa assigns the plan for life later and corrects the size.
 */
#ifndef BOA_PROPOSAL_H
#define BOA_PROPOSAL_H

#include <stdbool.h>

#include "src/class.h"
#include "src/conf.h"
#include "src/share.h"
#include "src/table.h"

/* What the user asked for. */
struct boa_request {
	const char *comment;   /* may be NULL */
	const char *account;   /* may be NULL */
	const char *partition; /* may be NULL: the default one */
	bool is_batch;         /* sbatch; salloc and srun are rigid */
	bool gave_size;        /* a number of GPUs, nodes or tasks */
	bool is_het;           /* part of a heterogeneous job */
	const char *gpu_type;  /* a type without a count, or NULL */
};

enum boa_verdict {
	BOA_PASS,   /* not BOA's: leave untouched */
	BOA_RIGID,  /* of a class, keeps the size the user gave */
	BOA_SIZED,  /* gets the size below */
	BOA_REJECT, /* UnknownClass=reject */
};

struct boa_proposal {
	enum boa_verdict verdict;
	size_t type;     /* SIZED: index into conf.type */
	unsigned gpus;   /* SIZED: the first epoch's width */
	bool restricted; /* SIZED: the user's choice leaves only TYPE */
	char text[BOA_ERR_TEXT_MAX]; /* a line for the user; "" for none */
};

/*
 * Decide on REQUEST under CONF and TABLE (NULL: there is none; jobs pass) with
 * the counters SHARES (NULL: all zero). Always answers: where memory runs out
 * the job passes, as it does on every fault of ours.
 *
 * In this order: no class token: passes in silence. No table, part of a
 * heterogeneous job, a class that is not known (by UnknownClass: passes, is
 * refused, or is taken as another): said in the text. Not batch or a size
 * given: rigid. A partition of a GpuType, or a GPU type, restricts the plans
 * to that type; another partition or type, and a class without a plan there:
 * passes. Else it is sized by the plan whose share lags most.
 */
void boa_propose(const struct boa_conf *conf, const struct boa_table *table,
		 const struct boa_shares *shares,
		 const struct boa_request *request,
		 struct boa_proposal *proposal);

#endif /* BOA_PROPOSAL_H */
