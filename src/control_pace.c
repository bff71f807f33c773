/* SPDX-License-Identifier: GPL-3.0-or-later */
/* control_pace.c - how a purse stands, and what the control makes of it. */
#include "config.h"

#include <math.h>

#include "src/control_impl.h"

#define HOUR_S 3600.0

#define PHI_LEAST 0.2
#define PHI_MOST  2.0

/* phi is told from the budget of this part of the window on. */
#define ENOUGH (1.0 / 8)

/* A hard control steers for this part of the budget of its span. */
#define IN_HAND (1.0 / 16)

static double clamp(double value, double low, double high)
{
	return fmin(fmax(value, low), high);
}

/* b: what PURSE is granted per hour at this moment. */
static double rate_of(const struct boa_control *control,
		      const struct boa_purse *purse)
{
	/* a second, lest a month's end fall into it */
	return boa_purse_grant(control, purse, control->now_s,
			       control->now_s + 1) *
	       HOUR_S;
}

double boa_purse_enough(const struct boa_control *control,
			const struct boa_purse *purse)
{
	return ENOUGH * control->rules.window_s / HOUR_S *
	       rate_of(control, purse);
}

double boa_purse_phi(const struct boa_control *control,
		     const struct boa_purse *purse)
{
	double enough = boa_purse_enough(control, purse);
	double lacks = fmax(0, enough - purse->recent_billed);

	return clamp((purse->recent_modelled + purse->phi * lacks) /
			     fmax(enough, purse->recent_billed),
		     PHI_LEAST, PHI_MOST);
}

static double end_of(const struct boa_control *control)
{
	double start_s, end_s;

	boa_period_find(control->rules.period, control->now_s, &start_s,
			&end_s);
	return end_s;
}

/* What is left until the end of the period, at most H, in hours. */
static double span_of(const struct boa_control *control)
{
	return fmin(control->rules.horizon_s,
		    end_of(control) - control->now_s) /
	       HOUR_S;
}

static double solve_for(const struct boa_control *control, double b, double phi,
			double carry)
{
	const struct boa_control_rules *rules = &control->rules;
	double rest_s = end_of(control) - control->now_s;
	double over_h = rules->horizon_s / HOUR_S;

	if (!rules->hard && isfinite(rest_s) && rest_s > rules->horizon_s)
		over_h = rest_s / HOUR_S;
	if (rules->hard)
		carry -= IN_HAND * b * span_of(control);
	return phi *
	       clamp(b + carry / over_h, b / rules->clamp, b * rules->clamp);
}

/* Where the recent rate leads. */
static void foresee(double now_s, struct boa_pace *pace)
{
	double left = pace->whole - pace->spent, pull = pace->recent;

	pace->forecast = NAN;
	pace->dry_s = INFINITY;
	if (!isfinite(pace->whole)) {
		left = pace->carry;
		pull = pace->recent - pace->b;
	} else if (!isnan(pace->recent)) {
		pace->forecast = pace->spent +
				 pace->recent * (pace->end_s - now_s) / HOUR_S;
	}
	if (left <= 0)
		pace->dry_s = now_s;
	else if (pull > 0)
		pace->dry_s = now_s + left / pull * HOUR_S;
	if (pace->dry_s >= pace->end_s)
		pace->dry_s = INFINITY;
}

void boa_control_pace(const struct boa_control *control, size_t i,
		      struct boa_pace *pace)
{
	const struct boa_purse *purse = &control->purse[i];
	double now_s = control->now_s;

	*pace = (struct boa_pace){
		.account = purse->account,
		.b = rate_of(control, purse),
		.phi = boa_purse_phi(control, purse),
		.start_s = purse->start_s,
		.end_s = end_of(control),
		.granted = purse->granted,
		.spent = purse->spent,
		.carry = purse->granted - purse->spent,
		.recent = purse->recent_s > 0 ? purse->recent_billed /
							purse->recent_s * HOUR_S
					      : NAN,
	};
	pace->b_solve = purse->start_s > 0 ? solve_for(control, pace->b,
						       pace->phi, pace->carry)
					   : pace->b;
	pace->whole = isfinite(pace->end_s)
			      ? boa_purse_grant(control, purse, purse->start_s,
						pace->end_s)
			      : INFINITY;
	foresee(now_s, pace);
}

void boa_control_limit(const struct boa_control *control, size_t i,
		       struct boa_limit *limit)
{
	const struct boa_purse *purse = &control->purse[i];
	double carry = purse->granted - purse->spent;
	double span_h = span_of(control);
	double funds = carry + rate_of(control, purse) * span_h;

	*limit = (struct boa_limit){
		.account = purse->account,
		.overdrawn = control->rules.period == BOA_PERIOD_NONE
				     ? carry < 0
				     : funds <= 0,
		.funds = funds,
		.phi = boa_purse_phi(control, purse),
		.span_h = span_h,
	};
}
