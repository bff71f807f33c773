/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * refresh.h - keeps the width table fresh: runs boa-widths every
 * RefreshInterval and when classes or budget changed, and takes its table up
 * when it is whole, valid and of a newer generation. Whatever goes wrong, the
 * last good table stays and one line is logged.
 */
#ifndef BOA_REFRESH_H
#define BOA_REFRESH_H

#include "plugin/common/live.h"
#include "plugin/sched/money.h"
#include "plugin/sched/solver_child.h"

struct boa_refresh {
	char *next_path; /* what the solver writes */
	char *log_path;
	struct boa_solver_child child;
	bool wanted;       /* inputs changed */
	bool has_accounts; /* the run was asked for accounts' budgets */
	bool plain;        /* the next run is not asked for accounts' budgets */
	double due_s;
	char problem[BOA_ERR_TEXT_MAX]; /* of the last run; "" when fine */
};

/* STATE_DIR: where tables lie. Returns 0, or -1: no memory. */
int boa_refresh_init(struct boa_refresh *refresh, const char *state_dir);
void boa_refresh_fini(struct boa_refresh *refresh);

/*
 * Runs solve for what MONEY says; when that cannot be done for the accounts,
 * once more by boa.conf's own figures for them.
 *
 * One look at NOW_S (a clock that only goes forward): starts the solver when
 * it is due, and has LIVE's table replaced when a new one is there, and a copy
 * put into StatusDir. Returns whether the table was replaced.
 */
bool boa_refresh_step(struct boa_refresh *refresh, struct boa_live *live,
		      struct boa_money *money, double now_s);

#endif /* BOA_REFRESH_H */
