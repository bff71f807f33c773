/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/refresh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/common/slurm_compat.h"

#include "src/table_json.h"

int boa_refresh_init(struct boa_refresh *refresh, const char *state_dir)
{
	*refresh = (struct boa_refresh){ .wanted = true };
	if (asprintf(&refresh->next_path, "%s/widths.next.json", state_dir) < 0)
		refresh->next_path = NULL;
	if (asprintf(&refresh->log_path, "%s/boa-widths.log", state_dir) < 0)
		refresh->log_path = NULL;
	if (refresh->next_path && refresh->log_path)
		return 0;
	boa_refresh_fini(refresh);
	return -1;
}

void boa_refresh_fini(struct boa_refresh *refresh)
{
	boa_solver_stop(&refresh->child);
	free(refresh->next_path);
	free(refresh->log_path);
	refresh->next_path = NULL;
	refresh->log_path = NULL;
}

/* Log WHAT with what follows, unless it was said already. */
static void complain(struct boa_refresh *refresh, const struct boa_live *live,
		     const char *what)
{
	if (!strcmp(refresh->problem, what))
		return;
	snprintf(refresh->problem, sizeof(refresh->problem), "%s", what);
	if (live->has_table)
		error("sched/boa: %s; the width table of generation %llu stays",
		      what, (unsigned long long)live->table.generation);
	else
		error("sched/boa: %s; there is no width table: jobs pass as without BOA",
		      what);
}

/* The solver counts generations on from the file it replaces. */
static int lay_previous(struct boa_refresh *refresh,
			const struct boa_live *live, struct boa_err *err)
{
	if (live->has_table)
		return boa_table_save(refresh->next_path, &live->table, err);
	unlink(refresh->next_path);
	return 0;
}

static void start(struct boa_refresh *refresh, struct boa_live *live,
		  struct boa_money *money, double now_s)
{
	struct boa_solver_job job = {
		.program = live->conf.solver,
		.conf_path = live->conf_path,
		.classes = live->conf.class_file,
		.out_path = refresh->next_path,
		.log_path = refresh->log_path,
		.limit_s = live->conf.solve_timeout_s,
	};
	struct boa_err err;

	boa_money_ask(money, live, &job);
	if (refresh->plain)
		job.n_account = 0;
	refresh->has_accounts = job.n_account > 0;
	refresh->plain = false;
	refresh->wanted = false;
	refresh->due_s = now_s + live->conf.refresh_interval_s;
	if (lay_previous(refresh, live, &err) ||
	    boa_solver_start(&refresh->child, &job, now_s, &err))
		complain(refresh, live, err.text);
}

/* Does TABLE speak of every class of SET? */
static int fits(const struct boa_table *table, const struct boa_classes *set,
		struct boa_err *err)
{
	for (size_t i = 0; i < set->n_class; i++) {
		const char *name = set->class[i].name;

		if (!boa_table_find(table, name, strlen(name)))
			return boa_err_set(err, BOA_ERANGE,
					   "the solver's table lacks class %s",
					   name);
	}
	return 0;
}

static void publish(const struct boa_live *live)
{
	struct boa_err err;
	char *path;

	if (asprintf(&path, "%s/widths.json", live->conf.status_dir) < 0)
		return;
	if (boa_table_save(path, &live->table, &err))
		error("sched/boa: %s", err.text);
	else
		(void)chmod(path, 0644);
	free(path);
}

/* The solver says it is done: take up what it wrote. */
static bool take_up(struct boa_refresh *refresh, struct boa_live *live)
{
	struct boa_table table;
	struct boa_err err;
	int rc = boa_table_load(refresh->next_path, &table, &err);

	if (rc) {
		complain(refresh, live, err.text);
		return false;
	}
	rc = fits(&table, &live->set, &err);
	if (!rc && live->has_table &&
	    table.generation <= live->table.generation)
		rc = boa_err_set(
			&err, BOA_ERANGE,
			"the solver's table is of generation %llu, not newer",
			(unsigned long long)table.generation);
	if (!rc)
		rc = boa_table_save(live->table_path, &table, &err);
	if (!rc && !boa_live_table(live))
		rc = boa_err_set(&err, BOA_EIO, "%s was not read back",
				 live->table_path);
	boa_table_free(&table);
	if (rc) {
		complain(refresh, live, err.text);
		return false;
	}
	refresh->problem[0] = '\0';
	info("sched/boa: width table of generation %llu: mean JCT %.0f s at %.4g %s",
	     (unsigned long long)live->table.generation,
	     live->table.expected.mean_jct_s,
	     live->table.expected.spend_per_hour,
	     live->table.unit ? live->table.unit : "");
	publish(live);
	return true;
}

bool boa_refresh_step(struct boa_refresh *refresh, struct boa_live *live,
		      struct boa_money *money, double now_s)
{
	struct boa_err err;

	switch (boa_solver_poll(&refresh->child, now_s, &err)) {
	case BOA_SOLVER_DONE:
		return take_up(refresh, live);
	case BOA_SOLVER_FAILED:
		complain(refresh, live, err.text);
		refresh->plain = refresh->wanted = refresh->has_accounts;
		return false;
	case BOA_SOLVER_RUNS:
		break;
	}
	if (!refresh->child.pid && live->has_conf && live->has_set &&
	    (refresh->wanted || now_s >= refresh->due_s))
		start(refresh, live, money, now_s);
	return false;
}
