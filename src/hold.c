/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/hold.h"

#define MARGIN 1.5 /* what is bound may take so much longer than planned */

#define SLACK 1e-9 /* of MaxRate, for sums that do not come out even */

/* A purse, or MaxRate, with which somebody waits: nobody may pass. */
struct purse_round {
	const struct boa_limit *limit;
	double bound; /* money, as it will be billed */
	bool closed;
	enum boa_hold why; /* when closed */
};

struct boa_limiter {
	const struct boa_limits *limits;
	double rate_per_hour; /* rented, and promised beyond that */
	bool rate_closed;
	size_t n_type;
	struct boa_hold_type *type; /* [n_type], less what is promised */
	struct purse_round *purse;  /* [n_purse] */
};

static const char *const texts[] = {
#define BOA_HOLD_TEXT(name, text) text,
	BOA_HOLD_MAP(BOA_HOLD_TEXT)
#undef BOA_HOLD_TEXT
};

const char *boa_hold_text(enum boa_hold hold)
{
	return texts[hold];
}

double boa_demand_left_h(double plan_h, double age_h)
{
	return fmax(plan_h - age_h, age_h / 2);
}

/* --- a round ---------------------------------------------------------- */

int boa_limiter_new(const struct boa_limits *limits, double rate_per_hour,
		    size_t n_type, const struct boa_hold_type *type,
		    struct boa_limiter **limiter, struct boa_err *err)
{
	struct boa_limiter *made = calloc(1, sizeof(*made));
	size_t i;

	if (made) {
		made->type = calloc(n_type + 1, sizeof(*made->type));
		made->purse = calloc(limits->n_purse + 1, sizeof(*made->purse));
	}
	if (!made || !made->type || !made->purse) {
		boa_limiter_free(made);
		return boa_err_set(err, BOA_ENOMEM, "no memory for holds");
	}
	made->limits = limits;
	made->rate_per_hour = rate_per_hour;
	made->n_type = n_type;
	for (i = 0; i < n_type; i++)
		made->type[i] = type[i];
	for (i = 0; i < limits->n_purse; i++)
		made->purse[i].limit = &limits->purse[i];
	*limiter = made;
	return 0;
}

void boa_limiter_free(struct boa_limiter *limiter)
{
	if (!limiter)
		return;
	free(limiter->type);
	free(limiter->purse);
	free(limiter);
}

/* --- purses ----------------------------------------------------------- */

static int by_account(const void *key, const void *item)
{
	const struct purse_round *purse = item;

	return strcmp(key, purse->limit->account);
}

/* The purse of ACCOUNT, or NULL: it has none of its own. */
static struct purse_round *find(struct boa_limiter *limiter,
				const char *account)
{
	if (limiter->limits->n_purse < 2 || !*account)
		return NULL;
	return bsearch(account, limiter->purse, limiter->limits->n_purse,
		       sizeof(*limiter->purse), by_account);
}

/* What DEMAND will be billed within the span of LIMIT. */
static double bound_by(const struct boa_demand *demand,
		       const struct boa_limit *limit)
{
	return demand->rate_per_hour *
	       fmin(MARGIN * demand->left_h, limit->span_h) / limit->phi;
}

static void bind(struct purse_round *purse, const struct boa_demand *demand)
{
	if (purse)
		purse->bound += bound_by(demand, purse->limit);
}

/* Has PURSE the money for DEMAND? */
static enum boa_hold ask_purse(struct purse_round *purse,
			       const struct boa_demand *demand,
			       enum boa_hold overdrawn, enum boa_hold bound)
{
	const struct boa_limit *limit = purse->limit;

	if (!purse->closed && limit->overdrawn) {
		purse->closed = true;
		purse->why = overdrawn;
	} else if (!purse->closed &&
		   purse->bound + bound_by(demand, limit) > limit->funds) {
		purse->closed = true;
		purse->why = bound;
	}
	return purse->closed ? purse->why : BOA_HOLD_NONE;
}

/* --- rate ------------------------------------------------------------- */

/* GPUs of the nodes that GPUS of TYPE stand on. */
static unsigned whole_nodes(const struct boa_hold_type *type, unsigned gpus)
{
	unsigned per_node = type->gpus_per_node;

	return (gpus + per_node - 1) / per_node * per_node;
}

/*
 * Promise GPUS of TYPE: what is free first, then new nodes. Returns what that
 * adds to the rate.
 */
static double promise(struct boa_hold_type *type, unsigned gpus)
{
	unsigned per_node = type->gpus_per_node, use, from;

	if (gpus < per_node && type->free_part >= gpus) {
		type->free_part -= gpus;
		return 0;
	}
	use = whole_nodes(type, gpus);
	from = use < type->free_whole ? use : type->free_whole;
	type->free_whole -= from;
	if (gpus < per_node)
		type->free_part += per_node - gpus;
	return type->price_per_gpu_h * (use - from);
}

static double alone(const struct boa_hold_type *type, unsigned gpus)
{
	return type->price_per_gpu_h * whole_nodes(type, gpus);
}

static bool is_above(const struct boa_limiter *limiter, double rate_per_hour)
{
	return rate_per_hour > limiter->limits->max_rate_per_hour * (1 + SLACK);
}

/* Is there room below MaxRate for DEMAND? Takes it if there is. */
static enum boa_hold ask_rate(struct boa_limiter *limiter,
			      const struct boa_demand *demand)
{
	struct boa_hold_type *type = &limiter->type[demand->type], was = *type;
	double more;

	if (is_above(limiter, alone(type, demand->most_gpus)))
		return BOA_HOLD_RATE_ALONE;
	if (limiter->rate_closed)
		return BOA_HOLD_RATE;
	more = promise(type, demand->most_gpus);
	if (is_above(limiter, limiter->rate_per_hour + more)) {
		limiter->rate_closed = true;
		*type = was;
		return BOA_HOLD_RATE;
	}
	limiter->rate_per_hour += more;
	return BOA_HOLD_NONE;
}

/* --- jobs ------------------------------------------------------------- */

void boa_limiter_add(struct boa_limiter *limiter,
		     const struct boa_demand *demand)
{
	if (limiter->limits->n_purse)
		bind(&limiter->purse[BOA_PURSE_WHOLE], demand);
	bind(find(limiter, demand->account), demand);
	if (demand->type >= limiter->n_type)
		return;
	if (demand->held_per_hour > 0)
		limiter->rate_per_hour +=
			fmax(0, alone(&limiter->type[demand->type],
				      demand->most_gpus) -
					demand->held_per_hour);
	else
		limiter->rate_per_hour += promise(&limiter->type[demand->type],
						  demand->most_gpus);
}

enum boa_hold boa_limiter_ask(struct boa_limiter *limiter,
			      const struct boa_demand *demand)
{
	struct purse_round *own = find(limiter, demand->account);
	struct purse_round *whole = limiter->purse;
	bool has_type = demand->type < limiter->n_type;
	enum boa_hold hold = BOA_HOLD_NONE;

	if (own)
		hold = ask_purse(own, demand, BOA_HOLD_ACCOUNT_OVERDRAWN,
				 BOA_HOLD_ACCOUNT_BOUND);
	if (!hold && limiter->limits->n_purse)
		hold = ask_purse(whole, demand, BOA_HOLD_OVERDRAWN,
				 BOA_HOLD_BOUND);
	if (!hold && has_type)
		hold = ask_rate(limiter, demand);
	if (hold)
		return hold;
	if (limiter->limits->n_purse)
		bind(whole, demand);
	bind(own, demand);
	return BOA_HOLD_NONE;
}
