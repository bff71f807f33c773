/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status_parts.h - the parts of status.json (status_json.h), for
 * src/status*.c only. Each prints one value; errors are left in OUT.
 */
#ifndef BOA_STATUS_PARTS_H
#define BOA_STATUS_PARTS_H

#include <stdio.h>

#include "src/status_json.h"

/* Which nodes each job holds: for job J begin at first[J], go on with
   next[I]; SIZE_MAX ends. */
struct boa_status_holds {
	size_t *first; /* [n_job] */
	size_t *next;  /* [n_hold] */
	size_t *node;  /* [n_hold], index in the snapshot */
};

/* Returns 0 or BOA_ENOMEM; *HOLDS is new on success. */
int boa_status_holds_make(const struct boa_snapshot *snapshot,
			  struct boa_status_holds *holds);
void boa_status_holds_free(struct boa_status_holds *holds);

/* jobs[] and nodes[]; the former returns 0 or BOA_ENOMEM. */
int boa_status_put_jobs(FILE *out, const struct boa_status *status);
void boa_status_put_nodes(FILE *out, const struct boa_status *status);

/* gpu_types[], classes[], expected. */
void boa_status_put_types(FILE *out, const struct boa_status *status);
void boa_status_put_classes(FILE *out, const struct boa_status *status);
void boa_status_put_expected(FILE *out, const struct boa_table *table);

/* purses[] */
void boa_status_put_purses(FILE *out, const struct boa_status *status);

/* ledger; returns 0 or BOA_ENOMEM. */
int boa_status_put_ledger(FILE *out, const struct boa_ledger *ledger);

/* What is billed at this moment of TYPE (NULL: of all). */
struct boa_status_rate {
	unsigned long rented_gpus;
	unsigned long held_gpus;
	double per_hour;
};
struct boa_status_rate boa_status_rate(const struct boa_status *status,
				       const char *type);

/* SEP "KEY": and a value; null for NAN, and NULL. */
void boa_status_put_real(FILE *out, const char *key, double value);
void boa_status_put_time(FILE *out, const char *key, double at_s); /* 0: null */
void boa_status_put_text(FILE *out, const char *key, const char *text);
void boa_status_put_bool(FILE *out, const char *key, bool value);
void boa_status_put_whole(FILE *out, const char *key, unsigned long value);

/* The word of a node's state, by its number: "off", "booting", ... */
extern const char *const boa_status_node_words[BOA_NODE_FAILED + 1];

#endif /* BOA_STATUS_PARTS_H */
