/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "src/cmd/check_conf.h"
#include "src/err.h"

static void add_errors(const char *path, const struct boa_conf_errors *errors,
		       const struct boa_err *err, struct boa_check *check)
{
	for (size_t i = 0; i < errors->n; i++)
		boa_check_add(check, BOA_CHECK_BAD, "boa.conf", path, "%s",
			      errors->text[i]);
	if (!errors->n)
		boa_check_add(check, BOA_CHECK_BAD, "boa.conf", path, "%s",
			      err->text);
}

static void add_seconds(const char *item, double value_s, const char *text,
			struct boa_check *check)
{
	char set[32];

	snprintf(set, sizeof(set), "%g", value_s);
	boa_check_add(check, BOA_CHECK_OK, item, set, "%s", text);
}

static void add_modes(const struct boa_conf *conf, struct boa_check *check)
{
	static const char *const unknown[] = {
		[BOA_UNKNOWN_PASS] = "pass",
		[BOA_UNKNOWN_REJECT] = "reject",
	};

	if (conf->mode == BOA_MODE_OBSERVE)
		boa_check_add(check, BOA_CHECK_WARN, "Mode", "observe",
			      "BOA decides and logs, and changes nothing");
	else
		boa_check_add(check, BOA_CHECK_OK, "Mode", "active",
			      "decisions are carried out");
	if (!strcmp(conf->base_scheduler, "none"))
		boa_check_add(check, BOA_CHECK_WARN, "BaseScheduler", "none",
			      "jobs that BOA does not size are not "
			      "backfilled");
	else
		boa_check_add(check, BOA_CHECK_OK, "BaseScheduler",
			      conf->base_scheduler,
			      "sched/%s runs beside sched/boa",
			      conf->base_scheduler);
	boa_check_add(check, BOA_CHECK_OK, "UnknownClass",
		      conf->unknown_class == BOA_UNKNOWN_AS
			      ? conf->unknown_class_name
			      : unknown[conf->unknown_class],
		      "what becomes of a job whose class no file has");
	boa_check_add(check, BOA_CHECK_OK, "BudgetMode",
		      conf->budget_mode == BOA_BUDGET_HARD ? "hard" : "soft",
		      conf->budget_mode == BOA_BUDGET_HARD
			      ? "nothing is rented beyond the budget"
			      : "the budget is met on average");
}

static void add_type(const struct boa_conf_type *type, struct boa_check *check)
{
	char item[128], set[160], nodes[32] = "any number of";

	snprintf(item, sizeof(item), "GpuType %s", type->name);
	if (type->max_nodes != UINT_MAX)
		snprintf(nodes, sizeof(nodes), "at most %u", type->max_nodes);
	snprintf(set, sizeof(set), "Partition=%s", type->partition);
	boa_check_add(check, BOA_CHECK_OK, item, set,
		      "%s nodes of %u GPUs, %g per GPU-hour, up %g s after the "
		      "launch",
		      nodes, type->gpus_per_node, type->price,
		      type->boot_time_s);
}

static void add_values(const char *path, const struct boa_conf *conf,
		       struct boa_check *check)
{
	boa_check_add(check, BOA_CHECK_OK, "boa.conf", path, "is well formed");
	boa_check_add(check, BOA_CHECK_OK, "ClassFile", conf->class_file,
		      "the classes");
	boa_check_add(check, BOA_CHECK_OK, "StatusDir", conf->status_dir,
		      "status.json and widths.json for boactl");
	boa_check_add(check, BOA_CHECK_OK, "Solver", conf->solver,
		      "makes the width tables");
	boa_check_add(check, BOA_CHECK_OK, "ProviderLog", conf->provider_log,
		      conf->provider_log
			      ? "the provider's word decides what is billed"
			      : "Slurm's node states decide what is billed");
	add_modes(conf, check);
	add_seconds("RefreshInterval", conf->refresh_interval_s,
		    "s between width tables", check);
	add_seconds("SolveTimeout", conf->solve_timeout_s,
		    "s the solver may take", check);
	add_seconds("GraceTime", conf->grace_time_s,
		    "s for a job to take up a resize", check);
	for (size_t i = 0; i < conf->n_type; i++)
		add_type(&conf->type[i], check);
}

bool boa_check_conf(const char *path, struct boa_conf *conf,
		    struct boa_check *check)
{
	struct boa_conf_errors errors = { 0 };
	struct boa_err err = { 0 };
	int rc;

	rc = boa_conf_load(path, conf, &errors, &err);
	if (rc)
		add_errors(path, &errors, &err, check);
	else
		add_values(path, conf, check);
	boa_conf_errors_free(&errors);
	return !rc;
}
