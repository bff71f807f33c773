/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cmd/plan.h"

#include "src/crc32.h"
#include "src/file.h"
#include "src/json.h"
#include "src/text.h"

#define PLAN_BYTES_MAX ((size_t)1 << 20)
#define RUN_BYTES_MAX  ((size_t)1 << 20)

static int no_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "no memory for a plan");
}

/* --- one run ---------------------------------------------------------- */

static void name_run(struct sim_run *run)
{
	uint32_t crc = 0;

	for (size_t i = 0; i < run->n_word; i++)
		crc = boa_crc32(crc, run->word[i], strlen(run->word[i]) + 1);
	snprintf(run->id, sizeof(run->id), "%.30s-%08x", run->series,
		 (unsigned)crc);
}

/* WORD with its list replaced by the item AT (LEN bytes). */
static char *expand(const char *word, const char *at, size_t len)
{
	const char *open = strchr(word, '{');
	const char *close = open ? strchr(open, '}') : NULL;

	if (!close)
		return strdup(word);
	return boa_text_new("%.*s%.*s%s", (int)(open - word), word, (int)len,
			    at, close + 1);
}

static int add_run(struct sim_plan *plan, char *const *word, size_t n,
		   const char *item, size_t len, struct boa_err *err)
{
	struct sim_run *grown =
		realloc(plan->run, (plan->n_run + 1) * sizeof(*plan->run));
	struct sim_run *run;

	if (!grown)
		return no_memory(err);
	plan->run = grown;
	run = &plan->run[plan->n_run++];
	*run = (struct sim_run){
		.study = strdup(word[1]),
		.series = strdup(word[2]),
		.x = item ? strtod(item, NULL) : NAN,
	};
	if (!run->study || !run->series)
		return no_memory(err);
	for (size_t i = 3; i < n; i++) {
		run->word[run->n_word] = expand(word[i], item, len);
		if (!run->word[run->n_word++])
			return no_memory(err);
	}
	name_run(run);
	return 0;
}

static int add_runs(struct sim_plan *plan, char *const *word, size_t n,
		    struct boa_err *err)
{
	const char *at = NULL;
	int rc = 0;

	for (size_t i = 3; i < n && !at; i++)
		if ((at = strchr(word[i], '{')) && !strchr(at, '}'))
			at = NULL;
	if (!at)
		return add_run(plan, word, n, NULL, 0, err);
	for (at++; !rc; at++) {
		size_t len = strcspn(at, ",}");

		rc = add_run(plan, word, n, at, len, err);
		at += len;
		if (*at == '}')
			break;
	}
	return rc;
}

double sim_run_figure(const struct sim_run *run, const char *figure)
{
	for (size_t i = 0; i < run->n_figure; i++)
		if (strcmp(run->figure[i].name, figure) == 0)
			return run->figure[i].value;
	return NAN;
}

static int read_figures(struct sim_run *run, const struct boa_json *doc,
			struct boa_err *err)
{
	uint32_t node = boa_json_first(0);
	size_t n = 0;
	int rc = boa_json_object(doc, 0, 1, &n, err);

	for (size_t m = 0; !rc && m < n && run->n_figure < BOA_FIGURES_MAX;
	     m++) {
		static const struct boa_json_range any = { -1e300, 1e300,
							   false };
		struct boa_figure *figure = &run->figure[run->n_figure];
		size_t len = 0;
		const char *name = boa_json_raw(doc, node, &len);

		node = boa_json_next(doc, node);
		if (!boa_json_real(doc, node, &any, &figure->value, NULL)) {
			figure->name = strndup(name, len);
			if (!figure->name)
				return no_memory(err);
			run->n_figure++;
		}
		node = boa_json_next(doc, node);
	}
	return rc;
}

int sim_run_read(struct sim_run *run, const char *path, struct boa_err *err)
{
	struct boa_json doc;
	char *text = NULL;
	size_t len = 0;
	int rc = boa_file_read(path, RUN_BYTES_MAX, &text, &len, err);

	if (rc)
		return rc;
	rc = boa_json_parse(text, len, path, &doc, err);
	if (!rc) {
		rc = read_figures(run, &doc, err);
		boa_json_fini(&doc);
	}
	free(text);
	return rc;
}

/* --- lines ------------------------------------------------------------ */

static int add_check(struct sim_plan *plan, char *const *word, size_t n,
		     struct boa_err *err)
{
	struct sim_check *grown;

	if (n != 6)
		return boa_err_set(err, BOA_EPARSE,
				   "expected check STUDY SERIES FIGURE VALUE "
				   "PERCENT");
	grown = realloc(plan->check, (plan->n_check + 1) * sizeof(*grown));
	if (!grown)
		return no_memory(err);
	plan->check = grown;
	grown[plan->n_check++] = (struct sim_check){
		.study = strdup(word[1]),
		.series = strdup(word[2]),
		.figure = strdup(word[3]),
		.value = strtod(word[4], NULL),
		.percent = strtod(word[5], NULL),
	};
	return 0;
}

static int add_saying(struct sim_plan *plan, const char *study,
		      const char *text, struct boa_err *err)
{
	struct sim_saying *grown =
		realloc(plan->saying, (plan->n_saying + 1) * sizeof(*grown));

	if (!grown)
		return no_memory(err);
	plan->saying = grown;
	grown[plan->n_saying++] =
		(struct sim_saying){ strdup(study), strdup(text) };
	return 0;
}

static int take_line(struct sim_plan *plan, char *line, struct boa_err *err)
{
	char *word[PLAN_WORDS];
	char *save = NULL;
	size_t n = 0;

	for (char *at = strtok_r(line, " \t", &save); at;
	     at = strtok_r(NULL, " \t", &save)) {
		if (n == PLAN_WORDS)
			return boa_err_set(err, BOA_EPARSE,
					   "more than %d words", PLAN_WORDS);
		word[n++] = at;
		if (n == 2 && strcmp(word[0], "say") == 0)
			return add_saying(plan, word[1], save, err);
	}
	if (!n || word[0][0] == '#')
		return 0;
	if (n > 3 && strcmp(word[0], "run") == 0)
		return add_runs(plan, word, n, err);
	if (strcmp(word[0], "check") == 0)
		return add_check(plan, word, n, err);
	return boa_err_set(err, BOA_EPARSE,
			   "\"%s\", expected run, check or say and their "
			   "words",
			   word[0]);
}

int sim_plan_load(const char *path, struct sim_plan *plan, struct boa_err *err)
{
	struct sim_plan made = { 0 };
	char *text = NULL;
	char *save = NULL;
	size_t len = 0;
	size_t n = 0;
	int rc = boa_file_read(path, PLAN_BYTES_MAX, &text, &len, err);

	if (rc)
		return rc;
	for (char *at = text; !rc && at; at = save) {
		char place[512];

		save = strchr(at, '\n');
		if (save)
			*save++ = '\0';
		n++;
		rc = take_line(&made, at, err);
		if (rc) {
			snprintf(place, sizeof(place), "%.480s:%zu", path, n);
			boa_err_prefix(err, rc, place);
		}
	}
	free(text);
	if (rc)
		sim_plan_free(&made);
	else
		*plan = made;
	return rc;
}

void sim_plan_free(struct sim_plan *plan)
{
	for (size_t i = 0; i < plan->n_run; i++) {
		struct sim_run *run = &plan->run[i];

		free(run->study);
		free(run->series);
		for (size_t w = 0; w < run->n_word; w++)
			free(run->word[w]);
		for (size_t f = 0; f < run->n_figure; f++)
			free((char *)run->figure[f].name);
	}
	for (size_t i = 0; i < plan->n_check; i++) {
		free(plan->check[i].study);
		free(plan->check[i].series);
		free(plan->check[i].figure);
	}
	for (size_t i = 0; i < plan->n_saying; i++) {
		free(plan->saying[i].study);
		free(plan->saying[i].text);
	}
	free(plan->run);
	free(plan->check);
	free(plan->saying);
	*plan = (struct sim_plan){ 0 };
}
