/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - the command line of boa-sim. */
#ifndef BOA_SIM_OPTIONS_H
#define BOA_SIM_OPTIONS_H

#include <stdbool.h>

enum { SIM_GO_ON = -1, SIM_DONE = 0, SIM_BAD_INPUT = 1, SIM_USAGE = 2 };

struct sim_options {
	const char *setting;
	const char *classes;
	const char *trace;
	const char *policy;
	const char *nodes;    /* "t4=16,a100=2" */
	const char *data;     /* folder of public traces */
	const char *settings; /* folder of setting files */
	const char *series;   /* file for usage over time */
	const char *jobs_out; /* file with a row per job */
	const char *drift;    /* "CLASS=FACTOR" */
	double budget;
	double efficiency;
	double round_s; /* NAN: the policy's own */
	double boot_s;
	double reclaim_s;
	double rescale_s; /* NAN: the classes' own */
	double idle_s;
	double refresh_s;
	double prior;
	double population; /* of pollux's genetic search */
	double generations;
	double seed;
	double n_generate; /* jobs to draw instead of a trace */
	double hours;
	double rate;
	double scv;
	double burst_s;
	double burst_part;
	double work_scv;
	bool predictor;
	bool late_binding;
	bool no_discount;
	bool plain_search;
	bool boot_blind;
	bool json;
};

/*
 * Read the arguments of VERB ("" or "generate"). Returns SIM_GO_ON, or the exit
 * status when all is said (help, version, bad usage).
 */
int sim_options_parse(int argc, char **argv, const char *verb,
		      struct sim_options *options);

#endif /* BOA_SIM_OPTIONS_H */
