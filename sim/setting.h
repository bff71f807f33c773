/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting.h - what a published evaluation ran on: classes, GPU types, trace and
 * cluster, as a JSON document:
 *
 *     note           where the figures come from
 *     classes        class file, beside this one
 *     predictor      class file with the rates of an imperfect predictor
 *     unit           "GPU-h/h" (every price is 1) or "USD/h"
 *     gpu_types      those of the class file that there are
 *     keep           { class: jobs per hour }: the classes that occur
 *     trace          path below the folder of public data
 *     nodes          { type: nodes } of the fixed cluster
 *     rescale_s      of all classes, in place of their own
 *     slowdown       { class: factor }: divides the work
 *     mean_steps     { class: steps }: of one job of scale 1
 */
#ifndef BOA_SETTING_H
#define BOA_SETTING_H

#include <stdbool.h>

#include "src/class.h"

struct boa_setting {
	char *note;
	char *unit;
	char *trace;            /* NULL: none */
	struct boa_classes set; /* as they are */
	bool has_predictor;
	struct boa_classes predictor; /* the same classes, as predicted */
	unsigned *nodes;              /* [n_type] */
	double *mean_steps;           /* [n_class], NAN where not known */
};

/*
 * Read PATH and the class files it names. On success *SETTING is new; release
 * it with boa_setting_free(). Returns 0; BOA_EIO; BOA_EPARSE or BOA_ERANGE (ERR
 * names file and place); BOA_ENOMEM.
 */
int boa_setting_load(const char *path, struct boa_setting *setting,
		     struct boa_err *err);
void boa_setting_free(struct boa_setting *setting);

/*
 * Leave in SET only the classes CLASS [n_class] and types TYPE [n_type] that
 * are true, and finish it again. Returns as boa_classes_finish(); on failure
 * SET may only be freed.
 */
int boa_setting_select(struct boa_classes *set, const bool *class,
		       const bool *type, struct boa_err *err);

#endif /* BOA_SETTING_H */
