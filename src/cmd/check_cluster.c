/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/boactl.h"
#include "src/cmd/check_slurm.h"

#define CRED_EXPIRE_DEFAULT_S 120 /* Slurm's own */

bool boa_list_has_word(const char *list, const char *prefix, const char *word)
{
	size_t n_prefix = strlen(prefix), n_word = strlen(word), len;

	for (; list && *list; list += len + (list[len] != '\0')) {
		const char *item = list;
		size_t n;

		len = strcspn(list, ",");
		item += strspn(item, " ");
		n = len - (size_t)(item - list);
		if (n == n_prefix + n_word &&
		    !strncasecmp(item, prefix, n_prefix))
			item += n_prefix, n -= n_prefix;
		if (n == n_word && !strncasecmp(item, word, n))
			return true;
	}
	return false;
}

bool boa_list_has_number(const char *list, unsigned value)
{
	while (list && *list) {
		char *end = NULL;
		unsigned long first = strtoul(list, &end, 10), last = first;

		if (end == list)
			return false;
		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		if (value >= first && value <= last)
			return true;
		list = end + strcspn(end, ",");
		list += *list == ',';
	}
	return false;
}

static void check_scheduling(const struct boa_slurm_settings *settings,
			     struct boa_check *check)
{
	const char *type = settings->scheduler_type;
	const char *plugins = settings->job_submit_plugins;

	if (type && !strcmp(type, "sched/boa"))
		boa_check_add(check, BOA_CHECK_OK, "SchedulerType", type,
			      "plans are carried out; Slurm refuses "
			      "heterogeneous jobs unless this is "
			      "sched/backfill");
	else
		boa_check_add(check, BOA_CHECK_BAD, "SchedulerType", type,
			      "must be sched/boa: now no plan is carried out");
	if (boa_list_has_word(plugins, "job_submit/", "boa"))
		boa_check_add(check, BOA_CHECK_OK, "JobSubmitPlugins", plugins,
			      "jobs of a class get their size when submitted");
	else
		boa_check_add(check, BOA_CHECK_BAD, "JobSubmitPlugins", plugins,
			      "must include boa: now no job gets a size");
	if (boa_list_has_word(settings->scheduler_parameters, "",
			      "sched_interval=-1"))
		boa_check_add(check, BOA_CHECK_BAD, "SchedulerParameters",
			      settings->scheduler_parameters,
			      "sched_interval=-1 must go: Slurm's main "
			      "scheduler starts the jobs that BOA has sized");
	if (settings->select_type &&
	    !strcmp(settings->select_type, "select/cons_tres"))
		boa_check_add(check, BOA_CHECK_OK, "SelectType",
			      settings->select_type, "GPUs are allocated");
	else
		boa_check_add(check, BOA_CHECK_BAD, "SelectType",
			      settings->select_type,
			      "must be select/cons_tres: no other allocates "
			      "GPUs one by one");
	if (boa_list_has_word(settings->gres_types, "", "gpu"))
		boa_check_add(check, BOA_CHECK_OK, "GresTypes",
			      settings->gres_types, "GPUs are known");
	else
		boa_check_add(check, BOA_CHECK_BAD, "GresTypes",
			      settings->gres_types,
			      "must include gpu: a request for GPUs is "
			      "refused");
}

static void check_program(const char *item, const char *set, const char *what,
			  struct boa_check *check)
{
	if (set && *set)
		boa_check_add(check, BOA_CHECK_OK, item, set, "%s nodes", what);
	else
		boa_check_add(check, BOA_CHECK_BAD, item, set,
			      "must be set: nothing %s nodes", what);
}

static void check_power(const struct boa_slurm_settings *settings,
			struct boa_check *check)
{
	char timeout[32];

	check_program("ResumeProgram", settings->resume_program, "rents",
		      check);
	check_program("SuspendProgram", settings->suspend_program, "releases",
		      check);
	snprintf(timeout, sizeof(timeout), "%.0f", settings->suspend_timeout_s);
	boa_check_add(check,
		      settings->suspend_timeout_s > 0 ? BOA_CHECK_OK
						      : BOA_CHECK_WARN,
		      "SuspendTimeout", timeout,
		      "must cover what SuspendProgram takes: after it a node "
		      "counts as off and may be rented again");
}

static void check_requeue(const struct boa_slurm_settings *settings,
			  struct boa_check *check)
{
	if (boa_list_has_number(settings->requeue_exit_hold, BOACTL_RESIZE))
		boa_check_add(check, BOA_CHECK_BAD, "RequeueExitHold",
			      settings->requeue_exit_hold,
			      "must not have %d: a job that ends with it to be "
			      "resized would be held",
			      BOACTL_RESIZE);
	if (boa_list_has_number(settings->requeue_exit, BOACTL_RESIZE))
		boa_check_add(check, BOA_CHECK_OK, "RequeueExit",
			      settings->requeue_exit,
			      "a job may end with %d to be resized",
			      BOACTL_RESIZE);
	else
		boa_check_add(check, BOA_CHECK_WARN, "RequeueExit",
			      settings->requeue_exit,
			      "has no %d: a job that ends with it has failed; "
			      "boactl resize works all the same",
			      BOACTL_RESIZE);
	boa_check_add(check,
		      settings->job_requeue ? BOA_CHECK_OK : BOA_CHECK_WARN,
		      "JobRequeue", settings->job_requeue ? "1" : "0",
		      settings->job_requeue
			      ? "a job outlives the loss of a node"
			      : "jobs that BOA does not size end with a node "
				"that is lost");
}

/* The seconds of cred_expire= in AuthInfo. */
static unsigned cred_expire_s(const char *auth_info)
{
	const char *at = auth_info ? strstr(auth_info, "cred_expire=") : NULL;

	if (!at)
		return CRED_EXPIRE_DEFAULT_S;
	return (unsigned)strtoul(at + strlen("cred_expire="), NULL, 10);
}

static void check_rest(const struct boa_slurm_settings *settings,
		       struct boa_check *check)
{
	boa_check_add(check, BOA_CHECK_OK, "AuthInfo", settings->auth_info,
		      "a requeued job waits %u s, one that sched/boa resizes "
		      "does not",
		      cred_expire_s(settings->auth_info) + 1);
	if (boa_list_has_word(settings->accounting_tres, "", "gres/gpu"))
		boa_check_add(check, BOA_CHECK_OK, "AccountingStorageTRES",
			      settings->accounting_tres,
			      "GPUs are in Slurm's own accounting");
	else
		boa_check_add(check, BOA_CHECK_WARN, "AccountingStorageTRES",
			      settings->accounting_tres,
			      "has no gres/gpu: limits and sacct do not count "
			      "GPUs (the ledger does)");
}

void boa_check_cluster(const struct boa_slurm_settings *settings,
		       struct boa_check *check)
{
	check_scheduling(settings, check);
	check_power(settings, check);
	check_requeue(settings, check);
	check_rest(settings, check);
}
