/* SPDX-License-Identifier: GPL-3.0-or-later */
/* control.c - a control: rules, charging. control_pace.c reads it. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/control_impl.h"

#define HOUR_S 3600.0

static int no_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "no memory for the budget control");
}

/* --- purses ----------------------------------------------------------- */

static void free_purses(struct boa_purse *purse, size_t n)
{
	size_t i;

	for (i = 0; purse && i < n; i++)
		free(purse[i].account);
	free(purse);
}

static struct boa_purse *find(struct boa_purse *purse, size_t n,
			      const char *account)
{
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(purse[middle].account, account);

		if (!order)
			return &purse[middle];
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

static int by_account(const void *a, const void *b)
{
	const struct boa_purse *x = a, *y = b;

	return strcmp(x->account, y->account);
}

int boa_control_new(struct boa_control **control, struct boa_err *err)
{
	struct boa_control *made = calloc(1, sizeof(*made));

	if (!made)
		return no_memory(err);
	*control = made;
	return 0;
}

void boa_control_free(struct boa_control *control)
{
	if (!control)
		return;
	free_purses(control->purse, control->n_purse);
	free(control);
}

size_t boa_control_n_purse(const struct boa_control *control)
{
	return control->n_purse;
}

/* --- rules ------------------------------------------------------------ */

static bool is_grant(const struct boa_grant *grant)
{
	return grant->per_hour >= 0 && isfinite(grant->per_hour) &&
	       grant->per_month >= 0 && isfinite(grant->per_month) &&
	       (grant->per_hour > 0) != (grant->per_month > 0);
}

static bool is_positive(double value)
{
	return value > 0 && isfinite(value);
}

static int check(const struct boa_control_rules *rules, struct boa_err *err)
{
	size_t i;

	if (!is_grant(&rules->whole) || !is_positive(rules->horizon_s) ||
	    !is_positive(rules->window_s) || !(rules->keep_s >= 0) ||
	    !(rules->clamp >= 1))
		return boa_err_set(err, BOA_EINVAL,
				   "a rule of the budget control is out of "
				   "its range");
	for (i = 0; i < rules->n_account; i++) {
		const struct boa_control_account *account = &rules->account[i];

		if (!*account->name || !(account->share >= 0) ||
		    account->share > 1 ||
		    (account->share == 0 && !is_grant(&account->grant)))
			return boa_err_set(err, BOA_EINVAL,
					   "account %s: expected a share or a "
					   "grant of its own",
					   account->name);
	}
	return 0;
}

/* The purses RULES name, by account, fresh. */
static int make_purses(const struct boa_control_rules *rules,
		       struct boa_purse **purse, struct boa_err *err)
{
	size_t n = rules->n_account + 1, i;
	struct boa_purse *made = calloc(n, sizeof(*made));

	if (!made)
		return no_memory(err);
	for (i = 0; i < n; i++) {
		made[i].account = strdup(i ? rules->account[i - 1].name : "");
		if (!made[i].account) {
			free_purses(made, n);
			return no_memory(err);
		}
		made[i].grant = i ? rules->account[i - 1].grant : rules->whole;
		made[i].share = i ? rules->account[i - 1].share : 0;
		made[i].phi = 1;
	}
	qsort(made, n, sizeof(*made), by_account);
	for (i = 1; i < n; i++) {
		if (strcmp(made[i - 1].account, made[i].account) != 0)
			continue;
		boa_err_set(err, BOA_EINVAL, "account %s stands twice",
			    made[i].account);
		free_purses(made, n);
		return BOA_EINVAL;
	}
	*purse = made;
	return 0;
}

int boa_control_set(struct boa_control *control,
		    const struct boa_control_rules *rules, struct boa_err *err)
{
	struct boa_purse *fresh = NULL;
	size_t i;
	int rc = check(rules, err);

	if (!rc)
		rc = make_purses(rules, &fresh, err);
	if (rc || !fresh)
		return rc;
	for (i = 0; i <= rules->n_account; i++) {
		struct boa_purse *to = &fresh[i], keep = *to;
		const struct boa_purse *from =
			find(control->purse, control->n_purse, to->account);

		if (!from)
			continue;
		*to = *from;
		to->account = keep.account;
		to->grant = keep.grant;
		to->share = keep.share;
	}
	free_purses(control->purse, control->n_purse);
	control->purse = fresh;
	control->n_purse = rules->n_account + 1;
	control->rules = *rules;
	control->rules.account = NULL;
	return 0;
}

/* --- grants ----------------------------------------------------------- */

/* Of the calendar month, from FROM_S to TO_S: so many months. */
static double months(double from_s, double to_s)
{
	double n = 0;

	while (from_s < to_s) {
		double start_s, end_s, until_s;

		boa_period_find(BOA_PERIOD_MONTH, from_s, &start_s, &end_s);
		until_s = end_s < to_s ? end_s : to_s;
		n += (until_s - from_s) / (end_s - start_s);
		from_s = until_s;
	}
	return n;
}

double boa_purse_grant(const struct boa_control *control,
		       const struct boa_purse *purse, double from_s,
		       double to_s)
{
	const struct boa_purse *whole = &control->purse[BOA_PURSE_WHOLE];

	if (purse->share > 0)
		return purse->share *
		       boa_purse_grant(control, whole, from_s, to_s);
	if (purse->grant.per_month > 0)
		return purse->grant.per_month * months(from_s, to_s);
	return purse->grant.per_hour * (to_s - from_s) / HOUR_S;
}

/* --- charging --------------------------------------------------------- */

/* What came in for one purse since the last call. */
struct amount {
	double billed;
	double modelled;
};

/* Let what is old weigh less, and take in AMOUNT, spread over DT_S. */
static void remember(struct boa_purse *purse, const struct amount *amount,
		     double window_s, double dt_s)
{
	double fade = exp(-dt_s / window_s);
	double weight =
		dt_s > 0 ? window_s * -expm1(-dt_s / window_s) / dt_s : 1;

	purse->recent_s = purse->recent_s * fade + weight * dt_s;
	purse->recent_billed =
		purse->recent_billed * fade + weight * amount->billed;
	purse->recent_modelled =
		purse->recent_modelled * fade + weight * amount->modelled;
}

/* A new period began within the time from FROM_S to NOW_S, or before. */
static void begin_period(struct boa_purse *purse, double start_s, double from_s)
{
	purse->start_s = start_s > from_s ? start_s : from_s;
	purse->granted = 0;
	purse->spent = 0;
}

/* Without a period: no more is carried than rules say. */
static void limit_carry(const struct boa_control *control,
			struct boa_purse *purse)
{
	double most = boa_purse_grant(control, purse, control->now_s,
				      control->now_s + control->rules.keep_s);

	if (purse->granted > purse->spent + most)
		purse->granted = purse->spent + most;
	if (!control->rules.hard && purse->granted < purse->spent - most)
		purse->granted = purse->spent - most;
}

static void charge(const struct boa_control *control, struct boa_purse *purse,
		   const struct amount *amount, double from_s)
{
	double now_s = control->now_s, start_s, end_s;
	double part = 1, since_s = from_s;

	remember(purse, amount, control->rules.window_s, now_s - from_s);
	boa_period_find(control->rules.period, now_s, &start_s, &end_s);
	if (purse->start_s < start_s) {
		begin_period(purse, start_s, from_s);
		since_s = purse->start_s;
		if (since_s > from_s)
			part = (now_s - since_s) / (now_s - from_s);
	}
	purse->spent += part * amount->billed;
	purse->granted += boa_purse_grant(control, purse, since_s, now_s);
	if (control->rules.period == BOA_PERIOD_NONE)
		limit_carry(control, purse);
	if (purse->recent_billed >= boa_purse_enough(control, purse))
		purse->phi = boa_purse_phi(control, purse);
}

/* The totals told for PURSE: all that is told, or its account's. */
static struct amount total_of(const struct boa_purse *purse, bool is_whole,
			      const struct boa_control_input *input)
{
	struct amount total = { .billed = is_whole ? input->unowned : 0 };
	size_t i;

	for (i = 0; i < input->n; i++) {
		const struct boa_control_spend *spend = &input->spend[i];

		if (!is_whole && strcmp(spend->account, purse->account) != 0)
			continue;
		total.billed += spend->billed;
		total.modelled += spend->modelled;
	}
	return total;
}

/* PURSE's part of what no job owns. */
static double part_of(const struct boa_purse *purse,
		      const struct boa_purse *whole)
{
	if (!(purse->recent_billed > 0) || !(whole->recent_billed > 0))
		return 0;
	return fmin(purse->recent_billed / whole->recent_billed, 1);
}

void boa_control_charge(struct boa_control *control,
			const struct boa_control_input *input)
{
	struct boa_purse *whole = control->purse;
	double from_s = control->now_s, unowned, fresh_s;
	size_t i;

	if (!control->n_purse || !(input->now_s > 0) || !isfinite(input->now_s))
		return;
	if (!(control->begin_s > 0))
		from_s = control->begin_s = input->now_s;
	control->now_s = fmax(from_s, input->now_s);
	unowned = input->unowned - control->unowned;
	control->unowned = input->unowned;
	/* the accounts first: their parts go by what the whole was */
	for (i = control->n_purse; i-- > 0;) {
		struct boa_purse *purse = &control->purse[i];
		bool is_whole = i == BOA_PURSE_WHOLE;
		struct amount total = total_of(purse, is_whole, input), amount;

		amount.billed = total.billed - purse->billed;
		amount.modelled = total.modelled - purse->modelled;
		if (!is_whole)
			amount.billed += part_of(purse, whole) * unowned;
		fresh_s = purse->start_s > 0 ? from_s : control->now_s;
		if (!(purse->start_s > 0)) {
			amount = (struct amount){ 0 };
			purse->start_s = fresh_s;
		}
		purse->billed = total.billed;
		purse->modelled = total.modelled;
		charge(control, purse, &amount, fresh_s);
	}
}
