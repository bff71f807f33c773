/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * propose_bench.c - the submit hook's decision with 500 classes of three plans
 * and a comment of 1,000 bytes. The aim is below 50 us.
 */
#include "config.h"

#include <string.h>

#include "tests/bench/bench.h"
#include "tests/unit/tables.h"

#include "src/proposal.h"

#define N_CLASS 500
#define N_RUN   10000

static const struct plan plans[] = {
	{ 0.7, "t4", { 16, 8, 4, 2 } },
	{ 0.3, "t4", { 8, 16, 4, 2 } },
	{ 0.0, "a100", { 8, 8, 8, 8 } },
};

static struct boa_conf_type types[] = {
	{ .name = (char *)"t4",
	  .gpus_per_node = 4,
	  .partition = (char *)"t4",
	  .max_nodes = 64 },
	{ .name = (char *)"a100",
	  .gpus_per_node = 8,
	  .partition = (char *)"a100",
	  .max_nodes = 8 },
};

/* The class stands at the very end, and is the last of the table. */
static void make_comment(char *comment, size_t len)
{
	static const char class[] = " class:c499";

	memset(comment, 'x', len);
	memcpy(comment + len - strlen(class), class, sizeof(class));
}

int main(void)
{
	const struct boa_conf conf = { .n_type = 2, .type = types };
	struct boa_table table = { 0 };
	struct boa_shares *shares = NULL;
	static double seconds[N_RUN];
	char comment[1001], name[16];
	struct boa_request request = { .comment = comment,
				       .account = "vision",
				       .is_batch = true };
	struct boa_proposal proposal = { 0 };
	size_t i;

	make_comment(comment, sizeof(comment) - 1);
	if (boa_shares_new(&shares, NULL))
		return EXIT_FAILURE;
	for (i = 0; i < N_CLASS; i++) {
		snprintf(name, sizeof(name), "c%zu", i);
		add_class(&table, name, 4, plans, 3);
		if (boa_shares_count(shares, &table.class[i], "vision", 0,
				     NULL))
			return EXIT_FAILURE;
	}
	for (i = 0; i < N_RUN; i++) {
		double begin_s = bench_now_s();

		boa_propose(&conf, &table, shares, &request, &proposal);
		seconds[i] = bench_now_s() - begin_s;
	}
	bench_print(proposal.text, seconds, N_RUN);
	boa_shares_free(shares);
	boa_table_free(&table);
	return proposal.verdict == BOA_SIZED ? EXIT_SUCCESS : EXIT_FAILURE;
}
