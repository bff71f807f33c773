/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * import.h - the forms in which speedup curves are published, into a profile.
 *
 *  scaling  CSV, columns model, hardware, gpus, throughput (others ignored)
 *  pollux   CSV of Pollux and Sia, columns placement ("12": one node with 1
 *           GPU, one with 2), local_bsz, step_time: k * local_bsz / step_time
 *           samples a second, the best batch size of each width; one model and
 *           type per file
 *  rubick   CSV of Rubick, columns placement, iter_time (others ignored): the
 *           best plan of each width; one model and type per file
 *  gavel    JSON of Gavel, { type: { "('MODEL', GPUS)": { "null": steps per
 *           second, ... } } }; 0 means that it does not run
 */
#ifndef BOA_IMPORT_H
#define BOA_IMPORT_H

#include <stddef.h>

#include "solver/import/profile.h"

#include "src/err.h"

/* One file to import. */
struct boa_import {
	const char *source; /* what messages call it */
	char *text;         /* [len] and a NUL; changed */
	size_t len;
	const char *model; /* of the forms with one model per file */
	const char *type;
};

/*
 * Add what FROM holds to PROFILE. Returns 0; BOA_EPARSE or BOA_ERANGE (place,
 * value and what was expected in ERR); BOA_ENOMEM. On failure PROFILE holds
 * part of it and may be freed.
 */
typedef int boa_import_f(const struct boa_import *from,
			 struct boa_profile *profile, struct boa_err *err);
boa_import_f boa_import_scaling;
boa_import_f boa_import_pollux;
boa_import_f boa_import_rubick;
boa_import_f boa_import_gavel;

/* The importer of the form called NAME, or NULL. */
boa_import_f *boa_import_find(const char *name);

#endif /* BOA_IMPORT_H */
