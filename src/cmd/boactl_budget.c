/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl budget - what may be spent, what was, and at what rate.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"
#include "src/name.h"

static const struct boa_text_column columns[] = { { "ITEM", false },
						  { "VALUE", true },
						  { "UNIT", false } };

/* All per hour in the budget's unit, but for the two that say otherwise. */
struct account {
	const char *unit;
	double budget, least, expected, mean, now;
	double hours; /* since the account began */
	double spent; /* price * GPU-hours in all */
};

static struct account account_of(struct json_object *status)
{
	struct json_object *ledger = boa_view_object(status, "ledger");

	return (struct account){
		.unit = boa_view_text(status, "unit"),
		.budget = boa_view_number(status, "budget"),
		.least = boa_view_number(status, "least_budget"),
		.expected = boa_view_number(boa_view_object(status, "expected"),
					    "spend_per_hour"),
		.mean = boa_view_number(status, "spend_per_hour"),
		.now = boa_view_number(status, "rate_per_hour"),
		.hours = (boa_view_number(ledger, "now_s") -
			  boa_view_number(ledger, "begin_s")) /
			 3600,
		.spent = boa_view_number(boa_view_object(ledger, "total"),
					 "spend"),
	};
}

static void add(struct boa_text_table *table, const char *item, double value,
		const char *unit)
{
	boa_text_table_add(table, "%s", item);
	boa_text_table_add_number(table, value, 2);
	boa_text_table_add(table, "%s", unit);
}

/* The unit without "per hour": "USD/h" is spent in "USD". */
static void add_total(struct boa_text_table *table, const char *item,
		      double value, const char *unit)
{
	size_t len = strlen(unit);

	boa_text_table_add(table, "%s", item);
	boa_text_table_add_number(table, value, 2);
	if (len > 2 && !strcmp(unit + len - 2, "/h"))
		len -= 2;
	boa_text_table_add(table, "%.*s", (int)len, unit);
}

/* The time AT_S of the control, by UTC; "-" when there is none. */
static void add_time(struct boa_text_table *table, const char *item,
		     double at_s)
{
	char text[32] = "-";
	time_t at = (time_t)at_s;
	struct tm tm;

	if (isfinite(at_s) && gmtime_r(&at, &tm))
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
	boa_text_table_add(table, "%s", item);
	boa_text_table_add(table, "%s", text);
	boa_text_table_add(table, "%s", "UTC");
}

/* What the control makes of the whole: its pace and where it leads. */
static void add_pace(struct boa_text_table *table, struct json_object *purse,
		     const char *unit)
{
	bool has_end = isfinite(boa_view_number(purse, "end_s"));

	add(table, "solve for", boa_view_number(purse, "b_solve"), unit);
	add(table, "phi", boa_view_number(purse, "phi"), "modelled/billed");
	add(table, "of late", boa_view_number(purse, "recent"), unit);
	add_time(table, "counted since", boa_view_number(purse, "start_s"));
	add_total(table, "granted", boa_view_number(purse, "granted"), unit);
	add_total(table, "spent", boa_view_number(purse, "spent"), unit);
	add_total(table, "left", boa_view_number(purse, "carry"), unit);
	if (has_end) {
		add_time(table, "period ends", boa_view_number(purse, "end_s"));
		add_total(table, "granted until then",
			  boa_view_number(purse, "whole"), unit);
		add_total(table, "forecast for then",
			  boa_view_number(purse, "forecast"), unit);
	}
	add_time(table, "all is spent by", boa_view_number(purse, "dry_s"));
}

/* The account of PURSE in short. */
static void add_account(struct boa_text_table *table, struct json_object *purse,
			const char *unit)
{
	static const char *const keys[] = { "b", "b_solve" };
	static const char *const totals[] = { "granted", "spent", "carry" };
	static const char *const words[] = { "budget", "solve for", "granted",
					     "spent", "left" };
	char item[BOA_NAME_MAX + 16];
	size_t k;

	for (k = 0; k < 5; k++) {
		snprintf(item, sizeof(item), "%s: %s",
			 boa_view_text(purse, "account"), words[k]);
		if (k < 2)
			add(table, item, boa_view_number(purse, keys[k]), unit);
		else
			add_total(table, item,
				  boa_view_number(purse, totals[k - 2]), unit);
	}
}

static void add_purses(struct boa_text_table *table, struct json_object *status,
		       const char *unit)
{
	size_t n = boa_view_count(status, "purses"), i;

	add_pace(table, boa_view_item(status, "purses", 0), unit);
	for (i = 1; i < n; i++)
		add_account(table, boa_view_item(status, "purses", i), unit);
}

static int show(const struct boactl *ctl, struct json_object *status,
		const struct account *account)
{
	struct boa_text_table table;

	boa_text_table_init(&table, columns, 3);
	add(&table, "budget", account->budget, account->unit);
	add(&table, "least feasible", account->least, account->unit);
	add(&table, "expected of the widths", account->expected, account->unit);
	add(&table, "mean so far", account->mean, account->unit);
	add(&table, "now", account->now, account->unit);
	add(&table, "mean of budget",
	    boa_show_percent(account->mean, account->budget), "%");
	add(&table, "time counted", account->hours, "h");
	if (boa_view_count(status, "purses")) {
		add_purses(&table, status, account->unit);
		return boa_show_table(ctl, &table);
	}
	add_total(&table, "spent", account->spent, account->unit);
	add_total(&table, "granted", account->budget * account->hours,
		  account->unit);
	add_total(&table, "left",
		  account->budget * account->hours - account->spent,
		  account->unit);
	return boa_show_table(ctl, &table);
}

static struct json_object *number(double value)
{
	return isfinite(value) ? json_object_new_double(value) : NULL;
}

static int show_json(struct json_object *status, const struct account *account)
{
	struct json_object *document = json_object_new_object();

	if (!document)
		return boa_show_json(NULL);
	json_object_object_add(document, "written_at_s",
			       number(boa_view_number(status, "written_at_s")));
	json_object_object_add(document, "unit",
			       json_object_new_string(account->unit));
	json_object_object_add(
		document, "budget_mode",
		json_object_new_string(boa_view_text(status, "budget_mode")));
	json_object_object_add(document, "budget", number(account->budget));
	json_object_object_add(document, "least_budget",
			       number(account->least));
	json_object_object_add(document, "expected_per_hour",
			       number(account->expected));
	json_object_object_add(document, "mean_per_hour",
			       number(account->mean));
	json_object_object_add(document, "now_per_hour", number(account->now));
	json_object_object_add(document, "hours", number(account->hours));
	json_object_object_add(document, "spent", number(account->spent));
	json_object_object_add(
		document, "left",
		number(account->budget * account->hours - account->spent));
	json_object_object_add(
		document, "max_rate_per_hour",
		number(boa_view_number(status, "max_rate_per_hour")));
	json_object_object_add(document, "solved_for",
			       number(boa_view_number(status, "solved_for")));
	json_object_object_add(
		document, "purses",
		json_object_get(json_object_object_get(status, "purses")));
	return boa_show_json(document);
}

int boactl_budget(const struct boactl *ctl, int argc, char **argv)
{
	struct json_object *status = NULL;
	struct account account;
	int rc;

	(void)argc;
	(void)argv;
	rc = boa_show_load(ctl, &status);
	if (rc)
		return rc;
	account = account_of(status);
	rc = ctl->json ? show_json(status, &account)
		       : show(ctl, status, &account);
	json_object_put(status);
	return rc;
}
