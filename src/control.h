/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * control.h - spending what was budgeted.
 *
 * The width problem budgets the GPU-time of jobs; the cloud bills nodes, from
 * their launch until they are gone. So the problem is not solved for the budget
 * b itself but for
 *
 *     b_solve = phi * (b + carry / T),     T = max(H, rest of the period)
 *
 * phi      what the plans of the jobs really run predicted, over what was
 *          billed meanwhile, both with weights that fall off by the window's
 *          length (exp(-age / window)); within [0.2, 2]
 * carry    what was granted, b * elapsed, less what was spent: > 0 is left,
 *          < 0 is overdrawn
 * H        the horizon over which a carry is made good
 * b_solve  stays within a factor of phi * b (clamp)
 *
 * The long-run average then meets b although model and bill differ. With a
 * period (a month, say) grant and spend are counted from its start and nothing
 * passes over into the next; T is then its rest, so that b + carry / T is the
 * money left over the time left, and H at least, so that no one chases the last
 * minutes. Without one, what is left is kept, but for no longer than the budget
 * of KEEP_S seconds; an overdraft beyond that is forgiven too, unless HARD.
 *
 * A HARD control takes H for T always, and keeps a little in hand: it steers
 * for a carry of 1/16 of the budget of min(H, rest), lest every fluctuation
 * overdraw it.
 *
 * A purse is the whole budget or the part of one account. Each has a carry and
 * a phi of its own. What no job owns (idle nodes, failed launches) is borne by
 * the accounts in the proportion of what each spent of late.
 *
 * Plain numbers only: slurmctld's ledger and the simulator feed the same code.
 * Money is in one unit throughout (USD or GPU-hours), time in unix seconds.
 */
#ifndef BOA_CONTROL_H
#define BOA_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "src/err.h"
#include "src/period.h"

/* How much a purse is granted: one of the two, the other 0. */
struct boa_grant {
	double per_hour;
	double per_month; /* of the calendar; an hour gets its part of it */
};

struct boa_control_account {
	const char *name;
	double share; /* of the whole; 0: GRANT is its own */
	struct boa_grant grant;
};

struct boa_control_rules {
	struct boa_grant whole;
	size_t n_account;
	const struct boa_control_account *account; /* [n_account] */
	enum boa_period period;
	double horizon_s; /* H > 0 */
	double window_s;  /* of phi and of the recent rate, > 0 */
	double keep_s;    /* no period: most that is carried, >= 0 */
	double clamp;     /* >= 1 */
	bool hard;
};

struct boa_control;

/* Totals since the books began, never those of an interval. */
struct boa_control_spend {
	const char *account; /* "" for jobs of none */
	double billed;       /* to the account's jobs */
	double modelled;     /* what their plans predict for what they ran */
};

struct boa_control_input {
	double now_s;
	double unowned; /* billed to no job */
	size_t n;
	const struct boa_control_spend *spend; /* [n]; accounts may repeat */
};

/* Purse 0 is the whole, the others the accounts in the order of their names. */
#define BOA_PURSE_WHOLE 0

/* A purse as it stands; amounts are money, rates money per hour. */
struct boa_pace {
	const char *account; /* "" for the whole; borrowed from the control */
	double b;            /* granted per hour, at this moment */
	double b_solve;      /* what to solve the width problem for */
	double phi;
	double start_s;  /* counted since: period or books, the later */
	double end_s;    /* of the period; INFINITY: there is none */
	double granted;  /* from START_S until now: what may be spent by now */
	double spent;    /* in that time */
	double carry;    /* granted - spent */
	double whole;    /* granted from START_S to END_S; INFINITY */
	double recent;   /* rate of late, over the window; NAN: not known yet */
	double forecast; /* spent at END_S if that rate goes on; NAN without a
			    period */
	double dry_s;    /* when, at that rate, the period's grant is spent
			    (without a period: what is left); INFINITY: not
			    before END_S; now_s when it is spent already */
};

/* A new control without rules. Returns 0 or BOA_ENOMEM. */
int boa_control_new(struct boa_control **control, struct boa_err *err);
void boa_control_free(struct boa_control *control);

/*
 * Go by RULES from the next charge on. What purses carry stays with them; new
 * accounts begin with nothing, those no longer named are dropped. Returns 0;
 * BOA_EINVAL (a rule out of its range, an account twice); BOA_ENOMEM; on
 * failure CONTROL is as it was.
 */
int boa_control_set(struct boa_control *control,
		    const struct boa_control_rules *rules, struct boa_err *err);

/*
 * Grant the time since the last call, and take in what was spent in it. The
 * first call begins the account. A clock that stands or goes back grants
 * nothing until it has caught up; what was spent counts in any case. Times not
 * finite or not above 0 are passed over.
 */
void boa_control_charge(struct boa_control *control,
			const struct boa_control_input *input);

size_t boa_control_n_purse(const struct boa_control *control);

/* How purse I stands at the last charge. Before it: b, and b_solve = b. */
void boa_control_pace(const struct boa_control *control, size_t i,
		      struct boa_pace *pace);

/*
 * What purse I has for new starts under a HARD control; see limit.h. Without a
 * period it is overdrawn when its carry is below 0. With one it is when even
 * what is granted within the span cannot bring it back to 0: to be ahead of the
 * pace does no harm as long as the end is met.
 */
struct boa_limit {
	const char *account; /* "" for the whole; borrowed */
	bool overdrawn;
	double funds;  /* carry, and what is granted within the span */
	double phi;    /* modelled over billed */
	double span_h; /* min(H, rest of the period) */
};
void boa_control_limit(const struct boa_control *control, size_t i,
		       struct boa_limit *limit);

/*
 * The state as text lines for the state file, and back; *TEXT and *CONTROL are
 * new. What is read has no rules yet: boa_control_set() finds the purses again.
 * Parsing returns 0, BOA_EPARSE (ERR names the line) or BOA_ENOMEM.
 *
 *     control 1 NOW BEGIN UNOWNED
 *     purse ACCOUNT START GRANTED SPENT BILLED MODELLED R_S R_BILLED
 *           R_MODELLED PHI                     one line per purse
 */
int boa_control_print(const struct boa_control *control, char **text,
		      struct boa_err *err);
int boa_control_parse(const char *text, struct boa_control **control,
		      struct boa_err *err);

#endif /* BOA_CONTROL_H */
