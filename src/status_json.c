/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/json.h"
#include "src/status_parts.h"
#include "src/text.h"

/* --- members ---------------------------------------------------------- */

static void put_key(FILE *out, const char *key)
{
	fprintf(out, ", \"%s\": ", key);
}

void boa_status_put_real(FILE *out, const char *key, double value)
{
	put_key(out, key);
	boa_json_put_real(out, value);
}

void boa_status_put_time(FILE *out, const char *key, double at_s)
{
	boa_status_put_real(out, key, at_s > 0 ? at_s : NAN);
}

void boa_status_put_text(FILE *out, const char *key, const char *text)
{
	put_key(out, key);
	if (text)
		boa_json_put_string(out, text);
	else
		fputs("null", out);
}

void boa_status_put_bool(FILE *out, const char *key, bool value)
{
	put_key(out, key);
	fputs(value ? "true" : "false", out);
}

void boa_status_put_whole(FILE *out, const char *key, unsigned long value)
{
	put_key(out, key);
	fprintf(out, "%lu", value);
}

/* --- money ------------------------------------------------------------ */

/* Every class on its cheapest plan, per hour; NAN when that is not known. */
static double least_budget(const struct boa_status *status)
{
	const struct boa_classes *set = status->set;
	double sum = 0;
	size_t i, q;

	if (!set || !status->table)
		return NAN;
	for (i = 0; i < set->n_class; i++) {
		const struct boa_class *class = &set->class[i];
		const struct boa_table_class *plans = boa_table_find(
			status->table, class->name, strlen(class->name));
		double least = INFINITY;

		if (!plans)
			return NAN;
		for (q = 0; q < plans->n_plan; q++)
			least = fmin(least, plans->plan[q].spend);
		sum += class->arrival_rate_per_hour * least / 3600;
	}
	return sum;
}

/* Billed per hour since the account began, or NAN. */
static double mean_rate(const struct boa_ledger *ledger)
{
	double time_s = boa_ledger_now_s(ledger) - boa_ledger_begin_s(ledger);
	struct boa_amount total;

	boa_ledger_sum(ledger, NULL, &total);
	return time_s > 0 ? total.spend / (time_s / 3600) : NAN;
}

static void put_money(FILE *out, const struct boa_status *status)
{
	const struct boa_conf *conf = status->conf;
	struct boa_status_rate rate = boa_status_rate(status, NULL);

	boa_status_put_real(out, "budget", boa_budget_per_hour(&conf->budget));
	boa_status_put_text(out, "unit", boa_budget_unit_name(&conf->budget));
	boa_status_put_text(out, "budget_mode",
			    conf->budget_mode == BOA_BUDGET_HARD ? "hard"
								 : "soft");
	boa_status_put_real(out, "max_rate_per_hour", conf->max_rate);
	boa_status_put_real(out, "solved_for",
			    status->table ? status->table->budget : NAN);
	boa_status_put_real(out, "least_budget", least_budget(status));
	boa_status_put_real(out, "spend_per_hour", mean_rate(status->ledger));
	boa_status_put_real(out, "rate_per_hour", rate.per_hour);
	boa_status_put_whole(out, "rented_gpus", rate.rented_gpus);
	boa_status_put_whole(out, "held_gpus", rate.held_gpus);
}

/* --- the table -------------------------------------------------------- */

static void put_table(FILE *out, const struct boa_table *table)
{
	put_key(out, "generation");
	if (table)
		fprintf(out, "%" PRIu64, table->generation);
	else
		fputs("null", out);
	boa_status_put_text(out, "generated_at",
			    table ? table->generated_at : NULL);
	put_key(out, "inputs_crc32");
	if (table)
		fprintf(out, "\"%08" PRIx32 "\"", table->inputs_crc32);
	else
		fputs("null", out);
	boa_status_put_real(out, "shadow_price",
			    table ? table->expected.shadow_price : NAN);
	put_key(out, "expected");
	boa_status_put_expected(out, table);
}

/* --- the document ----------------------------------------------------- */

static int put_document(FILE *out, const struct boa_status *status)
{
	int rc;
	size_t i;

	fputs("{ \"version\": 1", out);
	boa_status_put_real(out, "written_at_s", status->snapshot->now_s);
	boa_status_put_text(out, "cluster", status->cluster);
	boa_status_put_text(out, "mode",
			    status->conf->mode == BOA_MODE_OBSERVE ? "observe"
								   : "active");
	put_money(out, status);
	put_table(out, status->table);
	fputs(",\n\"gpu_types\": ", out);
	boa_status_put_types(out, status);
	fputs(",\n\"classes\": ", out);
	boa_status_put_classes(out, status);
	fputs(",\n\"jobs\": ", out);
	rc = boa_status_put_jobs(out, status);
	if (rc)
		return rc;
	fputs(",\n\"nodes\": ", out);
	boa_status_put_nodes(out, status);
	fputs(",\n\"purses\": ", out);
	boa_status_put_purses(out, status);
	fputs(",\n\"ledger\": ", out);
	rc = boa_status_put_ledger(out, status->ledger);
	fputs(",\n\"problems\": [", out);
	for (i = 0; i < status->n_problem; i++) {
		fputs(i ? ",\n  " : "\n  ", out);
		boa_json_put_string(out, status->problem[i]);
	}
	fputs(" ]\n}\n", out);
	return rc;
}

int boa_status_print(FILE *out, const struct boa_status *status,
		     struct boa_err *err)
{
	if (put_document(out, status))
		return boa_err_set(err, BOA_ENOMEM, "status: out of memory");
	if (ferror(out))
		return boa_err_set(err, BOA_EIO, "status: cannot write");
	return 0;
}

/* --- the file --------------------------------------------------------- */

static int fail(struct boa_err *err, const char *path, const char *what)
{
	char why[128];

	return boa_err_set(err, BOA_EIO, "%s: %s: %s", path, what,
			   strerror_r(errno, why, sizeof(why)));
}

/* Write STATUS to the file NAME, made anew. */
static int write_file(const char *name, const struct boa_status *status,
		      struct boa_err *err)
{
	int fd = open(name,
		      O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
		      0644);
	FILE *out;
	int rc;

	if (fd < 0)
		return fail(err, name, "cannot make");
	/* world-readable whatever the umask */
	if (fchmod(fd, 0644)) {
		rc = fail(err, name, "cannot open to all");
		close(fd);
		return rc;
	}
	out = fdopen(fd, "w");
	if (!out) {
		close(fd);
		return boa_err_set(err, BOA_ENOMEM, "%s: out of memory", name);
	}
	rc = boa_status_print(out, status, err);
	if (fclose(out) && rc != BOA_ENOMEM)
		rc = fail(err, name, "cannot write");
	return rc;
}

int boa_status_save(const char *path, const struct boa_status *status,
		    struct boa_err *err)
{
	char *name = boa_text_new("%s.new", path);
	int rc;

	if (!name)
		return boa_err_set(err, BOA_ENOMEM, "%s: out of memory", path);
	rc = write_file(name, status, err);
	if (!rc && rename(name, path))
		rc = fail(err, path, "cannot rename onto it");
	if (rc)
		(void)unlink(name);
	free(name);
	return rc;
}
