/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cmd/evaluate.h"

#include "src/text.h"

extern char **environ;

/* Points of the series that RUN I is the first of, as gnuplot's data. */
static void put_points(FILE *out, const struct sim_evaluation *evaluation,
		       size_t i, const char *figure)
{
	const struct sim_plan *plan = &evaluation->plan;

	fprintf(out, "$d%zu << E\n", i);
	for (size_t j = i; j < plan->n_run; j++) {
		const struct sim_run *run = &plan->run[j];
		double x = sim_study_is(run->study, "sweep")
				   ? run->x
				   : sim_run_figure(run, "spend_per_hour");
		double y = sim_run_figure(run, figure);

		if (strcmp(run->study, plan->run[i].study) == 0 &&
		    strcmp(run->series, plan->run[i].series) == 0 &&
		    isfinite(x) && isfinite(y))
			fprintf(out, "%.9g %.9g\n", x, y);
	}
	fputs("E\n", out);
}

static void put_script(FILE *out, const struct sim_evaluation *evaluation,
		       const char *study, const char *figure, const char *name)
{
	const struct sim_plan *plan = &evaluation->plan;
	bool over_time = sim_study_is(study, "time");
	const char *comma = "plot";

	fprintf(out,
		"set term svg size 760,420 font 'sans,12' background 'white'\n"
		"set output '%s/%s.svg'\nset key outside right\n"
		"set grid\nset xlabel '%s'\nset ylabel '%s' noenhanced\n",
		evaluation->out, name,
		over_time                      ? "hours"
		: sim_study_is(study, "sweep") ? "x"
					       : "spend per hour",
		figure);
	if (over_time)
		fputs("set datafile separator ','\n", out);
	for (size_t i = 0; i < plan->n_run; i++)
		if (!over_time && strcmp(plan->run[i].study, study) == 0 &&
		    sim_is_first_of_series(plan, i))
			put_points(out, evaluation, i, figure);
	for (size_t i = 0; i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];

		if (strcmp(run->study, study) != 0 || !run->n_figure ||
		    !sim_is_first_of_series(plan, i))
			continue;
		if (over_time)
			fprintf(out,
				"%s '%s/runs/%s.csv' using ($1/3600):(column("
				"'%s')) with lines title '%s' noenhanced",
				comma, evaluation->out, run->id, figure,
				run->series);
		else
			fprintf(out,
				"%s $d%zu using 1:2 with linespoints title "
				"'%s' noenhanced",
				comma, i, run->series);
		comma = ",";
	}
	fputc('\n', out);
}

/* Run gnuplot on SCRIPT, in silence; true when it did its work. */
static bool run_gnuplot(char *script)
{
	static char name[] = "gnuplot";
	char *argv[] = { name, script, NULL };
	posix_spawn_file_actions_t actions;
	int status = 1;
	pid_t pid;

	if (posix_spawn_file_actions_init(&actions))
		return false;
	if (posix_spawn_file_actions_addopen(&actions, STDERR_FILENO,
					     "/dev/null", 1, 0) ||
	    posix_spawnp(&pid, name, &actions, NULL, argv, environ))
		pid = -1;
	posix_spawn_file_actions_destroy(&actions);
	if (pid < 0)
		return false;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0;
}

int sim_plot_study(const struct sim_evaluation *evaluation, const char *study,
		   const char *figure, const char *name, bool *made,
		   struct boa_err *err)
{
	char *path = boa_text_new("%s/%s.gnuplot", evaluation->out, name);
	FILE *out = path ? fopen(path, "w") : NULL;
	int rc = 0;

	*made = false;
	if (!out) {
		rc = boa_err_set(err, BOA_EIO, "%s: %s", path ? path : name,
				 strerror(errno));
		goto out;
	}
	put_script(out, evaluation, study, figure, name);
	if (fclose(out))
		rc = boa_err_set(err, BOA_EIO, "%s: %s", path, strerror(errno));
	else
		*made = run_gnuplot(path);
out:
	free(path);
	return rc;
}
