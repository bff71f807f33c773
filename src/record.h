/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * record.h - what BOA knows of one job, kept in the job's system_comment
 * (slurmctld's own field, saved with the job), from which everything can be
 * restored:
 *
 *     boa=1 class=bert plan=3 type=t4 widths=16,12 epoch=1 width=16 run=0
 *     gen=17 first=1700000000 resizes=0 why=plan 4 of 5, share 30 %
 *
 * (one line). plan: index in the table of generation gen= when it was
 * assigned, informative; type: GPU type, or one per epoch separated by commas;
 * widths: GPUs per epoch; epoch: last one accepted, 0 before the first report;
 * width: GPUs of the size given to the job last; run: restarts at the last
 * report, absent before the first; first: the job's first submit time in unix
 * seconds (a requeue overwrites Slurm's); resizes: how often its width was
 * changed; held: 1 while BOA holds it back, 2 when an operator let it go,
 * absent else; why: text for the user, last, to the end of the line. While
 * launches for the job fail: fails: how many in a row with this plan; since:
 * when the first did; wait: the time before which it may not start, by BOA.
 *
 * class, plan, type, widths and epoch must be there; words of keys not known
 * here are passed over, so that a later version may add some.
 */
#ifndef BOA_RECORD_H
#define BOA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "src/class.h"
#include "src/err.h"
#include "src/table.h"

/* Held back before its first start (limit.h). */
enum boa_held {
	BOA_HELD_NO,
	BOA_HELD_BY_BOA,
	BOA_HELD_NO_MORE, /* an operator let it go: never held again */
};

struct boa_record {
	char class[BOA_NAME_MAX + 1];
	unsigned plan;
	uint64_t generation;
	unsigned n_epoch; /* >= 1 */
	char **type;      /* [n_epoch] */
	unsigned *gpus;   /* [n_epoch] */
	unsigned epoch;   /* 0 .. n_epoch */
	unsigned width_gpus;
	unsigned run;           /* 0 unless reported */
	bool reported;          /* an epoch was reported in the run RUN */
	int64_t first_submit_s; /* >= 0 */
	unsigned n_resize;
	enum boa_held held;
	unsigned n_fail;      /* launches in a row that failed */
	int64_t fail_since_s; /* the first of them; 0: none */
	int64_t wait_s;       /* no start before, by BOA; 0: none */
	char *why;            /* may be NULL */
};

/*
 * Make the record of a job that was assigned plan PLAN of CLASS: epoch 0, the
 * width of the first epoch, not reported. *RECORD is new, release it with
 * boa_record_free(); untouched on failure (BOA_ENOMEM).
 */
int boa_record_make(const struct boa_table_class *class, unsigned plan,
		    uint64_t generation, int64_t first_submit_s,
		    struct boa_record *record, struct boa_err *err);

/*
 * Read the record in TEXT (a system_comment; may be NULL or foreign).
 * *FOUND says whether TEXT is a BOA record at all, and is set in every case.
 * On success with *FOUND, *RECORD is new. Returns 0; BOA_EPARSE (begins as a
 * record but is damaged: ERR names the word and what was expected);
 * BOA_ENOMEM.
 */
int boa_record_parse(const char *text, bool *found, struct boa_record *record,
		     struct boa_err *err);

/*
 * RECORD as text, one line: *TEXT is new, free() it. Control characters of why
 * become spaces. Returns 0 or BOA_ENOMEM.
 */
int boa_record_print(const struct boa_record *record, char **text,
		     struct boa_err *err);

/* The epoch that a start now would run: max(epoch, 1). */
unsigned boa_record_epoch(const struct boa_record *record);

/* The type and the width of that epoch. */
const char *boa_record_type(const struct boa_record *record);
unsigned boa_record_gpus(const struct boa_record *record);

/*
 * The plan of TABLE (may be NULL) that has the record's types and widths, of
 * whatever generation; NULL when there is none.
 */
const struct boa_plan *boa_record_plan(const struct boa_record *record,
				       const struct boa_table *table);

/* Release what RECORD holds and zero it; RECORD itself is the caller's. */
void boa_record_free(struct boa_record *record);

#endif /* BOA_RECORD_H */
