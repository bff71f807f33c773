/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * launch.h - launches that fail: back-off by GPU type, and the hold.
 *
 * A group is the nodes of one GPU type. Its failures in a row are counted by
 * attempt: of nodes asked for together any number may fail and it is one, for
 * a launch that began before the last failure belongs to that failure. One
 * failure is an accident and concerns the job it happened to; from the second
 * in a row on the group is short of capacity, and every job that needs new
 * nodes of it waits: LaunchBackoff, doubled with each failure. After
 * LaunchHoldAfter failures in a row it is on hold until told to go on. A launch
 * that succeeds ends all of it.
 */
#ifndef BOA_LAUNCH_H
#define BOA_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"
#include "src/name.h"

struct boa_launch_rules {
	double backoff_s; /* after the first failure; 0: none of this is done */
	double backoff_max_s;
	unsigned max_attempts; /* of a job with one plan; then another plan */
	double retry_window_s; /* or so long after the first failure */
	unsigned hold_after;   /* failures in a row */
};

struct boa_launch_group {
	char name[BOA_NAME_MAX + 1]; /* of the GPU type */
	unsigned n_failed;           /* in a row */
	double failed_s;             /* when the last was noticed, unix time */
	bool held;
	double resumed_s; /* when an administrator last resumed it; not saved */
};

struct boa_launches {
	size_t n;
	struct boa_launch_group *group; /* [n], owned; types that ever failed */
	bool changed;                   /* since it was saved; the user's */
};

/* The wait after N_FAILED failures in a row, in seconds: backoff_s doubled
   N_FAILED - 1 times, at most backoff_max_s; 0 after none. */
double boa_launch_backoff_s(const struct boa_launch_rules *rules,
			    unsigned n_failed);

/* The group called NAME, or NULL: no launch of it ever failed. */
struct boa_launch_group *boa_launches_find(const struct boa_launches *launches,
					   const char *name);

/*
 * A launch of NAME that began at LAUNCH_S was seen to fail at NOW_S. *COUNTED:
 * it was the first of its attempt. Returns 0 or BOA_ENOMEM.
 */
int boa_launches_failed(struct boa_launches *launches,
			const struct boa_launch_rules *rules, const char *name,
			double launch_s, double now_s, bool *counted,
			struct boa_err *err);

/* A launch of NAME succeeded: its failures are over. */
void boa_launches_succeeded(struct boa_launches *launches, const char *name);

/* An administrator resumes NAME at NOW_S: jobs that wait try at once. Returns
   whether a launch of it ever failed. */
bool boa_launches_resume(struct boa_launches *launches, const char *name,
			 double now_s);

/* Let no failure lie after NOW_S: a clock that was set back must not extend a
   wait. */
void boa_launches_clock(struct boa_launches *launches, double now_s);

/* Until when new nodes of GROUP (may be NULL) are not asked for: 0 when they
   may be, INFINITY while it is on hold. */
double boa_launch_blocked_until_s(const struct boa_launch_group *group,
				  const struct boa_launch_rules *rules);

/*
 * As text lines "NAME N_FAILED FAILED_S HELD" for the state folder, and back.
 * *TEXT and *LAUNCHES are new. Returns 0, BOA_EPARSE or BOA_ENOMEM.
 */
int boa_launches_print(const struct boa_launches *launches, char **text,
		       struct boa_err *err);
int boa_launches_parse(const char *text, struct boa_launches *launches,
		       struct boa_err *err);

/* Release what LAUNCHES holds and zero it. */
void boa_launches_free(struct boa_launches *launches);

#endif /* BOA_LAUNCH_H */
