/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/common/live.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/common/slurm_compat.h"

#include "src/class_json.h"
#include "src/table_json.h"

static char *join(const char *dir, const char *name)
{
	char *path = NULL;

	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return NULL;
	return path;
}

static void guard(struct boa_live *live)
{
	if (live->guard)
		pthread_rwlock_wrlock(live->guard);
}

static void unguard(struct boa_live *live)
{
	if (live->guard)
		pthread_rwlock_unlock(live->guard);
}

int boa_live_init(struct boa_live *live, const char *who,
		  pthread_rwlock_t *lock)
{
	char *conf = get_extra_conf_path("boa.conf");

	*live = (struct boa_live){ .who = who,
				   .guard = lock,
				   .configured = slurm_conf.last_update };
	live->state_dir = join(slurm_conf.state_save_location, "boa");
	if (live->state_dir)
		live->table_path = join(live->state_dir, "widths.json");
	if (conf)
		live->conf_path = strdup(conf);
	xfree(conf);
	if (live->table_path && live->conf_path)
		return 0;
	error("%s: out of memory: jobs pass as without BOA", who);
	boa_live_fini(live);
	return -1;
}

void boa_live_fini(struct boa_live *live)
{
	struct boa_live old;

	guard(live);
	old = *live;
	*live = (struct boa_live){ .who = old.who, .guard = old.guard };
	unguard(live);
	boa_conf_free(&old.conf);
	boa_classes_free(&old.set);
	boa_table_free(&old.table);
	free(old.state_dir);
	free(old.conf_path);
	free(old.table_path);
}

static bool is_later(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec > b->tv_sec ||
	       (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

/* Add what is in the folder PATH to STAMP: the folder's own does not tell of a
   file in it that was rewritten in place. */
static void add_files(const char *path, struct boa_stamp *stamp)
{
	DIR *folder = opendir(path);
	struct dirent *entry;
	struct stat st;

	while (folder && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.' ||
		    fstatat(dirfd(folder), entry->d_name, &st, 0))
			continue;
		if (is_later(&st.st_mtim, &stamp->modified))
			stamp->modified = st.st_mtim;
		stamp->inode ^= st.st_ino;
		stamp->size += st.st_size;
	}
	if (folder)
		closedir(folder);
}

/* Look at PATH; is it other than *STAMP says? Updates *STAMP. */
static bool has_changed(const char *path, struct boa_stamp *stamp)
{
	struct boa_stamp now = { 0 };
	struct stat st;

	if (!stat(path, &st)) {
		now.exists = true;
		now.modified = st.st_mtim;
		now.inode = st.st_ino;
		now.size = st.st_size;
		if (S_ISDIR(st.st_mode))
			add_files(path, &now);
	}
	if (now.exists == stamp->exists && now.inode == stamp->inode &&
	    now.size == stamp->size &&
	    now.modified.tv_sec == stamp->modified.tv_sec &&
	    now.modified.tv_nsec == stamp->modified.tv_nsec)
		return false;
	*stamp = now;
	return true;
}

/* Keep TEXT as the problem; log it unless it is the one already known. */
static void complain(struct boa_live *live, const char *text,
		     const char *follows)
{
	if (!strcmp(live->problem, text))
		return;
	snprintf(live->problem, sizeof(live->problem), "%s", text);
	error("%s: %s; %s", live->who, text, follows);
}

static bool load_classes(struct boa_live *live)
{
	struct boa_classes set = { 0 }, old;
	struct boa_err err;
	int rc = boa_classes_load(live->conf.class_file, &set, &err);

	if (!rc) {
		rc = boa_conf_apply(&live->conf, &set, &err);
		if (rc)
			boa_err_prefix(&err, rc, live->conf.class_file);
	}
	if (rc) {
		boa_classes_free(&set);
		complain(live, err.text,
			 live->has_set ? "the classes known so far stay"
				       : "jobs pass as without BOA");
		return false;
	}
	guard(live);
	old = live->set;
	live->set = set;
	live->has_set = true;
	unguard(live);
	boa_classes_free(&old);
	live->problem[0] = '\0';
	return true;
}

static bool classes_changed(struct boa_live *live)
{
	return has_changed(live->conf.class_file, &live->set_stamp);
}

/* Slurm tells the time of a reconfiguration in whole seconds: a file that
   changes so soon after one may belong to a second in the same second. */
#define RECENT_S 2

bool boa_live_conf(struct boa_live *live)
{
	struct boa_conf_errors errors = { 0 };
	struct boa_conf conf, old;
	struct boa_err err;
	time_t configured = slurm_conf.last_update;
	bool changed = has_changed(live->conf_path, &live->conf_stamp);
	bool again = live->configured != configured;
	int rc;

	live->configured = configured;
	if (changed && time(NULL) - configured <= RECENT_S)
		again = true;
	if (!again && live->has_looked && (live->has_conf || !changed))
		return false;
	live->has_looked = true;
	rc = boa_conf_load(live->conf_path, &conf, &errors, &err);
	if (rc) {
		for (size_t i = 1; i < errors.n; i++)
			error("%s: %s", live->who, errors.text[i]);
		complain(live, err.text,
			 live->has_conf ? "the configuration so far stays"
					: "jobs pass as without BOA");
		boa_conf_errors_free(&errors);
		return false;
	}
	boa_conf_errors_free(&errors);
	guard(live);
	old = live->conf;
	live->conf = conf;
	live->has_conf = true;
	unguard(live);
	boa_conf_free(&old);
	live->problem[0] = '\0';
	(void)classes_changed(live);
	(void)load_classes(live);
	return true;
}

bool boa_live_classes(struct boa_live *live)
{
	if (!live->has_conf || !classes_changed(live))
		return false;
	return load_classes(live);
}

bool boa_live_table(struct boa_live *live)
{
	struct boa_table table, old;
	struct boa_err err;

	if (!has_changed(live->table_path, &live->table_stamp) ||
	    !live->table_stamp.exists)
		return false;
	if (boa_table_load(live->table_path, &table, &err)) {
		error("%s: %s; the table so far stays", live->who, err.text);
		return false;
	}
	guard(live);
	old = live->table;
	live->table = table;
	live->has_table = true;
	unguard(live);
	boa_table_free(&old);
	return true;
}
