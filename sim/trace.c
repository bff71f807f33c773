/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/csv.h"
#include "sim/stamp.h"
#include "sim/trace.h"

#include "src/file.h"
#include "src/token.h"

#define TRACE_BYTES_MAX ((size_t)1 << 30)
#define GPUS_ASKED_MAX  (1U << 20)

/* --- the columns ------------------------------------------------------ */

enum column {
	ID,
	TIME,
	CLASS,
	COMMENT,
	GPUS,
	TRES,
	SPAN,
	STEPS,
	SCALE,
	N_COLUMN
};

static const char *const *names_of(enum column column)
{
	static const char *const id[] = { "JobID", NULL };
	static const char *const time[] = { "time",        "submission_time",
					    "submit_time", "submitted_time",
					    "Submit",      NULL };
	static const char *const class[] = { "class", "application", "model",
					     NULL };
	static const char *const comment[] = { "Comment", NULL };
	static const char *const gpus[] = { "num_replicas", "num_gpus",
					    "gpu_num", "gpus", NULL };
	static const char *const tres[] = { "AllocTRES", "ReqTRES", NULL };
	static const char *const span[] = { "duration", "run_time", "Elapsed",
					    NULL };
	static const char *const steps[] = { "steps", NULL };
	static const char *const scale[] = { "scale", NULL };
	static const char *const *const all[N_COLUMN] = {
		[ID] = id,           [TIME] = time,   [CLASS] = class,
		[COMMENT] = comment, [GPUS] = gpus,   [TRES] = tres,
		[SPAN] = span,       [STEPS] = steps, [SCALE] = scale,
	};

	return all[column];
}

struct trace {
	size_t n;
	size_t room;
	size_t at; /* next to be given */
	struct boa_arrival *arrival;
};

struct reader {
	struct boa_csv csv;
	ptrdiff_t column[N_COLUMN];
	const char *name;
	const struct boa_trace_options *options;
	struct trace *trace;
	struct boa_err *err;
};

static const char *value(const struct reader *reader, enum column column)
{
	ptrdiff_t i = reader->column[column];

	return i < 0 || !reader->csv.field[i][0] ? NULL : reader->csv.field[i];
}

static int refuse(const struct reader *reader, enum column column,
		  const char *expected)
{
	const char *found = value(reader, column);

	return boa_err_set(reader->err, BOA_ERANGE,
			   "%s:%zu: %s is \"%.60s\", expected %s", reader->name,
			   reader->csv.line,
			   reader->column[column] < 0
				   ? names_of(column)[0]
				   : reader->csv.column[reader->column[column]],
			   found ? found : "", expected);
}

static int find_columns(struct reader *reader)
{
	for (int c = 0; c < N_COLUMN; c++)
		reader->column[c] =
			boa_csv_find(&reader->csv, names_of((enum column)c));
	if (reader->column[TIME] < 0)
		return boa_err_set(reader->err, BOA_EPARSE,
				   "%s:1: no column with the time of "
				   "submission (time, submission_time, "
				   "submit_time or Submit)",
				   reader->name);
	if (reader->column[CLASS] < 0 && reader->column[COMMENT] < 0 &&
	    reader->column[SPAN] < 0)
		return boa_err_set(reader->err, BOA_EPARSE,
				   "%s:1: no column tells the class (class, "
				   "application, Comment) or the duration",
				   reader->name);
	return 0;
}

/* --- one row ---------------------------------------------------------- */

/* GPUs in "billing=8,gres/gpu=4,node=1"; 0: none. */
static unsigned tres_gpus(const char *tres)
{
	const char *at = strstr(tres, "gres/gpu=");

	return at ? (unsigned)strtoul(at + strlen("gres/gpu="), NULL, 10) : 0;
}

static int read_gpus(const struct reader *reader, unsigned *gpus)
{
	const char *text = value(reader, GPUS);
	const char *tres = value(reader, TRES);
	double number = 1.0;

	if (text) {
		if (!boa_stamp_number(text, &number) || number < 1.0 ||
		    number > GPUS_ASKED_MAX || number != floor(number))
			return refuse(reader, GPUS, "a whole number >= 1");
	} else if (tres && tres_gpus(tres)) {
		number = tres_gpus(tres);
	}
	*gpus = (unsigned)number;
	return 0;
}

/* Mean run time of CLASS on GPUS of the first type it can use. */
static double mean_time_s(const struct boa_rates *rates, size_t class,
			  unsigned gpus)
{
	const struct boa_class *of = &rates->set->class[class];
	size_t type = 0;
	double sum = 0.0;
	unsigned most;

	while (!boa_rates_least(rates, class, type))
		type++;
	most = boa_rates_most(rates, class, type);
	if (gpus > most)
		gpus = most;
	if (gpus < boa_rates_least(rates, class, type))
		gpus = boa_rates_least(rates, class, type);
	for (size_t j = 0; j < of->n_epoch; j++)
		sum += of->epoch[j].work_s /
		       boa_rates_of(rates, class, j, type)[gpus];
	return sum;
}

static size_t nearest_class(const struct boa_rates *rates, unsigned gpus,
			    double span_s)
{
	double least = INFINITY;
	size_t best = 0;

	for (size_t i = 0; i < rates->set->n_class; i++) {
		double time_s = mean_time_s(rates, i, gpus);
		double far = fabs(log(fmax(span_s, 1.0) / fmax(time_s, 1.0)));

		if (far < least) {
			least = far;
			best = i;
		}
	}
	return best;
}

/* *KNOWN is false for a class that is not in the set and may be left out. */
static int read_class(const struct reader *reader, struct boa_arrival *arrival,
		      bool *known)
{
	const struct boa_rates *rates = reader->options->rates;
	const char *text = value(reader, CLASS);
	size_t len = text ? strlen(text) : 0;
	ptrdiff_t class;
	double span_s;

	if (!text && value(reader, COMMENT)) {
		struct boa_token_class token =
			boa_token_class(value(reader, COMMENT));

		text = token.name;
		len = token.len;
	}
	if (text) {
		class = boa_classes_find(rates->set, text, len);
		*known = class >= 0;
		arrival->class = *known ? (size_t) class : 0;
		if (*known || reader->options->skip_unknown)
			return 0;
		return refuse(reader, CLASS, "a class of the class file");
	}
	if (!value(reader, SPAN) ||
	    !boa_stamp_span(value(reader, SPAN), &span_s))
		return refuse(reader, SPAN, "seconds or [DD-]HH:MM:SS");
	*known = span_s > 0.0;
	arrival->class = nearest_class(rates, arrival->asked_gpus, span_s);
	return 0;
}

static int read_scale(const struct reader *reader, struct boa_arrival *arrival)
{
	const double *mean = reader->options->mean_steps;
	double number;

	arrival->scale = 1.0;
	if (value(reader, SCALE)) {
		if (!boa_stamp_number(value(reader, SCALE), &arrival->scale))
			return refuse(reader, SCALE, "a number >= 0");
	} else if (value(reader, STEPS) && mean &&
		   isfinite(mean[arrival->class])) {
		if (!boa_stamp_number(value(reader, STEPS), &number))
			return refuse(reader, STEPS, "a number >= 0");
		arrival->scale = number / mean[arrival->class];
	} else if (value(reader, SPAN)) {
		if (!boa_stamp_span(value(reader, SPAN), &number))
			return refuse(reader, SPAN, "seconds or [DD-]HH:MM:SS");
		arrival->scale = number / mean_time_s(reader->options->rates,
						      arrival->class,
						      arrival->asked_gpus);
	}
	return 0;
}

static int keep(struct reader *reader, const struct boa_arrival *arrival)
{
	struct trace *trace = reader->trace;

	if (trace->n == trace->room) {
		size_t room = trace->room ? 2 * trace->room : 256;
		struct boa_arrival *grown =
			realloc(trace->arrival, room * sizeof(*grown));

		if (!grown)
			return boa_err_set(reader->err, BOA_ENOMEM,
					   "no memory for %zu jobs", room);
		trace->arrival = grown;
		trace->room = room;
	}
	trace->arrival[trace->n++] = *arrival;
	return 0;
}

static int read_row(struct reader *reader)
{
	struct boa_arrival arrival = { 0 };
	const char *id = value(reader, ID);
	bool known = false;
	int rc;

	if (id && strchr(id, '.'))
		return 0; /* a step of a job, in sacct's output */
	if (!value(reader, TIME) ||
	    !boa_stamp_time(value(reader, TIME), &arrival.submit_s))
		return refuse(reader, TIME, "seconds or YYYY-MM-DDTHH:MM:SS");
	rc = read_gpus(reader, &arrival.asked_gpus);
	if (!rc)
		rc = read_class(reader, &arrival, &known);
	if (rc || !known)
		return rc;
	rc = read_scale(reader, &arrival);
	return rc ? rc : keep(reader, &arrival);
}

/* --- the whole -------------------------------------------------------- */

static int next(void *state, struct boa_arrival *arrival, bool *more,
		struct boa_err *err)
{
	struct trace *trace = state;

	(void)err;
	*more = trace->at < trace->n;
	if (*more)
		*arrival = trace->arrival[trace->at++];
	return 0;
}

static void release(void *state)
{
	struct trace *trace = state;

	free(trace->arrival);
	free(trace);
}

/* By time; the sort must be stable, so the places in the file decide ties. */
static int sort(struct trace *trace, struct boa_err *err)
{
	struct boa_arrival *from = trace->arrival;
	struct boa_arrival *to = malloc((trace->n + 1) * sizeof(*to));

	if (!to)
		return boa_err_set(err, BOA_ENOMEM, "no memory to sort");
	for (size_t width = 1; width < trace->n; width *= 2) {
		struct boa_arrival *swap = from;

		for (size_t a = 0; a < trace->n; a += 2 * width) {
			size_t mid =
				a + width < trace->n ? a + width : trace->n;
			size_t end =
				mid + width < trace->n ? mid + width : trace->n;
			size_t i = a, j = mid;

			for (size_t k = a; k < end; k++)
				to[k] = i < mid && (j >= end ||
						    from[i].submit_s <=
							    from[j].submit_s)
						? from[i++]
						: from[j++];
		}
		from = to;
		to = swap;
	}
	trace->arrival = from;
	trace->room = trace->n;
	free(to);
	return 0;
}

int boa_trace_parse(char *text, const char *name,
		    const struct boa_trace_options *options,
		    struct boa_source *source, struct boa_err *err)
{
	struct trace *trace = calloc(1, sizeof(*trace));
	struct reader reader = {
		.name = name,
		.options = options,
		.trace = trace,
		.err = err,
	};
	bool more = true;
	int rc = boa_csv_begin(&reader.csv, text, err);

	if (!trace)
		rc = boa_err_set(err, BOA_ENOMEM, "no memory for a trace");
	else if (rc)
		rc = boa_err_prefix(err, rc, name);
	if (!rc)
		rc = find_columns(&reader);
	while (!rc && more) {
		rc = boa_csv_next(&reader.csv, &more, err);
		if (rc)
			rc = boa_err_prefix(err, rc, name);
		else if (more)
			rc = read_row(&reader);
	}
	if (!rc)
		rc = sort(trace, err);
	boa_csv_fini(&reader.csv);
	if (rc) {
		if (trace)
			release(trace);
		return rc;
	}
	*source = (struct boa_source){ next, release, trace };
	return 0;
}

int boa_trace_open(const char *path, const struct boa_trace_options *options,
		   struct boa_source *source, struct boa_err *err)
{
	char *text = NULL;
	size_t len = 0;
	int rc = boa_file_read(path, TRACE_BYTES_MAX, &text, &len, err);

	return rc ? rc : boa_trace_parse(text, path, options, source, err);
}

void boa_trace_count(const struct boa_source *source, double *n, double *hours)
{
	const struct trace *trace = source->state;

	*hours = 0.0;
	if (trace->n)
		*hours = (trace->arrival[trace->n - 1].submit_s -
			  trace->arrival[0].submit_s) /
			 3600.0;
	for (size_t i = 0; i < trace->n; i++)
		n[trace->arrival[i].class] += 1.0;
}
