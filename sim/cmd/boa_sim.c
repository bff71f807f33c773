/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boa_sim.c - the command boa-sim: a stream of jobs under a scheduling policy
 * on a simulated cluster.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cmd/evaluate.h"
#include "sim/cmd/inputs.h"
#include "sim/cmd/options.h"
#include "sim/cmd/report.h"

static int complain(const struct boa_err *err)
{
	fprintf(stderr, "boa-sim: %s\n", err->text);
	return SIM_BAD_INPUT;
}

static int finish(FILE *out, const char *name, struct boa_err *err)
{
	int bad = ferror(out);

	if (out == stdout ? fflush(out) : fclose(out))
		bad = 1;
	return bad ? boa_err_set(err, BOA_EIO, "%s: %s", name, strerror(errno))
		   : 0;
}

static int open_file(const char *path, FILE **out, struct boa_err *err)
{
	if (path)
		*out = fopen(path, "w");
	if (path && !*out)
		return boa_err_set(err, BOA_EIO, "%s: %s", path,
				   strerror(errno));
	return 0;
}

/* --- one run ---------------------------------------------------------- */

struct job_writer {
	FILE *out;
	const struct boa_classes *set;
};

static void write_job(void *arg, const struct boa_sim_job *job, double end_s)
{
	const struct job_writer *writer = arg;

	fprintf(writer->out, "%llu,%s,%.3f,%.3f,%.3f,%.3f,%u\n",
		(unsigned long long)job->id,
		writer->set->class[job->class].name, job->submit_s,
		job->first_start_s, end_s, job->service_gpu_s, job->n_rescale);
}

static int write_series(const struct sim_options *options,
			const struct boa_run *run, struct boa_err *err)
{
	FILE *out = NULL;
	int rc = open_file(options->series, &out, err);

	if (rc || !out)
		return rc;
	sim_report_series(out, &run->world.usage.series);
	return finish(out, options->series, err);
}

static int tell(const struct sim_options *options,
		const struct sim_inputs *inputs, const struct boa_run *run,
		struct boa_err *err)
{
	const char *unit =
		inputs->setting.unit ? inputs->setting.unit : "price/h";
	struct boa_summary summary;
	int rc = boa_summary_make(run, &summary, err);

	if (rc)
		return rc;
	if (options->json)
		sim_report_json(stdout, run, &summary, unit);
	else
		sim_report_text(stdout, run, &summary, unit);
	return finish(stdout, "standard output", err);
}

static int simulate(const struct sim_options *options,
		    const struct sim_inputs *inputs, struct boa_source *source,
		    struct boa_err *err)
{
	struct job_writer writer = { .set = inputs->rates.set };
	struct boa_run_options how;
	struct boa_run run;
	int rc = sim_inputs_run(options, inputs, &how, err);

	if (!rc)
		rc = open_file(options->jobs_out, &writer.out, err);
	if (rc)
		return rc;
	if (writer.out) {
		fputs("id,class,submit_s,start_s,end_s,gpu_s,rescales\n",
		      writer.out);
		how.job_done = write_job;
		how.arg = &writer;
	}
	rc = boa_run_simulate(&run, &how, source, err);
	if (writer.out &&
	    finish(writer.out, options->jobs_out, rc ? NULL : err) && !rc)
		rc = BOA_EIO;
	if (!rc)
		rc = write_series(options, &run, err);
	if (!rc)
		rc = tell(options, inputs, &run, err);
	boa_run_fini(&run);
	return rc;
}

static int run_one(const struct sim_options *options)
{
	struct boa_source source = { 0 };
	struct sim_inputs inputs;
	struct boa_err err;
	int rc = sim_inputs_load(options, &inputs, &err);

	if (!rc)
		rc = sim_inputs_source(options, &inputs, &source, &err);
	if (!rc)
		rc = simulate(options, &inputs, &source, &err);
	boa_source_fini(&source);
	sim_inputs_free(&inputs);
	return rc ? complain(&err) : SIM_DONE;
}

/* --- generate --------------------------------------------------------- */

static int print_jobs(const struct boa_classes *set, struct boa_source *source,
		      struct boa_err *err)
{
	struct boa_arrival job;
	bool more = true;
	int rc = 0;

	puts("time,class,gpus,scale");
	while (!rc && more && !ferror(stdout)) {
		rc = source->next(source->state, &job, &more, err);
		if (!rc && more)
			printf("%.3f,%s,%u,%.9g\n", job.submit_s,
			       set->class[job.class].name, job.asked_gpus,
			       job.scale);
	}
	return rc ? rc : finish(stdout, "standard output", err);
}

static int generate(const struct sim_options *options)
{
	struct boa_source source = { 0 };
	struct sim_inputs inputs;
	struct boa_err err;
	int rc = sim_inputs_load(options, &inputs, &err);

	if (!rc)
		rc = sim_inputs_generate(options, &inputs, &source, &err);
	if (!rc)
		rc = print_jobs(inputs.rates.set, &source, &err);
	boa_source_fini(&source);
	sim_inputs_free(&inputs);
	return rc ? complain(&err) : SIM_DONE;
}

int main(int argc, char **argv)
{
	struct sim_options options;
	bool evaluates = argc > 1 && strcmp(argv[1], "evaluate") == 0;
	bool generates = argc > 1 && strcmp(argv[1], "generate") == 0;
	int rc;

	if (evaluates)
		return sim_evaluate(argc - 1, argv + 1);
	rc = sim_options_parse(argc - generates, argv + generates,
			       generates ? "generate" : "", &options);
	if (rc != SIM_GO_ON)
		return rc;
	return generates ? generate(&options) : run_one(&options);
}
