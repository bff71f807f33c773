/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/import/profile.h"

#include "src/class.h"
#include "src/json.h"

/* A valid name after TEXT in NAME [BOA_NAME_MAX + 1]; false: nothing is left.
 */
static bool make_name(const char *text, char *name)
{
	size_t n = 0;

	for (; *text && n < BOA_NAME_MAX; text++) {
		bool valid = boa_name_is_valid(text, 1);

		if (valid)
			name[n++] = *text;
		else if (n && name[n - 1] != '-')
			name[n++] = '-';
	}
	while (n && name[n - 1] == '-')
		n--;
	name[n] = '\0';
	return n > 0;
}

/* Index of TEXT's name in LIST [*N], to which it is added when new. */
static int find_or_add(char ***list, size_t *n, const char *text, size_t *index,
		       struct boa_err *err)
{
	char name[BOA_NAME_MAX + 1];
	char **longer;

	if (!make_name(text, name))
		return boa_err_set(err, BOA_ERANGE,
				   "\"%.40s\", expected a name", text);
	for (*index = 0; *index < *n; ++*index) {
		if (!strcmp((*list)[*index], name))
			return 0;
	}
	longer = realloc(*list, (*n + 1) * sizeof(**list));
	if (longer)
		*list = longer;
	if (!longer || !(longer[*n] = strdup(name)))
		return boa_err_set(err, BOA_ENOMEM, "a profile");
	++*n;
	return 0;
}

static int append(struct boa_profile *profile, const struct boa_sample *sample,
		  struct boa_err *err)
{
	size_t n = profile->n_sample;

	/* room for 1, 2, 4, 8, ...: it grows where n is a power of 2 */
	if ((n & (n - 1)) == 0) {
		struct boa_sample *longer = realloc(
			profile->sample, (n ? 2 * n : 1) * sizeof(*longer));

		if (!longer)
			return boa_err_set(err, BOA_ENOMEM, "a profile");
		profile->sample = longer;
	}
	profile->sample[profile->n_sample++] = *sample;
	return 0;
}

int boa_profile_add(struct boa_profile *profile, const char *model,
		    const char *type, double gpus, double throughput,
		    struct boa_err *err)
{
	struct boa_sample sample = { .throughput = throughput };
	int rc;

	if (!(gpus >= 1.0 && gpus <= BOA_GPUS_MAX) || floor(gpus) != gpus)
		return boa_err_set(err, BOA_ERANGE,
				   "%g GPUs, expected a whole number from 1 to "
				   "%u",
				   gpus, BOA_GPUS_MAX);
	if (!(throughput > 0.0) || !isfinite(throughput))
		return boa_err_set(err, BOA_ERANGE,
				   "a throughput of %g, expected one above 0",
				   throughput);
	sample.gpus = (unsigned)gpus;
	rc = find_or_add(&profile->model, &profile->n_model, model,
			 &sample.model, err);
	if (!rc)
		rc = find_or_add(&profile->type, &profile->n_type, type,
				 &sample.type, err);
	return rc ? rc : append(profile, &sample, err);
}

static void free_names(char **name, size_t n)
{
	for (size_t k = 0; k < n; k++)
		free(name[k]);
	free(name);
}

void boa_profile_free(struct boa_profile *profile)
{
	free_names(profile->model, profile->n_model);
	free_names(profile->type, profile->n_type);
	free(profile->sample);
	*profile = (struct boa_profile){ 0 };
}

/* By model, type and width; the fastest of a width first. */
static int compare(const void *a, const void *b)
{
	const struct boa_sample *x = a, *y = b;

	if (x->model != y->model)
		return x->model < y->model ? -1 : 1;
	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	if (x->gpus != y->gpus)
		return x->gpus < y->gpus ? -1 : 1;
	return (x->throughput < y->throughput) -
	       (x->throughput > y->throughput);
}

/* Keep the fastest of every width; returns how many are left. */
static size_t drop_slower(struct boa_sample *sample, size_t n)
{
	size_t kept = 0;

	for (size_t s = 0; s < n; s++) {
		const struct boa_sample *last = &sample[kept - (kept > 0)];

		if (kept && last->model == sample[s].model &&
		    last->type == sample[s].type &&
		    last->gpus == sample[s].gpus)
			continue;
		sample[kept++] = sample[s];
	}
	return kept;
}

/* The class of SAMPLE [N], all of one model. */
static void put_class(FILE *out, const struct boa_profile *profile,
		      const struct boa_sample *sample, size_t n,
		      const double rate_and_work[2])
{
	fputs("    { \"name\": ", out);
	boa_json_put_string(out, profile->model[sample->model]);
	fputs(", \"arrival_rate_per_hour\": ", out);
	boa_json_put_real(out, rate_and_work[0]);
	fputs(", \"epochs\": [ { \"work_s\": ", out);
	boa_json_put_real(out, rate_and_work[1]);
	fputs(", \"speedup\": {", out);
	for (size_t s = 0; s < n; s++) {
		bool opens = !s || sample[s].type != sample[s - 1].type;
		bool closes =
			s + 1 == n || sample[s].type != sample[s + 1].type;

		if (opens) {
			fputs(s ? ",\n        " : "\n        ", out);
			boa_json_put_string(out, profile->type[sample[s].type]);
			fputs(": [", out);
		}
		fprintf(out, "%s[%u, ", opens ? "" : ", ", sample[s].gpus);
		boa_json_put_real(out,
				  sample[s].throughput / sample[0].throughput);
		fputs(closes ? "]]" : "]", out);
	}
	fputs(" } } ] }", out);
}

int boa_profile_print(FILE *out, const struct boa_profile *profile,
		      double rate_per_hour, double work_s, struct boa_err *err)
{
	const double rate_and_work[] = { rate_per_hour, work_s };
	size_t n = profile->n_sample;
	struct boa_sample *sample = calloc(n + 1, sizeof(*sample));

	if (!n) {
		free(sample);
		return boa_err_set(err, BOA_ERANGE,
				   "nothing was measured, expected at least "
				   "one throughput");
	}
	if (!sample)
		return boa_err_set(err, BOA_ENOMEM, "a profile");
	memcpy(sample, profile->sample, n * sizeof(*sample));
	qsort(sample, n, sizeof(*sample), compare);
	n = drop_slower(sample, n);
	fputs("{\n  \"note\": \"curves imported; arrival rates and work are "
	      "to be filled in\",\n  \"gpu_types\": [",
	      out);
	for (size_t h = 0; h < profile->n_type; h++) {
		fputs(h ? ",\n    { \"name\": " : "\n    { \"name\": ", out);
		boa_json_put_string(out, profile->type[h]);
		fputs(", \"price\": 1 }", out);
	}
	fputs("\n  ],\n  \"classes\": [\n", out);
	for (size_t s = 0, end; s < n; s = end) {
		for (end = s + 1; end < n; end++) {
			if (sample[end].model != sample[s].model)
				break;
		}
		put_class(out, profile, sample + s, end - s, rate_and_work);
		fputs(end < n ? ",\n" : "\n", out);
	}
	fputs("  ]\n}\n", out);
	free(sample);
	return 0;
}
