/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stamp.h - points and spans of time as traces and sacct(1) write them. */
#ifndef BOA_STAMP_H
#define BOA_STAMP_H

#include <stdbool.h>

/* A number (>= 0) of seconds, nothing after it. */
bool boa_stamp_number(const char *text, double *value);

/*
 * A point in time, in seconds: a number, or YYYY-MM-DDTHH:MM:SS (or with a
 * space), taken as UTC and counted from 1970. False, *TIME_S untouched, when it
 * is neither.
 */
bool boa_stamp_time(const char *text, double *time_s);

/* A span in seconds: a number, or sacct's [DD-]HH:MM:SS, or MM:SS. */
bool boa_stamp_span(const char *text, double *span_s);

#endif /* BOA_STAMP_H */
