/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * conf.h - boa.conf, in the syntax of slurm.conf (slurm.conf(5)): Key=Value,
 * '#' comments, '\' at the end of a line continues it, keys in any case,
 * "Include FILE", and record lines (GpuType=, Account=). Unknown and repeated
 * keys are errors. Every key, its range and its default stand in conf_key.c.
 */
#ifndef BOA_CONF_H
#define BOA_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "src/class.h"
#include "src/err.h"

#define BOA_ACCOUNTS_MAX                                                       \
	1000 /* Account lines; GpuType lines: BOA_TYPES_MAX                    \
	      */

enum boa_budget_unit {
	BOA_PRICE_PER_HOUR,     /* Budget=40 */
	BOA_GPU_HOURS_PER_HOUR, /* Budget=40GPU-h/h: every price taken as 1 */
	BOA_USD_PER_HOUR,       /* Budget=40USD/hour */
	BOA_USD_PER_MONTH,      /* Budget=10000USD/month: 730 h to the solver */
};

struct boa_budget {
	double amount; /* > 0, in UNIT */
	enum boa_budget_unit unit;
};

enum boa_unknown_class { BOA_UNKNOWN_PASS, BOA_UNKNOWN_REJECT, BOA_UNKNOWN_AS };
enum boa_budget_mode { BOA_BUDGET_SOFT, BOA_BUDGET_HARD };
enum boa_budget_period { /* AUTO: MONTH for a budget per month, else NONE */
			 BOA_BUDGET_AUTO,
			 BOA_BUDGET_NO_PERIOD,
			 BOA_BUDGET_DAY,
			 BOA_BUDGET_WEEK,
			 BOA_BUDGET_MONTH,
};
enum boa_mode { BOA_MODE_ACTIVE, BOA_MODE_OBSERVE };

/* GpuType=t4 Price=1.088 GpusPerNode=4 Partition=t4 MaxNodes=64 BootTime=90 */
struct boa_conf_type {
	char *name;
	double price;           /* per GPU-hour, > 0; default 1 */
	unsigned gpus_per_node; /* >= 1, required */
	char *partition;        /* default: the type's name; of no other type */
	unsigned max_nodes;     /* default: no limit of ours, UINT_MAX */
	double boot_time_s; /* expected time from launch to ready; default 90 */
	double boot_timeout_s; /* a launch has failed after; default 0: after
				  Slurm's ResumeTimeout */
};

/* Account=vision Share=0.6, or Budget= of its own */
struct boa_conf_account {
	char *name;
	double share;             /* of the whole, (0, 1], or NAN */
	struct boa_budget budget; /* in CONF's unit, or amount NAN: one of both
				   */
};

struct boa_conf {
	struct boa_budget budget; /* required */
	/* paths that are not absolute are taken from the folder of boa.conf */
	char *class_file;          /* required; a file or a folder */
	double refresh_interval_s; /* default 900 */
	double solve_timeout_s;    /* boa-widths is killed after; default 60 */
	double grace_time_s; /* for a resize to be acknowledged; default 300 */
	double poll_interval_s;  /* sched/boa looks at least so often; def. 0.5
				  */
	double launch_backoff_s; /* after a failed launch, doubled; default 60
				  */
	double launch_backoff_max_s;  /* default 960 */
	unsigned launch_hold_after;   /* failures in a row; default 10 */
	unsigned max_launch_attempts; /* with one plan; default 4 */
	double retry_window_s;        /* default 3600 */
	char *status_dir;             /* default /run/boa */
	char *solver; /* boa-widths to run; default: its installed place */
	char *provider_log; /* provider's starts and stops, or NULL */
	enum boa_unknown_class unknown_class; /* default pass */
	char *unknown_class_name; /* the class of BOA_UNKNOWN_AS, else NULL */
	enum boa_budget_mode budget_mode;     /* default soft */
	enum boa_budget_period budget_period; /* default auto */
	double max_rate;          /* per hour, as the budget counts; or NAN */
	double control_horizon_s; /* control.h; default 86400 */
	double control_window_s;  /* default 86400 */
	double control_keep_s;    /* default 604800 */
	double control_clamp;     /* default 2 */
	enum boa_mode mode;       /* default active */
	char *base_scheduler; /* "backfill" (default), "builtin" or "none" */
	size_t n_type;
	struct boa_conf_type *type; /* [n_type], >= 1 */
	size_t n_account;
	struct boa_conf_account *account; /* [n_account] */
};

/*
 * All that is wrong with a file: one line of text each, "file:line: what"; of
 * what is missing "file: what". After BOA_CONF_ERRORS_MAX no more are kept.
 * Owned by the caller; release with boa_conf_errors_free().
 */
#define BOA_CONF_ERRORS_MAX 1000

struct boa_conf_errors {
	size_t n;
	char **text; /* [n] */
};

/*
 * Read boa.conf from PATH. Every error of the file is found before anything
 * takes effect. On success *CONF is new; release it with boa_conf_free(). On
 * failure *CONF is untouched, and all errors are in ERRORS (may be NULL; always
 * written), the first also in ERR.
 *
 * Returns 0; BOA_EIO; BOA_EPARSE or BOA_ERANGE (errors found); BOA_ENOMEM.
 */
int boa_conf_load(const char *path, struct boa_conf *conf,
		  struct boa_conf_errors *errors, struct boa_err *err);

/* The same from TEXT (LEN bytes), as if it stood in PATH. */
int boa_conf_parse(const char *text, size_t len, const char *path,
		   struct boa_conf *conf, struct boa_conf_errors *errors,
		   struct boa_err *err);

/* Release what CONF holds and zero it. */
void boa_conf_free(struct boa_conf *conf);
void boa_conf_errors_free(struct boa_conf_errors *errors);

/* Index of the type called NAME, or of the one that owns PARTITION; or -1. */
ptrdiff_t boa_conf_find_type(const struct boa_conf *conf, const char *name);
ptrdiff_t boa_conf_find_partition(const struct boa_conf *conf,
				  const char *partition);

/*
 * Parse a budget: 40, 40GPU-h/h, 40USD/hour (or USD/h), 10000USD/month; units
 * in any case. Returns 0, or BOA_ERANGE with what was expected in ERR ("is
 * \"x\", expected ..."); writes *BUDGET only on success.
 */
#define BOA_BUDGET_RULE                                                        \
	"an amount above 0 and at most 1e12 with no unit, GPU-h/h, USD/hour, " \
	"USD/h or USD/month"
int boa_budget_parse(const char *text, struct boa_budget *budget,
		     struct boa_err *err);

/* BUDGET per hour, in the unit below; a month has 730 hours. */
double boa_budget_per_hour(const struct boa_budget *budget);

/* The unit in which boa_budget_per_hour() counts: "GPU-h/h", "USD/h",
 * "price/h". */
const char *boa_budget_unit_name(const struct boa_budget *budget);

/* Print BUDGET as boa_budget_parse() reads it, in as few digits as tell it. */
#define BOA_BUDGET_TEXT_MAX 48
void boa_budget_print(const struct boa_budget *budget,
		      char text[BOA_BUDGET_TEXT_MAX]);

/*
 * Print CONF, defaults included, as a boa.conf that loads as CONF again. Errors
 * are left in OUT (ferror).
 */
void boa_conf_print(FILE *out, const struct boa_conf *conf);

/*
 * Let CONF rule over SET: prices and GPUs per node come from CONF (every price
 * is 1 when the budget is in GPU-hours), types CONF does not name are removed,
 * and the grids are made anew. Returns as boa_classes_finish(): a class left
 * without a usable type is an error.
 */
int boa_conf_apply(const struct boa_conf *conf, struct boa_classes *set,
		   struct boa_err *err);

#endif /* BOA_CONF_H */
