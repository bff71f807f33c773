/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/sched/solver_child.h"

/* The words of JOB's command, NULL at the end: new, but its words borrowed;
   NULL when memory ran out. */
static char **make_argv(const struct boa_solver_job *job)
{
	const char *const fixed[] = { job->program,   "--conf",
				      job->conf_path, "--classes",
				      job->classes,   "--placeable",
				      "--at-least",   "-o",
				      job->out_path };
	size_t n = sizeof(fixed) / sizeof(*fixed);
	char **argv = calloc(n + 2 + 2 * job->n_account + 1, sizeof(*argv));

	if (!argv)
		return NULL;
	memcpy(argv, fixed, sizeof(fixed));
	if (job->budget) {
		argv[n++] = "--budget";
		argv[n++] = (char *)job->budget;
	}
	for (size_t i = 0; i < job->n_account; i++) {
		argv[n++] = "--account";
		argv[n++] = job->account[i];
	}
	return argv;
}

/* What the child finds: nothing of slurmctld's but standard streams. */
static int spawn(const struct boa_solver_job *job, pid_t *pid)
{
	char **argv = make_argv(job);
	char *const env[] = { "PATH=/usr/bin:/bin", "LC_ALL=C", NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int rc;

	if (!argv)
		return ENOMEM;
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP |
						POSIX_SPAWN_SETSIGMASK |
						POSIX_SPAWN_SETSIGDEF);
	posix_spawnattr_setpgroup(&attr, 0);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&files, 2, job->log_path,
					 O_WRONLY | O_CREAT | O_TRUNC, 0644);
	posix_spawn_file_actions_addclosefrom_np(&files, 3);
	rc = posix_spawn(pid, job->program, &files, &attr, argv, env);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	free(argv);
	return rc;
}

int boa_solver_start(struct boa_solver_child *child,
		     const struct boa_solver_job *job, double now_s,
		     struct boa_err *err)
{
	char *log_path;
	pid_t pid;
	int rc;

	if (child->pid)
		return boa_err_set(err, BOA_EINVAL, "a solver runs already");
	log_path = strdup(job->log_path);
	if (!log_path)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a path");
	rc = spawn(job, &pid);
	if (rc) {
		free(log_path);
		return boa_err_set(err, BOA_EIO, "%s cannot be started: %s",
				   job->program, strerror(rc));
	}
	*child = (struct boa_solver_child){ .pid = pid,
					    .started_s = now_s,
					    .limit_s = job->limit_s,
					    .log_path = log_path };
	return 0;
}

/* The first line of the child's stderr, without its end, or "". */
static void first_line(const char *path, char *line, size_t room)
{
	FILE *in = fopen(path, "re");

	line[0] = '\0';
	if (!in)
		return;
	if (!fgets(line, (int)room, in))
		line[0] = '\0';
	line[strcspn(line, "\r\n")] = '\0';
	fclose(in);
}

static void forget(struct boa_solver_child *child)
{
	free(child->log_path);
	*child = (struct boa_solver_child){ 0 };
}

enum boa_solver_end boa_solver_poll(struct boa_solver_child *child,
				    double now_s, struct boa_err *err)
{
	char line[256];
	int status;
	pid_t got;

	if (!child->pid)
		return BOA_SOLVER_RUNS;
	got = waitpid(child->pid, &status, WNOHANG);
	if (!got && now_s - child->started_s < child->limit_s)
		return BOA_SOLVER_RUNS;
	if (!got) {
		boa_err_set(
			err, BOA_EIO,
			"the solver did not end within %.0f s and was killed",
			child->limit_s);
		boa_solver_stop(child);
		return BOA_SOLVER_FAILED;
	}
	first_line(child->log_path, line, sizeof(line));
	forget(child);
	if (got < 0)
		boa_err_set(err, BOA_EIO, "the solver was lost: %s",
			    strerror(errno));
	else if (WIFSIGNALED(status))
		boa_err_set(err, BOA_EIO, "the solver died by signal %d%s%s",
			    WTERMSIG(status), line[0] ? ": " : "", line);
	else if (WEXITSTATUS(status))
		boa_err_set(err, BOA_EIO, "the solver ended with code %d%s%s",
			    WEXITSTATUS(status), line[0] ? ": " : "", line);
	else
		return BOA_SOLVER_DONE;
	return BOA_SOLVER_FAILED;
}

void boa_solver_stop(struct boa_solver_child *child)
{
	int status;

	if (!child->pid)
		return;
	kill(-child->pid, SIGKILL);
	while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
		;
	forget(child);
}
