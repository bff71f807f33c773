/* SPDX-License-Identifier: GPL-3.0-or-later */
/* budget.c - budgets and their units (conf.h). */
#include "config.h"

#include <string.h>
#include <strings.h>

#include "src/conf.h"
#include "src/number.h"

#define HOURS_PER_MONTH 730

static const struct unit {
	const char *spelling; /* in any case; the first of a unit is printed */
	enum boa_budget_unit unit;
	const char *per_hour; /* how boa_budget_per_hour() is counted */
} units[] = {
	{ "", BOA_PRICE_PER_HOUR, "price/h" },
	{ "GPU-h/h", BOA_GPU_HOURS_PER_HOUR, "GPU-h/h" },
	{ "USD/hour", BOA_USD_PER_HOUR, "USD/h" },
	{ "USD/h", BOA_USD_PER_HOUR, "USD/h" },
	{ "USD/month", BOA_USD_PER_MONTH, "USD/h" },
};

#define N_UNIT (sizeof(units) / sizeof(*units))

static const struct unit *find(enum boa_budget_unit unit)
{
	size_t i = 0;

	while (i + 1 < N_UNIT && units[i].unit != unit)
		i++;
	return &units[i];
}

int boa_budget_parse(const char *text, struct boa_budget *budget,
		     struct boa_err *err)
{
	size_t bad, n = boa_number_len(text, strlen(text), &bad), i;
	double amount = n ? boa_number_value(text) : 0;

	for (i = 0; i < N_UNIT; i++)
		if (!strcasecmp(text + n, units[i].spelling))
			break;
	if (i == N_UNIT || !(amount > 0) || amount > BOA_REAL_MAX)
		return boa_err_set(err, BOA_ERANGE,
				   "is \"%.40s\", expected " BOA_BUDGET_RULE,
				   text);
	*budget = (struct boa_budget){
		.amount = amount,
		.unit = units[i].unit,
	};
	return 0;
}

double boa_budget_per_hour(const struct boa_budget *budget)
{
	return budget->unit == BOA_USD_PER_MONTH
		       ? budget->amount / HOURS_PER_MONTH
		       : budget->amount;
}

const char *boa_budget_unit_name(const struct boa_budget *budget)
{
	return find(budget->unit)->per_hour;
}

void boa_budget_print(const struct boa_budget *budget,
		      char text[BOA_BUDGET_TEXT_MAX])
{
	char amount[BOA_NUMBER_MAX];

	boa_number_print_short(budget->amount, amount);
	snprintf(text, BOA_BUDGET_TEXT_MAX, "%s%s", amount,
		 find(budget->unit)->spelling);
}
