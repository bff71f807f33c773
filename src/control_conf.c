/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "src/control_conf.h"

static struct boa_grant grant_of(const struct boa_budget *budget)
{
	if (budget->unit == BOA_USD_PER_MONTH)
		return (struct boa_grant){ .per_month = budget->amount };
	return (struct boa_grant){ .per_hour = budget->amount };
}

static enum boa_period period_of(const struct boa_conf *conf)
{
	switch (conf->budget_period) {
	case BOA_BUDGET_DAY:
		return BOA_PERIOD_DAY;
	case BOA_BUDGET_WEEK:
		return BOA_PERIOD_WEEK;
	case BOA_BUDGET_MONTH:
		return BOA_PERIOD_MONTH;
	case BOA_BUDGET_AUTO:
		return conf->budget.unit == BOA_USD_PER_MONTH ? BOA_PERIOD_MONTH
							      : BOA_PERIOD_NONE;
	default:
		return BOA_PERIOD_NONE;
	}
}

int boa_control_configure(struct boa_control *control,
			  const struct boa_conf *conf, struct boa_err *err)
{
	struct boa_control_rules rules = {
		.whole = grant_of(&conf->budget),
		.n_account = conf->n_account,
		.period = period_of(conf),
		.horizon_s = conf->control_horizon_s,
		.window_s = conf->control_window_s,
		.keep_s = conf->control_keep_s,
		.clamp = conf->control_clamp,
		.hard = conf->budget_mode == BOA_BUDGET_HARD,
	};
	struct boa_control_account *account =
		calloc(conf->n_account + 1, sizeof(*account));
	size_t i;
	int rc;

	if (!account)
		return boa_err_set(err, BOA_ENOMEM,
				   "no memory for the budget control");
	for (i = 0; i < conf->n_account; i++) {
		const struct boa_conf_account *from = &conf->account[i];

		account[i].name = from->name;
		if (isnan(from->share))
			account[i].grant = grant_of(&from->budget);
		else
			account[i].share = from->share;
	}
	rules.account = account;
	rc = boa_control_set(control, &rules, err);
	free(account);
	return rc;
}
