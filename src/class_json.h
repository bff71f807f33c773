/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * class_json.h - class files: JSON to struct boa_classes.
 *
 * Keys: note?, gpu_types? [{name, price = 1, gpus_per_node?}], classes [{name,
 * note?, arrival_rate_per_hour, weight = 1, rescale_s = 0, startup_s = 0,
 * min_gpus?, max_gpus? (a number, or an object by type), accounts? {name:
 * rate}, epochs [{work_s, speedup {type: [[gpus, rate], ...]}}]}]. Types that
 * curves mention must be listed when gpu_types is given; without it each gets
 * price 1. Unknown and repeated keys, NaN, infinity, overflow, repeated widths
 * and text after the document are errors.
 */
#ifndef BOA_CLASS_JSON_H
#define BOA_CLASS_JSON_H

#include "src/class.h"

#define BOA_CLASS_FILE_MAX (512UL << 20) /* bytes of one file */

/*
 * Read the classes in PATH: one file, or a folder whose *.json files are read
 * in name order and joined (a type in two files must agree, a class may stand
 * in one only). On success *SET is new; release it with boa_classes_free().
 * On failure *SET is untouched.
 *
 * Returns 0; BOA_EIO (cannot be read, too large); BOA_EPARSE (not JSON: ERR
 * names file, line and column); BOA_ERANGE (a value breaks a rule: ERR names
 * file and place, the value, and what was expected); BOA_ENOMEM.
 */
int boa_classes_load(const char *path, struct boa_classes *set,
		     struct boa_err *err);

/* The same from TEXT (LEN bytes); SOURCE is what messages call it. */
int boa_classes_parse(const char *text, size_t len, const char *source,
		      struct boa_classes *set, struct boa_err *err);

/*
 * The same before boa_classes_finish(): each value is within its range, but
 * the set as a whole is not checked and has no grids.
 */
int boa_classes_read(const char *text, size_t len, const char *source,
		     struct boa_classes *set, struct boa_err *err);

#endif /* BOA_CLASS_JSON_H */
