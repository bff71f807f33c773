/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * show.h - what the showing verbs share: where sched/boa's files lie, reading
 * them with messages that say what to do, and printing.
 */
#ifndef BOA_SHOW_H
#define BOA_SHOW_H

#include <stddef.h>

#include <json-c/json.h>

#include "src/cmd/boactl.h"
#include "src/cmd/text_table.h"
#include "src/err.h"

/* sched/boa writes every few seconds; older than this is worth a warning. */
#define BOA_SHOW_STALE_S 60.0

/*
 * The path of boa.conf beside slurm.conf (SLURM_CONF, else its usual places),
 * in BUF (ROOM bytes). Returns BUF.
 */
const char *boa_show_conf_path(char *buf, size_t room);

/*
 * The path of NAME in the folder sched/boa writes to, in BUF: --status-dir,
 * else StatusDir of a readable boa.conf, else /run/boa. Returns BUF.
 */
const char *boa_show_status_path(const struct boactl *ctl, const char *name,
				 char *buf, size_t room);

/*
 * Load status.json. *STATUS is new, json_object_put() it. A document older
 * than BOA_SHOW_STALE_S is told of on stderr. Returns BOACTL_OK or, with a
 * message on stderr, BOACTL_FAILED.
 */
int boa_show_load(const struct boactl *ctl, struct json_object **status);

/* Tell on stderr that reading failed with RC and ERR, and what to do. */
int boa_show_failed(int rc, const struct boa_err *err);

/* Print DOCUMENT (taken; NULL: memory ran out). Returns an exit code. */
int boa_show_json(struct json_object *document);

/* { "written_at_s", "unit", KEY: STATUS's list KEY }, printed as above. */
int boa_show_json_list(struct json_object *status, const char *key);

/* Print TABLE as CTL asks and release it. Returns an exit code. */
int boa_show_table(const struct boactl *ctl, struct boa_text_table *table);

/* A list of status.json that is shown as a table, an item a row. */
struct boa_show_list {
	const char *key;
	const struct boa_text_column *column; /* [n_column] */
	size_t n_column;
	/* Add the row of ITEM; STATUS is the whole document. */
	void (*add)(struct boa_text_table *table, struct json_object *item,
		    struct json_object *status);
};

/* Load status.json and show LIST of it as CTL asks. Returns an exit code. */
int boa_show_list(const struct boactl *ctl, const struct boa_show_list *list);

/* The share of PART in WHOLE in percent; NAN when there is no whole. */
double boa_show_percent(double part, double whole);

/* A unix time as local "2025-12-01T14:15:31", or "-" when not known. */
void boa_show_add_time(struct boa_text_table *table, double unix_s);

/*
 * Add a user: sched/boa writes numbers, since it must not ask a directory
 * service from inside slurmctld; here they become names where there is one.
 */
void boa_show_add_user(struct boa_text_table *table, const char *user);

/* TEXT, or "-" when it is empty. */
const char *boa_show_dash(const char *text);

#endif /* BOA_SHOW_H */
