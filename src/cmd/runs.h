/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * runs.h - a row of words for people: "16,16,16,12" is shown as "16x3,12". What
 * does not fit is cut off after a whole word, and "..." says so.
 */
#ifndef BOA_RUNS_H
#define BOA_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "src/class.h"

struct boa_runs {
	char *buf;
	size_t room;
	size_t len;
	char word[BOA_NAME_MAX + 1]; /* of the run that is open */
	size_t n;                    /* its length; 0: none is open */
	bool full;
};

/* Begin in BUF of ROOM bytes, at least 4. */
void boa_runs_begin(struct boa_runs *runs, char *buf, size_t room);

/* Add WORD; of a longer one than a name may be, the beginning. */
void boa_runs_add(struct boa_runs *runs, const char *word);

/* End. Returns the text: what was given to boa_runs_begin(). */
const char *boa_runs_end(struct boa_runs *runs);

#endif /* BOA_RUNS_H */
