/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/base.h"

#include <stdio.h>
#include <string.h>

#include "plugin/common/slurm_compat.h"

static plugin_handle_t handle = PLUGIN_INVALID_HANDLE;
static char running[32] = "none";
static int (*reconfigure)(void);

void boa_base_use(const char *name)
{
	const char *symbols[] = { "sched_p_reconfig" };
	void *found[] = { NULL };
	char type[48];

	if (!strcmp(name, running))
		return;
	boa_base_end();
	if (!strcmp(name, "none"))
		return;
	snprintf(type, sizeof(type), "sched/%s", name);
	handle = plugin_load_and_link(type, 1, symbols, found);
	if (handle == PLUGIN_INVALID_HANDLE) {
		error("sched/boa: %s cannot be loaded: untagged jobs are scheduled by Slurm's main scheduler alone",
		      type);
		return;
	}
	memcpy(&reconfigure, &found[0], sizeof(reconfigure));
	snprintf(running, sizeof(running), "%s", name);
	info("sched/boa: %s runs beside it", type);
}

void boa_base_reconfigure(void)
{
	if (reconfigure)
		(void)reconfigure();
}

void boa_base_end(void)
{
	if (handle != PLUGIN_INVALID_HANDLE)
		plugin_unload(handle);
	handle = PLUGIN_INVALID_HANDLE;
	reconfigure = NULL;
	snprintf(running, sizeof(running), "none");
}
