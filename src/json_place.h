/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_place.h - where in a document something is; for json_*.c alone. */
#ifndef BOA_JSON_PLACE_H
#define BOA_JSON_PLACE_H

#include "src/json.h"

/*
 * Set ERR to "source:line:column: found ..., expected WHAT" for the text at
 * byte AT; lines and columns count from 1, columns in characters. Returns
 * BOA_EPARSE.
 */
int boa_json_refuse(const struct boa_json *doc, size_t at, const char *what,
		    struct boa_err *err);

/*
 * Check that no key stands twice in object NODE, closed last; enclosing
 * containers may be open. Returns 0, BOA_EPARSE or BOA_ENOMEM. N log N.
 */
int boa_json_check_repeats(const struct boa_json *doc, uint32_t node,
			   struct boa_err *err);

#endif /* BOA_JSON_PLACE_H */
