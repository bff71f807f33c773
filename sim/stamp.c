/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "sim/stamp.h"

#include "src/number.h"

bool boa_stamp_number(const char *text, double *value)
{
	size_t len = strlen(text);
	size_t bad = 0;
	double number;

	if (!len || boa_number_len(text, len, &bad) != len)
		return false;
	number = boa_number_value(text);
	if (!isfinite(number) || number < 0.0)
		return false;
	*value = number;
	return true;
}

/* N digits at *AT; moves past them. */
static bool digits(const char **at, int n, int *value)
{
	*value = 0;
	while (n--) {
		if (!isdigit((unsigned char)**at))
			return false;
		*value = 10 * *value + (*(*at)++ - '0');
	}
	return true;
}

/* Days from 1970-01-01 to a date of the Gregorian calendar. */
static long days(int year, int month, int day)
{
	static const int before[] = { 0,   31,  59,  90,  120, 151,
				      181, 212, 243, 273, 304, 334 };
	long y = year - (month <= 2);

	return 365L * (year - 1970) + y / 4 - y / 100 + y / 400 - 477 +
	       before[month - 1] + day - 1;
}

bool boa_stamp_time(const char *text, double *time_s)
{
	const char *at = text;
	int year, month, day, hour, minute, second;

	if (boa_stamp_number(text, time_s))
		return true;
	if (!digits(&at, 4, &year) || *at++ != '-' || !digits(&at, 2, &month) ||
	    *at++ != '-' || !digits(&at, 2, &day) || (*at != 'T' && *at != ' '))
		return false;
	at++;
	if (!digits(&at, 2, &hour) || *at++ != ':' ||
	    !digits(&at, 2, &minute) || *at++ != ':' ||
	    !digits(&at, 2, &second) || *at)
		return false;
	if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 31 ||
	    hour > 23 || minute > 59 || second > 60)
		return false;
	*time_s = 86400.0 * (double)days(year, month, day) + 3600.0 * hour +
		  60.0 * minute + second;
	return true;
}

bool boa_stamp_span(const char *text, double *span_s)
{
	double part[3] = { 0.0 };
	double day_s = 0.0;
	const char *dash = strchr(text, '-');
	int n = 0;

	if (boa_stamp_number(text, span_s))
		return true;
	for (const char *at = text; at < dash; at++) {
		if (!isdigit((unsigned char)*at))
			return false;
		day_s = 10.0 * day_s + (*at - '0');
	}
	for (const char *at = dash ? dash + 1 : text; n < 3; n++) {
		if (!isdigit((unsigned char)*at))
			return false;
		while (isdigit((unsigned char)*at))
			part[n] = 10.0 * part[n] + (*at++ - '0');
		if (!*at)
			break;
		if (*at++ != ':')
			return false;
	}
	if (n == 0 || n == 3)
		return false;
	*span_s = 86400.0 * day_s +
		  (n == 2 ? 3600.0 * part[0] + 60.0 * part[1] + part[2]
			  : 60.0 * part[0] + part[1]);
	return true;
}
