/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * check_conf.h - is boa.conf sound, do its classes fit, can its budget buy
 * something?
 */
#ifndef BOA_CHECK_CONF_H
#define BOA_CHECK_CONF_H

#include <stdbool.h>

#include "src/class.h"
#include "src/cmd/check_rows.h"
#include "src/conf.h"
#include "src/table.h"

/*
 * Read PATH: a row per error, or one per effective value. Returns whether
 * *CONF was written; then it is new, release it with boa_conf_free().
 */
bool boa_check_conf(const char *path, struct boa_conf *conf,
		    struct boa_check *check);

/*
 * Read CONF's class files: a row with the error, or one per class with what it
 * can use. Returns whether every class can be planned for; then *SET is new,
 * CONF applied to it, release it with boa_classes_free().
 */
bool boa_check_classes(const struct boa_conf *conf, struct boa_classes *set,
		       struct boa_check *check);

/*
 * Hold the speedup curves of SET to their monotone concave envelopes [BOA,
 * Algorithm 1]: a row per class and GPU type whose curve falls below by a
 * percent or more in some epoch, with where and how far, and the widths that
 * are below it, or no faster than a lesser one, in every epoch.
 */
void boa_check_curves(const struct boa_classes *set, struct boa_check *check);

/*
 * Let the solver that CONF (read from CONF_PATH) names say what the budget buys
 * for SET, and what the least feasible one is: one row.
 */
void boa_check_budget(const char *conf_path, const struct boa_conf *conf,
		      const struct boa_classes *set, struct boa_check *check);

/*
 * The least budget per hour that feeds SET when every job follows the cheapest
 * plan of its class in TABLE, which lists it; NAN when TABLE lacks a class.
 */
double boa_check_least_budget(const struct boa_classes *set,
			      const struct boa_table *table);

/*
 * The widths of GRID that can be placed on nodes of GPUS_PER_NODE (or, with
 * PLACEABLE false, those that cannot) as "1,2,4" in BUF. Returns their number.
 */
size_t boa_check_widths(const struct boa_grid *grid, unsigned gpus_per_node,
			bool placeable, char *buf, size_t room);

#endif /* BOA_CHECK_CONF_H */
