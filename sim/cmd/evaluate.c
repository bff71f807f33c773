/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/cmd/evaluate.h"
#include "sim/cmd/options.h"

#include "src/text.h"

static const char HELP[] =
	"Usage: boa-sim evaluate --out DIR [OPTION]...\n"
	"Run a published evaluation and write its tables, plots and a page.\n"
	"\n"
	"  --out DIR       folder for results; runs it has already are kept\n"
	"  --quick         a short evaluation\n"
	"  --plan FILE     another plan than the shipped ones\n"
	"  --jobs N        runs at a time (default 1)\n"
	"  --data DIR      folder of the settings' traces (default: $BOA_DATA)\n"
	"  --settings DIR  folder of setting and plan files\n"
	"  --help\n"
	"\n"
	"Exit status: 0 done, 1 a run failed or bad input, 2 bad usage.\n";

struct asked {
	const char *out;
	const char *plan;
	const char *data;
	const char *settings;
	unsigned jobs;
	bool quick;
};

bool sim_study_is(const char *study, const char *kind)
{
	size_t len = strlen(kind);

	return strncmp(study, kind, len) == 0 && study[len] == ':';
}

bool sim_is_first_of_study(const struct sim_plan *plan, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(plan->run[j].study, plan->run[i].study) == 0)
			return false;
	return true;
}

bool sim_is_first_of_series(const struct sim_plan *plan, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(plan->run[j].study, plan->run[i].study) == 0 &&
		    strcmp(plan->run[j].series, plan->run[i].series) == 0)
			return false;
	return true;
}

static int misuse(const char *what)
{
	fprintf(stderr, "boa-sim: evaluate: %s\n", what);
	return SIM_USAGE;
}

static int parse_jobs(const char *text, struct asked *asked)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	if (text[0] < '0' || text[0] > '9' || *end || n < 1 || n > 64)
		return misuse("--jobs: expected a number from 1 to 64");
	asked->jobs = (unsigned)n;
	return SIM_GO_ON;
}

static int take(int opt, const char *value, struct asked *asked)
{
	switch (opt) {
	case 'o':
		asked->out = value;
		return SIM_GO_ON;
	case 'p':
		asked->plan = value;
		return SIM_GO_ON;
	case 'd':
		asked->data = value;
		return SIM_GO_ON;
	case 's':
		asked->settings = value;
		return SIM_GO_ON;
	case 'q':
		asked->quick = true;
		return SIM_GO_ON;
	case 'j':
		return parse_jobs(value, asked);
	case 'h':
		fputs(HELP, stdout);
		return SIM_DONE;
	default:
		return SIM_USAGE;
	}
}

static int parse(int argc, char **argv, struct asked *asked)
{
	static const struct option known[] = {
		{ "out", required_argument, NULL, 'o' },
		{ "plan", required_argument, NULL, 'p' },
		{ "data", required_argument, NULL, 'd' },
		{ "settings", required_argument, NULL, 's' },
		{ "jobs", required_argument, NULL, 'j' },
		{ "quick", no_argument, NULL, 'q' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	static char name[] = "boa-sim evaluate";
	int opt;

	argv[0] = name;
	while ((opt = getopt_long(argc, argv, "", known, NULL)) != -1) {
		int rc = take(opt, optarg, asked);

		if (rc != SIM_GO_ON)
			return rc;
	}
	if (optind < argc)
		return misuse("no such argument is known");
	if (!asked->out)
		return misuse("--out is missing");
	return SIM_GO_ON;
}

static int make_folder(const char *path, struct boa_err *err)
{
	if (mkdir(path, 0777) && errno != EEXIST)
		return boa_err_set(err, BOA_EIO, "%s: %s", path,
				   strerror(errno));
	return 0;
}

static int prepare(const struct asked *asked, struct sim_evaluation *evaluation,
		   struct boa_err *err)
{
	const char *folder = asked->settings;
	char *plan = NULL;
	char *runs = boa_text_new("%s/runs", asked->out);
	int rc = make_folder(asked->out, err);

	if (!folder)
		folder = getenv("BOA_SIM_SETTINGS");
	if (!folder)
		folder = BOA_SIM_SETTINGS_DIR;
	plan = asked->plan
		       ? strdup(asked->plan)
		       : boa_text_new("%s/%s.plan", folder,
				      asked->quick ? "quick" : "evaluation");
	if (!rc && (!runs || !plan))
		rc = boa_err_set(err, BOA_ENOMEM, "no memory");
	if (!rc)
		rc = make_folder(runs, err);
	if (!rc)
		rc = sim_plan_load(plan, &evaluation->plan, err);
	free(runs);
	free(plan);
	return rc;
}

int sim_evaluate(int argc, char **argv)
{
	struct asked asked = { .jobs = 1 };
	struct sim_evaluation evaluation = { 0 };
	struct boa_err err;
	int rc = parse(argc, argv, &asked);

	if (rc != SIM_GO_ON)
		return rc;
	evaluation.out = asked.out;
	evaluation.data = asked.data;
	evaluation.settings = asked.settings;
	evaluation.jobs = asked.jobs;
	rc = prepare(&asked, &evaluation, &err);
	if (!rc)
		rc = sim_pool_run(&evaluation, &err);
	if (!rc)
		rc = sim_page_write(&evaluation, &err);
	if (rc)
		fprintf(stderr, "boa-sim: %s\n", err.text);
	else if (evaluation.n_failed)
		fprintf(stderr,
			"boa-sim: %zu runs failed; why is in %s/runs/*.err\n",
			evaluation.n_failed, asked.out);
	rc = rc || evaluation.n_failed ? SIM_BAD_INPUT : SIM_DONE;
	sim_plan_free(&evaluation.plan);
	return rc;
}
