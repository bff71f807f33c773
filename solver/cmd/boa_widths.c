/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boa_widths.c - the command boa-widths: classes and a budget in, a width
 * table out.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "solver/cmd/modes.h"

int widths_complain(const struct boa_err *err)
{
	fprintf(stderr, "boa-widths: %s\n", err->text);
	return WIDTHS_BAD_INPUT;
}

int widths_flush(struct boa_err *err)
{
	if (fflush(stdout) || ferror(stdout))
		return boa_err_set(err, BOA_EIO, "standard output: %s",
				   strerror(errno));
	return 0;
}

int main(int argc, char **argv)
{
	struct widths_options options;
	struct widths_inputs inputs = { 0 };
	struct boa_err err;
	int status;

	signal(SIGPIPE, SIG_IGN); /* a closed pipe is an error of writing */
	if (argc > 1 && !strcmp(argv[1], "import")) {
		argv[1] = argv[0];
		return widths_import(argc - 1, argv + 1);
	}
	status = widths_options_parse(argc, argv, &options);
	if (status >= 0) {
		widths_options_free(&options);
		return widths_flush(&err) ? widths_complain(&err) : status;
	}
	if (widths_inputs_load(&options, &inputs, &err))
		status = widths_complain(&err);
	else if (options.verify)
		status = widths_verify_table(&options, &inputs);
	else if (options.frontier)
		status = widths_make_frontier(&options, &inputs);
	else
		status = widths_make_table(&options, &inputs);
	widths_inputs_free(&inputs);
	widths_options_free(&options);
	return status;
}
