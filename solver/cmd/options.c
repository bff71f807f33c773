/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/cmd/options.h"

static const char HELP[] =
	"Usage: boa-widths --classes FILE --budget B [OPTION]...\n"
	"\n"
	"Compute the widths (GPUs per job, class and epoch) that make the mean\n"
	"job completion time the least a budget can buy.\n"
	"\n"
	"  --classes FILE       class file, or a folder of them\n"
	"  --conf FILE          boa.conf: prices, GPUs per node, budget, classes\n"
	"  --budget B           40, 40GPU-h/h, 40USD/hour or 10000USD/month\n"
	"  --placeable          only widths below a node's GPUs, or whole nodes\n"
	"  --whole-nodes        price a width as the nodes it holds\n"
	"  --allow-type-change  a job may change GPU type between epochs\n"
	"  --type-change-time S seconds such a change takes (default: the\n"
	"                       class's rescale_s)\n"
	"  -o, --output FILE    write the table to FILE, whole or not at all\n"
	"  --generation-above N number the table above N and above FILE's old one\n"
	"  --json               print the table as JSON\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 done, 1 bad input or no answer, 2 bad usage, 3 the budget\n"
	"is below the least that will do.\n";

enum {
	OPT_CLASSES = 256,
	OPT_CONF,
	OPT_BUDGET,
	OPT_PLACEABLE,
	OPT_WHOLE_NODES,
	OPT_TYPE_CHANGE,
	OPT_TYPE_CHANGE_TIME,
	OPT_GENERATION_ABOVE,
	OPT_JSON,
	OPT_HELP,
	OPT_VERSION,
};

static const struct option LONG[] = {
	{ "classes", required_argument, NULL, OPT_CLASSES },
	{ "conf", required_argument, NULL, OPT_CONF },
	{ "budget", required_argument, NULL, OPT_BUDGET },
	{ "placeable", no_argument, NULL, OPT_PLACEABLE },
	{ "whole-nodes", no_argument, NULL, OPT_WHOLE_NODES },
	{ "allow-type-change", no_argument, NULL, OPT_TYPE_CHANGE },
	{ "type-change-time", required_argument, NULL, OPT_TYPE_CHANGE_TIME },
	{ "output", required_argument, NULL, 'o' },
	{ "generation-above", required_argument, NULL, OPT_GENERATION_ABOVE },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "help", no_argument, NULL, OPT_HELP },
	{ "version", no_argument, NULL, OPT_VERSION },
	{ NULL, 0, NULL, 0 },
};

static int misuse(const char *what, const char *value, const char *expected)
{
	fprintf(stderr, "boa-widths: %s: %s%s%s\n", what, value ? value : "",
		value ? ", " : "", expected);
	return WIDTHS_USAGE;
}

static int parse_seconds(const char *text, struct boa_widths_rule *rule)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end || !(value >= 0.0) || !(value <= 1e9))
		return misuse("--type-change-time", text,
			      "wanted 0 to 1e9 seconds");
	rule->type_change_s = value;
	rule->type_change_is_set = true;
	return -1;
}

static int parse_generation(const char *text, uint64_t *generation)
{
	char *end;
	unsigned long long value;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || end == text || *end || text[0] < '0' || text[0] > '9')
		return misuse("--generation-above", text,
			      "wanted a whole number");
	*generation = value;
	return -1;
}

static int take(int opt, char *value, struct widths_options *options)
{
	switch (opt) {
	case OPT_CLASSES:
		options->classes = value;
		return -1;
	case OPT_CONF:
		options->conf = value;
		return -1;
	case OPT_BUDGET:
		options->budget = value;
		return -1;
	case OPT_PLACEABLE:
		options->rule.placeable = true;
		return -1;
	case OPT_WHOLE_NODES:
		options->rule.whole_nodes = true;
		return -1;
	case OPT_TYPE_CHANGE:
		options->rule.allow_type_change = true;
		return -1;
	case OPT_TYPE_CHANGE_TIME:
		return parse_seconds(value, &options->rule);
	case 'o':
		options->output = value;
		return -1;
	case OPT_GENERATION_ABOVE:
		return parse_generation(value, &options->generation_above);
	case OPT_JSON:
		options->json = true;
		return -1;
	case OPT_HELP:
		fputs(HELP, stdout);
		return 0;
	case OPT_VERSION:
		puts("boa-widths (" PACKAGE_NAME ") " PACKAGE_VERSION);
		return 0;
	default: /* getopt has said what is wrong */
		fputs("Try 'boa-widths --help'.\n", stderr);
		return WIDTHS_USAGE;
	}
}

static int check(const struct widths_options *options)
{
	if (!options->classes && !options->conf)
		return misuse("--classes", NULL,
			      "a class file is wanted, or --conf with one");
	if (!options->budget && !options->conf)
		return misuse("--budget", NULL,
			      "a budget is wanted, or --conf with one");
	if (options->rule.type_change_is_set &&
	    !options->rule.allow_type_change)
		return misuse("--type-change-time", NULL,
			      "needs --allow-type-change");
	return -1;
}

int widths_options_parse(int argc, char **argv, struct widths_options *options)
{
	static char name[] = "boa-widths";
	int opt, rc;

	argv[0] = name; /* how getopt calls the program */
	*options = (struct widths_options){ 0 };
	while ((opt = getopt_long(argc, argv, "o:", LONG, NULL)) != -1) {
		rc = take(opt, optarg, options);
		if (rc >= 0)
			return rc;
	}
	if (optind < argc)
		return misuse(argv[optind], NULL, "no such argument is known");
	return check(options);
}
