/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "src/cmd/child.h"

#define POLL_NS 2000000L

extern char **environ;

static int start(char *const argv[], int out, int err_fd, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	int code;

	code = posix_spawn_file_actions_init(&actions);
	if (code)
		return code;
	code = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO,
						"/dev/null", O_RDONLY, 0);
	if (!code)
		code = posix_spawn_file_actions_adddup2(&actions, out,
							STDOUT_FILENO);
	if (!code)
		code = posix_spawn_file_actions_adddup2(&actions, err_fd,
							STDERR_FILENO);
	if (!code)
		code = posix_spawn(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return code;
}

static double clock_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Wait for PID; true when it had to be killed for being late. */
static bool wait_for(pid_t pid, double limit_s, int *status)
{
	const struct timespec pause = { .tv_nsec = POLL_NS };
	double until_s = clock_s() + limit_s;
	bool late = false;

	while (waitpid(pid, status, late ? 0 : WNOHANG) == 0) {
		if (clock_s() >= until_s) {
			late = true;
			kill(pid, SIGKILL);
		} else {
			nanosleep(&pause, NULL);
		}
	}
	return late;
}

/* All of FILE as a new text. */
static char *slurp(FILE *file, size_t *len)
{
	long size = fseek(file, 0, SEEK_END) ? -1 : ftell(file);
	char *text = size < 0 ? NULL : malloc((size_t)size + 1);

	if (!text)
		return NULL;
	rewind(file);
	*len = fread(text, 1, (size_t)size, file);
	text[*len] = '\0';
	return text;
}

static int judge(int status, bool late, double limit_s, const char *name,
		 struct boa_err *err)
{
	if (late)
		return boa_err_set(err, BOA_EIO,
				   "%s: not done within %g s, killed", name,
				   limit_s);
	if (!WIFEXITED(status))
		return boa_err_set(err, BOA_EIO, "%s: killed by signal %d",
				   name, WTERMSIG(status));
	return 0;
}

int boa_child_run(char *const argv[], double limit_s,
		  struct boa_child_result *result, struct boa_err *err)
{
	FILE *out = tmpfile(), *err_file = tmpfile();
	struct boa_child_result fresh = { 0 };
	int code, status = 0, rc;
	size_t err_len = 0;
	pid_t pid = -1;
	bool late;

	if (!out || !err_file) {
		rc = boa_err_set(err, BOA_EIO, "temporary file: %s",
				 strerror(errno));
		goto out;
	}
	code = start(argv, fileno(out), fileno(err_file), &pid);
	if (code) {
		rc = boa_err_set(err, BOA_EIO, "%s: cannot be run: %s", argv[0],
				 strerror(code));
		goto out;
	}
	late = wait_for(pid, limit_s, &status);
	rc = judge(status, late, limit_s, argv[0], err);
	if (rc)
		goto out;
	fresh.exit = WEXITSTATUS(status);
	fresh.out = slurp(out, &fresh.out_len);
	fresh.err = slurp(err_file, &err_len);
	if (fresh.out && fresh.err) {
		*result = fresh;
		fresh = (struct boa_child_result){ 0 };
	} else {
		rc = boa_err_set(err, BOA_ENOMEM, "out of memory");
	}
out:
	boa_child_free(&fresh);
	if (out)
		fclose(out);
	if (err_file)
		fclose(err_file);
	return rc;
}

void boa_child_free(struct boa_child_result *result)
{
	free(result->out);
	free(result->err);
	*result = (struct boa_child_result){ 0 };
}
