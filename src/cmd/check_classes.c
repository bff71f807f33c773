/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "src/class_json.h"
#include "src/cmd/check_conf.h"
#include "src/err.h"
#include "src/size.h"

size_t boa_check_widths(const struct boa_grid *grid, unsigned gpus_per_node,
			bool placeable, char *buf, size_t room)
{
	size_t n = 0, used = 0;

	buf[0] = '\0';
	for (size_t k = 0; k < grid->n_width; k++) {
		if (boa_size_is_placeable(grid->gpus[k], gpus_per_node) !=
		    placeable)
			continue;
		if (used < room)
			used += (size_t)snprintf(buf + used, room - used,
						 "%s%u", n ? "," : "",
						 grid->gpus[k]);
		n++;
	}
	return n;
}

/* The widest placeable width that CONF's MaxNodes does not allow, or 0. */
static unsigned too_wide(const struct boa_grid *grid,
			 const struct boa_conf_type *type)
{
	for (size_t k = grid->n_width; k-- > 0;)
		if (boa_size_is_placeable(grid->gpus[k], type->gpus_per_node))
			return grid->gpus[k] / type->gpus_per_node >
					       type->max_nodes
				       ? grid->gpus[k]
				       : 0;
	return 0;
}

/* A class's row as it comes together over the types. */
struct class_row {
	char item[BOA_NAME_MAX + 8];
	char placeable[512]; /* "t4:1,2,4 a100:8" */
	char other[512];     /* the widths that cannot be placed */
	size_t n_placeable;
};

/* Add TYPE's widths of GRID to TEXT; returns their number. */
static size_t add_widths(const struct boa_grid *grid,
			 const struct boa_conf_type *type, bool placeable,
			 char *text, size_t room)
{
	size_t len = strlen(text), n;
	char widths[256];

	n = boa_check_widths(grid, type->gpus_per_node, placeable, widths,
			     sizeof(widths));
	if (n)
		snprintf(text + len, room - len, "%s%s:%s", len ? " " : "",
			 type->name, widths);
	return n;
}

static void add_grid(const struct boa_grid *grid,
		     const struct boa_conf_type *type, struct class_row *row,
		     struct boa_check *check)
{
	unsigned gpus = too_wide(grid, type);

	row->n_placeable += add_widths(grid, type, true, row->placeable,
				       sizeof(row->placeable));
	add_widths(grid, type, false, row->other, sizeof(row->other));
	if (gpus)
		boa_check_add(
			check, BOA_CHECK_WARN, row->item, type->name,
			"%u GPUs are more than MaxNodes=%u allows; such a "
			"job never starts: give the class max_gpus",
			gpus, type->max_nodes);
}

static bool add_class(const struct boa_classes *set,
		      const struct boa_class *class,
		      const struct boa_conf *conf, struct boa_check *check)
{
	bool arrives = class->arrival_rate_per_hour > 0;
	struct class_row row = { .n_placeable = 0 };

	snprintf(row.item, sizeof(row.item), "class %s", class->name);
	for (size_t h = 0; h < set->n_gpu_type; h++) {
		ptrdiff_t type =
			boa_conf_find_type(conf, set->gpu_type[h].name);

		if (type >= 0)
			add_grid(&class->grid[h], &conf->type[type], &row,
				 check);
	}
	if (!row.n_placeable) {
		boa_check_add(check, BOA_CHECK_BAD, row.item, row.other,
			      "none of these can be placed: a width must be "
			      "below a node's GPUs or fill whole nodes");
		return false;
	}
	boa_check_add(check, arrives ? BOA_CHECK_OK : BOA_CHECK_WARN, row.item,
		      row.placeable, "%g jobs per hour%s, %zu epochs%s%s",
		      class->arrival_rate_per_hour,
		      arrives ? "" : " (nothing is set aside for them)",
		      class->n_epoch,
		      *row.other ? "; not used, since not placeable: " : "",
		      row.other);
	return true;
}

static void check_unknown_class(const struct boa_conf *conf,
				const struct boa_classes *set,
				struct boa_check *check)
{
	const char *name = conf->unknown_class_name;

	if (conf->unknown_class == BOA_UNKNOWN_AS &&
	    boa_classes_find(set, name, strlen(name)) < 0)
		boa_check_add(check, BOA_CHECK_BAD, "UnknownClass", name,
			      "must be a class of the class files");
}

bool boa_check_classes(const struct boa_conf *conf, struct boa_classes *set,
		       struct boa_check *check)
{
	struct boa_classes fresh = { 0 };
	struct boa_err err;
	bool good = true;

	if (boa_classes_load(conf->class_file, &fresh, &err)) {
		boa_check_add(check, BOA_CHECK_BAD, "ClassFile",
			      conf->class_file, "%s", err.text);
		return false;
	}
	if (boa_conf_apply(conf, &fresh, &err)) {
		boa_check_add(check, BOA_CHECK_BAD, "ClassFile",
			      conf->class_file,
			      "with the types of boa.conf: %s", err.text);
		boa_classes_free(&fresh);
		return false;
	}
	for (size_t i = 0; i < fresh.n_class; i++)
		good &= add_class(&fresh, &fresh.class[i], conf, check);
	check_unknown_class(conf, &fresh, check);
	if (good)
		*set = fresh;
	else
		boa_classes_free(&fresh);
	return good;
}
