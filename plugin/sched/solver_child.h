/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solver_child.h - boa-widths, run beside slurmctld as a process of its own.
 *
 * The solver never runs inside slurmctld. It is started with posix_spawn() in
 * a process group of its own, with slurmctld's descriptors closed and its
 * signal mask cleared, watched without blocking, and killed at its time limit.
 * It writes to a file beside the table in use; the caller takes that up when
 * it is whole, valid and newer.
 */
#ifndef BOA_SOLVER_CHILD_H
#define BOA_SOLVER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "src/err.h"

struct boa_solver_child {
	pid_t pid;        /* 0: none runs */
	double started_s; /* on the clock that boa_solver_poll() is given */
	double limit_s;
	char *log_path; /* what it printed on stderr */
};

struct boa_solver_job {
	const char *program;   /* boa-widths */
	const char *conf_path; /* boa.conf */
	const char *classes;   /* class file or folder */
	const char *out_path;  /* the table it writes */
	const char *budget;    /* --budget, or NULL: that of boa.conf */
	size_t n_account;
	char *const *account; /* [n_account] --account, each NAME=BUDGET */
	const char *log_path;
	double limit_s;
};

enum boa_solver_end {
	BOA_SOLVER_RUNS, /* still, or none was started */
	BOA_SOLVER_DONE,
	BOA_SOLVER_FAILED, /* ERR says how: exit code and first line, signal,
			      or time limit */
};

/*
 * Start JOB at NOW_S. Returns 0, BOA_EINVAL (one runs already), BOA_EIO (it
 * cannot be started: ERR) or BOA_ENOMEM. Call it with no lock held.
 */
int boa_solver_start(struct boa_solver_child *child,
		     const struct boa_solver_job *job, double now_s,
		     struct boa_err *err);

/* Has it ended? Never waits. Kills it past its limit. */
enum boa_solver_end boa_solver_poll(struct boa_solver_child *child,
				    double now_s, struct boa_err *err);

/* Kill it if it runs, and wait for it. */
void boa_solver_stop(struct boa_solver_child *child);

#endif /* BOA_SOLVER_CHILD_H */
