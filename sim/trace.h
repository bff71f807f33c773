/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trace.h - a source of jobs from a file with a header line. The columns tell
 * what it is; their names are those of
 *
 *     newTrace, Sia, Pollux   time, application, num_replicas
 *     Rubick                  submission_time, application, num_gpus, steps
 *     Philly style            submit_time, duration, gpus [, class]
 *     sacct -P                JobID|Submit|Elapsed|AllocTRES|Comment
 *     boa-sim generate        time, class, gpus, scale
 *
 * The class is the application, the class: token of the comment, or, where a
 * row has only a duration, the class whose mean run time on those GPUs is
 * nearest to it (in ratio). The work is the class's mean times: the row's
 * scale; its steps over the class's mean steps; or what makes the run time on
 * its GPUs its duration.
 */
#ifndef BOA_TRACE_H
#define BOA_TRACE_H

#include "sim/rates.h"
#include "sim/source.h"

struct boa_trace_options {
	const struct boa_rates *rates; /* the true ones; borrowed */
	/*
	 * What becomes of rows of a class that is not in the set: left out, or
	 * an error.
	 */
	bool skip_unknown;
	const double *mean_steps; /* [n_class], NAN: not known; or NULL */
};

/*
 * The jobs of PATH by time. SOURCE is new. Returns 0; BOA_EIO; BOA_EPARSE or
 * BOA_ERANGE (ERR names file, line, column, value and what was expected);
 * BOA_ENOMEM.
 */
int boa_trace_open(const char *path, const struct boa_trace_options *options,
		   struct boa_source *source, struct boa_err *err);

/* The same from TEXT, NUL-terminated, taken in every case. */
int boa_trace_parse(char *text, const char *name,
		    const struct boa_trace_options *options,
		    struct boa_source *source, struct boa_err *err);

/*
 * Jobs of each class in SOURCE, made by this module, into N [n_class], and the
 * hours from its first to its last job.
 */
void boa_trace_count(const struct boa_source *source, double *n, double *hours);

#endif /* BOA_TRACE_H */
