/* SPDX-License-Identifier: GPL-3.0-or-later */
/* conf_report.h - what is found wrong with boa.conf; for conf_*.c alone. */
#ifndef BOA_CONF_REPORT_H
#define BOA_CONF_REPORT_H

#include "src/conf.h"

/* What was found wrong so far. */
struct boa_conf_report {
	struct boa_conf_errors errors;
	int rc; /* 0; the code of the first error; BOA_ENOMEM above all */
};

/*
 * Add "FILE:LINE: ..." to REPORT with code RC; "FILE: ..." when LINE is 0,
 * "..." when FILE is NULL.
 */
void boa_conf_report(struct boa_conf_report *report, int rc, const char *file,
		     unsigned line, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));

#endif /* BOA_CONF_REPORT_H */
