/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * money.h - the agent's budget control: charged from the ledger, asked for the
 * budget to solve for and for the limits on new starts.
 */
#ifndef BOA_MONEY_H
#define BOA_MONEY_H

#include "plugin/common/live.h"
#include "plugin/sched/solver_child.h"

#include "src/control.h"
#include "src/ledger.h"
#include "src/limit.h"

struct boa_money {
	struct boa_control *control; /* of the state file; NULL: not open */
	bool configured;             /* CONTROL goes by the boa.conf in use */
	double charge_s;             /* no new charge before */
	struct boa_limit *limit;     /* [n_purse of limits] */
	struct boa_limits limits;
	char budget[BOA_BUDGET_TEXT_MAX]; /* asked of the solver last */
	size_t n_account;
	char **account; /* [n_account], the same */
	char problem[BOA_ERR_TEXT_MAX];
};

/* Release what MONEY holds but the control, and zero it. */
void boa_money_fini(struct boa_money *money);

/* Once a second: take in what was spent by NOW_S, by CONF. */
void boa_money_charge(struct boa_money *money, const struct boa_conf *conf,
		      const struct boa_ledger *ledger, double now_s);

/* The limits on new starts since the last charge; NULL: there are none. */
const struct boa_limits *boa_money_limits(const struct boa_money *money,
					  const struct boa_conf *conf);

/*
 * Have JOB solve for what the control says, for the whole and for each account
 * that LIVE's classes name; what JOB then borrows lives until the next call.
 * Nothing is done while there is no control.
 */
void boa_money_ask(struct boa_money *money, const struct boa_live *live,
		   struct boa_solver_job *job);

#endif /* BOA_MONEY_H */
