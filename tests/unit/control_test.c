/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/control.h"
#include "src/control_conf.h"

#define HOUR 3600.0
#define DAY  86400.0

/* Tuesday, 1 December 2026, 00:00 UTC; the month has 744 hours. */
#define DECEMBER 1796083200.0
#define JANUARY  (DECEMBER + 31 * DAY)

static const struct boa_control_rules plain = {
	.whole.per_hour = 40,
	.horizon_s = DAY,
	.window_s = DAY,
	.keep_s = 7 * DAY,
	.clamp = 2,
};

static struct boa_control *control_of(const struct boa_control_rules *rules)
{
	struct boa_control *control = NULL;

	assert_int_equal(boa_control_new(&control, NULL), 0);
	assert_int_equal(boa_control_set(control, rules, NULL), 0);
	return control;
}

/* The totals at NOW_S, all of one account that is none. */
static void charge(struct boa_control *control, double now_s, double billed,
		   double modelled)
{
	struct boa_control_spend spend = { "", billed, modelled };
	struct boa_control_input input = {
		.now_s = now_s,
		.n = 1,
		.spend = &spend,
	};

	boa_control_charge(control, &input);
}

static struct boa_pace pace_of(const struct boa_control *control, size_t i)
{
	struct boa_pace pace;

	boa_control_pace(control, i, &pace);
	return pace;
}

/* --- periods ---------------------------------------------------------- */

static void assert_period(enum boa_period period, double now_s, double start_s,
			  double end_s)
{
	double start, end;

	boa_period_find(period, now_s, &start, &end);
	assert_near(start, start_s, 0);
	assert_true(end == end_s);
}

static void periods_follow_the_calendar_in_utc(void **state)
{
	(void)state;
	assert_period(BOA_PERIOD_DAY, DECEMBER, DECEMBER, DECEMBER + DAY);
	assert_period(BOA_PERIOD_DAY, DECEMBER - 0.5, DECEMBER - DAY, DECEMBER);
	/* that Tuesday's week began on Monday, the 30th of November */
	assert_period(BOA_PERIOD_WEEK, DECEMBER + 1, DECEMBER - DAY,
		      DECEMBER + 6 * DAY);
	assert_period(BOA_PERIOD_WEEK, DECEMBER + 6 * DAY, DECEMBER + 6 * DAY,
		      DECEMBER + 13 * DAY);
	assert_period(BOA_PERIOD_MONTH, DECEMBER, DECEMBER, JANUARY);
	assert_period(BOA_PERIOD_MONTH, JANUARY - 1, DECEMBER, JANUARY);
	/* February 2028 has 29 days: 1 February is day 21215 of the epoch */
	assert_period(BOA_PERIOD_MONTH, 21220 * DAY, 21215 * DAY, 21244 * DAY);
	/* 1 January 1970 was a Thursday */
	assert_period(BOA_PERIOD_WEEK, 4 * DAY, 4 * DAY, 11 * DAY);
	assert_period(BOA_PERIOD_NONE, DECEMBER, 0, INFINITY);
}

/* --- the law ---------------------------------------------------------- */

/*
 * 10 h at 40: granted 400. Billed 352, modelled 352: phi 1, carry 48, made good
 * over 24 h: b_solve = 40 + 48/24 = 42.
 */
static void what_is_left_is_spent_over_the_horizon(void **state)
{
	struct boa_control *control = control_of(&plain);
	struct boa_pace pace;

	(void)state;
	assert_near(pace_of(control, 0).b_solve, 40, 0);
	charge(control, DECEMBER, 1000, 900);
	pace = pace_of(control, 0);
	assert_near(pace.carry, 0, 0);
	assert_near(pace.b_solve, 40, 1e-9);
	assert_true(isnan(pace.recent));
	charge(control, DECEMBER + 10 * HOUR, 1352, 1252);
	pace = pace_of(control, 0);
	assert_near(pace.b, 40, 1e-9);
	assert_near(pace.granted, 400, 1e-9);
	assert_near(pace.spent, 352, 1e-9);
	assert_near(pace.carry, 48, 1e-9);
	assert_near(pace.phi, 1, 1e-9);
	assert_near(pace.b_solve, 42, 1e-9);
	assert_near(pace.recent, 35.2, 1e-9);
	assert_true(isinf(pace.whole) && isinf(pace.dry_s));
	assert_true(isnan(pace.forecast));
	boa_control_free(control);
}

/*
 * 10 h: billed 448 where plans said 358.4: phi 0.8. Carry -48:
 * b_solve = 0.8 * (40 - 2) = 30.4.
 */
static void an_overdraft_is_made_good_too(void **state)
{
	struct boa_control *control = control_of(&plain);
	struct boa_pace pace;

	(void)state;
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER + 10 * HOUR, 448, 358.4);
	pace = pace_of(control, 0);
	assert_near(pace.phi, 0.8, 1e-9);
	assert_near(pace.carry, -48, 1e-9);
	assert_near(pace.b_solve, 30.4, 1e-9);
	assert_near(pace.dry_s, DECEMBER + 10 * HOUR, 0);
	/* 800 more, at once: -848 / 24 is beyond the clamp, b / 2 */
	charge(control, DECEMBER + 10 * HOUR, 1248, 998.4);
	assert_near(pace_of(control, 0).b_solve, 0.8 * 40 / 2, 1e-9);
	boa_control_free(control);
}

/*
 * phi needs 3 h of the budget, 120: with 60 billed and 30 modelled it is
 * (30 + 60) / 120. Beyond its range it is cut: 1200 for nothing gives 0.2.
 */
static void little_money_tells_little(void **state)
{
	struct boa_control *control = control_of(&plain);

	(void)state;
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER, 60, 30);
	assert_near(pace_of(control, 0).phi, 0.75, 1e-9);
	charge(control, DECEMBER, 1260, 30);
	assert_near(pace_of(control, 0).phi, 0.2, 1e-9);
	boa_control_free(control);
}

/* One window later what was weighs 1/e: (100/e + 200) / (200/e + 200). */
static void old_money_fades(void **state)
{
	struct boa_control *control = control_of(&plain);
	double e = exp(1), w = 1 - 1 / e;

	(void)state;
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER, 2000, 1000);
	assert_near(pace_of(control, 0).phi, 0.5, 1e-9);
	charge(control, DECEMBER + DAY, 4000, 3000);
	assert_near(pace_of(control, 0).phi,
		    (1000 / e + 2000 * w) / (2000 / e + 2000 * w), 1e-9);
	boa_control_free(control);
}

/* Two idle weeks: a week of the budget is kept, 6720, and no more. */
static void what_is_left_is_kept_for_a_while(void **state)
{
	struct boa_control_rules rules = plain;
	struct boa_control *control = control_of(&rules);

	(void)state;
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER + 14 * DAY, 0, 0);
	assert_near(pace_of(control, 0).carry, 6720, 1e-6);
	assert_near(pace_of(control, 0).b_solve, 80, 1e-9);
	charge(control, DECEMBER + 14 * DAY, 20000, 20000);
	assert_near(pace_of(control, 0).carry, -6720, 1e-6);
	boa_control_free(control);
	rules.hard = true;
	control = control_of(&rules);
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER, 20000, 20000);
	assert_near(pace_of(control, 0).carry, -20000, 1e-6);
	boa_control_free(control);
}

/* Hard steers for 1/16 of a day's budget, 60: 40 - 60/24 = 37.5. */
static void hard_keeps_a_little_in_hand(void **state)
{
	struct boa_control_rules rules = plain;
	struct boa_control *control;

	(void)state;
	rules.hard = true;
	control = control_of(&rules);
	charge(control, DECEMBER, 0, 0);
	assert_near(pace_of(control, 0).b_solve, 37.5, 1e-9);
	charge(control, DECEMBER + 10 * HOUR, 340, 340);
	assert_near(pace_of(control, 0).b_solve, 40, 1e-9);
	boa_control_free(control);
}

/* --- limits ------------------------------------------------------------ */

static struct boa_limit limit_of(const struct boa_control *control)
{
	struct boa_limit limit;

	boa_control_limit(control, 0, &limit);
	return limit;
}

/*
 * 40 per hour, hard; after 10 h 410 are spent: -10, and 960 come in a day. By
 * the week it is only the end that counts: 2 h before it, at -90 of 80 to come.
 */
static void what_is_overdrawn_depends_on_the_period(void **state)
{
	struct boa_control_rules rules = plain;
	struct boa_control *control;
	struct boa_limit limit;

	(void)state;
	rules.hard = true;
	control = control_of(&rules);
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER + 10 * HOUR, 410, 410);
	limit = limit_of(control);
	assert_true(limit.overdrawn);
	assert_near(limit.funds, 950, 1e-9);
	assert_near(limit.span_h, 24, 0);
	rules.period = BOA_PERIOD_WEEK;
	assert_int_equal(boa_control_set(control, &rules, NULL), 0);
	charge(control, DECEMBER + 10 * HOUR, 410, 410);
	assert_false(limit_of(control).overdrawn);
	charge(control, DECEMBER + 6 * DAY - 2 * HOUR, 410 + 90 + 132 * 40,
	       410 + 90 + 132 * 40);
	limit = limit_of(control);
	assert_true(limit.overdrawn);
	assert_near(limit.funds, -20, 1e-6);
	assert_near(limit.span_h, 2, 1e-9);
	boa_control_free(control);
}

/* --- months ----------------------------------------------------------- */

/*
 * 7440 a month, 10 per hour of December. After 10 days 2000 of 2400 are spent:
 * 5440 for 504 hours. At 2000/240 per hour of late 6200 by the end.
 */
static void a_month_is_the_same_law_with_its_rest(void **state)
{
	struct boa_control_rules rules = plain;
	struct boa_control *control;
	struct boa_pace pace;

	(void)state;
	rules.whole = (struct boa_grant){ .per_month = 7440 };
	rules.period = BOA_PERIOD_MONTH;
	control = control_of(&rules);
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER + 10 * DAY, 2000, 2000);
	pace = pace_of(control, 0);
	assert_near(pace.b, 10, 1e-6);
	assert_near(pace.granted, 2400, 1e-6);
	assert_near(pace.whole, 7440, 1e-6);
	assert_near(pace.b_solve, 5440.0 / 504, 1e-6);
	assert_near(pace.end_s, JANUARY, 0);
	assert_near(pace.forecast, 6200, 1e-6);
	assert_true(isinf(pace.dry_s));
	/* 2000 more: 3440 left, at (4000 spread and 2000 at once) of late */
	charge(control, DECEMBER + 10 * DAY, 4000, 4000);
	pace = pace_of(control, 0);
	assert_near(pace.b_solve, 3440.0 / 504, 1e-6);
	assert_true(pace.forecast > 7440);
	assert_near(pace.dry_s, DECEMBER + 10 * DAY + 3440 / pace.recent * HOUR,
		    1e-3);
	/* the last hour: no one chases; 130 left, H is 24 h */
	charge(control, JANUARY - HOUR, 7310, 7310);
	assert_near(pace_of(control, 0).b_solve, 10 + 120.0 / 24, 1e-6);
	boa_control_free(control);
}

/*
 * 744 a month, 1 per hour. From an hour before midnight to two hours after it 6
 * are spent: 4 of them in January, which has 2 of its own by then.
 */
static void nothing_passes_into_the_next_month(void **state)
{
	struct boa_control_rules rules = plain;
	struct boa_control *control;
	struct boa_pace pace;

	(void)state;
	rules.whole = (struct boa_grant){ .per_month = 744 };
	rules.period = BOA_PERIOD_MONTH;
	control = control_of(&rules);
	charge(control, JANUARY - 30 * DAY, 0, 0);
	pace = pace_of(control, 0);
	/* the books began a day late: that day's grant is not there */
	assert_near(pace.whole, 720, 1e-6);
	charge(control, JANUARY - HOUR, 100, 100);
	assert_near(pace_of(control, 0).granted, 719, 1e-6);
	charge(control, JANUARY + 2 * HOUR, 106, 106);
	pace = pace_of(control, 0);
	assert_near(pace.start_s, JANUARY, 0);
	assert_near(pace.granted, 2, 1e-6);
	assert_near(pace.spent, 4, 1e-6);
	assert_near(pace.whole, 744, 1e-6);
	boa_control_free(control);
}

/* --- clocks ----------------------------------------------------------- */

/* An hour forth and back grants one hour, and that only once. */
static void a_step_of_the_clock_grants_nothing_twice(void **state)
{
	struct boa_control *control = control_of(&plain);

	(void)state;
	charge(control, DECEMBER, 0, 0);
	charge(control, DECEMBER + HOUR, 10, 10);
	charge(control, DECEMBER + 10, 11, 11);
	charge(control, DECEMBER + HOUR, 12, 12);
	assert_near(pace_of(control, 0).granted, 40, 1e-9);
	assert_near(pace_of(control, 0).spent, 12, 1e-9);
	charge(control, NAN, 500, 500);
	charge(control, -3, 500, 500);
	assert_near(pace_of(control, 0).spent, 12, 1e-9);
	boa_control_free(control);
}

/* --- accounts --------------------------------------------------------- */

static const struct boa_control_account two[] = {
	{ .name = "vision", .share = 0.6 },
	{ .name = "audio", .grant.per_hour = 10 },
};

static struct boa_control_rules with_accounts(void)
{
	struct boa_control_rules rules = plain;

	rules.n_account = 2;
	rules.account = two;
	return rules;
}

static void charge_accounts(struct boa_control *control, double now_s,
			    double vision, double audio, double none,
			    double unowned)
{
	struct boa_control_spend spend[] = { { "vision", vision, vision },
					     { "audio", audio, audio },
					     { "", none, none } };
	struct boa_control_input input = { now_s, unowned, 3, spend };

	boa_control_charge(control, &input);
}

/*
 * 40 per hour: vision 24, audio 10. In 10 h vision spends 120, audio 120,
 * others 60, idle nodes 0; then an hour of idle nodes for 30, of which each
 * bears what it spent of late: two fifths, 12.
 */
static void each_account_has_a_carry_of_its_own(void **state)
{
	struct boa_control_rules rules = with_accounts();
	struct boa_control *control = control_of(&rules);
	struct boa_pace vision, audio;

	(void)state;
	charge_accounts(control, DECEMBER, 0, 0, 0, 0);
	charge_accounts(control, DECEMBER + 10 * HOUR, 120, 120, 60, 0);
	assert_int_equal(boa_control_n_purse(control), 3);
	audio = pace_of(control, 1);
	vision = pace_of(control, 2);
	assert_string_equal(audio.account, "audio");
	assert_string_equal(vision.account, "vision");
	assert_near(vision.carry, 120, 1e-9);
	assert_near(vision.b_solve, 24 + 120.0 / 24, 1e-9);
	assert_near(audio.carry, -20, 1e-9);
	assert_near(pace_of(control, 0).carry, 100, 1e-9);
	charge_accounts(control, DECEMBER + 11 * HOUR, 120, 120, 60, 30);
	assert_near(pace_of(control, 2).spent, 132, 1e-9);
	assert_near(pace_of(control, 1).spent, 132, 1e-9);
	assert_near(pace_of(control, 0).spent, 330, 1e-9);
	boa_control_free(control);
}

static void new_rules_keep_what_was_carried(void **state)
{
	struct boa_control_rules rules = with_accounts();
	struct boa_control *control = control_of(&rules);

	(void)state;
	charge_accounts(control, DECEMBER, 0, 0, 0, 0);
	charge_accounts(control, DECEMBER + 10 * HOUR, 120, 120, 0, 0);
	rules.whole.per_hour = 100;
	rules.n_account = 1; /* vision alone */
	assert_int_equal(boa_control_set(control, &rules, NULL), 0);
	assert_near(pace_of(control, 0).carry, 160, 1e-9);
	assert_near(pace_of(control, 0).b, 100, 1e-9);
	assert_near(pace_of(control, 1).carry, 120, 1e-9);
	/* audio comes again: with what it spends from then on */
	rules.n_account = 2;
	assert_int_equal(boa_control_set(control, &rules, NULL), 0);
	charge_accounts(control, DECEMBER + 11 * HOUR, 120, 125, 0, 0);
	assert_near(pace_of(control, 1).carry, 0, 1e-9);
	charge_accounts(control, DECEMBER + 12 * HOUR, 120, 128, 0, 0);
	assert_near(pace_of(control, 1).carry, 7, 1e-9);
	boa_control_free(control);
}

static void rules_out_of_range_change_nothing(void **state)
{
	static const struct boa_control_account twice[] = {
		{ .name = "a", .share = 0.1 },
		{ .name = "a", .share = 0.2 },
		{ .name = "b" },
	};
	struct boa_control *control = control_of(&plain);
	struct boa_control_rules rules = plain;
	struct boa_err err;

	(void)state;
	rules.whole.per_hour = NAN;
	assert_int_equal(boa_control_set(control, &rules, &err), BOA_EINVAL);
	rules = plain;
	rules.clamp = 0.5;
	assert_int_equal(boa_control_set(control, &rules, &err), BOA_EINVAL);
	rules = plain;
	rules.account = twice;
	rules.n_account = 2;
	assert_int_equal(boa_control_set(control, &rules, &err), BOA_EINVAL);
	assert_string_equal(err.text, "account a stands twice");
	rules.account = &twice[2];
	rules.n_account = 1;
	assert_int_equal(boa_control_set(control, &rules, &err), BOA_EINVAL);
	assert_int_equal(boa_control_n_purse(control), 1);
	assert_near(pace_of(control, 0).b, 40, 1e-9);
	boa_control_free(control);
}

/* --- boa.conf --------------------------------------------------------- */

static void assert_configured(const char *head, double b, double end_s,
			      double account_b)
{
	char text[512];
	struct boa_control *control = NULL;
	struct boa_conf conf;

	snprintf(text, sizeof(text),
		 "%s\nClassFile=/x\nGpuType=t4 GpusPerNode=4\n", head);
	assert_int_equal(boa_conf_parse(text, strlen(text), "boa.conf", &conf,
					NULL, NULL),
			 0);
	assert_int_equal(boa_control_new(&control, NULL), 0);
	assert_int_equal(boa_control_configure(control, &conf, NULL), 0);
	charge(control, DECEMBER, 0, 0);
	assert_near(pace_of(control, 0).b, b, 1e-6);
	assert_true(pace_of(control, 0).end_s == end_s);
	if (account_b > 0)
		assert_near(pace_of(control, 1).b, account_b, 1e-6);
	boa_control_free(control);
	boa_conf_free(&conf);
}

static void goes_by_boa_conf(void **state)
{
	(void)state;
	assert_configured("Budget=40GPU-h/h\nAccount=vision Share=0.6", 40,
			  INFINITY, 24);
	assert_configured("Budget=7440USD/month\nAccount=own Budget=3USD/hour",
			  10, JANUARY, 3);
	assert_configured("Budget=7440USD/month\nBudgetPeriod=none", 10,
			  INFINITY, 0);
	assert_configured("Budget=40\nBudgetPeriod=day", 40, DECEMBER + DAY, 0);
	assert_configured("Budget=40\nBudgetPeriod=week", 40,
			  DECEMBER + 6 * DAY, 0);
	assert_configured("Budget=40\nBudgetPeriod=month", 40, JANUARY, 0);
}

/* --- text ------------------------------------------------------------- */

static void the_state_reads_back_and_goes_on(void **state)
{
	struct boa_control_rules rules = with_accounts();
	struct boa_control *control = control_of(&rules), *back = NULL;
	char *text = NULL, *again = NULL;
	size_t i;

	(void)state;
	charge_accounts(control, DECEMBER, 0, 0, 0, 0);
	charge_accounts(control, DECEMBER + 10 * HOUR, 120, 121, 60, 7);
	assert_int_equal(boa_control_print(control, &text, NULL), 0);
	assert_int_equal(boa_control_parse(text, &back, NULL), 0);
	assert_int_equal(boa_control_print(back, &again, NULL), 0);
	assert_string_equal(again, text);
	assert_int_equal(boa_control_set(back, &rules, NULL), 0);
	charge_accounts(control, DECEMBER + 12 * HOUR, 140, 150, 70, 9);
	charge_accounts(back, DECEMBER + 12 * HOUR, 140, 150, 70, 9);
	for (i = 0; i < 3; i++) {
		assert_near(pace_of(back, i).carry, pace_of(control, i).carry,
			    0);
		assert_near(pace_of(back, i).b_solve,
			    pace_of(control, i).b_solve, 0);
	}
	free(text);
	free(again);
	boa_control_free(control);
	boa_control_free(back);
}

static void bad_text_is_refused(void **state)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "control 2 1 1 0\n", "line 1" },
		{ "control 1 1 1\n", "line 1" },
		{ "control 1 1 1 0 5\n", "line 1" },
		{ "control 1 - 1 0\n", "line 1" },
		{ "purse - 1 2 3 4 5 6 7 8 1\n", "line 1" },
		{ "control 1 1 1 0\npurse - 1 2 3 4 5 6 7 8\n", "line 2" },
		{ "control 1 1 1 0\npurse - 1 2 3 4 5 6 7 8 0\n", "line 2" },
		{ "control 1 1 1 0\npurse a 1 2 3 4 5 6 7 8 1\n", "line 2" },
		{ "control 1 1 1 0\npurse - 1 2 3 4 5 6 7 8 1\n"
		  "purse - 1 2 3 4 5 6 7 8 1\n",
		  "line 3" },
		{ "control 1 1 1 0\npurse - -1 2 3 4 5 6 7 8 1\n", "line 2" },
	};
	struct boa_control *control = NULL;
	struct boa_err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		assert_int_equal(boa_control_parse(bad[i].text, &control, &err),
				 BOA_EPARSE);
		assert_non_null(strstr(err.text, bad[i].says));
		assert_null(control);
	}
	/* of before there was one */
	assert_int_equal(boa_control_parse("", &control, &err), 0);
	assert_int_equal(boa_control_n_purse(control), 0);
	boa_control_free(control);
}

static int make_and_copy(const struct boa_control_rules *rules,
			 struct boa_control **control,
			 struct boa_control **back, char **text)
{
	int rc = boa_control_new(control, NULL);

	if (!rc)
		rc = boa_control_set(*control, rules, NULL);
	if (!rc)
		rc = boa_control_print(*control, text, NULL);
	if (!rc)
		rc = boa_control_parse(*text, back, NULL);
	return rc;
}

static void release(struct boa_control **control, struct boa_control **back,
		    char **text)
{
	boa_control_free(*control);
	boa_control_free(*back);
	free(*text);
	*control = *back = NULL;
	*text = NULL;
}

static void every_lack_of_memory_is_survived(void **state)
{
	struct boa_control_rules rules = with_accounts();
	struct boa_control *control = NULL, *back = NULL;
	char *text = NULL;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(make_and_copy(&rules, &control, &back, &text),
			release(&control, &back, &text), n);
	assert_true(n > 8);
	assert_int_equal(boa_control_n_purse(back), 3);
	release(&control, &back, &text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(periods_follow_the_calendar_in_utc),
		cmocka_unit_test(what_is_left_is_spent_over_the_horizon),
		cmocka_unit_test(an_overdraft_is_made_good_too),
		cmocka_unit_test(little_money_tells_little),
		cmocka_unit_test(old_money_fades),
		cmocka_unit_test(what_is_left_is_kept_for_a_while),
		cmocka_unit_test(hard_keeps_a_little_in_hand),
		cmocka_unit_test(what_is_overdrawn_depends_on_the_period),
		cmocka_unit_test(a_month_is_the_same_law_with_its_rest),
		cmocka_unit_test(nothing_passes_into_the_next_month),
		cmocka_unit_test(a_step_of_the_clock_grants_nothing_twice),
		cmocka_unit_test(each_account_has_a_carry_of_its_own),
		cmocka_unit_test(new_rules_keep_what_was_carried),
		cmocka_unit_test(rules_out_of_range_change_nothing),
		cmocka_unit_test(goes_by_boa_conf),
		cmocka_unit_test(the_state_reads_back_and_goes_on),
		cmocka_unit_test(bad_text_is_refused),
		cmocka_unit_test(every_lack_of_memory_is_survived),
	};

	return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
