/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl check [boa.conf] - configuration, classes, budget and Slurm's own
 * settings: what is set, what must be, what follows.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "src/cmd/boactl.h"
#include "src/cmd/check_conf.h"
#include "src/cmd/check_rows.h"
#include "src/cmd/check_slurm.h"
#include "src/cmd/show.h"
#include "src/cmd/slurm_client.h"
#include "src/cmd/status_view.h"
#include "src/cmd/text_table.h"
#include "src/err.h"

static const struct boa_text_column columns[] = { { "LEVEL", false },
						  { "ITEM", false },
						  { "SET", false },
						  { "WHAT FOLLOWS", false } };

static void check_slurm(const struct boa_conf *conf, struct boa_check *check)
{
	struct boa_slurm_settings settings = { 0 };
	struct boa_err err;

	if (!boa_slurm_is_built_in()) {
		boa_check_add(check, BOA_CHECK_WARN, "Slurm", "",
			      "boactl is built without Slurm; its settings are "
			      "not checked");
		return;
	}
	if (boa_slurm_probe(&err) || boa_slurm_open(&err) ||
	    boa_slurm_settings_load(&settings, &err)) {
		boa_check_add(check, BOA_CHECK_WARN, "Slurm", "",
			      "its settings are not checked: %s", err.text);
		return;
	}
	boa_check_add(check, BOA_CHECK_OK, "Slurm", settings.version,
		      "slurmctld answers");
	boa_check_cluster(&settings, check);
	boa_check_plugins(settings.plugin_dir, settings.version, check);
	if (conf)
		boa_check_types(&settings, conf, check);
	boa_slurm_settings_free(&settings);
}

/* Has sched/boa written lately? */
static void check_status(const struct boactl *ctl, struct boa_check *check)
{
	struct json_object *status = NULL;
	char path[PATH_MAX];
	struct boa_err err;
	double age_s;

	boa_show_status_path(ctl, "status.json", path, sizeof(path));
	if (boa_status_view_load(path, &status, &err)) {
		boa_check_add(check, BOA_CHECK_WARN, "status.json", path,
			      "sched/boa has written none on this host");
		return;
	}
	age_s = (double)time(NULL) - boa_view_number(status, "written_at_s");
	json_object_put(status);
	if (age_s > BOA_SHOW_STALE_S)
		boa_check_add(check, BOA_CHECK_WARN, "status.json", path,
			      "is %.0f s old: sched/boa does not run, or hangs",
			      age_s);
	else
		boa_check_add(check, BOA_CHECK_OK, "status.json", path,
			      "sched/boa is at work");
}

static int show(const struct boactl *ctl, const struct boa_check *check)
{
	struct boa_text_table table;

	boa_text_table_init(&table, columns,
			    sizeof(columns) / sizeof(columns[0]));
	for (size_t i = 0; i < check->n; i++) {
		const struct boa_check_row *row = &check->row[i];

		boa_text_table_add(&table, "%s", boa_check_word(row->level));
		boa_text_table_add(&table, "%s", row->item);
		boa_text_table_add(&table, "%s", boa_show_dash(row->set));
		boa_text_table_add(&table, "%s", row->text);
	}
	return boa_show_table(ctl, &table);
}

static struct json_object *json_of_row(const struct boa_check_row *row)
{
	struct json_object *item = json_object_new_object();

	json_object_object_add(
		item, "level",
		json_object_new_string(boa_check_word(row->level)));
	json_object_object_add(item, "item", json_object_new_string(row->item));
	json_object_object_add(item, "set", json_object_new_string(row->set));
	json_object_object_add(item, "text", json_object_new_string(row->text));
	return item;
}

static int show_json(const char *path, const struct boa_check *check)
{
	struct json_object *document = json_object_new_object();
	struct json_object *list = json_object_new_array();
	static const char *const counts[] = { "n_ok", "n_warn", "n_bad" };

	json_object_object_add(document, "conf", json_object_new_string(path));
	for (int level = BOA_CHECK_OK; level <= BOA_CHECK_BAD; level++)
		json_object_object_add(
			document, counts[level],
			json_object_new_int64((int64_t)boa_check_count(
				check, (enum boa_check_level)level)));
	for (size_t i = 0; i < check->n; i++)
		json_object_array_add(list, json_of_row(&check->row[i]));
	json_object_object_add(document, "rows", list);
	return boa_show_json(document);
}

int boactl_check(const struct boactl *ctl, int argc, char **argv)
{
	struct boactl of_conf = *ctl;
	struct boa_check check = { 0 };
	struct boa_classes set = { 0 };
	struct boa_conf conf = { 0 };
	char path[PATH_MAX];
	bool has_conf;
	int rc;

	if (argc)
		snprintf(path, sizeof(path), "%s", argv[0]);
	else
		boa_show_conf_path(path, sizeof(path));
	has_conf = boa_check_conf(path, &conf, &check);
	if (has_conf) {
		of_conf.status_dir = conf.status_dir;
		if (boa_check_classes(&conf, &set, &check)) {
			boa_check_curves(&set, &check);
			boa_check_budget(path, &conf, &set, &check);
		}
	}
	check_slurm(has_conf ? &conf : NULL, &check);
	if (has_conf)
		check_status(&of_conf, &check);
	rc = ctl->json ? show_json(path, &check) : show(ctl, &check);
	if (!rc && check.failed)
		rc = boactl_fail(BOACTL_FAILED, NULL, "out of memory");
	if (!rc && boa_check_count(&check, BOA_CHECK_BAD))
		rc = BOACTL_FAILED;
	boa_check_free(&check);
	boa_classes_free(&set);
	boa_conf_free(&conf);
	return rc;
}
