/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/generate.h"
#include "sim/rng.h"

#define ASKED_MAX 16 /* GPUs that a user would ask for, at most */

/* --- the modulated process -------------------------------------------- */

double boa_generate_scv(const double rate[2], const double leave[2])
{
	double apart = rate[1] - rate[0];
	double leaves = leave[0] + leave[1];
	double mixed =
		rate[0] * rate[1] + rate[1] * leave[0] + rate[0] * leave[1];

	return 1.0 + 2.0 * leave[0] * leave[1] * apart * apart /
			     (leaves * leaves * mixed);
}

/* Rates APART from each other around MEAN with PART of the time high. */
static void spread(double mean, double part, double apart, double rate[2])
{
	rate[0] = fmax(mean - part * apart, 0.0);
	rate[1] = mean + (1.0 - part) * apart;
}

int boa_generate_phases(const struct boa_generate_options *options,
			double rate_per_s, double rate[2], double leave[2],
			struct boa_err *err)
{
	double part = options->burst_part;
	double low = 0.0;
	double high = rate_per_s / part;

	leave[1] = 1.0 / options->burst_s;
	leave[0] = leave[1] * part / (1.0 - part);
	spread(rate_per_s, part, high, rate);
	if (options->scv > boa_generate_scv(rate, leave))
		return boa_err_set(err, BOA_ERANGE,
				   "scv is %g, expected at most %g with bursts "
				   "of %g s that take up %g of the time",
				   options->scv, boa_generate_scv(rate, leave),
				   options->burst_s, part);
	for (int i = 0; i < 100; i++) {
		double mid = 0.5 * (low + high);

		spread(rate_per_s, part, mid, rate);
		if (boa_generate_scv(rate, leave) < options->scv)
			low = mid;
		else
			high = mid;
	}
	spread(rate_per_s, part, low, rate);
	return 0;
}

/* --- random work ------------------------------------------------------ */

static double normal(struct boa_rng *rng)
{
	double r = sqrt(-2.0 * log1p(-boa_rng_unit(rng)));

	return r * cos(6.283185307179586 * boa_rng_unit(rng));
}

/* Gamma of SHAPE and mean SHAPE [Marsaglia and Tsang, TOMS 2000]. */
static double gamma_of(struct boa_rng *rng, double shape)
{
	double boost = 1.0;
	double d, c;

	if (shape < 1.0) {
		boost = pow(1.0 - boa_rng_unit(rng), 1.0 / shape);
		shape += 1.0;
	}
	d = shape - 1.0 / 3.0;
	c = 1.0 / sqrt(9.0 * d);
	for (;;) {
		double x = normal(rng);
		double v = 1.0 + c * x;
		double u = 1.0 - boa_rng_unit(rng);

		v = v * v * v;
		if (v > 0.0 && log(u) < 0.5 * x * x + d - d * v + d * log(v))
			return boost * d * v;
	}
}

/* --- the source ------------------------------------------------------- */

struct generator {
	struct boa_generate_options options;
	double rate[2];
	double leave[2];
	double *weight; /* [n_class], of the mix now */
	double sum;
	double rate_gain; /* by drift */
	int phase;
	double now_s;
	double half_s; /* when the mix drifts; INFINITY: it has or never will */
	uint64_t half_n;
	uint64_t n;
	struct boa_rng when;
	struct boa_rng what;
};

static void drift(struct generator *me)
{
	double *weight = &me->weight[me->options.drift_class];
	double before = me->sum;

	me->sum += *weight * (me->options.drift_factor - 1.0);
	*weight *= me->options.drift_factor;
	me->rate_gain = me->sum / before;
	me->half_s = INFINITY;
	me->half_n = UINT64_MAX;
}

static void pass(struct generator *me)
{
	for (;;) {
		double rate = me->rate_gain * me->rate[me->phase];
		double leave =
			me->options.scv > 1.0 ? me->leave[me->phase] : 0.0;

		me->now_s +=
			boa_rng_exponential(&me->when, 1.0 / (rate + leave));
		if (boa_rng_unit(&me->when) * (rate + leave) < rate)
			return;
		me->phase = !me->phase;
	}
}

static unsigned ask(struct generator *me, size_t class)
{
	const struct boa_class *of = &me->options.set->class[class];
	const struct boa_grid *grid = of->grid;
	size_t n = 1;

	while (!grid->n_width)
		grid++;
	while (n < grid->n_width && grid->gpus[n] <= ASKED_MAX)
		n++;
	return grid->gpus[boa_rng_below(&me->what, (uint32_t)n)];
}

static size_t pick(struct generator *me)
{
	double at = boa_rng_unit(&me->what) * me->sum;
	size_t last = 0;

	for (size_t i = 0; i < me->options.set->n_class; i++) {
		if (!(me->weight[i] > 0.0))
			continue;
		last = i;
		at -= me->weight[i];
		if (at < 0.0)
			break;
	}
	return last;
}

static int next(void *state, struct boa_arrival *arrival, bool *more,
		struct boa_err *err)
{
	struct generator *me = state;
	double scv = me->options.work_scv;

	(void)err;
	pass(me);
	if (me->now_s >= me->half_s || me->n >= me->half_n)
		drift(me);
	*more = (!me->options.n_job || me->n < me->options.n_job) &&
		(!(me->options.hours > 0.0) ||
		 me->now_s <= 3600.0 * me->options.hours);
	if (!*more)
		return 0;
	me->n++;
	arrival->submit_s = me->now_s;
	arrival->class = pick(me);
	arrival->scale = scv > 0.0 ? scv * gamma_of(&me->what, 1.0 / scv) : 1.0;
	arrival->asked_gpus = ask(me, arrival->class);
	return 0;
}

static void release(void *state)
{
	struct generator *me = state;

	free(me->weight);
	free(me);
}

static int check(const struct boa_generate_options *options,
		 struct boa_err *err)
{
	if (!options->n_job && !(options->hours > 0.0))
		return boa_err_set(err, BOA_ERANGE,
				   "neither a number of jobs nor of hours is "
				   "given");
	if (!(options->scv >= 1.0) || !(options->burst_s > 0.0) ||
	    !(options->burst_part > 0.0 && options->burst_part < 1.0) ||
	    !(options->rate_factor > 0.0) || !(options->drift_factor > 0.0) ||
	    !(options->work_scv >= 0.0))
		return boa_err_set(err, BOA_ERANGE,
				   "scv must be >= 1, burst and rate above 0, "
				   "the part of bursts within (0, 1)");
	return 0;
}

static int begin(struct generator *me, struct boa_err *err)
{
	const struct boa_generate_options *options = &me->options;
	double mean;

	for (size_t i = 0; i < options->set->n_class; i++) {
		me->weight[i] = options->set->class[i].arrival_rate_per_hour;
		me->sum += me->weight[i];
	}
	mean = me->sum * options->rate_factor / 3600.0;
	me->rate_gain = 1.0;
	me->half_s = INFINITY;
	me->half_n = UINT64_MAX;
	if (options->drift_factor != 1.0 && options->hours > 0.0)
		me->half_s = 1800.0 * options->hours;
	else if (options->drift_factor != 1.0)
		me->half_n = options->n_job / 2;
	boa_rng_seed(&me->when, options->seed, 1);
	boa_rng_seed(&me->what, options->seed, 2);
	me->rate[0] = me->rate[1] = mean;
	if (options->scv <= 1.0)
		return 0;
	me->phase = boa_rng_unit(&me->when) < options->burst_part;
	return boa_generate_phases(options, mean, me->rate, me->leave, err);
}

int boa_generate_open(const struct boa_generate_options *options,
		      struct boa_source *source, struct boa_err *err)
{
	struct generator *made;
	int rc = check(options, err);

	if (rc)
		return rc;
	made = calloc(1, sizeof(*made));
	if (made) {
		made->options = *options;
		made->weight =
			calloc(options->set->n_class, sizeof(*made->weight));
	}
	if (!made || !made->weight) {
		free(made);
		return boa_err_set(err, BOA_ENOMEM, "no memory to generate");
	}
	rc = begin(made, err);
	if (rc) {
		release(made);
		return rc;
	}
	*source = (struct boa_source){ next, release, made };
	return 0;
}
