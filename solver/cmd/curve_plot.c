/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solver/cmd/curve.h"

extern char **environ;

static void put_script(FILE *script, const struct widths_curve *curve,
		       double budget)
{
	fputs("$frontier << EOD\n", script);
	for (size_t p = 0; p < curve->n; p++)
		fprintf(script, "%.17g %.17g %.17g\n",
			curve->point[p].at.spend_per_hour,
			curve->point[p].at.objective_s,
			curve->point[p].bound_s);
	fputs("EOD\n"
	      "set terminal svg size 800,500 background rgb 'white'\n"
	      "set logscale y\n"
	      "set grid\n",
	      script);
	fprintf(script, "set xlabel 'budget, %s'\n", curve->unit);
	fputs("set ylabel 'weighted mean job completion time, s'\n", script);
	if (budget > 0.0)
		fprintf(script,
			"set arrow from %.17g, graph 0 to %.17g, graph 1 nohead"
			" dashtype 2 linewidth 2\n"
			"set label ' budget' at %.17g, graph 0.95\n",
			budget, budget, budget);
	fputs("plot $frontier using 1:2 with lines linewidth 2"
	      " title 'least that widths can reach', '' using 1:3"
	      " with lines dashtype 3 linewidth 2"
	      " title 'no-rescale bound of every policy'\n",
	      script);
}

/* Run gnuplot from SCRIPT to OUT; returns its wait status, or -1. */
static int run_gnuplot(FILE *script, FILE *out)
{
	char program[] = "gnuplot";
	char no_rc_files[] = "--default-settings";
	char *argv[] = { program, no_rc_files, NULL };
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int rc, status = -1;

	if (posix_spawn_file_actions_init(&actions))
		return -1;
	rc = posix_spawn_file_actions_adddup2(&actions, fileno(script),
					      STDIN_FILENO);
	if (!rc)
		rc = posix_spawn_file_actions_adddup2(&actions, fileno(out),
						      STDOUT_FILENO);
	if (!rc)
		rc = posix_spawnp(&pid, program, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (rc) {
		errno = rc;
		return -1;
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return status;
}

int widths_curve_plot(FILE *out, const struct widths_curve *curve,
		      double budget, struct boa_err *err)
{
	FILE *script = tmpfile();
	int rc = 0, status = 0;

	if (script) {
		put_script(script, curve, budget);
		if (fflush(script) || fflush(out) || ferror(script))
			status = -1;
		rewind(script);
	}
	if (!script || status) {
		rc = boa_err_set(err, BOA_EIO, "a script for gnuplot: %s",
				 strerror(errno));
		goto out;
	}
	status = run_gnuplot(script, out);
	if (status < 0)
		rc = boa_err_set(err, BOA_EIO, "gnuplot: %s", strerror(errno));
	else if (!WIFEXITED(status) || WEXITSTATUS(status))
		rc = boa_err_set(err, BOA_EIO, "gnuplot failed (status %d)",
				 status);
out:
	if (script)
		fclose(script);
	return rc;
}
