/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl.h - what the verbs of boactl share. Each verb is one file with one
 * function of the type below; boactl.c holds the table of them.
 */
#ifndef BOA_BOACTL_H
#define BOA_BOACTL_H

#include <stdbool.h>
#include <stdint.h>

enum boactl_exit {
	BOACTL_OK = 0,
	BOACTL_FAILED = 1,  /* bad input, nothing to show, a check failed */
	BOACTL_USAGE = 2,   /* the command line is wrong */
	BOACTL_RESIZE = 75, /* epoch: the job must change its width */
};

/* The command line but for verb and arguments. */
struct boactl {
	bool json;              /* --json */
	bool noheader;          /* -n */
	bool parsable;          /* -P */
	bool problems;          /* --problems */
	const char *status_dir; /* --status-dir, or NULL */
	const char *by;         /* --by, or NULL */
};

/*
 * Carry out one verb with its ARGC arguments ARGV (the verb not among them;
 * their number was checked). Returns an enum boactl_exit.
 */
typedef int boactl_run(const struct boactl *ctl, int argc, char **argv);

boactl_run boactl_budget;
boactl_run boactl_check;
boactl_run boactl_classes;
boactl_run boactl_epoch;
boactl_run boactl_explain;
boactl_run boactl_jobs;
boactl_run boactl_ledger;
boactl_run boactl_nodes;
boactl_run boactl_resize;
boactl_run boactl_resume;
boactl_run boactl_status;
boactl_run boactl_widths;

/* Print "boactl: PLACE: TEXT" (PLACE may be NULL) on stderr; return CODE. */
int boactl_fail(int code, const char *place, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * The number of the job this runs in, from SLURM_JOB_ID (for a task of an
 * array: of that task). Returns 0, with a message on stderr, outside of one.
 */
uint32_t boactl_own_job_id(void);

#endif /* BOA_BOACTL_H */
