/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/cmd/check_slurm.h"
#include "src/cmd/plugin_file.h"
#include "src/err.h"

/* The first NAME in the folders of PLUGIN_DIR, in PATH; false: in none. */
static bool find(const char *plugin_dir, const char *name, char *path,
		 size_t room)
{
	size_t len;

	for (; plugin_dir && *plugin_dir;
	     plugin_dir += len + (plugin_dir[len] != '\0')) {
		len = strcspn(plugin_dir, ":");
		snprintf(path, room, "%.*s/%s", (int)len, plugin_dir, name);
		if (!access(path, F_OK))
			return true;
	}
	return false;
}

/* VERSION of slurmctld may have a suffix ("24.11.0-0rc1"). */
static bool is_version(const char *built, const char *version)
{
	size_t len = strlen(built);

	return version && !strncmp(version, built, len) &&
	       !(version[len] >= '0' && version[len] <= '9');
}

static void check_plugin(const char *plugin_dir, const char *version,
			 const char *name, struct boa_check *check)
{
	char path[PATH_MAX], built[16];
	uint32_t number = 0;
	struct boa_err err;

	if (!find(plugin_dir, name, path, sizeof(path))) {
		boa_check_add(check, BOA_CHECK_BAD, "PluginDir", plugin_dir,
			      "%s must be in one of these folders on "
			      "slurmctld's host; on this host it is not",
			      name);
		return;
	}
	if (boa_plugin_file_version(path, &number, &err)) {
		boa_check_add(check, BOA_CHECK_BAD, "PluginDir", path, "%s",
			      err.text);
		return;
	}
	boa_plugin_version_print(number, built);
	if (is_version(built, version))
		boa_check_add(check, BOA_CHECK_OK, "PluginDir", path,
			      "is built for Slurm %s", built);
	else
		boa_check_add(check, BOA_CHECK_BAD, "PluginDir", path,
			      "is built for Slurm %s, but slurmctld is %s and "
			      "will not start with it: rebuild",
			      built, version ? version : "of another version");
}

void boa_check_plugins(const char *plugin_dir, const char *version,
		       struct boa_check *check)
{
	check_plugin(plugin_dir, version, "sched_boa.so", check);
	check_plugin(plugin_dir, version, "job_submit_boa.so", check);
}
