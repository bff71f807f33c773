/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <getopt.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cmd/options.h"
#include "sim/policy.h"

enum kind { IS_TEXT, IS_NUMBER, IS_FLAG, IS_HELP, IS_VERSION, IS_LIST };

/* One row per option; 'r' in VERBS: of a run, 'g': of generate. */
static const struct row {
	const char *name;
	const char *argument;
	enum kind kind;
	const char *verbs;
	size_t at;
	double least, most, preset;
	const char *help;
} rows[] = {
#define AT(field) offsetof(struct sim_options, field)
	{ "setting", "NAME", IS_TEXT, "rg", AT(setting), 0, 0, 0,
	  "a published setting: its name, or a file" },
	{ "classes", "FILE", IS_TEXT, "rg", AT(classes), 0, 0, 0,
	  "class file, where no setting is given" },
	{ "trace", "FILE", IS_TEXT, "r", AT(trace), 0, 0, 0,
	  "jobs: CSV of newTrace, Sia, Pollux, Rubick, Philly; sacct -P; @PATH: below --data" },
	{ "policy", "NAME", IS_TEXT, "r", AT(policy), 0, 0, 0,
	  "what decides; see --list-policies" },
	{ "budget", "B", IS_NUMBER, "r", AT(budget), 0, 1e12, NAN,
	  "spend per hour to aim at (boa, static)" },
	{ "efficiency", "C", IS_NUMBER, "r", AT(efficiency), 0, 1, NAN,
	  "efficiency to aim at (the -as policies)" },
	{ "nodes", "T=N,...", IS_TEXT, "r", AT(nodes), 0, 0, 0,
	  "nodes of a fixed cluster, by GPU type" },
	{ "round", "S", IS_NUMBER, "r", AT(round_s), 0, 1e6, NAN,
	  "decide every S seconds; 0: on events (default: the policy's)" },
	{ "boot", "S", IS_NUMBER, "r", AT(boot_s), 0, 1e6, 0,
	  "seconds from a node's launch until it serves" },
	{ "reclaim", "S", IS_NUMBER, "r", AT(reclaim_s), 0, 1e6, 0,
	  "seconds from a node's release until it is gone" },
	{ "rescale", "S", IS_NUMBER, "r", AT(rescale_s), 0, 1e6, NAN,
	  "start-up and rescale time of every class" },
	{ "idle", "S", IS_NUMBER, "r", AT(idle_s), 0, 1e6, 300,
	  "idle timeout of reservation-as" },
	{ "refresh", "S", IS_NUMBER, "r", AT(refresh_s), 0, 1e9, 900,
	  "boa solves its table anew so often; 0: once" },
	{ "prior", "N", IS_NUMBER, "r", AT(prior), 0, INFINITY, 200,
	  "weight of the given arrival rates, in jobs; inf: they hold" },
	{ "predictor", NULL, IS_FLAG, "r", AT(predictor), 0, 0, 0,
	  "policies believe the setting's imperfect predictor" },
	{ "late-binding", NULL, IS_FLAG, "r", AT(late_binding), 0, 0, 0,
	  "nodes that come free serve jobs whose own still boot" },
	{ "boot-blind", NULL, IS_FLAG, "r", AT(boot_blind), 0, 0, 0,
	  "plans of boa and static do not reckon with boots" },
	{ "no-discount", NULL, IS_FLAG, "r", AT(no_discount), 0, 0, 0,
	  "restarts have no price (pollux, sia, rubick)" },
	{ "population", "N", IS_NUMBER, "r", AT(population), 2, 10000, 100,
	  "pollux: population of its genetic search" },
	{ "generations", "N", IS_NUMBER, "r", AT(generations), 1, 10000, 100,
	  "pollux: generations of its genetic search" },
	{ "plain-search", NULL, IS_FLAG, "r", AT(plain_search), 0, 0, 0,
	  "pollux: no greedy start for its search, as published" },
	{ "generate", "N", IS_NUMBER, "r", AT(n_generate), 0, 1e15, 0,
	  "draw N jobs at random instead of a trace" },
	{ "jobs", "N", IS_NUMBER, "g", AT(n_generate), 0, 1e15, 0,
	  "draw N jobs" },
	{ "hours", "H", IS_NUMBER, "rg", AT(hours), 0, 1e9, 0,
	  "draw the jobs of H hours" },
	{ "rate", "F", IS_NUMBER, "rg", AT(rate), 1e-9, 1e9, 1,
	  "arrival rates are F times the given ones" },
	{ "scv", "C2", IS_NUMBER, "rg", AT(scv), 1, 1e6, 1,
	  "squared coefficient of variation between arrivals" },
	{ "burst", "S", IS_NUMBER, "rg", AT(burst_s), 1e-3, 1e9, 1800,
	  "mean length of a burst, where scv is above 1" },
	{ "burst-part", "P", IS_NUMBER, "rg", AT(burst_part), 1e-6, 0.999999,
	  0.1, "part of the time that is bursts" },
	{ "work-scv", "C2", IS_NUMBER, "rg", AT(work_scv), 0, 100, 0,
	  "the same of the jobs' work in a class" },
	{ "drift", "CLASS=F", IS_TEXT, "rg", AT(drift), 0, 0, 0,
	  "half way, the rate of CLASS becomes F times as high" },
	{ "seed", "N", IS_NUMBER, "rg", AT(seed), 0, 9007199254740992.0, 1,
	  "seed of all that is random" },
	{ "data", "DIR", IS_TEXT, "r", AT(data), 0, 0, 0,
	  "folder of the settings' traces (default: $BOA_DATA)" },
	{ "settings", "DIR", IS_TEXT, "rg", AT(settings), 0, 0, 0,
	  "folder of setting files" },
	{ "series", "FILE", IS_TEXT, "r", AT(series), 0, 0, 0,
	  "write usage and efficiency over time as CSV" },
	{ "jobs-out", "FILE", IS_TEXT, "r", AT(jobs_out), 0, 0, 0,
	  "write a row for each job as CSV" },
	{ "json", NULL, IS_FLAG, "r", AT(json), 0, 0, 0,
	  "print the result as JSON" },
	{ "list-policies", NULL, IS_LIST, "r", 0, 0, 0, 0,
	  "print the policies' names" },
	{ "help", NULL, IS_HELP, "rg", 0, 0, 0, 0, "print this" },
	{ "version", NULL, IS_VERSION, "rg", 0, 0, 0, 0, "print the version" },
#undef AT
};
#define N_ROW (sizeof(rows) / sizeof(rows[0]))

static const struct row *row_of(const char *name, char verb)
{
	for (size_t i = 0; i < N_ROW; i++)
		if (strcmp(rows[i].name, name) == 0 &&
		    strchr(rows[i].verbs, verb))
			return &rows[i];
	return NULL;
}

static void print_help(char verb)
{
	puts(verb == 'g' ? "Usage: boa-sim generate [OPTION]...\n"
			   "Print jobs drawn at random as CSV.\n"
			 : "Usage: boa-sim [OPTION]...\n"
			   "       boa-sim generate [OPTION]...\n"
			   "       boa-sim evaluate [OPTION]...\n"
			   "Replay a stream of jobs under a scheduling policy "
			   "on a simulated cluster.\n");
	for (size_t i = 0; i < N_ROW; i++) {
		char left[40];

		if (!strchr(rows[i].verbs, verb))
			continue;
		snprintf(left, sizeof(left), "--%s %s", rows[i].name,
			 rows[i].argument ? rows[i].argument : "");
		printf("  %-22s %s\n", left, rows[i].help);
	}
	puts("\nExit status: 0 done, 1 bad input or no result, 2 bad usage.");
}

static int misuse(const char *option, const char *text, const char *expected)
{
	fprintf(stderr, "boa-sim: --%s: %s%s%s\n", option, text ? text : "",
		text ? ", " : "", expected);
	return SIM_USAGE;
}

static int take_number(const struct row *row, const char *text,
		       struct sim_options *options)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= row->least) ||
	    !(value <= row->most)) {
		char expected[80];

		snprintf(expected, sizeof(expected),
			 "expected a number from %g to %g", row->least,
			 row->most);
		return misuse(row->name, text, expected);
	}
	memcpy((char *)options + row->at, &value, sizeof(value));
	return SIM_GO_ON;
}

static void list_policies(void)
{
	for (size_t i = 0; boa_policies[i]; i++)
		printf("%-16s %s\n", boa_policies[i]->name,
		       boa_policies[i]->summary);
}

static int take(const struct row *row, const char *text, char verb,
		struct sim_options *options)
{
	bool yes = true;

	switch (row->kind) {
	case IS_TEXT:
		memcpy((char *)options + row->at, &text, sizeof(text));
		return SIM_GO_ON;
	case IS_NUMBER:
		return take_number(row, text, options);
	case IS_FLAG:
		memcpy((char *)options + row->at, &yes, sizeof(yes));
		return SIM_GO_ON;
	case IS_HELP:
		print_help(verb);
		return SIM_DONE;
	case IS_VERSION:
		puts("boa-sim (" PACKAGE_NAME ") " PACKAGE_VERSION);
		return SIM_DONE;
	default:
		list_policies();
		return SIM_DONE;
	}
}

static void preset(struct sim_options *options)
{
	*options = (struct sim_options){ 0 };
	for (size_t i = 0; i < N_ROW; i++)
		if (rows[i].kind == IS_NUMBER)
			memcpy((char *)options + rows[i].at, &rows[i].preset,
			       sizeof(double));
}

static void fill(struct option *options, char verb)
{
	size_t n = 0;

	for (size_t i = 0; i < N_ROW; i++)
		if (strchr(rows[i].verbs, verb))
			options[n++] = (struct option){
				.name = rows[i].name,
				.has_arg = rows[i].argument ? required_argument
							    : no_argument,
				.val = 1,
			};
	options[n] = (struct option){ 0 };
}

int sim_options_parse(int argc, char **argv, const char *verb,
		      struct sim_options *options)
{
	static char name[] = "boa-sim";
	struct option known[N_ROW + 1];
	char which = *verb == 'g' ? 'g' : 'r';
	int rc = SIM_GO_ON;
	int at = 0;

	argv[0] = name; /* how getopt calls the program */
	preset(options);
	fill(known, which);
	while (rc == SIM_GO_ON) {
		int opt = getopt_long(argc, argv, "", known, &at);

		if (opt == -1)
			break;
		if (opt != 1) {
			fputs("Try 'boa-sim --help'.\n", stderr);
			return SIM_USAGE;
		}
		rc = take(row_of(known[at].name, which), optarg, which,
			  options);
	}
	if (rc != SIM_GO_ON)
		return rc;
	if (optind < argc)
		return misuse(argv[optind], NULL, "no such argument is known");
	if (!options->setting == !options->classes)
		return misuse("setting", NULL,
			      "expected either --setting or --classes");
	if (which == 'r' && !options->policy)
		return misuse("policy", NULL, "expected the name of a policy");
	return SIM_GO_ON;
}
