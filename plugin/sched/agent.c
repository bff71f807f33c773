/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/agent.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>

#include "plugin/common/live.h"
#include "plugin/common/slurm_compat.h"
#include "plugin/sched/apply.h"
#include "plugin/sched/base.h"
#include "plugin/sched/books.h"
#include "plugin/sched/door.h"
#include "plugin/sched/money.h"
#include "plugin/sched/refresh.h"
#include "plugin/sched/snapshot.h"

#include "src/engine.h"

/* Without a boa.conf the agent only looks for one, this often. */
#define IDLE_POLL_S 2.0

/* What the thread and its owners share. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake;
static pthread_t thread;
static bool runs, stop, reconfigure;

/* All that the thread works with; its own. */
struct agent {
	struct boa_live live;
	struct boa_refresh refresh;
	struct boa_books books;
	struct boa_door door;
	struct boa_money money;
	struct boa_engine *engine;
	struct boa_view view;
	struct boa_actions actions;
	bool *done; /* [room_done] */
	size_t room_done;
	uint32_t last_new_job; /* the highest id already seen waiting */
	char problem[BOA_ERR_TEXT_MAX];
};

static double clock_s(clockid_t id)
{
	struct timespec now;

	clock_gettime(id, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void complain(struct agent *agent, const char *what)
{
	if (!strcmp(agent->problem, what))
		return;
	snprintf(agent->problem, sizeof(agent->problem), "%s", what);
	error("sched/boa: %s", what);
}

/* Sleep for PERIOD_S or until told; returns false when the end was asked. */
static bool rest(double period_s, bool *told)
{
	double until = clock_s(CLOCK_MONOTONIC) + period_s;
	struct timespec ts = { .tv_sec = (time_t)until };
	bool go_on;

	ts.tv_nsec = (long)((until - (double)ts.tv_sec) * 1e9);
	pthread_mutex_lock(&lock);
	while (!stop && !reconfigure &&
	       !pthread_cond_timedwait(&wake, &lock, &ts))
		;
	go_on = !stop;
	*told = reconfigure;
	reconfigure = false;
	pthread_mutex_unlock(&lock);
	return go_on;
}

/* Ledger and engine, once there is a configuration. */
static bool is_ready(struct agent *agent)
{
	struct boa_shares *shares = NULL;
	struct boa_err err;

	if (agent->engine)
		return true;
	if (boa_books_open(&agent->books, agent->live.state_dir,
			   clock_s(CLOCK_MONOTONIC), &shares))
		return false;
	if (boa_engine_new(shares, &agent->engine, &err)) {
		complain(agent, err.text);
		boa_shares_free(shares);
		boa_books_close(&agent->books);
		return false;
	}
	boa_books_load_launches(&agent->books, agent->live.state_dir,
				boa_engine_launches(agent->engine));
	agent->money.control = boa_state_control(agent->books.file);
	return true;
}

static int make_room(struct agent *agent)
{
	bool *done;

	if (agent->actions.n <= agent->room_done)
		return 0;
	done = realloc(agent->done, agent->actions.n * sizeof(*done));
	if (!done)
		return -1;
	agent->done = done;
	agent->room_done = agent->actions.n;
	return 0;
}

/* Did a job arrive that Slurm's scheduler should look at now, and not only in
   its next round? */
static bool has_new_job(struct agent *agent)
{
	const struct boa_snapshot *snapshot = &agent->view.snapshot;
	bool found = false;

	for (size_t i = snapshot->n_job; i-- > 0;) {
		const struct boa_job *job = &snapshot->job[i];

		if (job->id <= agent->last_new_job)
			break;
		found = found || (job->state == BOA_JOB_PENDING &&
				  job->eligible && job->type >= 0);
	}
	if (snapshot->n_job)
		agent->last_new_job = snapshot->job[snapshot->n_job - 1].id;
	return found;
}

/* Carry out what the engine decided, and tell it what was done. */
static void act(struct agent *agent)
{
	const struct boa_table *table =
		agent->live.has_table ? &agent->live.table : NULL;
	struct boa_tally tally = { 0 };
	struct boa_err err;

	if (agent->actions.n)
		boa_apply(&agent->live.conf, &agent->view.snapshot,
			  &agent->actions, agent->done, &tally);
	for (size_t i = 0; i < agent->actions.n; i++) {
		const struct boa_action *action = &agent->actions.action[i];

		if (!agent->done[i])
			continue;
		if (action->text)
			info("sched/boa: %s", action->text);
		if (action->kind != BOA_ACT_TELL &&
		    boa_engine_done(agent->engine, &agent->view.snapshot, table,
				    action, &err))
			complain(agent, err.text);
	}
	if (has_new_job(agent) || tally.schedule)
		schedule(true);
	if (tally.n_done) {
		schedule_job_save();
		if (tally.save_nodes)
			schedule_node_save();
	}
}

static struct boa_engine_options options_of(const struct boa_conf *conf)
{
	return (struct boa_engine_options){
		.grace_time_s = conf->grace_time_s,
		.release = true,
		.observe = conf->mode == BOA_MODE_OBSERVE,
		.launch = {
			.backoff_s = conf->launch_backoff_s,
			.backoff_max_s = conf->launch_backoff_max_s,
			.max_attempts = conf->max_launch_attempts,
			.retry_window_s = conf->retry_window_s,
			.hold_after = conf->launch_hold_after,
		},
		.unknown_class = conf->unknown_class == BOA_UNKNOWN_AS
					 ? conf->unknown_class_name
					 : NULL,
	};
}

/* Snapshot, decide, act, keep the books. */
static void cycle(struct agent *agent)
{
	struct boa_engine_options options = options_of(&agent->live.conf);
	struct boa_err err;

	if (boa_view_take(&agent->live.conf, clock_s(CLOCK_REALTIME),
			  &agent->view, &err)) {
		complain(agent, err.text);
		return;
	}
	boa_books_charge(&agent->books, &agent->live, &agent->view.snapshot);
	boa_door_step(&agent->door, &agent->live.conf,
		      boa_engine_launches(agent->engine),
		      clock_s(CLOCK_MONOTONIC));
	boa_money_charge(&agent->money, &agent->live.conf, agent->books.ledger,
			 agent->view.snapshot.now_s);
	options.limits = boa_money_limits(&agent->money, &agent->live.conf);
	boa_actions_clear(&agent->actions);
	if (boa_engine_step(agent->engine, &agent->view.snapshot,
			    agent->live.has_table ? &agent->live.table : NULL,
			    &options, &agent->actions, &err) ||
	    make_room(agent))
		complain(agent, "no memory for decisions");
	else
		act(agent);
	boa_books_save(&agent->books, boa_engine_shares(agent->engine));
	boa_books_save_launches(&agent->books, agent->live.state_dir,
				boa_engine_launches(agent->engine));
	boa_books_publish(&agent->books, &agent->live, &agent->view.snapshot,
			  agent->view.cluster ? agent->view.cluster : "",
			  boa_engine_launches(agent->engine),
			  agent->live.problem[0] ? agent->live.problem
						 : agent->refresh.problem);
}

/* Look after files, solver and base scheduler. */
static void look_after(struct agent *agent, bool told)
{
	struct boa_live *live = &agent->live;

	if (boa_live_conf(live)) {
		info("sched/boa: %s read: budget %.6g %s", live->conf_path,
		     boa_budget_per_hour(&live->conf.budget),
		     boa_budget_unit_name(&live->conf.budget));
		boa_base_use(live->conf.base_scheduler);
		agent->refresh.wanted = true;
		agent->money.configured = false;
	}
	if (told)
		boa_base_reconfigure();
	if (boa_live_classes(live))
		agent->refresh.wanted = true;
	if (boa_live_table(live))
		info("sched/boa: width table of generation %llu read",
		     (unsigned long long)live->table.generation);
}

static void end(struct agent *agent)
{
	boa_base_end();
	boa_door_fini(&agent->door);
	boa_refresh_fini(&agent->refresh);
	boa_engine_free(agent->engine);
	boa_money_fini(&agent->money);
	boa_books_close(&agent->books);
	boa_actions_free(&agent->actions);
	boa_view_free(&agent->view);
	free(agent->done);
	boa_live_fini(&agent->live);
	free(agent);
}

static void *work(void *arg)
{
	slurmctld_lock_t conf_lock = { .conf = READ_LOCK };
	struct agent *agent = arg;
	bool told = false;

	prctl(PR_SET_NAME, "boa", 0, 0, 0);
	/* slurmctld is still starting: it gives this lock when it is done. */
	lock_slurmctld(conf_lock);
	unlock_slurmctld(conf_lock);
	agent->live.configured = slurm_conf.last_update;
	(void)mkdir(agent->live.state_dir, 0700);
	do {
		look_after(agent, told);
		if (agent->live.has_conf && is_ready(agent))
			cycle(agent);
		boa_refresh_step(&agent->refresh, &agent->live, &agent->money,
				 clock_s(CLOCK_MONOTONIC));
	} while (rest(agent->live.has_conf ? agent->live.conf.poll_interval_s
					   : IDLE_POLL_S,
		      &told));
	end(agent);
	return NULL;
}

/* All the thread works with, or NULL (a line was logged). */
static struct agent *begin(void)
{
	struct agent *agent = calloc(1, sizeof(*agent));

	if (!agent) {
		error("sched/boa: out of memory: jobs pass as without BOA");
		return NULL;
	}
	boa_door_init(&agent->door);
	if (boa_live_init(&agent->live, "sched/boa", NULL)) {
		free(agent);
		return NULL;
	}
	if (boa_refresh_init(&agent->refresh, agent->live.state_dir)) {
		error("sched/boa: out of memory: jobs pass as without BOA");
		end(agent);
		return NULL;
	}
	return agent;
}

static void init_wake(void)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&wake, &attr);
	pthread_condattr_destroy(&attr);
}

void boa_agent_start(void)
{
	struct agent *agent;

	pthread_mutex_lock(&lock);
	agent = runs ? NULL : begin();
	if (agent) {
		init_wake();
		stop = false;
		reconfigure = false;
		runs = !pthread_create(&thread, NULL, work, agent);
		if (!runs) {
			error("sched/boa: its thread cannot be started: jobs pass as without BOA");
			end(agent);
		}
	}
	pthread_mutex_unlock(&lock);
}

void boa_agent_stop(void)
{
	bool ran;

	pthread_mutex_lock(&lock);
	ran = runs;
	stop = true;
	if (ran)
		pthread_cond_broadcast(&wake);
	pthread_mutex_unlock(&lock);
	if (!ran)
		return;
	pthread_join(thread, NULL);
	pthread_mutex_lock(&lock);
	pthread_cond_destroy(&wake);
	runs = false;
	pthread_mutex_unlock(&lock);
}

void boa_agent_reconfigure(void)
{
	pthread_mutex_lock(&lock);
	reconfigure = true;
	if (runs)
		pthread_cond_signal(&wake);
	pthread_mutex_unlock(&lock);
}
