/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/money.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/common/slurm_compat.h"

#include "src/control_conf.h"
#include "src/number.h"

#define CHARGE_EVERY_S 1.0

static void complain(struct boa_money *money, const char *what)
{
	if (!strcmp(money->problem, what))
		return;
	snprintf(money->problem, sizeof(money->problem), "%s", what);
	error("sched/boa: %s", what);
}

static void forget_accounts(struct boa_money *money)
{
	for (size_t i = 0; i < money->n_account; i++)
		free(money->account[i]);
	free(money->account);
	money->account = NULL;
	money->n_account = 0;
}

void boa_money_fini(struct boa_money *money)
{
	forget_accounts(money);
	free(money->limit);
	*money = (struct boa_money){ 0 };
}

/* --- charging --------------------------------------------------------- */

static int configure(struct boa_money *money, const struct boa_conf *conf,
		     struct boa_err *err)
{
	size_t n = conf->n_account + 1;
	struct boa_limit *limit = realloc(money->limit, n * sizeof(*limit));

	if (!limit)
		return boa_err_set(err, BOA_ENOMEM, "no memory for limits");
	money->limit = limit;
	money->limits.n_purse = 0;
	return boa_control_configure(money->control, conf, err);
}

static int charge(struct boa_money *money, const struct boa_ledger *ledger,
		  double now_s, struct boa_err *err)
{
	struct boa_control_input input = { .now_s = now_s };
	struct boa_account_spend *list = NULL;
	struct boa_control_spend *spend;
	int rc = boa_ledger_accounts(ledger, &list, &input.n, &input.unowned,
				     err);

	if (rc)
		return rc;
	spend = calloc(input.n + 1, sizeof(*spend));
	if (!spend) {
		free(list);
		return boa_err_set(err, BOA_ENOMEM, "no memory for a charge");
	}
	for (size_t i = 0; i < input.n; i++)
		spend[i] = (struct boa_control_spend){
			.account = list[i].account,
			.billed = list[i].billed,
			.modelled = list[i].modelled,
		};
	input.spend = spend;
	boa_control_charge(money->control, &input);
	free(spend);
	free(list);
	return 0;
}

void boa_money_charge(struct boa_money *money, const struct boa_conf *conf,
		      const struct boa_ledger *ledger, double now_s)
{
	struct boa_err err;
	size_t i;
	int rc = 0;

	if (!money->control || (money->configured && now_s < money->charge_s &&
				now_s > money->charge_s - 2 * CHARGE_EVERY_S))
		return;
	money->charge_s = now_s + CHARGE_EVERY_S;
	if (!money->configured)
		rc = configure(money, conf, &err);
	if (!rc) {
		money->configured = true;
		rc = charge(money, ledger, now_s, &err);
	}
	if (rc) {
		complain(money, err.text);
		return;
	}
	money->problem[0] = '\0';
	money->limits.hard = conf->budget_mode == BOA_BUDGET_HARD;
	money->limits.n_purse = 0;
	if (money->limits.hard)
		money->limits.n_purse = boa_control_n_purse(money->control);
	for (i = 0; i < money->limits.n_purse; i++)
		boa_control_limit(money->control, i, &money->limit[i]);
	money->limits.purse = money->limit;
	money->limits.max_rate_per_hour =
		isnan(conf->max_rate) ? INFINITY : conf->max_rate;
}

const struct boa_limits *boa_money_limits(const struct boa_money *money,
					  const struct boa_conf *conf)
{
	if (!money->configured ||
	    (conf->budget_mode != BOA_BUDGET_HARD && isnan(conf->max_rate)))
		return NULL;
	return &money->limits;
}

/* --- what to solve for ------------------------------------------------ */

static bool is_known(const struct boa_classes *set, const char *account)
{
	for (size_t i = 0; i < set->n_class; i++)
		for (size_t a = 0; a < set->class[i].n_account; a++)
			if (!strcmp(set->class[i].account[a].name, account))
				return true;
	return false;
}

static void ask_accounts(struct boa_money *money, const struct boa_live *live)
{
	size_t n = boa_control_n_purse(money->control);

	forget_accounts(money);
	money->account = calloc(n, sizeof(*money->account));
	for (size_t i = 1; money->account && i < n; i++) {
		char number[BOA_NUMBER_MAX];
		struct boa_pace pace;
		char *text;

		boa_control_pace(money->control, i, &pace);
		if (!is_known(&live->set, pace.account))
			continue;
		boa_number_print(pace.b_solve, 6, number);
		if (asprintf(&text, "%s=%s", pace.account, number) < 0)
			continue; /* boa.conf's own figure holds */
		money->account[money->n_account++] = text;
	}
}

void boa_money_ask(struct boa_money *money, const struct boa_live *live,
		   struct boa_solver_job *job)
{
	struct boa_budget budget = { .unit = live->conf.budget.unit };
	struct boa_pace pace;
	char number[BOA_NUMBER_MAX];

	if (!money->configured)
		return;
	boa_control_pace(money->control, BOA_PURSE_WHOLE, &pace);
	if (budget.unit == BOA_USD_PER_MONTH)
		budget.unit = BOA_USD_PER_HOUR;
	boa_number_print(pace.b_solve, 6, number);
	budget.amount = boa_number_value(number);
	boa_budget_print(&budget, money->budget);
	job->budget = money->budget;
	ask_accounts(money, live);
	job->n_account = money->n_account;
	job->account = money->account;
	info("sched/boa: widths are to be solved for %s: phi %.3f, %.4g left of what was granted",
	     money->budget, pace.phi, pace.carry);
}
