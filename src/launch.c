/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/launch.h"
#include "src/text.h"

static int no_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "no memory for launches");
}

double boa_launch_backoff_s(const struct boa_launch_rules *rules,
			    unsigned n_failed)
{
	double wait_s = rules->backoff_s;

	if (!n_failed)
		return 0.0;
	while (--n_failed && wait_s < rules->backoff_max_s)
		wait_s *= 2.0;
	return fmin(wait_s, fmax(rules->backoff_s, rules->backoff_max_s));
}

struct boa_launch_group *boa_launches_find(const struct boa_launches *launches,
					   const char *name)
{
	size_t i;

	for (i = 0; i < launches->n; i++)
		if (!strcmp(launches->group[i].name, name))
			return &launches->group[i];
	return NULL;
}

static struct boa_launch_group *add(struct boa_launches *launches,
				    const char *name)
{
	struct boa_launch_group *grown =
		realloc(launches->group, (launches->n + 1) * sizeof(*grown));

	if (!grown)
		return NULL;
	launches->group = grown;
	grown += launches->n++;
	*grown = (struct boa_launch_group){ .n_failed = 0 };
	snprintf(grown->name, sizeof(grown->name), "%s", name);
	return grown;
}

int boa_launches_failed(struct boa_launches *launches,
			const struct boa_launch_rules *rules, const char *name,
			double launch_s, double now_s, bool *counted,
			struct boa_err *err)
{
	struct boa_launch_group *group = boa_launches_find(launches, name);

	if (!group)
		group = add(launches, name);
	if (!group)
		return no_memory(err);
	*counted = !group->n_failed || launch_s > group->failed_s;
	if (!*counted)
		return 0;
	group->n_failed++;
	group->failed_s = now_s;
	if (rules->hold_after && group->n_failed >= rules->hold_after)
		group->held = true;
	launches->changed = true;
	return 0;
}

static void forget(struct boa_launches *launches,
		   struct boa_launch_group *group)
{
	if (group->n_failed || group->held)
		launches->changed = true;
	group->n_failed = 0;
	group->held = false;
}

void boa_launches_succeeded(struct boa_launches *launches, const char *name)
{
	struct boa_launch_group *group = boa_launches_find(launches, name);

	if (group)
		forget(launches, group);
}

bool boa_launches_resume(struct boa_launches *launches, const char *name,
			 double now_s)
{
	struct boa_launch_group *group = boa_launches_find(launches, name);

	if (!group)
		return false;
	forget(launches, group);
	group->resumed_s = now_s;
	return true;
}

void boa_launches_clock(struct boa_launches *launches, double now_s)
{
	size_t i;

	for (i = 0; i < launches->n; i++)
		if (launches->group[i].failed_s > now_s)
			launches->group[i].failed_s = now_s;
}

double boa_launch_blocked_until_s(const struct boa_launch_group *group,
				  const struct boa_launch_rules *rules)
{
	if (!group)
		return 0.0;
	if (group->held)
		return INFINITY;
	if (group->n_failed < 2)
		return 0.0;
	return group->failed_s + boa_launch_backoff_s(rules, group->n_failed);
}

/* --- as text ---------------------------------------------------------- */

int boa_launches_print(const struct boa_launches *launches, char **text,
		       struct boa_err *err)
{
	struct boa_text out = { 0 };
	char *whole;
	size_t i;

	for (i = 0; i < launches->n; i++) {
		const struct boa_launch_group *group = &launches->group[i];

		boa_text_add(&out, "%s %u %lld %d\n", group->name,
			     group->n_failed, (long long)group->failed_s,
			     group->held);
	}
	whole = launches->n ? boa_text_take(&out) : strdup("");
	if (!whole)
		return no_memory(err);
	*text = whole;
	return 0;
}

static int parse_line(const char *line, struct boa_launches *launches,
		      struct boa_err *err)
{
	struct boa_launch_group read = { .n_failed = 0 }, *group;
	long long failed_s;
	int held, used = 0;

	if (sscanf(line, "%64s %u %lld %d%n", read.name, &read.n_failed,
		   &failed_s, &held, &used) != 4 ||
	    (line[used] && line[used] != '\n') || failed_s < 0 ||
	    !boa_name_is_valid(read.name, strlen(read.name)) ||
	    boa_launches_find(launches, read.name))
		return boa_err_set(err, BOA_EPARSE,
				   "launches: expected lines NAME N_FAILED "
				   "FAILED_S HELD");
	group = add(launches, read.name);
	if (!group)
		return no_memory(err);
	group->n_failed = read.n_failed;
	group->failed_s = (double)failed_s;
	group->held = held != 0;
	return 0;
}

int boa_launches_parse(const char *text, struct boa_launches *launches,
		       struct boa_err *err)
{
	struct boa_launches made = { 0 };
	int rc = 0;

	while (!rc && *text) {
		const char *end = strchr(text, '\n');

		rc = parse_line(text, &made, err);
		text = end ? end + 1 : text + strlen(text);
	}
	if (rc) {
		boa_launches_free(&made);
		return rc;
	}
	*launches = made;
	return 0;
}

void boa_launches_free(struct boa_launches *launches)
{
	free(launches->group);
	*launches = (struct boa_launches){ 0 };
}
