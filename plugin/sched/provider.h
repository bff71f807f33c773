/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * provider.h - the provider's last word on each node, held against what
 * slurmctld believes.
 */
#ifndef BOA_SCHED_PROVIDER_H
#define BOA_SCHED_PROVIDER_H

#include <stdbool.h>

#include "src/ledger.h"
#include "src/provider_log.h"
#include "src/snapshot.h"

struct boa_word {
	char *node;
	enum boa_provider_what what;
	double at_s; /* 0: nothing was heard since the start */
	bool orphan; /* it was billed while off, and is not known to be gone */
};

/* Begin with all zero. */
struct boa_words {
	size_t n, room;
	struct boa_word *word; /* [n] */
};

/* Note EVENTS; the last one of each node holds. What there is no memory for is
   not noted. */
void boa_words_hear(struct boa_words *words,
		    const struct boa_provider_events *events);

/*
 * Set refused, gone and orphan of SNAPSHOT's nodes by WORDS and by LEDGER,
 * which was charged up to it and remembers what was said before a restart. An
 * orphan stays one while it is powered down again.
 */
void boa_words_mark(struct boa_words *words, const struct boa_ledger *ledger,
		    struct boa_snapshot *snapshot);

void boa_words_free(struct boa_words *words);

#endif /* BOA_SCHED_PROVIDER_H */
