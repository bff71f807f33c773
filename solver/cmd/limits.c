/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/cmd/limits.h"

static const char *option_name(enum boa_row_kind kind)
{
	switch (kind) {
	case BOA_ROW_TYPE:
		return "--cap";
	case BOA_ROW_JCT:
		return "--max-jct";
	case BOA_ROW_ACCOUNT:
	case BOA_ROW_BUDGET:
		break;
	}
	return "--account";
}

static int refuse(const struct widths_limit_text *from, const char *expected,
		  struct boa_err *err)
{
	return boa_err_set(err, BOA_ERANGE, "%s: %s, expected %s",
			   option_name(from->kind), from->text, expected);
}

/* NAME=NUMBER: the number above 0, and the bytes of the name. */
static int split(const struct widths_limit_text *from, size_t *name_len,
		 double *number, struct boa_err *err)
{
	const char *equal = strrchr(from->text, '=');
	char *end;

	if (!equal || equal == from->text)
		return refuse(from, "NAME=NUMBER", err);
	*number = strtod(equal + 1, &end);
	if (end == equal + 1 || *end || !(*number > 0.0) || !isfinite(*number))
		return refuse(from, "a number above 0 after the =", err);
	*name_len = (size_t)(equal - from->text);
	return 0;
}

static bool is_account(const struct boa_classes *set, const char *name,
		       size_t len)
{
	for (size_t i = 0; i < set->n_class; i++) {
		for (size_t a = 0; a < set->class[i].n_account; a++) {
			const char *known = set->class[i].account[a].name;

			if (strlen(known) == len && !memcmp(known, name, len))
				return true;
		}
	}
	return false;
}

static int add_text(struct widths_limits *limits,
		    const struct widths_limit_text *from,
		    const struct boa_classes *set, struct boa_err *err)
{
	struct boa_constraint *to = &limits->constraint[limits->n];
	size_t len = 0;
	ptrdiff_t index = 0;
	int rc = split(from, &len, &to->limit, err);

	if (rc)
		return rc;
	to->kind = from->kind;
	if (from->kind == BOA_ROW_TYPE)
		index = boa_classes_find_type(set, from->text, len);
	else if (from->kind == BOA_ROW_JCT)
		index = boa_classes_find(set, from->text, len);
	else if (!is_account(set, from->text, len))
		index = -1;
	if (index < 0)
		return refuse(from, "the name of one in the class file", err);
	to->index = (size_t)index;
	if (from->kind == BOA_ROW_ACCOUNT) {
		limits->name[limits->n] = strndup(from->text, len);
		if (!limits->name[limits->n])
			return boa_err_set(err, BOA_ENOMEM, "a limit");
		to->account = limits->name[limits->n];
	}
	limits->n++;
	return 0;
}

/* Has account NAME a row already, by --account? */
static bool has_account(const struct widths_limits *limits, const char *name)
{
	for (size_t k = 0; k < limits->n; k++)
		if (limits->constraint[k].kind == BOA_ROW_ACCOUNT &&
		    !strcmp(limits->constraint[k].account, name))
			return true;
	return false;
}

/*
 * A row for every account of boa.conf that the classes know and that none was
 * given for.
 */
static void add_accounts(struct widths_limits *limits,
			 const struct widths_inputs *inputs, double budget)
{
	for (size_t a = 0; a < inputs->conf.n_account; a++) {
		const struct boa_conf_account *account =
			&inputs->conf.account[a];
		double own = isnan(account->share)
				     ? boa_budget_per_hour(&account->budget)
				     : account->share * budget;

		if (!is_account(&inputs->classes, account->name,
				strlen(account->name)) ||
		    has_account(limits, account->name))
			continue;
		limits->constraint[limits->n++] = (struct boa_constraint){
			.kind = BOA_ROW_ACCOUNT,
			.account = account->name,
			.limit = own,
		};
	}
}

/* A share of MaxNodes for every GPU type of boa.conf that has a limit. */
static void add_quotas(struct widths_limits *limits,
		       const struct widths_inputs *inputs, double share)
{
	for (size_t t = 0; share > 0.0 && t < inputs->conf.n_type; t++) {
		const struct boa_conf_type *type = &inputs->conf.type[t];
		ptrdiff_t h = boa_classes_find_type(
			&inputs->classes, type->name, strlen(type->name));

		if (h < 0 || type->max_nodes == UINT_MAX)
			continue;
		limits->constraint[limits->n++] = (struct boa_constraint){
			.kind = BOA_ROW_TYPE,
			.index = (size_t)h,
			.limit = share * type->max_nodes * type->gpus_per_node,
		};
	}
}

int widths_limits_init(struct widths_limits *limits,
		       const struct widths_options *options,
		       const struct widths_inputs *inputs, double budget,
		       struct boa_err *err)
{
	size_t room = options->n_limit + inputs->conf.n_account +
		      inputs->conf.n_type + 1;
	struct widths_limits fresh = {
		.constraint = calloc(room, sizeof(*fresh.constraint)),
		.name = calloc(room, sizeof(*fresh.name)),
	};
	int rc = 0;

	if (!fresh.constraint || !fresh.name)
		rc = boa_err_set(err, BOA_ENOMEM, "%zu limits", room);
	for (size_t k = 0; !rc && k < options->n_limit; k++)
		rc = add_text(&fresh, &options->limit[k], &inputs->classes,
			      err);
	if (rc) {
		widths_limits_free(&fresh);
		return rc;
	}
	add_accounts(&fresh, inputs, budget);
	add_quotas(&fresh, inputs, options->quota_share);
	*limits = fresh;
	return 0;
}

void widths_limits_free(struct widths_limits *limits)
{
	for (size_t k = 0; limits->name && k < limits->n; k++)
		free(limits->name[k]);
	free(limits->constraint);
	free(limits->name);
	*limits = (struct widths_limits){ 0 };
}

static void say_one(FILE *out, const struct boa_constraint *constraint,
		    const struct widths_inputs *inputs)
{
	const struct boa_classes *set = &inputs->classes;

	switch (constraint->kind) {
	case BOA_ROW_TYPE:
		fprintf(out, "the cap of %.9g GPUs of %s", constraint->limit,
			set->gpu_type[constraint->index].name);
		break;
	case BOA_ROW_JCT:
		fprintf(out, "the ceiling of %.9g s on %s", constraint->limit,
			set->class[constraint->index].name);
		break;
	case BOA_ROW_ACCOUNT:
	case BOA_ROW_BUDGET:
		fprintf(out, "the budget of %.9g %s of account %s",
			constraint->limit,
			boa_budget_unit_name(&inputs->budget),
			constraint->account);
		break;
	}
}

void widths_limits_say(FILE *out, const struct widths_limits *limits,
		       const struct widths_inputs *inputs, double budget,
		       const bool *conflict)
{
	size_t members = 0, said = 0;

	for (size_t r = 0; r <= limits->n; r++)
		members += conflict[r];
	for (size_t r = 0; r <= limits->n; r++) {
		if (!conflict[r])
			continue;
		if (said)
			fputs(said + 1 == members ? " and " : ", ", out);
		if (r)
			say_one(out, &limits->constraint[r - 1], inputs);
		else
			fprintf(out, "the budget of %.9g %s", budget,
				boa_budget_unit_name(&inputs->budget));
		said++;
	}
}
