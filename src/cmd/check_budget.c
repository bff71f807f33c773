/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <string.h>

#include "src/cmd/check_conf.h"
#include "src/cmd/child.h"
#include "src/err.h"
#include "src/table.h"
#include "src/table_json.h"

#define INFEASIBLE 3 /* boa-widths' exit status */

/* The first line of TEXT without the program's name. */
static const char *first_line(char *text)
{
	char *colon;

	text[strcspn(text, "\n")] = '\0';
	colon = strstr(text, ": ");
	return colon ? colon + 2 : text;
}

double boa_check_least_budget(const struct boa_classes *set,
			      const struct boa_table *table)
{
	double least = 0;

	for (size_t i = 0; i < set->n_class; i++) {
		const struct boa_class *class = &set->class[i];
		const struct boa_table_class *plans =
			boa_table_find(table, class->name, strlen(class->name));
		double spend = INFINITY;

		if (!plans)
			return NAN;
		for (size_t q = 0; q < plans->n_plan; q++)
			spend = fmin(spend, plans->plan[q].spend);
		least += class->arrival_rate_per_hour * spend / 3600;
	}
	return least;
}

static void add_table(const char *budget, const struct boa_child_result *result,
		      const char *solver, const struct boa_classes *set,
		      struct boa_check *check)
{
	struct boa_table table = { 0 };
	struct boa_err err;

	if (boa_table_parse(result->out, result->out_len, solver, &table,
			    &err)) {
		boa_check_add(check, BOA_CHECK_BAD, "Solver", solver,
			      "wrote no width table: %s", err.text);
		return;
	}
	boa_check_add(check, BOA_CHECK_OK, "Budget", budget,
		      "buys a mean JCT of %.6g s at %.4g %s, and %.4g s off it "
		      "for 1 %s more; the least feasible is %.6g",
		      table.expected.mean_jct_s, table.expected.spend_per_hour,
		      table.unit, table.expected.shadow_price, table.unit,
		      boa_check_least_budget(set, &table));
	boa_table_free(&table);
}

void boa_check_budget(const char *conf_path, const struct boa_conf *conf,
		      const struct boa_classes *set, struct boa_check *check)
{
	char budget[BOA_BUDGET_TEXT_MAX];
	char *argv[] = { conf->solver, "--classes",       conf->class_file,
			 "--conf",     (char *)conf_path, "--budget",
			 budget,       "--placeable",     "--json",
			 NULL };
	struct boa_child_result result = { 0 };
	struct boa_err err;

	boa_budget_print(&conf->budget, budget);
	if (boa_child_run(argv, conf->solve_timeout_s, &result, &err))
		boa_check_add(check, BOA_CHECK_BAD, "Solver", conf->solver,
			      "%s", err.text);
	else if (result.exit == INFEASIBLE)
		boa_check_add(check, BOA_CHECK_BAD, "Budget", budget, "%s%s",
			      first_line(result.err),
			      conf->budget_mode == BOA_BUDGET_HARD
				      ? ""
				      : "; till then every job gets its "
					"class's cheapest plan");
	else if (result.exit)
		boa_check_add(check, BOA_CHECK_BAD, "Solver", conf->solver,
			      "failed with exit %d: %s", result.exit,
			      first_line(result.err));
	else
		add_table(budget, &result, conf->solver, set, check);
	boa_child_free(&result);
}
