/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "src/conf_key.h"

#ifndef BOA_BINDIR
#error "BOA_BINDIR: the folder boa-widths is installed in"
#endif

#define DAY_S 86400.0

/* --- the keys --------------------------------------------------------- */

static const char *const budget_modes[] = { "soft", "hard", NULL };
static const char *const budget_periods[] = { "auto", "none",  "day",
					      "week", "month", NULL };
static const char *const modes[] = { "active", "observe", NULL };
static const char *const schedulers[] = { "backfill", "builtin", "none", NULL };

#define FIELD(name) .offset = offsetof(struct boa_conf, name)

static const struct boa_conf_key conf_keys[] = {
	{ "Budget", .kind = BOA_CONF_BUDGET, FIELD(budget),
	  .is_required = true },
	{ "BudgetMode", .kind = BOA_CONF_CHOICE, FIELD(budget_mode),
	  .initial = "soft", .words = budget_modes },
	{ "BudgetPeriod", .kind = BOA_CONF_CHOICE, FIELD(budget_period),
	  .initial = "auto", .words = budget_periods },
	{ "MaxRate", .kind = BOA_CONF_REAL, FIELD(max_rate), .least = 1e-9,
	  .most = BOA_REAL_MAX },
	{ "ControlHorizon", .kind = BOA_CONF_REAL, FIELD(control_horizon_s),
	  .initial = "86400", .least = 1, .most = 31 * DAY_S,
	  .unit = "seconds" },
	{ "ControlWindow", .kind = BOA_CONF_REAL, FIELD(control_window_s),
	  .initial = "86400", .least = 1, .most = 31 * DAY_S,
	  .unit = "seconds" },
	{ "ControlKeep", .kind = BOA_CONF_REAL, FIELD(control_keep_s),
	  .initial = "604800", .least = 0, .most = 366 * DAY_S,
	  .unit = "seconds" },
	{ "ControlClamp", .kind = BOA_CONF_REAL, FIELD(control_clamp),
	  .initial = "2", .least = 1, .most = 1000 },
	{ "ClassFile", .kind = BOA_CONF_PATH, FIELD(class_file),
	  .is_required = true },
	{ "UnknownClass", .kind = BOA_CONF_UNKNOWN, .initial = "pass" },
	{ "Mode", .kind = BOA_CONF_CHOICE, FIELD(mode), .initial = "active",
	  .words = modes },
	{ "BaseScheduler", .kind = BOA_CONF_WORD, FIELD(base_scheduler),
	  .initial = "backfill", .words = schedulers },
	{ "RefreshInterval", .kind = BOA_CONF_REAL, FIELD(refresh_interval_s),
	  .initial = "900", .least = 1, .most = 7 * DAY_S, .unit = "seconds" },
	{ "SolveTimeout", .kind = BOA_CONF_REAL, FIELD(solve_timeout_s),
	  .initial = "60", .least = 0.1, .most = 3600, .unit = "seconds" },
	{ "GraceTime", .kind = BOA_CONF_REAL, FIELD(grace_time_s),
	  .initial = "300", .least = 0, .most = DAY_S, .unit = "seconds" },
	{ "PollInterval", .kind = BOA_CONF_REAL, FIELD(poll_interval_s),
	  .initial = "0.5", .least = 0.05, .most = 60, .unit = "seconds" },
	{ "StatusDir", .kind = BOA_CONF_PATH, FIELD(status_dir),
	  .initial = "/run/boa" },
	{ "Solver", .kind = BOA_CONF_PATH, FIELD(solver),
	  .initial = BOA_BINDIR "/boa-widths" },
	{ "LaunchBackoff", .kind = BOA_CONF_REAL, FIELD(launch_backoff_s),
	  .initial = "60", .least = 1, .most = DAY_S, .unit = "seconds" },
	{ "LaunchBackoffMax", .kind = BOA_CONF_REAL,
	  FIELD(launch_backoff_max_s), .initial = "960", .least = 1,
	  .most = DAY_S, .unit = "seconds" },
	{ "LaunchHoldAfter", .kind = BOA_CONF_COUNT, FIELD(launch_hold_after),
	  .initial = "10", .least = 1, .most = 1000000 },
	{ "MaxLaunchAttempts", .kind = BOA_CONF_COUNT,
	  FIELD(max_launch_attempts), .initial = "4", .least = 1,
	  .most = 1000000 },
	{ "RetryWindow", .kind = BOA_CONF_REAL, FIELD(retry_window_s),
	  .initial = "3600", .least = 0, .most = 7 * DAY_S, .unit = "seconds" },
	{ "ProviderLog", .kind = BOA_CONF_PATH, FIELD(provider_log) },
};

#undef FIELD
#define FIELD(name) .offset = offsetof(struct boa_conf_type, name)

static const struct boa_conf_key type_keys[] = {
	{ "GpuType", .kind = BOA_CONF_NAME, FIELD(name), .is_required = true },
	{ "Price", .kind = BOA_CONF_REAL, FIELD(price), .initial = "1",
	  .least = 1e-9, .most = BOA_REAL_MAX },
	{ "GpusPerNode", .kind = BOA_CONF_COUNT, FIELD(gpus_per_node),
	  .is_required = true, .least = 1, .most = BOA_GPUS_MAX },
	{ "Partition", .kind = BOA_CONF_NAME, FIELD(partition) },
	{ "MaxNodes", .kind = BOA_CONF_COUNT, FIELD(max_nodes),
	  .initial = "UNLIMITED", .least = 1, .most = UINT_MAX },
	{ "BootTime", .kind = BOA_CONF_REAL, FIELD(boot_time_s),
	  .initial = "90", .least = 0, .most = DAY_S, .unit = "seconds" },
	{ "BootTimeout", .kind = BOA_CONF_REAL, FIELD(boot_timeout_s),
	  .initial = "0", .least = 0, .most = DAY_S, .unit = "seconds" },
};

#undef FIELD
#define FIELD(name) .offset = offsetof(struct boa_conf_account, name)

static const struct boa_conf_key account_keys[] = {
	{ "Account", .kind = BOA_CONF_NAME, FIELD(name), .is_required = true },
	{ "Share", .kind = BOA_CONF_REAL, FIELD(share), .least = 1e-9,
	  .most = 1 },
	{ "Budget", .kind = BOA_CONF_BUDGET, FIELD(budget) },
};

#undef FIELD

#define TABLE(rows)                                                            \
	{                                                                      \
		sizeof(rows) / sizeof(*(rows)), rows                           \
	}

const struct boa_conf_table boa_conf_keys = TABLE(conf_keys);
const struct boa_conf_table boa_conf_type_keys = TABLE(type_keys);
const struct boa_conf_table boa_conf_account_keys = TABLE(account_keys);

_Static_assert(sizeof(conf_keys) / sizeof(*conf_keys) <= BOA_CONF_TABLE_MAX,
	       "a table has more rows than BOA_CONF_TABLE_MAX");

/* --- all rows of a table ---------------------------------------------- */

const struct boa_conf_key *boa_conf_key_find(const struct boa_conf_table *table,
					     const char *name, size_t len)
{
	size_t k;

	for (k = 0; k < table->n; k++)
		if (strlen(table->key[k].name) == len &&
		    !strncasecmp(table->key[k].name, name, len))
			return &table->key[k];
	return NULL;
}

int boa_conf_table_init(const struct boa_conf_table *table, void *base)
{
	size_t k;
	int rc = 0;

	for (k = 0; !rc && k < table->n; k++)
		rc = boa_conf_key_init(&table->key[k], base);
	return rc;
}

void boa_conf_table_free(const struct boa_conf_table *table, void *base)
{
	size_t k;

	for (k = 0; k < table->n; k++)
		boa_conf_key_free(&table->key[k], base);
}

void boa_conf_table_print(FILE *out, const struct boa_conf_table *table,
			  const void *base, const char *separator)
{
	const char *between = "";
	size_t k;

	for (k = 0; k < table->n; k++) {
		char *text = boa_conf_key_text(&table->key[k], base);

		if (!text)
			continue;
		fprintf(out, "%s%s=%s", between, table->key[k].name, text);
		between = separator;
		free(text);
	}
	fputc('\n', out);
}
