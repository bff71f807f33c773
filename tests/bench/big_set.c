/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/big_set.h"

static void *room(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p) {
		fputs("out of memory\n", stderr);
		exit(EXIT_FAILURE);
	}
	return p;
}

static char *name(const char *prefix, size_t i)
{
	char *text = room(1, 24);

	snprintf(text, 24, "%s%zu", prefix, i);
	return text;
}

static double real(uint64_t *state, double least, double most)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return least +
	       (most - least) * (double)(*state >> 11) / 9007199254740992.0;
}

/* Amdahl-like curves with noise, so that none is quite concave. */
static void fill_curve(struct boa_curve *curve, uint64_t *state, double base)
{
	double power = real(state, 0.5, 1.0), bend = real(state, 20.0, 200.0);

	curve->n_point = BIG_N_WIDTH;
	curve->point = room(BIG_N_WIDTH, sizeof(*curve->point));
	for (unsigned k = 1; k <= BIG_N_WIDTH; k++)
		curve->point[k - 1] = (struct boa_point){
			k,
			base * pow(k, power) * real(state, 0.95, 1.05) /
				(1.0 + k / bend),
		};
}

static void fill_class(struct boa_class *class, size_t i, uint64_t *state)
{
	static const double base[BIG_N_TYPE] = { 1.0, 2.2, 3.0 };

	class->name = name("c", i);
	class->arrival_rate_per_hour = real(state, 0.1, 2.0);
	class->weight = 1.0;
	class->rescale_s = floor(real(state, 0.0, 5.0)) * 30.0;
	class->startup_s = 20.0;
	class->min_gpus = room(BIG_N_TYPE, sizeof(*class->min_gpus));
	class->max_gpus = room(BIG_N_TYPE, sizeof(*class->max_gpus));
	class->grid = room(BIG_N_TYPE, sizeof(*class->grid));
	class->n_account = 1;
	class->account = room(1, sizeof(*class->account));
	class->account[0].name = name("acct", i % BIG_N_ACCOUNT);
	class->account[0].arrival_rate_per_hour = class->arrival_rate_per_hour;
	class->n_epoch = BIG_N_EPOCH;
	class->epoch = room(BIG_N_EPOCH, sizeof(*class->epoch));
	for (size_t h = 0; h < BIG_N_TYPE; h++) {
		class->min_gpus[h] = 1;
		class->max_gpus[h] = BOA_GPUS_MAX;
	}
	for (size_t j = 0; j < BIG_N_EPOCH; j++) {
		struct boa_epoch *epoch = &class->epoch[j];

		epoch->work_s = pow(10.0, real(state, 2.0, 5.0));
		epoch->curve = room(BIG_N_TYPE, sizeof(*epoch->curve));
		for (size_t h = 0; h < BIG_N_TYPE; h++)
			fill_curve(&epoch->curve[h], state, base[h]);
	}
}

void big_set(struct boa_classes *set, size_t n_class)
{
	static const double price[BIG_N_TYPE] = { 1.0, 2.7, 3.4 };
	uint64_t state = 7;
	struct boa_err err;

	*set = (struct boa_classes){
		.n_gpu_type = BIG_N_TYPE,
		.gpu_type = room(BIG_N_TYPE, sizeof(*set->gpu_type)),
		.n_class = n_class,
		.class = room(n_class, sizeof(*set->class)),
		.types_listed = true,
	};
	for (size_t h = 0; h < BIG_N_TYPE; h++)
		set->gpu_type[h] =
			(struct boa_gpu_type){ name("t", h), price[h], 8 };
	for (size_t i = 0; i < n_class; i++)
		fill_class(&set->class[i], i, &state);
	if (boa_classes_finish(set, &err)) {
		fprintf(stderr, "%s\n", err.text);
		exit(EXIT_FAILURE);
	}
}
