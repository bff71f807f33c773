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
	"       boa-widths --classes FILE --frontier [OPTION]...\n"
	"       boa-widths --classes FILE --verify TABLE [OPTION]...\n"
	"       boa-widths import FORM [OPTION]... FILE...\n"
	"\n"
	"Compute the widths (GPUs per job, class and epoch) that make the mean\n"
	"job completion time the least a budget can buy.\n"
	"\n"
	"  --classes FILE       class file, or a folder of them\n"
	"  --conf FILE          boa.conf: prices, GPUs per node, budget, classes\n"
	"  --budget B           40, 40GPU-h/h, 40USD/hour or 10000USD/month\n"
	"  --at-least           below the least feasible budget, solve for that\n"
	"  --placeable          only widths below a node's GPUs, or whole nodes\n"
	"  --unmixed            exactly one plan per class, the best such choice\n"
	"  --whole-nodes        price a width as the nodes it holds\n"
	"  --allow-type-change  a job may change GPU type between epochs\n"
	"  --type-change-time S seconds such a change takes (default: the\n"
	"                       class's rescale_s)\n"
	"  -o, --output FILE    write the table to FILE, whole or not at all\n"
	"  --generation-above N number the table above N and above FILE's old one\n"
	"  --hysteresis F       keep to the old table's plans while the objective\n"
	"                       is at most the fraction F above the optimum\n"
	"  --previous TABLE     the old table (default: the one in --output)\n"
	"  --json               print the table as JSON\n"
	"\n"
	"  --cap TYPE=N         at most N GPUs of a type held, on average\n"
	"  --quota-share F      the same for all types: F of MaxNodes\n"
	"  --account NAME=B     an account's own budget, per hour\n"
	"  --max-jct CLASS=S    a class's mean completion time, in seconds\n"
	"  --time-limit S       give up after S seconds (60)\n"
	"\n"
	"  --frontier           what every budget can reach, instead of a table\n"
	"  --points N           at N budgets evenly spaced, not every breakpoint\n"
	"  --csv                print the frontier as CSV\n"
	"  --plot FILE          draw it as SVG, B marked (needs gnuplot)\n"
	"\n"
	"  --verify TABLE       recompute all of a table by other means\n"
	"\n"
	"  --help, --version\n"
	"\n"
	"Exit status: 0 done, 1 bad input or no answer, 2 bad usage, 3 the budget\n"
	"is below the least that will do.\n";

enum {
	OPT_CLASSES = 256,
	OPT_CONF,
	OPT_BUDGET,
	OPT_AT_LEAST,
	OPT_PLACEABLE,
	OPT_UNMIXED,
	OPT_WHOLE_NODES,
	OPT_TYPE_CHANGE,
	OPT_TYPE_CHANGE_TIME,
	OPT_GENERATION_ABOVE,
	OPT_HYSTERESIS,
	OPT_PREVIOUS,
	OPT_JSON,
	OPT_CAP,
	OPT_ACCOUNT,
	OPT_MAX_JCT,
	OPT_QUOTA_SHARE,
	OPT_TIME_LIMIT,
	OPT_FRONTIER,
	OPT_POINTS,
	OPT_CSV,
	OPT_PLOT,
	OPT_VERIFY,
	OPT_HELP,
	OPT_VERSION,
};

static const struct option LONG[] = {
	{ "classes", required_argument, NULL, OPT_CLASSES },
	{ "conf", required_argument, NULL, OPT_CONF },
	{ "budget", required_argument, NULL, OPT_BUDGET },
	{ "at-least", no_argument, NULL, OPT_AT_LEAST },
	{ "placeable", no_argument, NULL, OPT_PLACEABLE },
	{ "unmixed", no_argument, NULL, OPT_UNMIXED },
	{ "whole-nodes", no_argument, NULL, OPT_WHOLE_NODES },
	{ "allow-type-change", no_argument, NULL, OPT_TYPE_CHANGE },
	{ "type-change-time", required_argument, NULL, OPT_TYPE_CHANGE_TIME },
	{ "output", required_argument, NULL, 'o' },
	{ "generation-above", required_argument, NULL, OPT_GENERATION_ABOVE },
	{ "hysteresis", required_argument, NULL, OPT_HYSTERESIS },
	{ "previous", required_argument, NULL, OPT_PREVIOUS },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "cap", required_argument, NULL, OPT_CAP },
	{ "account", required_argument, NULL, OPT_ACCOUNT },
	{ "max-jct", required_argument, NULL, OPT_MAX_JCT },
	{ "quota-share", required_argument, NULL, OPT_QUOTA_SHARE },
	{ "time-limit", required_argument, NULL, OPT_TIME_LIMIT },
	{ "frontier", no_argument, NULL, OPT_FRONTIER },
	{ "points", required_argument, NULL, OPT_POINTS },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "plot", required_argument, NULL, OPT_PLOT },
	{ "verify", required_argument, NULL, OPT_VERIFY },
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

static int parse_real(const char *option, const char *text, double least,
		      double most, double *value)
{
	char *end;
	double number = strtod(text, &end);

	if (end == text || *end || !(number >= least) || !(number <= most)) {
		fprintf(stderr,
			"boa-widths: %s: %s, a number from %g to %g is "
			"wanted\n",
			option, text, least, most);
		return WIDTHS_USAGE;
	}
	*value = number;
	return -1;
}

static int add_limit(enum boa_row_kind kind, const char *text,
		     struct widths_options *options)
{
	struct widths_limit_text *limit =
		realloc(options->limit,
			(options->n_limit + 1) * sizeof(*options->limit));

	if (!limit) {
		fputs("boa-widths: out of memory\n", stderr);
		return 1;
	}
	options->limit = limit;
	limit[options->n_limit++] = (struct widths_limit_text){ kind, text };
	return -1;
}

static int parse_whole(const char *option, const char *text, uint64_t least,
		       uint64_t most, uint64_t *value)
{
	char *end;
	unsigned long long number;

	errno = 0;
	number = strtoull(text, &end, 10);
	if (errno || end == text || *end || text[0] < '0' || text[0] > '9' ||
	    number < least || number > most)
		return misuse(option, text,
			      "a whole number within range is "
			      "wanted");
	*value = number;
	return -1;
}

static int parse_points(const char *text, size_t *n_point)
{
	uint64_t value = 0;
	int rc = parse_whole("--points", text, 2, 1000000, &value);

	if (rc < 0)
		*n_point = (size_t)value;
	return rc;
}

/* Options that only set a field; false when OPT is none of them. */
static bool take_flag(int opt, struct widths_options *options)
{
	switch (opt) {
	case OPT_AT_LEAST:
		options->at_least = true;
		return true;
	case OPT_PLACEABLE:
		options->rule.placeable = true;
		return true;
	case OPT_WHOLE_NODES:
		options->rule.whole_nodes = true;
		return true;
	case OPT_TYPE_CHANGE:
		options->rule.allow_type_change = true;
		return true;
	case OPT_UNMIXED:
		options->unmixed = true;
		return true;
	case OPT_JSON:
		options->json = true;
		return true;
	case OPT_FRONTIER:
		options->frontier = true;
		return true;
	case OPT_CSV:
		options->csv = true;
		return true;
	default:
		return false;
	}
}

/* Options that name a file or a budget; false when OPT is none of them. */
static bool take_text(int opt, const char *value,
		      struct widths_options *options)
{
	switch (opt) {
	case OPT_CLASSES:
		options->classes = value;
		return true;
	case OPT_CONF:
		options->conf = value;
		return true;
	case OPT_BUDGET:
		options->budget = value;
		return true;
	case 'o':
		options->output = value;
		return true;
	case OPT_PLOT:
		options->plot = value;
		return true;
	case OPT_PREVIOUS:
		options->previous = value;
		return true;
	case OPT_VERIFY:
		options->verify = value;
		return true;
	default:
		return false;
	}
}

static int take_number(int opt, const char *value,
		       struct widths_options *options)
{
	switch (opt) {
	case OPT_TYPE_CHANGE_TIME:
		options->rule.type_change_is_set = true;
		return parse_real("--type-change-time", value, 0.0, 1e9,
				  &options->rule.type_change_s);
	case OPT_QUOTA_SHARE:
		return parse_real("--quota-share", value, 1e-9, 1.0,
				  &options->quota_share);
	case OPT_HYSTERESIS:
		return parse_real("--hysteresis", value, 0.0, 1e3,
				  &options->hysteresis);
	case OPT_TIME_LIMIT:
		return parse_real("--time-limit", value, 1e-3, 1e9,
				  &options->time_limit_s);
	case OPT_GENERATION_ABOVE:
		return parse_whole("--generation-above", value, 0, UINT64_MAX,
				   &options->generation_above);
	default:
		return parse_points(value, &options->n_point);
	}
}

static int take(int opt, const char *value, struct widths_options *options)
{
	if (take_flag(opt, options) || take_text(opt, value, options))
		return -1;
	switch (opt) {
	case OPT_TYPE_CHANGE_TIME:
	case OPT_QUOTA_SHARE:
	case OPT_TIME_LIMIT:
	case OPT_HYSTERESIS:
	case OPT_GENERATION_ABOVE:
	case OPT_POINTS:
		return take_number(opt, value, options);
	case OPT_CAP:
		return add_limit(BOA_ROW_TYPE, value, options);
	case OPT_ACCOUNT:
		return add_limit(BOA_ROW_ACCOUNT, value, options);
	case OPT_MAX_JCT:
		return add_limit(BOA_ROW_JCT, value, options);
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
	if (!options->budget && !options->conf && !options->frontier &&
	    !options->verify)
		return misuse("--budget", NULL,
			      "a budget is wanted, or --conf with one");
	if (!options->frontier &&
	    (options->n_point || options->csv || options->plot))
		return misuse("--points, --csv and --plot", NULL,
			      "need --frontier");
	if (options->frontier && options->verify)
		return misuse("--verify", NULL, "not together with --frontier");
	if (options->frontier && options->n_limit)
		return misuse("--frontier", NULL,
			      "knows the budget only, no further limits");
	if (options->unmixed && (options->n_limit || options->frontier ||
				 options->hysteresis > 0.0))
		return misuse("--unmixed", NULL,
			      "knows the budget only, no further limits and no "
			      "hysteresis");
	if (options->hysteresis > 0.0 && !options->previous && !options->output)
		return misuse("--hysteresis", NULL,
			      "needs an old table: --previous or --output");
	if (options->quota_share > 0.0 && !options->conf)
		return misuse("--quota-share", NULL,
			      "needs --conf with MaxNodes");
	if (options->csv && options->json)
		return misuse("--csv", NULL, "not together with --json");
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

void widths_options_free(struct widths_options *options)
{
	free(options->limit);
	*options = (struct widths_options){ 0 };
}
