/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "sim/usage.h"

const char *boa_use_word(enum boa_use use)
{
	static const char *const word[BOA_N_USE] = {
		[BOA_USE_USEFUL] = "useful", [BOA_USE_STARTUP] = "startup",
		[BOA_USE_RESIZE] = "resize", [BOA_USE_WAIT] = "wait",
		[BOA_USE_BOOT] = "boot",     [BOA_USE_IDLE] = "idle",
		[BOA_USE_DRAIN] = "drain",
	};

	return word[use];
}

int boa_usage_init(struct boa_usage *usage, size_t n_type, double now_s,
		   struct boa_err *err)
{
	int rc;

	*usage = (struct boa_usage){ .since_s = now_s, .n_type = n_type };
	usage->price = calloc(n_type, sizeof(*usage->price));
	usage->gpus = calloc(n_type * BOA_N_USE, sizeof(*usage->gpus));
	usage->gpu_s = calloc(n_type * BOA_N_USE, sizeof(*usage->gpu_s));
	rc = boa_series_init(&usage->series, now_s, 60.0, err);
	if (!rc && (!usage->price || !usage->gpus || !usage->gpu_s))
		rc = boa_err_set(err, BOA_ENOMEM, "no memory for the usage");
	if (rc)
		boa_usage_fini(usage);
	return rc;
}

void boa_usage_fini(struct boa_usage *usage)
{
	boa_series_fini(&usage->series);
	free(usage->price);
	free(usage->gpus);
	free(usage->gpu_s);
	*usage = (struct boa_usage){ 0 };
}

void boa_usage_advance(struct boa_usage *usage, double now_s)
{
	double dt = now_s - usage->since_s;
	size_t n = usage->n_type * BOA_N_USE;
	double held = 0.0;

	if (!(dt > 0.0))
		return;
	for (size_t i = 0; i < n; i++) {
		usage->gpu_s[i] += usage->gpus[i] * dt;
		if (i % BOA_N_USE != BOA_USE_DRAIN)
			held += usage->gpus[i];
	}
	usage->productive_gpu_s += usage->productive_gpus * dt;
	usage->paying_gpu_s += usage->paying_gpus * dt;
	usage->job_s += usage->jobs * dt;
	boa_series_add(&usage->series, usage->since_s, now_s,
		       (const double[BOA_SERIES_VALUES]){
			       held, usage->jobs, usage->productive_gpus,
			       usage->productive_gpus + usage->paying_gpus });
	usage->since_s = now_s;
}

void boa_usage_change(struct boa_usage *usage, size_t type, enum boa_use use,
		      double delta)
{
	usage->gpus[type * BOA_N_USE + use] += delta;
}

void boa_usage_open(struct boa_usage *usage, double gpus)
{
	usage->open_gpus += gpus;
	usage->open_gpus_rent_s += gpus * usage->since_s;
}

void boa_usage_close(struct boa_usage *usage, double gpus, double rent_s)
{
	usage->open_gpus -= gpus;
	usage->open_gpus_rent_s -= gpus * rent_s;
	usage->node_gpu_s += gpus * (usage->since_s - rent_s);
}

double boa_usage_of(const struct boa_usage *usage, enum boa_use use)
{
	double sum = 0.0;

	for (size_t h = 0; h < usage->n_type; h++)
		sum += usage->gpu_s[h * BOA_N_USE + use];
	return sum;
}

double boa_usage_billed_gpu_s(const struct boa_usage *usage)
{
	double sum = 0.0;

	for (size_t i = 0; i < usage->n_type * BOA_N_USE; i++)
		sum += usage->gpu_s[i];
	return sum;
}

double boa_usage_marked_gpu_s(const struct boa_usage *usage)
{
	return boa_usage_billed_gpu_s(usage) -
	       boa_usage_of(usage, BOA_USE_DRAIN);
}

static double spend(const struct boa_usage *usage, int drain)
{
	double sum = 0.0;

	for (size_t i = 0; i < usage->n_type * BOA_N_USE; i++)
		if (drain || i % BOA_N_USE != BOA_USE_DRAIN)
			sum += usage->price[i / BOA_N_USE] * usage->gpu_s[i];
	return sum;
}

double boa_usage_billed_spend(const struct boa_usage *usage)
{
	return spend(usage, 1);
}

double boa_usage_marked_spend(const struct boa_usage *usage)
{
	return spend(usage, 0);
}

double boa_usage_imbalance(const struct boa_usage *usage)
{
	double by_use = boa_usage_billed_gpu_s(usage);
	double by_node = usage->node_gpu_s + usage->open_gpus * usage->since_s -
			 usage->open_gpus_rent_s;
	double scale = fmax(fmax(by_use, by_node), 1.0);

	return fabs(by_use - by_node) / scale;
}
