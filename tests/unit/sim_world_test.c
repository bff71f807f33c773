/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulator's parts, and long runs against closed forms. */
#include "config.h"

#include "sim/generate.h"
#include "sim/heap.h"
#include "sim/rng.h"
#include "sim/sample.h"
#include "sim/series.h"
#include "sim/stamp.h"
#include "sim/trace.h"
#include "tests/unit/check.h"
#include "tests/unit/sim_fixture.h"

static void events_come_by_time_then_by_order(void **state)
{
	static const double at_s[] = { 5, 1, 3, 1, 4, 1, 0 };
	static const uint64_t want[] = { 6, 1, 3, 5, 2, 4, 0 };
	struct boa_heap heap = { 0 };
	struct boa_err err;

	(void)state;
	for (uint64_t i = 0; i < 7; i++)
		assert_int_equal(
			boa_heap_push(
				&heap,
				(struct boa_event){ .at_s = at_s[i], .id = i },
				&err),
			0);
	for (int i = 0; i < 7; i++) {
		assert_int_equal(boa_heap_first(&heap)->id, want[i]);
		boa_heap_pop(&heap);
	}
	assert_null(boa_heap_first(&heap));
	boa_heap_fini(&heap);
}

static void quantiles_are_right_to_a_thousandth(void **state)
{
	struct boa_sample sample;
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_sample_init(&sample, &err), 0);
	for (int i = 1; i <= 1000; i++)
		boa_sample_add(&sample, i);
	assert_near(sample.mean, 500.5, 1e-9);
	assert_near(boa_sample_quantile(&sample, 0.5), 500.0, 0.6);
	assert_near(boa_sample_quantile(&sample, 0.95), 950.0, 1.0);
	assert_near(boa_sample_quantile(&sample, 1.0), 1000.0, 1.0);
	/* variance of 1 .. n is n (n + 1) / 12 */
	assert_near(boa_sample_scv(&sample),
		    1000.0 * 1001.0 / 12.0 / (500.5 * 500.5), 1e-9);
	boa_sample_fini(&sample);
}

static void a_series_keeps_its_integral_when_it_folds(void **state)
{
	struct boa_series series;
	struct boa_err err;
	double sum = 0.0;

	(void)state;
	assert_int_equal(boa_series_init(&series, 7.0, 1.0, &err), 0);
	for (int i = 0; i < 10000; i++)
		boa_series_add(&series, 7.0 + i, 8.0 + i,
			       (const double[]){ i, 1.0, 0.0, 0.0 });
	for (size_t i = 0; i < series.n; i++)
		sum += series.span[i].integral[0];
	assert_near(sum, 9999.0 * 10000.0 / 2.0, 1e-3);
	assert_near(series.span_s, 8.0, 0.0);
	assert_near(series.span[10].integral[1], 8.0, 1e-9);
	boa_series_fini(&series);
}

static void random_numbers_are_uniform_and_seeded(void **state)
{
	struct boa_rng a, b, c;
	double sum = 0.0;

	(void)state;
	boa_rng_seed(&a, 42, 1);
	boa_rng_seed(&b, 42, 1);
	boa_rng_seed(&c, 42, 2);
	assert_true(boa_rng_next(&a) == boa_rng_next(&b));
	assert_true(boa_rng_next(&a) != boa_rng_next(&c));
	for (int i = 0; i < 100000; i++)
		sum += boa_rng_exponential(&a, 2.0);
	/* the mean's standard deviation is 2 / sqrt(1e5) = 0.0063 */
	assert_near(sum / 1e5, 2.0, 0.03);
}

static void times_are_read_as_sacct_writes_them(void **state)
{
	double s = -1.0;

	(void)state;
	assert_true(boa_stamp_time("1970-01-02T00:00:01", &s));
	assert_near(s, 86401.0, 0.0);
	assert_true(boa_stamp_time("2024-03-01 00:00:00", &s));
	assert_near(s, 1709251200.0, 0.0); /* date -u -d 2024-03-01 +%s */
	assert_true(boa_stamp_time("12.5", &s));
	assert_near(s, 12.5, 0.0);
	assert_false(boa_stamp_time("2024-13-01T00:00:00", &s));
	assert_false(boa_stamp_time("Unknown", &s));
	assert_true(boa_stamp_span("1-02:03:04", &s));
	assert_near(s, 86400.0 + 7384.0, 0.0);
	assert_true(boa_stamp_span("02:03", &s));
	assert_near(s, 123.0, 0.0);
	assert_false(boa_stamp_span("1:2:3:4", &s));
	assert_false(boa_stamp_span("nan", &s));
}

/* One class, one width: 60 s on 1 GPU. */
static const char one[] =
	"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 1}], "
	"\"classes\": [{\"name\": \"t\", \"arrival_rate_per_hour\": 600, "
	"\"epochs\": [{\"work_s\": 60, \"speedup\": {\"g\": [[1, 1]]}}]}]}";

static struct boa_generate_options draw(const struct boa_classes *set)
{
	return (struct boa_generate_options){
		.set = set,
		.rate_factor = 1.0,
		.n_job = 20000,
		.scv = 1.0,
		.burst_s = 1800.0,
		.burst_part = 0.1,
		.drift_factor = 1.0,
		.seed = 1,
	};
}

static void many_jobs_are_an_infinite_server_queue(void **state)
{
	struct boa_generate_options how;
	struct boa_source source;
	struct boa_err err;
	struct fixture f;

	(void)state;
	fixture_init(&f, one, "boa");
	how = draw(&f.set);
	how.work_scv = 1.0;
	assert_int_equal(boa_generate_open(&how, &source, &err), 0);
	fixture_run_source(&f, &source);
	/* M/G/infinity: lambda E[T] = 600 / 60 = 10 jobs, as many GPUs; the
	   standard deviation of E[T] is 60 / sqrt(20000) = 0.42 s, of the span
	   20000 / 600 h 0.7 % */
	assert_near(f.summary.mean_jct_s, 60.0, 1.7);
	assert_near(f.summary.mean_alive, 10.0, 0.5);
	assert_near(f.summary.usage_gpus, f.summary.mean_alive, 1e-9);
	/* with one width and no restarts there is nothing to be gained */
	assert_near(f.summary.bound_s, f.summary.mean_jct_s, 1e-6);
	fixture_fini(&f);
}

static void usage_is_the_sum_of_rho_k_over_s(void **state)
{
	/* unlimited money: class u on 2 GPUs (s 1.5), v on 4 (s 3) */
	static const char two[] =
		"{\"gpu_types\": [{\"name\": \"g\", \"gpus_per_node\": 1}], "
		"\"classes\": [{\"name\": \"u\", \"arrival_rate_per_hour\": "
		"60, \"epochs\": [{\"work_s\": 300, \"speedup\": {\"g\": [[1, "
		"1], [2, 1.5]]}}]}, {\"name\": \"v\", "
		"\"arrival_rate_per_hour\": 30, \"epochs\": [{\"work_s\": 900, "
		"\"speedup\": {\"g\": [[1, 1], [4, 3]]}}]}]}";
	struct boa_generate_options how;
	struct boa_source source;
	struct boa_err err;
	struct fixture f;

	(void)state;
	fixture_init(&f, two, "boa");
	how = draw(&f.set);
	assert_int_equal(boa_generate_open(&how, &source, &err), 0);
	fixture_run_source(&f, &source);
	/* rho = 60 * 300 / 3600 = 5 and 30 * 900 / 3600 = 7.5 */
	assert_near(f.summary.usage_gpus, 5.0 * 2.0 / 1.5 + 7.5 * 4.0 / 3.0,
		    0.5);
	fixture_fini(&f);
}

static void bursts_have_the_variation_asked_for(void **state)
{
	struct boa_generate_options how;
	struct boa_sample between;
	struct boa_source source;
	struct boa_arrival job;
	struct boa_err err;
	struct fixture f;
	double last_s = 0.0;
	bool more = true;

	(void)state;
	fixture_init(&f, one, "boa");
	how = draw(&f.set);
	how.n_job = 1000000;
	how.scv = 2.65;
	how.burst_s = 60.0;
	assert_int_equal(boa_generate_open(&how, &source, &err), 0);
	assert_int_equal(boa_sample_init(&between, &err), 0);
	for (;;) {
		assert_int_equal(source.next(source.state, &job, &more, &err),
				 0);
		if (!more)
			break;
		boa_sample_add(&between, job.submit_s - last_s);
		last_s = job.submit_s;
	}
	assert_near(between.mean, 6.0, 0.1);
	assert_near(boa_sample_scv(&between), 2.65, 0.1);
	boa_sample_fini(&between);
	boa_source_fini(&source);
	fixture_fini(&f);
}

static void a_poisson_stream_has_the_formulas_scv_of_one(void **state)
{
	const double leave[2] = { 0.01, 0.02 };
	const double same[2] = { 3.0, 3.0 };
	const double off[2] = { 0.0, 1.0 };

	(void)state;
	assert_near(boa_generate_scv(same, leave), 1.0, 1e-12);
	/* an interrupted Poisson process: 1 + 2 l w1 / (w1 + w2)^2 with rate l,
	   w1 the rate at which it stops, w2 at which it starts again */
	assert_near(boa_generate_scv(off, leave),
		    1.0 + 2.0 * 1.0 * 0.02 / (0.03 * 0.03), 1e-9);
}

static size_t parse(struct fixture *f, const char *text, struct boa_err *err,
		    int *rc)
{
	struct boa_trace_options options = { .rates = &f->rates };
	struct boa_source source = { 0 };
	struct boa_arrival job;
	bool more = true;
	size_t n = 0;

	err->text[0] = '\0';
	*rc = boa_trace_parse(strdup(text), "x.csv", &options, &source, err);
	while (!*rc && more) {
		assert_int_equal(source.next(source.state, &job, &more, err),
				 0);
		n += more;
	}
	boa_source_fini(&source);
	return n;
}

static void traces_of_every_form_are_read(void **state)
{
	static const char *const text[] = {
		"name,time,application,num_replicas,batch_size\n"
		"t-0,1.5,t,1,32\nt-1,2.5,t,1,32\n",
		"name,submission_time,duration,application,num_gpus,steps\n"
		"t-0,0,60,t,1,10\nt-1,5,60,t,1,10\n",
		"jobid,submit_time,gpu_num,duration\n"
		"1,2017-10-03 05:21:06,1,60\n2,2017-10-03 05:21:07,1,77\n",
		"JobID|Submit|Elapsed|AllocTRES|Comment\n"
		"1|2024-01-01T00:00:00|00:01:00|gres/gpu=1|class:t\n"
		"1.batch|2024-01-01T00:00:00|00:01:00|gres/gpu=1|\n"
		"2|2024-01-01T00:00:09|00:01:00|gres/gpu=1|x class:t\n",
		"time,class,gpus,scale\n3,t,1,0.5\n1,t,1,2\n",
	};
	struct boa_err err;
	struct fixture f;
	int rc;

	(void)state;
	fixture_init(&f, one, "boa");
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		assert_int_equal(parse(&f, text[i], &err, &rc), 2);
		assert_int_equal(rc, 0);
	}
	fixture_fini(&f);
}

static void bad_traces_are_refused_with_their_place(void **state)
{
	static const char *const text[][2] = {
		{ "", "x.csv: line 1" },
		{ "a,b\n1,2\n", "x.csv:1" },
		{ "time,class\n1,t\nzzz,t\n", "x.csv:3: time is \"zzz\"" },
		{ "time,class\n1,nosuch\n", "x.csv:2: class is \"nosuch\"" },
		{ "time,class,gpus\n1,t,0\n", "x.csv:2: gpus is \"0\"" },
		{ "time,class\n1,t,9\n", "x.csv: line 2 has 3" },
		{ "time,class,scale\n1,t,-1\n", "x.csv:2: scale" },
		{ "time,duration\n1,soon\n", "x.csv:2: duration" },
	};
	struct boa_err err;
	struct fixture f;
	int rc;

	(void)state;
	fixture_init(&f, one, "boa");
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		parse(&f, text[i][0], &err, &rc);
		assert_true(rc < 0);
		if (strncmp(err.text, text[i][1], strlen(text[i][1])) != 0)
			fail_msg("%s, expected %s", err.text, text[i][1]);
	}
	fixture_fini(&f);
}

static void a_scaled_job_takes_so_much_longer(void **state)
{
	struct fixture f;

	(void)state;
	fixture_init(&f, one, "boa");
	fixture_run(&f, "time,duration,gpus\n0,30,1\n10,120,1\n");
	assert_near(f.jct_s[0], 30.0, 1e-9);
	assert_near(f.jct_s[1], 120.0, 1e-9);
	fixture_fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_come_by_time_then_by_order),
		cmocka_unit_test(quantiles_are_right_to_a_thousandth),
		cmocka_unit_test(a_series_keeps_its_integral_when_it_folds),
		cmocka_unit_test(random_numbers_are_uniform_and_seeded),
		cmocka_unit_test(times_are_read_as_sacct_writes_them),
		cmocka_unit_test(many_jobs_are_an_infinite_server_queue),
		cmocka_unit_test(usage_is_the_sum_of_rho_k_over_s),
		cmocka_unit_test(bursts_have_the_variation_asked_for),
		cmocka_unit_test(a_poisson_stream_has_the_formulas_scv_of_one),
		cmocka_unit_test(traces_of_every_form_are_read),
		cmocka_unit_test(bad_traces_are_refused_with_their_place),
		cmocka_unit_test(a_scaled_job_takes_so_much_longer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
