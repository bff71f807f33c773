/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "sim/rates.h"

static size_t row(const struct boa_rates *rates, size_t class, size_t epoch,
		  size_t type)
{
	return ((class * rates->n_epoch_max + epoch) * rates->set->n_gpu_type +
		type) *
	       (rates->gpus_max + 1);
}

const double *boa_rates_of(const struct boa_rates *rates, size_t class,
			   size_t epoch, size_t type)
{
	return rates->rate + row(rates, class, epoch, type);
}

const double *boa_rates_speedup(const struct boa_rates *rates, size_t class,
				size_t epoch, size_t type)
{
	return rates->speedup + row(rates, class, epoch, type);
}

unsigned boa_rates_least(const struct boa_rates *rates, size_t class,
			 size_t type)
{
	return rates->least[class * rates->set->n_gpu_type + type];
}

unsigned boa_rates_most(const struct boa_rates *rates, size_t class,
			size_t type)
{
	return rates->most[class * rates->set->n_gpu_type + type];
}

static void measure(struct boa_rates *rates)
{
	const struct boa_classes *set = rates->set;

	for (size_t i = 0; i < set->n_class; i++) {
		const struct boa_class *class = &set->class[i];

		if (class->n_epoch > rates->n_epoch_max)
			rates->n_epoch_max = class->n_epoch;
		for (size_t h = 0; h < set->n_gpu_type; h++) {
			const struct boa_grid *grid = &class->grid[h];

			if (grid->n_width &&
			    grid->gpus[grid->n_width - 1] > rates->gpus_max)
				rates->gpus_max = grid->gpus[grid->n_width - 1];
		}
	}
}

/* One row of the table from the N widths GPUS and their rates AT. */
static void fill(double *rate, double *speedup, const struct boa_grid *grid,
		 const double *at)
{
	for (size_t w = 0; w < grid->n_width; w++) {
		unsigned k = grid->gpus[w];

		rate[k] = at[w];
		for (unsigned j = w ? grid->gpus[w - 1] + 1 : k; j < k; j++) {
			double part = (double)(j - grid->gpus[w - 1]) /
				      (double)(k - grid->gpus[w - 1]);

			rate[j] = at[w - 1] + part * (at[w] - at[w - 1]);
		}
	}
	for (unsigned k = grid->gpus[0]; k <= grid->gpus[grid->n_width - 1];
	     k++)
		speedup[k] = rate[k] / at[0];
}

static void tabulate(struct boa_rates *rates, size_t i, size_t h)
{
	const struct boa_class *class = &rates->set->class[i];
	const struct boa_grid *grid = &class->grid[h];
	size_t cell = i * rates->set->n_gpu_type + h;

	if (!grid->n_width)
		return;
	rates->least[cell] = grid->gpus[0];
	rates->most[cell] = grid->gpus[grid->n_width - 1];
	for (size_t j = 0; j < class->n_epoch; j++)
		fill(rates->rate + row(rates, i, j, h),
		     rates->speedup + row(rates, i, j, h), grid,
		     grid->rate + j * grid->n_width);
}

int boa_rates_init(struct boa_rates *rates, const struct boa_classes *set,
		   struct boa_err *err)
{
	size_t n_cell = set->n_class * set->n_gpu_type;
	size_t n;

	*rates = (struct boa_rates){ .set = set };
	measure(rates);
	n = n_cell * rates->n_epoch_max * (rates->gpus_max + 1);
	rates->rate = calloc(n, sizeof(*rates->rate));
	rates->speedup = calloc(n, sizeof(*rates->speedup));
	rates->least = calloc(n_cell, sizeof(*rates->least));
	rates->most = calloc(n_cell, sizeof(*rates->most));
	if (!rates->rate || !rates->speedup || !rates->least || !rates->most) {
		boa_rates_fini(rates);
		return boa_err_set(err, BOA_ENOMEM, "no memory for %zu rates",
				   n);
	}
	for (size_t i = 0; i < set->n_class; i++)
		for (size_t h = 0; h < set->n_gpu_type; h++)
			tabulate(rates, i, h);
	return 0;
}

void boa_rates_fini(struct boa_rates *rates)
{
	free(rates->rate);
	free(rates->speedup);
	free(rates->least);
	free(rates->most);
	*rates = (struct boa_rates){ 0 };
}
