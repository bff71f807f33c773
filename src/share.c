/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/share_impl.h"

/* Credits this near to each other are the same. */
#define TIE_UNITS  (BOA_CREDIT_UNIT / 1000000)
#define MOST_UNITS (BOA_CREDIT_MAX * BOA_CREDIT_UNIT)

static int no_memory(struct boa_err *err)
{
	boa_err_set(err, BOA_ENOMEM, "no memory for the share counters");
	return BOA_ENOMEM;
}

int boa_shares_new(struct boa_shares **shares, struct boa_err *err)
{
	struct boa_shares *made = calloc(1, sizeof(*made));

	if (!made)
		return no_memory(err);
	*shares = made;
	return 0;
}

static void free_group(struct boa_share_group *group)
{
	free(group->class);
	free(group->account);
	free(group->credit);
}

void boa_shares_free(struct boa_shares *shares)
{
	size_t i;

	if (!shares)
		return;
	for (i = 0; i < shares->n_group; i++)
		free_group(&shares->group[i]);
	free(shares->group);
	free(shares);
}

/* --- groups ----------------------------------------------------------- */

/* The place of CLASS and ACCOUNT among the groups; *FOUND: is it there? */
static size_t find(const struct boa_shares *shares, const char *class,
		   const char *account, bool *found)
{
	size_t least = 0, most = shares->n_group;

	*found = false;
	while (least < most) {
		size_t mid = least + (most - least) / 2;
		const struct boa_share_group *group = &shares->group[mid];
		int sign = strcmp(class, group->class);

		if (!sign)
			sign = strcmp(account, group->account);
		if (!sign)
			*found = true;
		if (sign <= 0)
			most = mid;
		else
			least = mid + 1;
	}
	return least;
}

static bool make_room(struct boa_shares *shares)
{
	size_t room = shares->room ? 2 * shares->room : 16;
	struct boa_share_group *group;

	if (shares->n_group < shares->room)
		return true;
	group = realloc(shares->group, room * sizeof(*group));
	if (!group)
		return false;
	shares->group = group;
	shares->room = room;
	return true;
}

struct boa_share_group *boa_shares_group(struct boa_shares *shares,
					 const char *class, const char *account)
{
	struct boa_share_group made = { 0 };
	bool found;
	size_t at = find(shares, class, account, &found);

	if (found)
		return &shares->group[at];
	made.class = strdup(class);
	made.account = strdup(account);
	if (!made.class || !made.account || !make_room(shares)) {
		free_group(&made);
		return NULL;
	}
	memmove(&shares->group[at + 1], &shares->group[at],
		(shares->n_group - at) * sizeof(made));
	shares->group[at] = made;
	shares->n_group++;
	return &shares->group[at];
}

static const struct boa_share_group *
look_up(const struct boa_shares *shares, const char *class, const char *account)
{
	bool found = false;
	size_t at = shares ? find(shares, class, account, &found) : 0;

	return found ? &shares->group[at] : NULL;
}

int boa_shares_copy(const struct boa_shares *shares, struct boa_shares **copy,
		    struct boa_err *err)
{
	struct boa_shares *made;
	size_t i;
	int rc = boa_shares_new(&made, err);

	if (rc)
		return rc;
	for (i = 0; i < shares->n_group; i++) {
		const struct boa_share_group *from = &shares->group[i];
		struct boa_share_group *to =
			boa_shares_group(made, from->class, from->account);

		if (to)
			to->credit =
				calloc(from->n_credit + 1, sizeof(*to->credit));
		if (!to || !to->credit) {
			boa_shares_free(made);
			return no_memory(err);
		}
		if (from->n_credit)
			memcpy(to->credit, from->credit,
			       from->n_credit * sizeof(*to->credit));
		to->n_credit = from->n_credit;
	}
	*copy = made;
	return 0;
}

/* --- credits ---------------------------------------------------------- */

/* FNV-1a, 64 bits (Fowler, Noll, Vo), over the plan's types and widths. */
static uint64_t key_of(const struct boa_plan *plan, size_t n_epoch)
{
	uint64_t key = UINT64_C(14695981039346656037);
	const char *at;
	unsigned shift;
	size_t j;

	for (j = 0; j < n_epoch; j++) {
		for (at = plan->gpu_type[j]; *at; at++)
			key = (key ^ (unsigned char)*at) *
			      UINT64_C(1099511628211);
		for (shift = 0; shift < 32; shift += 8)
			key = (key ^ (plan->gpus[j] >> shift & 0xff)) *
			      UINT64_C(1099511628211);
	}
	return key;
}

static int64_t credit_of(const struct boa_share_group *group, uint64_t key)
{
	size_t i;

	for (i = 0; group && i < group->n_credit; i++)
		if (group->credit[i].key == key)
			return group->credit[i].units;
	return 0;
}

static int64_t share_units(const struct boa_plan *plan)
{
	return (int64_t)(plan->share * (double)BOA_CREDIT_UNIT + 0.5);
}

ptrdiff_t boa_shares_pick(const struct boa_shares *shares,
			  const struct boa_table_class *class,
			  const char *account, const bool *allowed)
{
	const struct boa_share_group *group =
		look_up(shares, class->name, account ? account : "");
	ptrdiff_t best = -1, alternate = -1;
	int64_t most = 0;
	size_t q;

	for (q = 0; q < class->n_plan; q++) {
		const struct boa_plan *plan = &class->plan[q];
		int64_t units = share_units(plan);

		if (allowed && !allowed[q])
			continue;
		if (units <= 0) {
			if (alternate < 0)
				alternate = (ptrdiff_t)q;
			continue;
		}
		units += credit_of(group, key_of(plan, class->n_epoch));
		if (best < 0 || units > most + TIE_UNITS) {
			best = (ptrdiff_t)q;
			most = units;
		}
	}
	return best < 0 ? alternate : best;
}

static int64_t clamp(int64_t units)
{
	if (units > MOST_UNITS)
		return MOST_UNITS;
	return units < -MOST_UNITS ? -MOST_UNITS : units;
}

int boa_shares_count(struct boa_shares *shares,
		     const struct boa_table_class *class, const char *account,
		     size_t plan, struct boa_err *err)
{
	struct boa_share_group *group;
	struct boa_credit *credit;
	size_t n = 0, q;

	if (share_units(&class->plan[plan]) <= 0)
		return 0;
	credit = calloc(class->n_plan, sizeof(*credit));
	if (!credit)
		return no_memory(err);
	group = boa_shares_group(shares, class->name, account ? account : "");
	if (!group) {
		free(credit);
		return no_memory(err);
	}
	for (q = 0; q < class->n_plan; q++) {
		int64_t units = share_units(&class->plan[q]);
		uint64_t key;

		if (units <= 0)
			continue;
		key = key_of(&class->plan[q], class->n_epoch);
		units += credit_of(group, key);
		if (q == plan)
			units -= BOA_CREDIT_UNIT;
		credit[n++] = (struct boa_credit){ key, clamp(units) };
	}
	free(group->credit);
	group->credit = credit;
	group->n_credit = n;
	return 0;
}

double boa_shares_credit(const struct boa_shares *shares,
			 const struct boa_table_class *class,
			 const char *account, size_t plan)
{
	const struct boa_share_group *group =
		look_up(shares, class->name, account ? account : "");
	uint64_t key = key_of(&class->plan[plan], class->n_epoch);

	return (double)credit_of(group, key) / (double)BOA_CREDIT_UNIT;
}
