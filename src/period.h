/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * period.h - the days, weeks and months in which a budget is counted. All by
 * UTC, so that no period has an hour more or less for a change of the clocks;
 * weeks begin on Monday, months on the 1st.
 */
#ifndef BOA_PERIOD_H
#define BOA_PERIOD_H

enum boa_period {
	BOA_PERIOD_NONE, /* one account without an end */
	BOA_PERIOD_DAY,
	BOA_PERIOD_WEEK,
	BOA_PERIOD_MONTH,
};

/*
 * The period that holds NOW_S (unix time, >= 0): from *START_S on, before
 * *END_S. NONE goes from 0 to INFINITY.
 */
void boa_period_find(enum boa_period period, double now_s, double *start_s,
		     double *end_s);

#endif /* BOA_PERIOD_H */
