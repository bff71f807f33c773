/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <time.h>

#include "src/period.h"

#define DAY_S         86400.0
#define EPOCH_WEEKDAY 3 /* 1 January 1970 was a Thursday: Monday is 0 */

static double month_start(int year, int month)
{
	struct tm tm = { .tm_year = year, .tm_mon = month, .tm_mday = 1 };

	return (double)timegm(&tm);
}

static void find_month(double now_s, double *start_s, double *end_s)
{
	time_t now = (time_t)now_s;
	struct tm tm;

	if (!gmtime_r(&now, &tm)) { /* a year beyond all counting */
		*start_s = 0;
		*end_s = INFINITY;
		return;
	}
	*start_s = month_start(tm.tm_year, tm.tm_mon);
	*end_s = month_start(tm.tm_year, tm.tm_mon + 1);
}

void boa_period_find(enum boa_period period, double now_s, double *start_s,
		     double *end_s)
{
	double day = floor(now_s / DAY_S);

	switch (period) {
	case BOA_PERIOD_DAY:
		*start_s = day * DAY_S;
		*end_s = *start_s + DAY_S;
		return;
	case BOA_PERIOD_WEEK:
		*start_s = (day - fmod(day + EPOCH_WEEKDAY, 7)) * DAY_S;
		*end_s = *start_s + 7 * DAY_S;
		return;
	case BOA_PERIOD_MONTH:
		find_month(now_s, start_s, end_s);
		return;
	default:
		*start_s = 0;
		*end_s = INFINITY;
	}
}
