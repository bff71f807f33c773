/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cmd/evaluate.h"
#include "sim/curve.h"

#include "src/file.h"
#include "src/text.h"

#define SVG_BYTES_MAX ((size_t)1 << 24)

/* The columns of every table. */
static const char *const columns[] = {
	"mean_jct_s",       "p95_jct_s",  "spend_per_hour", "usage_gpus",
	"rescales_per_job", "efficiency", "over_bound",     "startup",
	"resize",           "boot",       "idle",
};
#define N_COLUMN (sizeof(columns) / sizeof(columns[0]))

static void put_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '<' || *text == '&' || *text == '>')
			fprintf(out, "&#%d;", *text);
		else
			fputc(*text, out);
	}
}

/* --- curves ----------------------------------------------------------- */

/* The Pareto curve of FIGURE of a study's series; *POINT is new. */
static size_t curve_of(const struct sim_plan *plan, const char *study,
		       const char *series, const char *figure,
		       struct boa_trade **point)
{
	size_t n = 0;

	*point = calloc(plan->n_run + 1, sizeof(**point));
	for (size_t i = 0; *point && i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];
		struct boa_trade *at = &(*point)[n];

		if (strcmp(run->study, study) != 0 ||
		    strcmp(run->series, series) != 0)
			continue;
		at->spend = sim_run_figure(run, "spend_per_hour");
		at->time_s = sim_run_figure(run, figure);
		if (isfinite(at->spend) && isfinite(at->time_s))
			n++;
	}
	return *point ? boa_trade_pareto(*point, n) : 0;
}

struct comparison {
	const char *what;
	const char *figure;
	bool of_time;
};

static const struct comparison comparisons[] = {
	{ "mean JCT at equal spend", "mean_jct_s", true },
	{ "P95 JCT at equal spend", "p95_jct_s", true },
	{ "spend at equal mean JCT", "mean_jct_s", false },
};

static struct boa_ratio ratio_of(const struct sim_plan *plan,
				 const struct sim_run *run,
				 const struct comparison *comparison)
{
	struct boa_trade *own, *other;
	size_t n_own =
		curve_of(plan, run->study, "boa", comparison->figure, &own);
	size_t n_other = curve_of(plan, run->study, run->series,
				  comparison->figure, &other);
	struct boa_ratio ratio =
		comparison->of_time
			? boa_trade_time_ratio(own, n_own, other, n_other)
			: boa_trade_spend_ratio(own, n_own, other, n_other);

	free(own);
	free(other);
	return ratio;
}

static void put_ratios(FILE *page, FILE *csv, const struct sim_plan *plan,
		       const char *study)
{
	fputs("<table><tr><th>against</th><th>ratio of</th><th>least</th>"
	      "<th>greatest</th><th>where</th><th>common range</th></tr>\n",
	      page);
	for (size_t i = 0; i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];

		if (strcmp(run->study, study) != 0 ||
		    strcmp(run->series, "boa") == 0 ||
		    !sim_is_first_of_series(plan, i))
			continue;
		for (size_t c = 0;
		     c < sizeof(comparisons) / sizeof(comparisons[0]); c++) {
			struct boa_ratio r =
				ratio_of(plan, run, &comparisons[c]);

			if (!r.known)
				continue;
			fprintf(page,
				"<tr><td>%s</td><td>%s</td><td>%.2f</td><td>"
				"<b>%.2f</b></td><td>%.4g</td><td>%.4g to "
				"%.4g</td></tr>\n",
				run->series, comparisons[c].what, r.least,
				r.greatest, r.at_greatest, r.from, r.to);
			fprintf(csv, "%s,%s,%s,%.6g,%.6g,%.6g,%.6g,%.6g\n",
				study, run->series, comparisons[c].what,
				r.least, r.greatest, r.at_greatest, r.from,
				r.to);
		}
	}
	fputs("</table>\n", page);
}

/* --- checks ----------------------------------------------------------- */

static void put_check(FILE *page, const struct sim_plan *plan,
		      const struct sim_check *check)
{
	double sum = 0.0;
	size_t n = 0;

	for (size_t i = 0; i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];
		double value = sim_run_figure(run, check->figure);

		if (strcmp(run->study, check->study) != 0 ||
		    strcmp(run->series, check->series) != 0 || isnan(value))
			continue;
		sum += value;
		n++;
	}
	if (!n)
		return;
	sum /= (double)n;
	fprintf(page,
		"<p>%s, mean of %zu runs: %s = <b>%.4g</b>, published %.4g "
		"(%+.1f %%; %s %.0f %%)</p>\n",
		check->series, n, check->figure, sum, check->value,
		100.0 * (sum / check->value - 1.0),
		fabs(sum / check->value - 1.0) <= check->percent / 100.0
			? "within"
			: "<b>not within</b>",
		check->percent);
}

/* --- tables ----------------------------------------------------------- */

static void put_table(FILE *page, const struct sim_plan *plan,
		      const char *study)
{
	fputs("<details><summary>all runs</summary><table><tr><th>series</th>"
	      "<th>x</th>",
	      page);
	for (size_t c = 0; c < N_COLUMN; c++)
		fprintf(page, "<th>%s</th>", columns[c]);
	fputs("</tr>\n", page);
	for (size_t i = 0; i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];

		if (strcmp(run->study, study) != 0)
			continue;
		fprintf(page, "<tr><td>%s</td><td>%.6g</td>", run->series,
			run->x);
		if (!run->n_figure)
			fprintf(page, "<td colspan=%zu>failed</td>", N_COLUMN);
		for (size_t c = 0; run->n_figure && c < N_COLUMN; c++)
			fprintf(page, "<td>%.5g</td>",
				sim_run_figure(run, columns[c]));
		fputs("</tr>\n", page);
	}
	fputs("</table></details>\n", page);
}

/* A plot made for STUDY stands in the page itself. */
static int put_plot(FILE *page, const struct sim_evaluation *evaluation,
		    const char *study, const char *figure, struct boa_err *err)
{
	char *name = boa_text_new("%s-%s", study, figure);
	char *path = NULL;
	char *svg = NULL;
	size_t len = 0;
	bool made = false;
	int rc = 0;

	for (char *at = name; at && *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			*at = '-';
	if (!name)
		return boa_err_set(err, BOA_ENOMEM, "no memory");
	rc = sim_plot_study(evaluation, study, figure, name, &made, err);
	path = boa_text_new("%s/%s.svg", evaluation->out, name);
	if (!rc && made && path &&
	    !boa_file_read(path, SVG_BYTES_MAX, &svg, &len, NULL)) {
		const char *at = strstr(svg, "<svg");

		fputs(at ? at : "", page);
	}
	free(svg);
	free(path);
	free(name);
	return rc;
}

static int put_plots(FILE *page, const struct sim_evaluation *evaluation,
		     const char *study, struct boa_err *err)
{
	bool over_time = sim_study_is(study, "time");
	int rc;

	if (sim_study_is(study, "table"))
		return 0;
	rc = put_plot(page, evaluation, study,
		      over_time ? "held_gpus" : "mean_jct_s", err);
	if (!rc && !sim_study_is(study, "sweep"))
		rc = put_plot(page, evaluation, study,
			      over_time ? "efficiency" : "p95_jct_s", err);
	return rc;
}

static int put_study(FILE *page, FILE *ratios,
		     const struct sim_evaluation *evaluation, const char *study,
		     struct boa_err *err)
{
	const struct sim_plan *plan = &evaluation->plan;
	int rc;

	fprintf(page, "<h2>%s</h2>\n", study);
	for (size_t i = 0; i < plan->n_saying; i++) {
		if (strcmp(plan->saying[i].study, study) != 0)
			continue;
		fputs("<p>", page);
		put_text(page, plan->saying[i].text);
		fputs("</p>\n", page);
	}
	for (size_t i = 0; i < plan->n_check; i++)
		if (strcmp(plan->check[i].study, study) == 0)
			put_check(page, plan, &plan->check[i]);
	rc = put_plots(page, evaluation, study, err);
	if (sim_study_is(study, "curve"))
		put_ratios(page, ratios, plan, study);
	put_table(page, plan, study);
	return rc;
}

/* --- files ------------------------------------------------------------ */

static FILE *create(const struct sim_evaluation *evaluation, const char *name)
{
	char *path = boa_text_new("%s/%s", evaluation->out, name);
	FILE *out = path ? fopen(path, "w") : NULL;

	free(path);
	return out;
}

static void put_results(FILE *out, const struct sim_plan *plan)
{
	fputs("study,series,x", out);
	for (size_t c = 0; c < N_COLUMN; c++)
		fprintf(out, ",%s", columns[c]);
	fputs(",arguments\n", out);
	for (size_t i = 0; i < plan->n_run; i++) {
		const struct sim_run *run = &plan->run[i];

		fprintf(out, "%s,%s,%.9g", run->study, run->series, run->x);
		for (size_t c = 0; c < N_COLUMN; c++)
			fprintf(out, ",%.9g", sim_run_figure(run, columns[c]));
		fputc(',', out);
		for (size_t w = 0; w < run->n_word; w++)
			fprintf(out, "%s%s", w ? " " : "", run->word[w]);
		fputc('\n', out);
	}
}

static int close_all(FILE *const *file, size_t n, struct boa_err *err)
{
	bool bad = false;

	for (size_t i = 0; i < n; i++)
		bad = !file[i] || ferror(file[i]) || fclose(file[i]) || bad;
	return bad ? boa_err_set(err, BOA_EIO, "the results cannot be written")
		   : 0;
}

int sim_page_write(const struct sim_evaluation *evaluation, struct boa_err *err)
{
	const struct sim_plan *plan = &evaluation->plan;
	FILE *file[3] = {
		create(evaluation, "index.html"),
		create(evaluation, "ratios.csv"),
		create(evaluation, "results.csv"),
	};
	int rc = 0;
	int bad;

	if (!file[0] || !file[1] || !file[2])
		return close_all(file, 3, err);
	fputs("<!doctype html><meta charset=utf-8><title>BOA: evaluation"
	      "</title><style>body{font-family:sans-serif;max-width:70em;"
	      "margin:2em auto}td,th{padding:0 .6em;text-align:right}"
	      "svg{max-width:100%}</style><h1>BOA: evaluation</h1>\n"
	      "<p>Ratios are of the other policy's figure over boa's, above 1 "
	      "where boa is better, on the Pareto curves over their common "
	      "range.</p>\n",
	      file[0]);
	fputs("study,against,ratio,least,greatest,at,from,to\n", file[1]);
	for (size_t i = 0; !rc && i < plan->n_run; i++)
		if (sim_is_first_of_study(plan, i))
			rc = put_study(file[0], file[1], evaluation,
				       plan->run[i].study, err);
	put_results(file[2], plan);
	bad = close_all(file, 3, rc ? NULL : err);
	return rc ? rc : bad;
}
