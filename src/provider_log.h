/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * provider_log.h - the provider's own log of starts and stops: the bill.
 *
 * A text file that grows, one event a line:
 *
 *     1764598531.250000 start gpu3
 *     1764598593.125000 stop gpu3
 *     1764598600.000000 fail gpu4
 *
 * Unix seconds; "start" when billing begins, "stop" when it ends, "fail" when
 * a launch was refused and nothing is billed. Words are separated by spaces or
 * tabs; blank lines and lines that begin with '#' are comments. A line counts
 * once its newline is there. Any script of any cloud may write it, appending
 * each line with one write(2); boa.conf names it with ProviderLog=.
 */
#ifndef BOA_PROVIDER_LOG_H
#define BOA_PROVIDER_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "src/err.h"

enum boa_provider_what {
	BOA_PROVIDER_START,
	BOA_PROVIDER_STOP,
	BOA_PROVIDER_FAIL
};

struct boa_provider_event {
	double at_s;
	enum boa_provider_what what;
	char *node;
};

struct boa_provider_events {
	size_t n;
	struct boa_provider_event *event; /* [n], in the order of the file */
	size_t n_bad;                     /* lines that are none, skipped */
};

#define BOA_PROVIDER_LINE_MAX 4096 /* bytes; a longer line is a bad one */

/* Where reading stopped: saved with the ledger, so that no event is lost or
   counted twice. Zero: the beginning. */
struct boa_provider_mark {
	uint64_t offset; /* bytes, always at the end of a line */
	uint64_t inode;  /* another file, or a shorter one, is read from its
			    beginning */
};

/*
 * Read the whole lines that PATH has gained since *MARK. On success *EVENTS is
 * new, *MARK advanced; on failure both are untouched. A missing file has no
 * events and leaves *MARK as it is. Never blocks: a file that is not a regular
 * one is an error. Returns 0, BOA_EIO or BOA_ENOMEM.
 */
int boa_provider_read(const char *path, struct boa_provider_mark *mark,
		      struct boa_provider_events *events, struct boa_err *err);

/* Release what EVENTS holds and zero it. */
void boa_provider_events_free(struct boa_provider_events *events);

#endif /* BOA_PROVIDER_LOG_H */
