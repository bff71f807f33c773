/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plan.h - what an evaluation is made of, as a text file, a line each:
 *
 *     run STUDY SERIES ARGUMENT...    a simulation: boa-sim ARGUMENT...
 *     check STUDY SERIES FIGURE VALUE PERCENT
 *                                     the runs' mean against a published value
 *     say STUDY TEXT                  a line of text for the page
 *
 * {a,b,c} in one argument of a run makes a run of each; what it was is the
 * run's x. A study's kind is the part of its name before the colon:
 *
 *     curve  time against spend, series compared with the one called boa
 *     sweep  figures against x
 *     time   usage and efficiency over time (runs write --series)
 *     table  only figures
 */
#ifndef BOA_SIM_PLAN_H
#define BOA_SIM_PLAN_H

#include <stddef.h>

#include "sim/summary.h"

#define PLAN_WORDS 48 /* arguments of a run, at most */

struct sim_run {
	char *study;
	char *series;
	double x; /* NAN: none */
	size_t n_word;
	char *word[PLAN_WORDS];
	char id[48]; /* of its files: a word and a checksum of the arguments */
	/* what came out; n_figure 0: nothing (yet) */
	size_t n_figure;
	struct boa_figure figure[BOA_FIGURES_MAX]; /* names owned */
};

struct sim_check {
	char *study;
	char *series;
	char *figure;
	double value;
	double percent;
};

struct sim_saying {
	char *study;
	char *text;
};

struct sim_plan {
	size_t n_run;
	struct sim_run *run;
	size_t n_check;
	struct sim_check *check;
	size_t n_saying;
	struct sim_saying *saying;
};

/* Read PATH. Returns 0 or an error that names file and line. */
int sim_plan_load(const char *path, struct sim_plan *plan, struct boa_err *err);
void sim_plan_free(struct sim_plan *plan);

/* FIGURE of RUN, NAN when it has none. */
double sim_run_figure(const struct sim_run *run, const char *figure);

/* Read the figures of RUN from the JSON in PATH. 0 or an error. */
int sim_run_read(struct sim_run *run, const char *path, struct boa_err *err);

#endif /* BOA_SIM_PLAN_H */
