/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * evaluate.h - boa-sim evaluate: the runs of a plan, and what they show.
 *
 *     evaluate.c  options; the whole
 *     pool.c      the runs, as processes of their own, some at a time
 *     page.c      tables, CSV, the HTML page
 *     plot.c      plots (SVG), by gnuplot
 */
#ifndef BOA_SIM_EVALUATE_H
#define BOA_SIM_EVALUATE_H

#include <stdbool.h>
#include <stdio.h>

#include "sim/cmd/plan.h"

struct sim_evaluation {
	const char *out;  /* folder */
	const char *data; /* may be NULL, as below */
	const char *settings;
	unsigned jobs; /* runs at a time */
	struct sim_plan plan;
	size_t n_failed;
};

int sim_evaluate(int argc, char **argv);

/* DIR/runs/ID.SUFFIX; new, NULL when memory ran out. */
char *sim_run_path(const struct sim_evaluation *evaluation,
		   const struct sim_run *run, const char *suffix);

/*
 * Make every run that has no result yet and read all results. A run that fails
 * is counted in n_failed, its words are in runs/ID.err, and the others go on.
 */
int sim_pool_run(struct sim_evaluation *evaluation, struct boa_err *err);

/*
 * Plot STUDY into DIR/NAME.svg; *MADE says whether there is a plot. What is
 * plotted against what is the study's kind; FIGURE is what is on the y axis.
 */
int sim_plot_study(const struct sim_evaluation *evaluation, const char *study,
		   const char *figure, const char *name, bool *made,
		   struct boa_err *err);

/* Write results.csv, ratios.csv and index.html. 0 or BOA_EIO. */
int sim_page_write(const struct sim_evaluation *evaluation,
		   struct boa_err *err);

/* The kind of STUDY is KIND. */
bool sim_study_is(const char *study, const char *kind);

/* Is run I the first of its study, or of its series in the study? */
bool sim_is_first_of_study(const struct sim_plan *plan, size_t i);
bool sim_is_first_of_series(const struct sim_plan *plan, size_t i);

#endif /* BOA_SIM_EVALUATE_H */
