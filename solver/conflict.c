/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "solver/conflict.h"
#include "solver/master.h"

#define TESTS_MAX 2000

static size_t count(const bool *member, size_t n)
{
	size_t members = 0;

	for (size_t r = 0; r < n; r++)
		members += member[r];
	return members;
}

/* Drop from MEMBER, one after another, what is not needed to conflict. */
static int thin_out(struct boa_pool *pool, double limit_s, bool *member,
		    struct boa_err *err)
{
	int rc = 0;

	for (size_t r = pool->rows->n; !rc && r-- > 0;) {
		bool feasible = false;

		member[r] = false;
		rc = boa_master_is_feasible(pool, member, limit_s, &feasible,
					    err);
		member[r] = feasible;
	}
	return rc;
}

/* The next subset of N rows with SIZE members, in the order of ROW. */
static bool next_subset(size_t *row, size_t size, size_t n)
{
	size_t k = size;

	while (k > 0 && row[k - 1] == n - size + k - 1)
		k--;
	if (!k)
		return false;
	row[k - 1]++;
	for (; k < size; k++)
		row[k] = row[k - 1] + 1;
	return true;
}

/* A search through all subsets below a size. */
struct hunt {
	struct boa_pool *pool;
	double limit_s;
	size_t *row; /* [n] */
	bool *trial; /* [n] */
	size_t n_test;
	bool found;
};

static int try_size(struct hunt *hunt, size_t size, struct boa_err *err)
{
	size_t n = hunt->pool->rows->n;
	int rc = 0;

	for (size_t k = 0; k < size; k++)
		hunt->row[k] = k;
	do {
		bool feasible = true;

		memset(hunt->trial, 0, n * sizeof(*hunt->trial));
		for (size_t k = 0; k < size; k++)
			hunt->trial[hunt->row[k]] = true;
		rc = boa_master_is_feasible(hunt->pool, hunt->trial,
					    hunt->limit_s, &feasible, err);
		hunt->found = !feasible;
	} while (!rc && !hunt->found && ++hunt->n_test < TESTS_MAX &&
		 next_subset(hunt->row, size, n));
	return rc;
}

int boa_conflict_find(struct boa_pool *pool, double limit_s, bool *member,
		      struct boa_err *err)
{
	size_t n = pool->rows->n, least;
	struct hunt hunt = {
		.pool = pool,
		.limit_s = limit_s,
		.row = calloc(n, sizeof(*hunt.row)),
		.trial = calloc(n, sizeof(*hunt.trial)),
	};
	int rc = 0;

	if (!hunt.row || !hunt.trial) {
		rc = boa_err_set(err, BOA_ENOMEM, "%zu limits", n);
		goto out;
	}
	for (size_t r = 0; r < n; r++)
		member[r] = true;
	rc = thin_out(pool, limit_s, member, err);
	least = count(member, n);
	for (size_t size = 1; !rc && !hunt.found && size < least; size++)
		rc = try_size(&hunt, size, err);
	if (!rc && hunt.found)
		memcpy(member, hunt.trial, n * sizeof(*member));
out:
	free(hunt.row);
	free(hunt.trial);
	return rc;
}
