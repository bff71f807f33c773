/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/cmd/report.h"

#include "src/json.h"

void sim_report_text(FILE *out, const struct boa_run *run,
		     const struct boa_summary *summary, const char *unit)
{
	const struct boa_classes *set = run->options.rates->set;
	struct boa_figure figure[BOA_FIGURES_MAX];
	size_t n = boa_summary_list(summary, figure);

	fprintf(out, "%-20s %s\n", "policy", run->options.policy->name);
	if (run->options.round_s > 0.0)
		fprintf(out, "%-20s every %g s\n", "decides",
			run->options.round_s);
	else
		fprintf(out, "%-20s on events\n", "decides");
	fprintf(out, "%-20s %s\n", "unit of spend", unit);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%-20s %.6g\n", figure[i].name, figure[i].value);
	fprintf(out, "\n%-16s %8s %12s %12s %10s\n", "class", "jobs",
		"mean_jct_s", "gpu_h/job", "rescales");
	for (size_t i = 0; i < set->n_class; i++) {
		const struct boa_run_class *class = &run->class[i];
		double jobs = (double)class->n_job;

		if (class->n_job)
			fprintf(out, "%-16s %8.0f %12.1f %12.4f %10.3f\n",
				set->class[i].name, jobs, class->jct_s / jobs,
				class->gpu_s / 3600.0 / jobs,
				(double)class->n_rescale / jobs);
	}
}

static void put(FILE *out, const char *name, double value)
{
	fprintf(out, "  \"%s\": ", name);
	boa_json_put_real(out, value);
	fputs(",\n", out);
}

void sim_report_json(FILE *out, const struct boa_run *run,
		     const struct boa_summary *summary, const char *unit)
{
	const struct boa_classes *set = run->options.rates->set;
	struct boa_figure figure[BOA_FIGURES_MAX];
	size_t n = boa_summary_list(summary, figure);
	const char *comma = "";

	fprintf(out, "{\n  \"policy\": \"%s\",\n  \"unit\": \"%s\",\n",
		run->options.policy->name, unit);
	put(out, "round_s", run->options.round_s);
	for (size_t i = 0; i < n; i++)
		put(out, figure[i].name, figure[i].value);
	fputs("  \"classes\": [", out);
	for (size_t i = 0; i < set->n_class; i++) {
		const struct boa_run_class *class = &run->class[i];
		double jobs = (double)class->n_job;

		if (!class->n_job)
			continue;
		fprintf(out, "%s\n    {\"name\": \"%s\", \"jobs\": %.0f, ",
			comma, set->class[i].name, jobs);
		fputs("\"mean_jct_s\": ", out);
		boa_json_put_real(out, class->jct_s / jobs);
		fputs(", \"gpu_s\": ", out);
		boa_json_put_real(out, class->gpu_s);
		fputs(", \"rescales_per_job\": ", out);
		boa_json_put_real(out, (double)class->n_rescale / jobs);
		fputc('}', out);
		comma = ",";
	}
	fputs("\n  ]\n}\n", out);
}

void sim_report_series(FILE *out, const struct boa_series *series)
{
	fputs("time_s,held_gpus,jobs,efficiency,efficiency_paying\n", out);
	for (size_t i = 0; i < series->n; i++) {
		const double *sum = series->span[i].integral;
		double held = sum[0] > 0.0 ? sum[0] : 1.0;

		fprintf(out, "%.3f,%.6g,%.6g,%.6g,%.6g\n",
			(double)i * series->span_s, sum[0] / series->span_s,
			sum[1] / series->span_s, sum[2] / held, sum[3] / held);
	}
}
