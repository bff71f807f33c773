/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * inputs.h - the files boa-widths reads, as one.
 */
#ifndef BOA_WIDTHS_INPUTS_H
#define BOA_WIDTHS_INPUTS_H

#include <stdint.h>

#include "solver/cmd/options.h"

#include "src/class.h"
#include "src/conf.h"
#include "src/err.h"

struct widths_inputs {
	struct boa_classes classes; /* prices and nodes of the conf applied */
	struct boa_conf conf;       /* zero without --conf */
	bool has_conf;
	struct boa_budget budget; /* amount 0 when none is given */
	uint32_t crc32;           /* over the bytes of the class files, and of
				     the conf */
};

/*
 * Read what OPTIONS name. On success *INPUTS is new; release it with
 * widths_inputs_free(). Returns 0 or what the loaders return, place in ERR.
 */
int widths_inputs_load(const struct widths_options *options,
		       struct widths_inputs *inputs, struct boa_err *err);
void widths_inputs_free(struct widths_inputs *inputs);

#endif /* BOA_WIDTHS_INPUTS_H */
