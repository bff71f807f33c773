/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <getopt.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/cmd/modes.h"
#include "solver/import/import.h"

#include "src/file.h"

#define FILE_MOST ((size_t)1 << 28)

static const char HELP[] =
	"Usage: boa-widths import FORM [OPTION]... FILE...\n"
	"\n"
	"Write a class file with the speedup curves in FILE.\n"
	"\n"
	"  FORM                 scaling  model,hardware,gpus,throughput (CSV)\n"
	"                       pollux   placement,local_bsz,step_time (CSV)\n"
	"                       rubick   placement,iter_time (CSV)\n"
	"                       gavel    throughputs by type and job (JSON)\n"
	"  FILE                 of pollux and rubick: PATH or MODEL=PATH; the\n"
	"                       model is else the name of the folder\n"
	"  --gpu-type T         of pollux and rubick: the type (gpu)\n"
	"  --rate R             arrivals per hour of every class (1)\n"
	"  --work S             seconds of work of every class on the fewest GPUs\n"
	"                       of its first type (3600)\n"
	"  -o, --output FILE    write to FILE instead of standard output\n";

struct request {
	const char *output;
	const char *type;
	double rate_per_hour;
	double work_s;
	struct boa_profile profile;
};

static int misuse(const char *what)
{
	fprintf(stderr, "boa-widths: import: %s\n", what);
	return WIDTHS_USAGE;
}

static int take_number(const char *option, const char *text, double *value)
{
	char *end;
	double number = strtod(text, &end);

	if (end == text || *end || !(number > 0.0) || !(number <= 1e12)) {
		fprintf(stderr,
			"boa-widths: import: %s: %s, a number above 0 is "
			"wanted\n",
			option, text);
		return WIDTHS_USAGE;
	}
	*value = number;
	return -1;
}

static int parse(int argc, char **argv, struct request *request)
{
	static const struct option known[] = {
		{ "gpu-type", required_argument, NULL, 't' },
		{ "rate", required_argument, NULL, 'r' },
		{ "work", required_argument, NULL, 'w' },
		{ "output", required_argument, NULL, 'o' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int opt, status = -1;

	while (status < 0 &&
	       (opt = getopt_long(argc, argv, "o:", known, NULL)) != -1) {
		if (opt == 't')
			request->type = optarg;
		else if (opt == 'o')
			request->output = optarg;
		else if (opt == 'r')
			status = take_number("--rate", optarg,
					     &request->rate_per_hour);
		else if (opt == 'w')
			status =
				take_number("--work", optarg, &request->work_s);
		else if (opt == 'h')
			status = fputs(HELP, stdout) < 0;
		else
			status = WIDTHS_USAGE;
	}
	return status;
}

/* The name of the folder that PATH lies in; new, or NULL. */
static char *folder_name(const char *path)
{
	char *copy = strdup(path), *name = NULL;

	if (copy)
		name = strdup(basename(dirname(copy)));
	free(copy);
	return name;
}

/* One file, given as PATH or MODEL=PATH. */
static int import(boa_import_f *form, char *argument, struct request *request,
		  struct boa_err *err)
{
	char *equal = argument[strcspn(argument, "=/")] == '='
			      ? strchr(argument, '=')
			      : NULL;
	const char *path = equal ? equal + 1 : argument;
	struct boa_import from = { .source = path, .type = request->type };
	char *folder = folder_name(path);
	int rc;

	if (equal)
		*equal = '\0';
	from.model = equal ? argument : folder;
	rc = folder ? boa_file_read(path, FILE_MOST, &from.text, &from.len, err)
		    : boa_err_set(err, BOA_ENOMEM, "%s", path);
	if (!rc)
		rc = form(&from, &request->profile, err);
	free(from.text);
	free(folder);
	return rc;
}

static int print(FILE *out, const void *arg, struct boa_err *err)
{
	const struct request *request = arg;

	return boa_profile_print(out, &request->profile, request->rate_per_hour,
				 request->work_s, err);
}

int widths_import(int argc, char **argv)
{
	struct request request = {
		.type = "gpu",
		.rate_per_hour = 1.0,
		.work_s = 3600.0,
	};
	boa_import_f *form;
	struct boa_err err;
	int status = parse(argc, argv, &request), rc = 0;

	if (status >= 0)
		return status;
	if (argc - optind < 2)
		return misuse("a form and a file are wanted");
	form = boa_import_find(argv[optind++]);
	if (!form)
		return misuse("the forms are scaling, pollux, rubick, gavel");
	for (; !rc && optind < argc; optind++)
		rc = import(form, argv[optind], &request, &err);
	if (!rc && request.output)
		rc = boa_file_replace(request.output, print, &request, &err);
	else if (!rc)
		rc = print(stdout, &request, &err);
	if (!rc)
		rc = widths_flush(&err);
	boa_profile_free(&request.profile);
	return rc ? widths_complain(&err) : WIDTHS_DONE;
}
