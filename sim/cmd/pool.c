/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sim/cmd/evaluate.h"

#include "src/text.h"

#define SLOTS_MAX 64

extern char **environ;

struct slot {
	pid_t pid; /* 0: free */
	size_t run;
};

struct pool {
	struct sim_evaluation *evaluation;
	struct slot slot[SLOTS_MAX];
	size_t n_running;
	size_t n_done;
	size_t n_new; /* made in this process, for the time that is left */
	time_t begin;
	struct boa_err *err;
};

char *sim_run_path(const struct sim_evaluation *evaluation,
		   const struct sim_run *run, const char *suffix)
{
	return boa_text_new("%s/runs/%s.%s", evaluation->out, run->id, suffix);
}

/* --- progress --------------------------------------------------------- */

static void show(const struct pool *pool)
{
	size_t n = pool->evaluation->plan.n_run;
	size_t left = n - pool->n_done;
	double each = 0.0;

	if (!isatty(STDERR_FILENO))
		return;
	if (pool->n_new)
		each = difftime(time(NULL), pool->begin) / (double)pool->n_new;
	fprintf(stderr,
		"\r%zu of %zu runs done, %zu failed, about %.0f min left ",
		pool->n_done, n, pool->evaluation->n_failed,
		each * (double)left / 60.0);
	if (!left)
		fputc('\n', stderr);
}

/* --- processes -------------------------------------------------------- */

static int arguments(const struct sim_evaluation *evaluation,
		     const struct sim_run *run, char *series,
		     char *argv[PLAN_WORDS + 12])
{
	static char name[] = "boa-sim";
	static char json[] = "--json";
	static char settings[] = "--settings";
	static char data[] = "--data";
	static char to[] = "--series";
	size_t n = 0;

	argv[n++] = name;
	for (size_t i = 0; i < run->n_word; i++)
		argv[n++] = run->word[i];
	argv[n++] = json;
	argv[n++] = to;
	argv[n++] = series;
	if (evaluation->settings) {
		argv[n++] = settings;
		argv[n++] = (char *)evaluation->settings;
	}
	if (evaluation->data) {
		argv[n++] = data;
		argv[n++] = (char *)evaluation->data;
	}
	argv[n] = NULL;
	return 0;
}

static int spawn(struct pool *pool, size_t i, pid_t *pid)
{
	const struct sim_run *run = &pool->evaluation->plan.run[i];
	char *part = sim_run_path(pool->evaluation, run, "part");
	char *bad = sim_run_path(pool->evaluation, run, "err");
	char *series = sim_run_path(pool->evaluation, run, "csv");
	char *argv[PLAN_WORDS + 12];
	posix_spawn_file_actions_t actions;
	int rc = ENOMEM;

	if (part && bad && series && !posix_spawn_file_actions_init(&actions)) {
		int flags = O_WRONLY | O_CREAT | O_TRUNC;

		arguments(pool->evaluation, run, series, argv);
		rc = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO,
						      part, flags, 0666);
		if (!rc)
			rc = posix_spawn_file_actions_addopen(
				&actions, STDERR_FILENO, bad, flags, 0666);
		if (!rc)
			rc = posix_spawn(pid, "/proc/self/exe", &actions, NULL,
					 argv, environ);
		posix_spawn_file_actions_destroy(&actions);
	}
	free(part);
	free(bad);
	free(series);
	return rc ? boa_err_set(pool->err, BOA_EIO, "boa-sim: %s", strerror(rc))
		  : 0;
}

/* The run in SLOT is over: its result becomes whole, or counts as failed. */
static int settle(struct pool *pool, struct slot *slot, int status)
{
	struct sim_evaluation *evaluation = pool->evaluation;
	const struct sim_run *run = &evaluation->plan.run[slot->run];
	char *part = sim_run_path(evaluation, run, "part");
	char *whole = sim_run_path(evaluation, run, "json");
	char *bad = sim_run_path(evaluation, run, "err");
	bool good = part && whole && bad && WIFEXITED(status) &&
		    WEXITSTATUS(status) == 0 && !rename(part, whole);

	if (good)
		unlink(bad);
	else
		evaluation->n_failed++;
	free(part);
	free(whole);
	free(bad);
	slot->pid = 0;
	pool->n_running--;
	pool->n_done++;
	pool->n_new++;
	show(pool);
	return 0;
}

static int await(struct pool *pool)
{
	int status = 0;
	pid_t pid;

	do
		pid = waitpid(-1, &status, 0);
	while (pid < 0 && errno == EINTR);
	if (pid < 0)
		return boa_err_set(pool->err, BOA_EIO, "waitpid: %s",
				   strerror(errno));
	for (size_t s = 0; s < SLOTS_MAX; s++)
		if (pool->slot[s].pid == pid)
			return settle(pool, &pool->slot[s], status);
	return 0;
}

static int start(struct pool *pool, size_t i)
{
	size_t s = 0;
	int rc;

	while (pool->slot[s].pid)
		s++;
	rc = spawn(pool, i, &pool->slot[s].pid);
	if (rc) {
		pool->slot[s].pid = 0;
		return rc;
	}
	pool->slot[s].run = i;
	pool->n_running++;
	return 0;
}

/* --- the whole -------------------------------------------------------- */

static bool has_result(const struct sim_evaluation *evaluation, size_t i)
{
	char *path = sim_run_path(evaluation, &evaluation->plan.run[i], "json");
	bool yes = path && access(path, R_OK) == 0;

	free(path);
	return yes;
}

/* Two lines of a plan may ask for the same run. */
static bool is_repeated(const struct sim_plan *plan, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(plan->run[j].id, plan->run[i].id) == 0)
			return true;
	return false;
}

static int read_all(struct sim_evaluation *evaluation)
{
	struct boa_err err;

	for (size_t i = 0; i < evaluation->plan.n_run; i++) {
		struct sim_run *run = &evaluation->plan.run[i];
		char *path = sim_run_path(evaluation, run, "json");

		if (path && access(path, R_OK) == 0 &&
		    sim_run_read(run, path, &err))
			fprintf(stderr, "boa-sim: %s\n", err.text);
		free(path);
	}
	return 0;
}

int sim_pool_run(struct sim_evaluation *evaluation, struct boa_err *err)
{
	struct pool pool = {
		.evaluation = evaluation,
		.begin = time(NULL),
		.err = err,
	};
	int rc = 0;

	for (size_t i = 0; !rc && i < evaluation->plan.n_run; i++) {
		if (has_result(evaluation, i) ||
		    is_repeated(&evaluation->plan, i)) {
			pool.n_done++;
			continue;
		}
		while (!rc && pool.n_running >= evaluation->jobs)
			rc = await(&pool);
		if (!rc)
			rc = start(&pool, i);
	}
	while (pool.n_running && !await(&pool))
		;
	show(&pool);
	return rc ? rc : read_all(evaluation);
}
