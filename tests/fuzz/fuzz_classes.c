/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_classes.c - any text is a set of classes that holds, or an error. */
#include "config.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/class_json.h"

const char fuzz_corpus[] = "class";

static void must_hold(const struct boa_classes *set)
{
	size_t i, h, k;

	fuzz_must(boa_classes_rate_per_hour(set) > 0);
	for (i = 0; i < set->n_class; i++) {
		const struct boa_class *class = &set->class[i];
		size_t n_width = 0;

		fuzz_must(boa_classes_find(set, class->name,
					   strlen(class->name)) ==
			  (ptrdiff_t)i);
		for (h = 0; h < set->n_gpu_type; h++) {
			const struct boa_grid *grid = &class->grid[h];

			n_width += grid->n_width;
			for (k = 1; k < grid->n_width; k++)
				fuzz_must(grid->gpus[k - 1] < grid->gpus[k]);
			for (k = 0; k < class->n_epoch * grid->n_width; k++)
				fuzz_must(grid->rate[k] > 0);
		}
		fuzz_must(n_width > 0);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct boa_classes set;
	struct boa_err err = { 0 };

	if (boa_classes_parse((const char *)data, size, "fuzz", &set, &err)) {
		fuzz_must(err.code < 0 && strlen(err.text) > strlen("fuzz"));
		return 0;
	}
	must_hold(&set);
	boa_classes_free(&set);
	return 0;
}
