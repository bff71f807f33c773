/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl.c - BOA at the command line: the table of verbs and their options.
 */
#include "config.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/boactl.h"

/* Options that not every verb takes, as bits. */
enum {
	TAKES_JSON = 1 << 0,
	TAKES_TABLE = 1 << 1, /* -n and -P */
	TAKES_STATUS = 1 << 2,
	TAKES_BY = 1 << 3,
	TAKES_PROBLEMS = 1 << 4,
	TAKES_SHOW = TAKES_JSON | TAKES_TABLE | TAKES_STATUS,
};

static const struct verb {
	const char *name;
	const char *args; /* as shown by --help */
	int n_arg_min, n_arg_max;
	unsigned takes;
	boactl_run *run;
	const char *help;
} verbs[] = {
	{ "status", "", 0, 0, TAKES_SHOW | TAKES_PROBLEMS, boactl_status,
	  "the whole at a glance: jobs, nodes, spend against budget" },
	{ "jobs", "", 0, 0, TAKES_SHOW, boactl_jobs,
	  "every job: class, plan, epoch, width" },
	{ "nodes", "", 0, 0, TAKES_SHOW, boactl_nodes,
	  "every node: up or off, billed since when, held by what" },
	{ "budget", "", 0, 0, TAKES_SHOW, boactl_budget,
	  "what may be spent, what was, at what rate" },
	{ "ledger", "", 0, 0, TAKES_SHOW | TAKES_BY, boactl_ledger,
	  "what the money went for" },
	{ "classes", "", 0, 0, TAKES_SHOW, boactl_classes,
	  "every class and what a job of it may expect" },
	{ "widths", "", 0, 0, TAKES_SHOW, boactl_widths,
	  "the width table that jobs are sized by" },
	{ "explain", "JOBID", 1, 1, TAKES_JSON | TAKES_STATUS, boactl_explain,
	  "why one job has its width, and what else it could have" },
	{ "check", "[BOA.CONF]", 0, 1, TAKES_JSON | TAKES_TABLE, boactl_check,
	  "is everything set as it must be? exit 1 if not" },
	{ "resume", "TYPE", 1, 1, TAKES_STATUS, boactl_resume,
	  "let nodes of a GPU type be launched again that is on hold" },
	{ "epoch", "N", 1, 1, 0, boactl_epoch,
	  "inside a job: the work of epoch N begins now; exit 75 to resize" },
	{ "resize", "", 0, 0, 0, boactl_resize,
	  "inside a job: requeue it, to start at its epoch's width" },
};
#define N_VERB (sizeof(verbs) / sizeof(verbs[0]))

int boactl_fail(int code, const char *place, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "boactl: %s%s", place ? place : "", place ? ": " : "");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	return code;
}

uint32_t boactl_own_job_id(void)
{
	const char *text = getenv("SLURM_JOB_ID");
	char *end = NULL;
	unsigned long id = 0;

	if (!text) {
		boactl_fail(0, "SLURM_JOB_ID",
			    "not set; this verb runs inside a job");
		return 0;
	}
	errno = 0;
	if (text[0] >= '0' && text[0] <= '9')
		id = strtoul(text, &end, 10);
	if (errno || !end || *end || id < 1 || id > UINT32_MAX) {
		boactl_fail(0, "SLURM_JOB_ID", "\"%s\" is not a job's number",
			    text);
		return 0;
	}
	return (uint32_t)id;
}

static void print_help(void)
{
	puts("Usage: boactl [OPTION...] VERB [ARGUMENT]\n"
	     "Show and steer what BOA does on this cluster.\n\nVerbs:");
	for (size_t i = 0; i < N_VERB; i++) {
		char left[32];

		snprintf(left, sizeof(left), "%s %s", verbs[i].name,
			 verbs[i].args);
		printf("  %-17s  %s\n", left, verbs[i].help);
	}
	puts("\nOptions:\n"
	     "  -n, --noheader     no header line\n"
	     "  -P, --parsable2    columns separated by '|', unaligned\n"
	     "      --json         the same as one JSON document\n"
	     "      --status-dir DIR  where sched/boa writes (default: "
	     "StatusDir of boa.conf\n"
	     "                     beside slurm.conf, else /run/boa)\n"
	     "      --by WHAT      ledger: class, account, type, kind or job\n"
	     "      --problems     status: only what is amiss; exit 1 if "
	     "anything is\n"
	     "  -h, --help         this text, or that of one verb\n"
	     "  -V, --version      the version\n\n"
	     "Exit: 0 done; 1 bad input, nothing to show or a check failed; "
	     "2 usage;\n"
	     "75 (epoch) write a checkpoint and run boactl resize.");
}

static void print_verb_help(const struct verb *verb)
{
	printf("Usage: boactl %s%s%s%s%s%s%s%s\n  %s\n", verb->name,
	       verb->args[0] ? " " : "", verb->args,
	       verb->takes & TAKES_BY ? " [--by WHAT]" : "",
	       verb->takes & TAKES_PROBLEMS ? " [--problems]" : "",
	       verb->takes & TAKES_JSON ? " [--json]" : "",
	       verb->takes & TAKES_TABLE ? " [-n] [-P]" : "",
	       verb->takes & TAKES_STATUS ? " [--status-dir DIR]" : "",
	       verb->help);
}

static const struct verb *find_verb(const char *name)
{
	for (size_t i = 0; i < N_VERB; i++)
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

/* What main() must know of the command line before it can run a verb. */
struct line {
	struct boactl ctl;
	unsigned given; /* TAKES_* bits of the options seen */
	bool help, version;
};

enum { OPT_JSON = 256, OPT_STATUS_DIR, OPT_BY, OPT_PROBLEMS };

static const struct option options[] = {
	{ "noheader", no_argument, NULL, 'n' },
	{ "parsable2", no_argument, NULL, 'P' },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "status-dir", required_argument, NULL, OPT_STATUS_DIR },
	{ "by", required_argument, NULL, OPT_BY },
	{ "problems", no_argument, NULL, OPT_PROBLEMS },
	{ "help", no_argument, NULL, 'h' },
	{ "usage", no_argument, NULL, 'h' },
	{ "version", no_argument, NULL, 'V' },
	{ 0 },
};

/* Take one option; returns 0, or BOACTL_USAGE (getopt has said why). */
static int take_option(int option, struct line *line)
{
	switch (option) {
	case 'n':
		line->ctl.noheader = true;
		line->given |= TAKES_TABLE;
		return 0;
	case 'P':
		line->ctl.parsable = true;
		line->given |= TAKES_TABLE;
		return 0;
	case OPT_JSON:
		line->ctl.json = true;
		line->given |= TAKES_JSON;
		return 0;
	case OPT_STATUS_DIR:
		line->ctl.status_dir = optarg;
		line->given |= TAKES_STATUS;
		return 0;
	case OPT_BY:
		line->ctl.by = optarg;
		line->given |= TAKES_BY;
		return 0;
	case OPT_PROBLEMS:
		line->ctl.problems = true;
		line->given |= TAKES_PROBLEMS;
		return 0;
	case 'h':
		line->help = true;
		return 0;
	case 'V':
		line->version = true;
		return 0;
	default:
		return BOACTL_USAGE;
	}
}

static int run_verb(const struct verb *verb, const struct line *line, int argc,
		    char **argv)
{
	if (line->help) {
		print_verb_help(verb);
		return BOACTL_OK;
	}
	if (line->given & ~verb->takes)
		return boactl_fail(BOACTL_USAGE, verb->name,
				   "takes no such option; see boactl %s --help",
				   verb->name);
	if (argc < verb->n_arg_min)
		return boactl_fail(BOACTL_USAGE, verb->name, "%s is missing",
				   verb->args);
	if (argc > verb->n_arg_max)
		return boactl_fail(BOACTL_USAGE, verb->name,
				   "unexpected argument \"%s\"",
				   argv[verb->n_arg_max]);
	return verb->run(&line->ctl, argc, argv);
}

int main(int argc, char **argv)
{
	static char program[] = "boactl";
	struct line line = { 0 };
	const struct verb *verb;
	int option, rc;

	argv[0] = program; /* for getopt's messages */
	while ((option = getopt_long(argc, argv, "nPhV", options, NULL)) != -1)
		if (take_option(option, &line))
			return BOACTL_USAGE;
	if (line.version) {
		puts("boactl " PACKAGE_VERSION);
		return BOACTL_OK;
	}
	if (optind >= argc) {
		if (!line.help)
			return boactl_fail(BOACTL_USAGE, NULL,
					   "a verb is missing; see boactl "
					   "--help");
		print_help();
		return BOACTL_OK;
	}
	verb = find_verb(argv[optind]);
	if (!verb)
		return boactl_fail(BOACTL_USAGE, argv[optind],
				   "no such verb; see boactl --help");
	rc = run_verb(verb, &line, argc - optind - 1, argv + optind + 1);
	if (fflush(stdout) || ferror(stdout))
		return boactl_fail(BOACTL_FAILED, "stdout", "%s",
				   strerror(errno));
	return rc;
}
