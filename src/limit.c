/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "src/limit.h"

#define MARGIN 1.5 /* what is bound may take so much longer than planned */

#define SLACK 1e-9 /* of MaxRate, for sums that do not come out even */

/* A purse, or MaxRate, with which somebody waits: nobody may pass. */
struct purse_round {
	const struct boa_limit *limit;
	double bound; /* money, as it will be billed */
	bool closed;
	enum boa_wait why; /* when closed */
};

struct boa_limiter {
	const struct boa_limits *limits;
	double rate_per_hour; /* rented, and promised beyond that */
	bool rate_closed;
	size_t n_type;
	struct boa_limit_type *type; /* [n_type], less what is promised */
	struct purse_round *purse;   /* [n_purse] */
};

static const char *const texts[] = {
#define BOA_WAIT_TEXT(name, text) text,
	BOA_WAIT_MAP(BOA_WAIT_TEXT)
#undef BOA_WAIT_TEXT
};

const char *boa_wait_text(enum boa_wait hold)
{
	return texts[hold];
}

double boa_limit_left_h(double plan_h, double age_h)
{
	return fmax(plan_h - age_h, age_h / 2);
}

/* --- a round ---------------------------------------------------------- */

int boa_limiter_new(const struct boa_limits *limits, double rate_per_hour,
		    size_t n_type, const struct boa_limit_type *type,
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
static double bound_by(const struct boa_limit_job *job,
		       const struct boa_limit *limit)
{
	return job->rate_per_hour * fmin(MARGIN * job->left_h, limit->span_h) /
	       limit->phi;
}

static void bind(struct purse_round *purse, const struct boa_limit_job *job)
{
	if (purse)
		purse->bound += bound_by(job, purse->limit);
}

/* Has PURSE the money for DEMAND? */
static enum boa_wait ask_purse(struct purse_round *purse,
			       const struct boa_limit_job *job,
			       enum boa_wait overdrawn, enum boa_wait bound)
{
	const struct boa_limit *limit = purse->limit;

	if (!purse->closed && limit->overdrawn) {
		purse->closed = true;
		purse->why = overdrawn;
	} else if (!purse->closed &&
		   purse->bound + bound_by(job, limit) > limit->funds) {
		purse->closed = true;
		purse->why = bound;
	}
	return purse->closed ? purse->why : BOA_WAIT_NONE;
}

/* --- rate ------------------------------------------------------------- */

/* GPUs of the nodes that GPUS of TYPE stand on. */
static unsigned whole_nodes(const struct boa_limit_type *type, unsigned gpus)
{
	unsigned per_node = type->gpus_per_node;

	return (gpus + per_node - 1) / per_node * per_node;
}

/*
 * Promise GPUS of TYPE: what is free first, then new nodes. Returns what that
 * adds to the rate.
 */
static double promise(struct boa_limit_type *type, unsigned gpus)
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

static double alone(const struct boa_limit_type *type, unsigned gpus)
{
	return type->price_per_gpu_h * whole_nodes(type, gpus);
}

static bool is_above(const struct boa_limiter *limiter, double rate_per_hour)
{
	return rate_per_hour > limiter->limits->max_rate_per_hour * (1 + SLACK);
}

/*
 * What TYPE is rented more when JOB starts (unless it holds its GPUs) and grows
 * to its widest. Whole nodes grow by nodes; of a job on a part of one it cannot
 * be said who will have taken the rest by then.
 */
static double promise_all(struct boa_limit_type *type,
			  const struct boa_limit_job *job)
{
	double more = job->holds ? 0 : promise(type, job->gpus);

	if (job->most_gpus > job->gpus)
		more += alone(type, job->most_gpus);
	if (job->most_gpus > job->gpus && job->gpus >= type->gpus_per_node)
		more -= alone(type, job->gpus);
	return more;
}

/* Is there room below MaxRate for JOB? Takes it if there is. */
static enum boa_wait ask_rate(struct boa_limiter *limiter,
			      const struct boa_limit_job *job)
{
	struct boa_limit_type *type = &limiter->type[job->type], was = *type;
	struct boa_limit_type none = { type->price_per_gpu_h,
				       type->gpus_per_node, 0, 0 };
	double more;

	if (is_above(limiter, promise_all(&none, job)))
		return BOA_WAIT_RATE_ALONE;
	if (limiter->rate_closed)
		return BOA_WAIT_RATE;
	more = promise_all(type, job);
	if (is_above(limiter, limiter->rate_per_hour + more)) {
		limiter->rate_closed = true;
		*type = was;
		return BOA_WAIT_RATE;
	}
	limiter->rate_per_hour += more;
	return BOA_WAIT_NONE;
}

/* --- jobs ------------------------------------------------------------- */

void boa_limiter_add(struct boa_limiter *limiter,
		     const struct boa_limit_job *job)
{
	if (limiter->limits->n_purse)
		bind(&limiter->purse[BOA_PURSE_WHOLE], job);
	bind(find(limiter, job->account), job);
	if (job->type >= limiter->n_type)
		return;
	limiter->rate_per_hour += promise_all(&limiter->type[job->type], job);
}

enum boa_wait boa_limiter_ask(struct boa_limiter *limiter,
			      const struct boa_limit_job *job)
{
	struct purse_round *own = find(limiter, job->account);
	struct purse_round *whole = limiter->purse;
	bool has_type = job->type < limiter->n_type;
	enum boa_wait hold = BOA_WAIT_NONE;

	if (own)
		hold = ask_purse(own, job, BOA_WAIT_ACCOUNT_OVERDRAWN,
				 BOA_WAIT_ACCOUNT_BOUND);
	if (!hold && limiter->limits->n_purse)
		hold = ask_purse(whole, job, BOA_WAIT_OVERDRAWN,
				 BOA_WAIT_BOUND);
	if (!hold && has_type)
		hold = ask_rate(limiter, job);
	if (hold)
		return hold;
	if (limiter->limits->n_purse)
		bind(whole, job);
	bind(own, job);
	return BOA_WAIT_NONE;
}
