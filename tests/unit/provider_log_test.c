/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/cases.h"
#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/provider_log.h"

/* --- a log in a folder of its own ------------------------------------- */

struct log {
	char *dir;
	char *path;
	struct boa_provider_mark mark;
	struct boa_provider_events events;
};

static void append(struct log *log, const char *text, size_t len)
{
	FILE *out = fopen(log->path, "a");

	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
}

static struct log log_of(const char *text)
{
	struct log log = { .dir = scratch_make() };

	log.path = scratch_file(log.dir, "log", text, strlen(text));
	return log;
}

/* Read on; returns how many events came. */
static size_t read_on(struct log *log)
{
	struct boa_err err = { 0 };

	boa_provider_events_free(&log->events);
	if (boa_provider_read(log->path, &log->mark, &log->events, &err))
		fail_msg("%s", err.text);
	return log->events.n;
}

static void drop(struct log *log)
{
	boa_provider_events_free(&log->events);
	free(log->path);
	scratch_remove(log->dir);
}

static void is_event(const struct log *log, size_t i, double at_s,
		     enum boa_provider_what what, const char *node)
{
	assert_true(i < log->events.n);
	assert_near(log->events.event[i].at_s, at_s, 0);
	assert_int_equal(log->events.event[i].what, what);
	assert_string_equal(log->events.event[i].node, node);
}

/* --- the tests -------------------------------------------------------- */

static void reads_the_three_words(void **state)
{
	struct log log = log_of("1764598531.250000 start gpu3\n"
				"1764598593.125 stop gpu3\n"
				"1764598600 fail gpu4\n");

	(void)state;
	assert_int_equal(read_on(&log), 3);
	is_event(&log, 0, 1764598531.25, BOA_PROVIDER_START, "gpu3");
	is_event(&log, 1, 1764598593.125, BOA_PROVIDER_STOP, "gpu3");
	is_event(&log, 2, 1764598600, BOA_PROVIDER_FAIL, "gpu4");
	assert_int_equal(log.events.n_bad, 0);
	drop(&log);
}

static void gives_each_event_once(void **state)
{
	struct log log = log_of("1 start a\n");

	(void)state;
	assert_int_equal(read_on(&log), 1);
	assert_int_equal(log.mark.offset, 10);
	assert_int_equal(read_on(&log), 0);
	append(&log, "2 stop a\n", 9);
	assert_int_equal(read_on(&log), 1);
	is_event(&log, 0, 2, BOA_PROVIDER_STOP, "a");
	drop(&log);
}

static void waits_for_the_end_of_a_line(void **state)
{
	struct log log = log_of("1 start a\n2 sto");

	(void)state;
	assert_int_equal(read_on(&log), 1);
	assert_int_equal(log.mark.offset, 10);
	assert_int_equal(log.events.n_bad, 0);
	append(&log, "p a", 3);
	assert_int_equal(read_on(&log), 0);
	append(&log, "\n", 1);
	assert_int_equal(read_on(&log), 1);
	is_event(&log, 0, 2, BOA_PROVIDER_STOP, "a");
	drop(&log);
}

static void takes_tabs_comments_and_carriage_returns(void **state)
{
	struct log log = log_of("# made by hand\n\n \t\n"
				"\t3  start\tgpu-1 \r\n");

	(void)state;
	assert_int_equal(read_on(&log), 1);
	is_event(&log, 0, 3, BOA_PROVIDER_START, "gpu-1");
	assert_int_equal(log.events.n_bad, 0);
	drop(&log);
}

static void counts_and_skips_lines_that_are_none(void **state)
{
	static const char nul[] = "1 start a\0b\n";
	struct log log = log_of("start a\n"       /* no time */
				"x start a\n"     /* not a number */
				"nan start a\n"   /* nor this */
				"1e999 start a\n" /* not finite */
				"-1 start a\n"    /* before time began */
				"1x start a\n"    /* text behind it */
				"1 begin a\n"     /* another word */
				"1 start\n"       /* no node */
				"1 start a b\n"   /* two of them */
				"9 stop b\n");
	char *line = calloc(1, BOA_PROVIDER_LINE_MAX + 2);

	(void)state;
	append(&log, nul, sizeof(nul) - 1);
	memset(line, '7', BOA_PROVIDER_LINE_MAX + 1);
	line[BOA_PROVIDER_LINE_MAX + 1] = '\n';
	append(&log, line, BOA_PROVIDER_LINE_MAX + 2);
	append(&log, "10 stop c\n", 10);
	assert_int_equal(read_on(&log), 2);
	is_event(&log, 0, 9, BOA_PROVIDER_STOP, "b");
	is_event(&log, 1, 10, BOA_PROVIDER_STOP, "c");
	assert_int_equal(log.events.n_bad, 11);
	free(line);
	drop(&log);
}

static void reads_a_log_longer_than_its_buffer(void **state)
{
	enum { N = 20000 }; /* lines of up to 22 bytes */
	struct log log = log_of("");
	char *many = calloc(N, 32);
	size_t i, at = 0;

	(void)state;
	for (i = 0; i < N; i++)
		at += (size_t)sprintf(many + at, "%zu.5 start node%zu\n", i, i);
	assert_true(at > 300000);
	append(&log, many, at);
	assert_int_equal(read_on(&log), N);
	for (i = 0; i < N; i++)
		assert_near(log.events.event[i].at_s, (double)i + 0.5, 0);
	assert_string_equal(log.events.event[N - 1].node, "node19999");
	assert_int_equal(log.events.n_bad, 0);
	assert_int_equal(log.mark.offset, at);
	free(many);
	drop(&log);
}

static void begins_again_in_another_or_shorter_file(void **state)
{
	struct log log = log_of("1 start a\n2 stop a\n");
	char *fresh;

	(void)state;
	assert_int_equal(read_on(&log), 2);
	assert_int_equal(truncate(log.path, 0), 0);
	append(&log, "3 start b\n", 10);
	assert_int_equal(read_on(&log), 1);
	is_event(&log, 0, 3, BOA_PROVIDER_START, "b");
	fresh = scratch_file(log.dir, "fresh", "4 start c\n5 stop c\n", 19);
	assert_int_equal(rename(fresh, log.path), 0);
	free(fresh);
	assert_int_equal(read_on(&log), 2);
	is_event(&log, 0, 4, BOA_PROVIDER_START, "c");
	drop(&log);
}

static void a_missing_file_has_no_events(void **state)
{
	struct log log = log_of("1 start a\n");

	(void)state;
	assert_int_equal(read_on(&log), 1);
	assert_int_equal(unlink(log.path), 0);
	assert_int_equal(read_on(&log), 0);
	assert_int_equal(log.mark.offset, 10);
	drop(&log);
}

static void never_waits_for_what_is_not_a_file(void **state)
{
	struct log log = log_of("");
	struct boa_provider_events events = { .n = 77 };
	struct boa_provider_mark mark = { .offset = 5 };
	struct boa_err err = { 0 };

	(void)state;
	assert_int_equal(unlink(log.path), 0);
	assert_int_equal(mkfifo(log.path, 0600), 0);
	assert_int_equal(boa_provider_read(log.path, &mark, &events, &err),
			 BOA_EIO);
	assert_non_null(strstr(err.text, "regular file"));
	assert_int_equal(boa_provider_read(log.dir, &mark, &events, &err),
			 BOA_EIO);
	assert_int_equal(events.n, 77);
	assert_int_equal(mark.offset, 5);
	drop(&log);
}

static void survives_each_allocation_failing(void **state)
{
	struct log log = log_of("1 start a\n2 stop a\n");
	struct boa_provider_events events = { .n = 77 };
	struct boa_provider_mark mark = { 0 };
	int n;

	(void)state;
	FAIL_EACH_ALLOC(
		boa_provider_read(log.path, &mark, &events, NULL),
		{
			assert_int_equal(events.n, 77);
			assert_int_equal(mark.offset, 0);
		},
		n);
	assert_true(n >= 3); /* the list, and two names */
	assert_int_equal(events.n, 2);
	boa_provider_events_free(&events);
	drop(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_the_three_words),
		cmocka_unit_test(gives_each_event_once),
		cmocka_unit_test(waits_for_the_end_of_a_line),
		cmocka_unit_test(takes_tabs_comments_and_carriage_returns),
		cmocka_unit_test(counts_and_skips_lines_that_are_none),
		cmocka_unit_test(reads_a_log_longer_than_its_buffer),
		cmocka_unit_test(begins_again_in_another_or_shorter_file),
		cmocka_unit_test(a_missing_file_has_no_events),
		cmocka_unit_test(never_waits_for_what_is_not_a_file),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("provider_log", tests, NULL, NULL);
}
