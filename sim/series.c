/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/series.h"

int boa_series_init(struct boa_series *series, double begin_s, double span_s,
		    struct boa_err *err)
{
	*series = (struct boa_series){ .begin_s = begin_s, .span_s = span_s };
	series->span = calloc(BOA_SERIES_SPANS, sizeof(*series->span));
	if (!series->span)
		return boa_err_set(err, BOA_ENOMEM, "no memory for a series");
	return 0;
}

void boa_series_fini(struct boa_series *series)
{
	free(series->span);
	*series = (struct boa_series){ 0 };
}

/* Two spans become one. */
static void fold(struct boa_series *series)
{
	size_t i;
	int v;

	for (i = 0; i < BOA_SERIES_SPANS / 2; i++)
		for (v = 0; v < BOA_SERIES_VALUES; v++)
			series->span[i].integral[v] =
				series->span[2 * i].integral[v] +
				series->span[2 * i + 1].integral[v];
	for (i = BOA_SERIES_SPANS / 2; i < BOA_SERIES_SPANS; i++)
		series->span[i] = (struct boa_span){ 0 };
	series->span_s *= 2.0;
	series->n = (series->n + 1) / 2;
}

void boa_series_add(struct boa_series *series, double from_s, double until_s,
		    const double value[BOA_SERIES_VALUES])
{
	double most = (double)BOA_SERIES_SPANS;
	size_t i;

	while (until_s - series->begin_s >= most * series->span_s)
		fold(series);
	i = (size_t)((from_s - series->begin_s) / series->span_s);
	while (from_s < until_s && i < BOA_SERIES_SPANS) {
		double end_s =
			series->begin_s + (double)(i + 1) * series->span_s;
		double part_s = fmin(end_s, until_s) - from_s;

		for (int v = 0; part_s > 0.0 && v < BOA_SERIES_VALUES; v++)
			series->span[i].integral[v] += value[v] * part_s;
		if (part_s > 0.0)
			from_s += part_s;
		if (++i > series->n)
			series->n = i;
	}
}
