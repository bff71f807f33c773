/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_curve.h - the rules of one speedup curve; for class_finish.c alone. */
#ifndef BOA_CLASS_CURVE_H
#define BOA_CLASS_CURVE_H

#include "src/class.h"

/* Where a curve stands, for messages: classes[I].epochs[J].speedup.TYPE. */
struct boa_curve_place {
	size_t i;
	size_t j;
	const char *type;
};

/*
 * Check CURVE, of an epoch of work WORK_S, and sort its points. Returns 0;
 * BOA_ERANGE (a width or rate out of range, a width that stands twice: ERR
 * names the point by its place in the unsorted order); BOA_ENOMEM.
 */
int boa_curve_finish(struct boa_curve *curve, double work_s,
		     const struct boa_curve_place *place, struct boa_err *err);

#endif /* BOA_CLASS_CURVE_H */
