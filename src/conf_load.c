/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf_load.c - boa.conf, from a file to a checked configuration. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/conf_loader.h"

#define SHARE_TOLERANCE 1e-9

void boa_conf_lack_memory(struct boa_conf_loader *load)
{
	boa_conf_report(&load->report, BOA_ENOMEM, load->path, 0,
			"out of memory");
}

static void take_lines(struct boa_conf_loader *load)
{
	const struct boa_conf_source *source = &load->source;
	size_t i = 0;

	while (i < source->n_pair) {
		struct boa_conf_line line = { .pair = &source->pair[i],
					      .n = 1 };

		while (i + line.n < source->n_pair &&
		       !source->pair[i + line.n].is_first)
			line.n++;
		boa_conf_take_line(load, &line);
		i += line.n;
	}
}

/* The accounts among themselves and under the budget. */
static void check_accounts(struct boa_conf_loader *load)
{
	const struct boa_conf *conf = &load->conf;
	const char *unit = boa_budget_unit_name(&conf->budget);
	double sum = 0;
	size_t i;

	for (i = 0; i < conf->n_account; i++) {
		const struct boa_conf_account *account = &conf->account[i];
		const char *own = boa_budget_unit_name(&account->budget);

		if (isnan(account->share) && strcmp(own, unit) != 0)
			BOA_CONF_COMPLAIN(
				load, load->account[i],
				"Budget of Account=%s counts in %s, expected "
				"%s as Budget does",
				account->name, own, unit);
		if (!isnan(account->share))
			sum += account->share;
	}
	if (sum > 1 + SHARE_TOLERANCE)
		BOA_CONF_COMPLAIN(
			load, load->account[conf->n_account - 1],
			"the shares of all accounts add up to %.6g, expected "
			"at most 1",
			sum);
}

/* For a text that was understood: else what is missing may have been there. */
static void check_missing(struct boa_conf_loader *load)
{
	const struct boa_conf_spot nowhere = { load->path, 0 };
	size_t k;

	for (k = 0; k < boa_conf_keys.n; k++)
		if (boa_conf_keys.key[k].is_required && !load->seen[k].file)
			BOA_CONF_COMPLAIN(load, nowhere,
					  "has no %s, expected that key",
					  boa_conf_keys.key[k].name);
	if (!load->has_type)
		BOA_CONF_COMPLAIN(load, nowhere,
				  "has no GpuType, expected at least one line "
				  "of it");
}

static int run(struct boa_conf_loader *load, const char *text, size_t len)
{
	struct boa_conf *conf = &load->conf;
	bool is_understood;

	if (boa_conf_table_init(&boa_conf_keys, conf))
		boa_conf_lack_memory(load);
	conf->type = calloc(BOA_TYPES_MAX, sizeof(*conf->type));
	conf->account = calloc(BOA_ACCOUNTS_MAX, sizeof(*conf->account));
	if (!conf->type || !conf->account)
		boa_conf_lack_memory(load);
	if (load->report.rc)
		return load->report.rc;
	if (text)
		boa_conf_source_parse(text, len, load->path, &load->source,
				      &load->report);
	else
		boa_conf_source_read(load->path, &load->source, &load->report);
	is_understood = !load->report.rc;
	take_lines(load);
	if (is_understood)
		check_missing(load);
	if (!isnan(conf->budget.amount))
		check_accounts(load);
	return load->report.rc;
}

int boa_conf_load(const char *path, struct boa_conf *conf,
		  struct boa_conf_errors *errors, struct boa_err *err)
{
	return boa_conf_parse(NULL, 0, path, conf, errors, err);
}

int boa_conf_parse(const char *text, size_t len, const char *path,
		   struct boa_conf *conf, struct boa_conf_errors *errors,
		   struct boa_err *err)
{
	struct boa_conf_loader *load = calloc(1, sizeof(*load));
	int rc;

	if (errors)
		*errors = (struct boa_conf_errors){ 0 };
	if (!load)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	load->path = path;
	rc = run(load, text, len);
	if (!rc) {
		*conf = load->conf;
		load->conf = (struct boa_conf){ 0 };
	} else if (rc == BOA_ENOMEM || !load->report.errors.n) {
		boa_err_set(err, rc, "%s: out of memory", path);
	} else {
		boa_err_set(err, rc, "%s", load->report.errors.text[0]);
	}
	if (errors) {
		*errors = load->report.errors;
		load->report.errors = (struct boa_conf_errors){ 0 };
	}
	boa_conf_errors_free(&load->report.errors);
	boa_conf_source_free(&load->source);
	boa_conf_free(&load->conf);
	free(load);
	return rc;
}
