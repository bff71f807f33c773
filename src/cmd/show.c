/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/cmd/show.h"
#include "src/cmd/status_view.h"
#include "src/conf.h"

#define SLURM_CONF         "/etc/slurm/slurm.conf"
#define SLURM_CONF_FETCHED "/run/slurm/conf/slurm.conf" /* "configless" */
#define DEFAULT_STATUS_DIR "/run/boa"
#define STATUS_FILE        "status.json"

const char *boa_show_conf_path(char *buf, size_t room)
{
	const char *slurm_conf = getenv("SLURM_CONF");
	const char *slash;

	if (!slurm_conf || !*slurm_conf)
		slurm_conf = access(SLURM_CONF, F_OK) &&
					     !access(SLURM_CONF_FETCHED, F_OK)
				     ? SLURM_CONF_FETCHED
				     : SLURM_CONF;
	slash = strrchr(slurm_conf, '/');
	snprintf(buf, room, "%.*sboa.conf",
		 slash ? (int)(slash + 1 - slurm_conf) : 0, slurm_conf);
	return buf;
}

const char *boa_show_status_path(const struct boactl *ctl, const char *name,
				 char *buf, size_t room)
{
	const char *dir = ctl->status_dir;
	struct boa_conf conf = { 0 };
	char path[PATH_MAX];

	if (!dir && !boa_conf_load(boa_show_conf_path(path, sizeof(path)),
				   &conf, NULL, NULL))
		dir = conf.status_dir;
	snprintf(buf, room, "%s/%s", dir ? dir : DEFAULT_STATUS_DIR, name);
	boa_conf_free(&conf);
	return buf;
}

int boa_show_failed(int rc, const struct boa_err *err)
{
	return boactl_fail(BOACTL_FAILED, NULL, "%s%s", err->text,
			   rc != BOA_EIO ? ""
					 : " (sched/boa writes it on the host "
					   "of slurmctld; give its folder with "
					   "--status-dir, or see boactl "
					   "check)");
}

static void warn_if_old(const char *path, double written_at_s)
{
	static const struct {
		double s;
		const char *name;
	} units[] = { { 86400, "days" }, { 3600, "hours" }, { 60, "minutes" } };
	double age_s = (double)time(NULL) - written_at_s;
	size_t i = 0;

	if (!(age_s > BOA_SHOW_STALE_S))
		return;
	while (i < 2 && age_s < 2 * units[i].s)
		i++;
	boactl_fail(0, path,
		    "is %.0f %s old; does slurmctld run, with sched/boa? (see "
		    "boactl check)",
		    age_s / units[i].s, units[i].name);
}

int boa_show_load(const struct boactl *ctl, struct json_object **status)
{
	char path[PATH_MAX];
	struct boa_err err;
	int rc;

	boa_show_status_path(ctl, STATUS_FILE, path, sizeof(path));
	rc = boa_status_view_load(path, status, &err);
	if (rc)
		return boa_show_failed(rc, &err);
	warn_if_old(path, boa_view_number(*status, "written_at_s"));
	return BOACTL_OK;
}

int boa_show_json(struct json_object *document)
{
	const char *text =
		document ? json_object_to_json_string_ext(
				   document,
				   JSON_C_TO_STRING_PRETTY |
					   JSON_C_TO_STRING_SPACED |
					   JSON_C_TO_STRING_NOSLASHESCAPE)
			 : NULL;

	if (!text) {
		json_object_put(document);
		return boactl_fail(BOACTL_FAILED, NULL, "out of memory");
	}
	puts(text);
	json_object_put(document);
	return BOACTL_OK;
}

int boa_show_json_list(struct json_object *status, const char *key)
{
	static const char *const head[] = { "written_at_s", "unit" };
	struct json_object *document = json_object_new_object(), *value;

	for (size_t i = 0; document && i < 2; i++) {
		value = NULL;
		json_object_object_get_ex(status, head[i], &value);
		json_object_object_add(document, head[i],
				       json_object_get(value));
	}
	value = NULL;
	json_object_object_get_ex(status, key, &value);
	if (document)
		json_object_object_add(document, key, json_object_get(value));
	return boa_show_json(document);
}

int boa_show_table(const struct boactl *ctl, struct boa_text_table *table)
{
	const struct boa_text_style style = { .noheader = ctl->noheader,
					      .parsable = ctl->parsable };
	int rc = boa_text_table_print(table, &style, stdout);

	boa_text_table_fini(table);
	return rc ? boactl_fail(BOACTL_FAILED, NULL, "out of memory")
		  : BOACTL_OK;
}

int boa_show_list(const struct boactl *ctl, const struct boa_show_list *list)
{
	struct json_object *status = NULL;
	struct boa_text_table table;
	int rc = boa_show_load(ctl, &status);

	if (rc)
		return rc;
	if (ctl->json) {
		rc = boa_show_json_list(status, list->key);
		goto out;
	}
	boa_text_table_init(&table, list->column, list->n_column);
	for (size_t i = 0; i < boa_view_count(status, list->key); i++)
		list->add(&table, boa_view_item(status, list->key, i), status);
	rc = boa_show_table(ctl, &table);
out:
	json_object_put(status);
	return rc;
}

double boa_show_percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : NAN;
}

void boa_show_add_time(struct boa_text_table *table, double unix_s)
{
	char text[32];
	struct tm local;
	time_t when;

	if (!(unix_s > 0 && unix_s < 1e12)) {
		boa_text_table_add(table, "-");
		return;
	}
	when = (time_t)unix_s;
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S",
		 localtime_r(&when, &local));
	boa_text_table_add(table, "%s", text);
}

void boa_show_add_user(struct boa_text_table *table, const char *user)
{
	size_t len = strlen(user);
	const struct passwd *entry = NULL;

	if (len && len <= 10 && strspn(user, "0123456789") == len)
		entry = getpwuid((uid_t)strtoul(user, NULL, 10));
	boa_text_table_add(table, "%s",
			   entry ? entry->pw_name : boa_show_dash(user));
}

const char *boa_show_dash(const char *text)
{
	return *text ? text : "-";
}
