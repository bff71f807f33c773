/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/cases.h"
#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"

#include "src/crc32.h"
#include "src/file.h"
#include "src/journal.h"

/* --- bills and a journal of them -------------------------------------- */

static struct boa_job_bill bill_of(uint32_t id, double end_s)
{
	struct boa_job_bill bill = {
		.id = id,
		.class = "bert",
		.account = "a\"b",
		.user = "ada",
		.first_submit_s = 90.5,
		.end_s = end_s,
		.end = BOA_END_COMPLETED,
		.n_resize = 1,
		.n_run = 2,
		.modelled_spend = NAN,
	};

	bill.by_kind[BOA_KIND_USEFUL] = (struct boa_amount){ 84, 0.25 };
	bill.by_kind[BOA_KIND_BOOT] = (struct boa_amount){ 16, 0.5 };
	return bill;
}

struct fixture {
	char *dir;
	char *path;
	struct boa_journal *journal;
	struct boa_journal_mark mark;
};

static void reopen(struct fixture *it)
{
	struct boa_err err = { 0 };

	boa_journal_close(it->journal);
	it->journal = NULL;
	if (boa_journal_open(it->path, &it->mark, &it->journal, &err))
		fail_msg("%s", err.text);
}

static struct fixture begin(void)
{
	struct fixture it = { .dir = scratch_make() };

	it.path = scratch_file(it.dir, "jobs.jsonl", "", 0);
	assert_int_equal(unlink(it.path), 0);
	reopen(&it);
	return it;
}

static void finish(struct fixture *it)
{
	boa_journal_close(it->journal);
	free(it->path);
	scratch_remove(it->dir);
}

static void append(struct fixture *it, uint32_t id, double end_s)
{
	struct boa_job_bill bill = bill_of(id, end_s);
	const struct boa_job_bill *bills[] = { &bill };

	assert_int_equal(boa_journal_append(it->journal, bills, 1, NULL), 0);
}

static char *content(const struct fixture *it, size_t *len)
{
	char *text;

	assert_int_equal(boa_file_read(it->path, 1 << 20, &text, len, NULL), 0);
	return text;
}

static bool has(const struct fixture *it, uint32_t id, double end_s)
{
	struct boa_job_bill bill = bill_of(id, end_s);

	return boa_journal_has(it->journal, &bill);
}

/* --- the tests -------------------------------------------------------- */

static void a_line_holds_the_bill_and_its_checksum(void **state)
{
	static const char want[] =
		"{\"id\": 71, \"first_submit_s\": 90.5, \"end_s\": 100.25, "
		"\"end\": \"completed\", \"jct_s\": 9.75, \"class\": \"bert\", "
		"\"account\": \"a\\\"b\", \"user\": \"ada\", \"n_run\": 2, "
		"\"n_resize\": 1, \"modelled_spend\": null, "
		"\"total\": { \"gpu_s\": 100, \"spend\": 0.75 }, "
		"\"by_kind\": { \"useful\": { \"gpu_s\": 84, \"spend\": 0.25 }, "
		"\"boot\": { \"gpu_s\": 16, \"spend\": 0.5 } }";
	struct fixture it = begin();
	char tail[64], *text;
	size_t len;

	(void)state;
	append(&it, 71, 100.25);
	text = content(&it, &len);
	snprintf(tail, sizeof(tail), ", \"crc32\": \"%08x\"}\n",
		 boa_crc32(0, want, sizeof(want) - 1));
	assert_int_equal(strncmp(text, want, sizeof(want) - 1), 0);
	assert_string_equal(text + sizeof(want) - 1, tail);
	assert_true(boa_journal_line_is_whole(text, len - 1));
	assert_false(boa_journal_line_is_whole(text, len - 2));
	assert_false(boa_journal_line_is_whole(text, 5));
	text[10] ^= 1;
	assert_false(boa_journal_line_is_whole(text, len - 1));
	free(text);
	finish(&it);
}

static void is_for_its_owner_only(void **state)
{
	struct fixture it = begin();
	struct stat st;

	(void)state;
	assert_int_equal(stat(it.path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	finish(&it);
}

static void knows_what_stands_behind_the_mark(void **state)
{
	struct fixture it = begin();

	(void)state;
	append(&it, 1, 100);
	it.mark = boa_journal_mark(it.journal);
	append(&it, 2, 200);
	append(&it, 3, 300);
	assert_false(has(&it, 2, 200)); /* the caller has marked it itself */
	reopen(&it);
	assert_false(has(&it, 1, 100));
	assert_true(has(&it, 2, 200));
	assert_true(has(&it, 3, 300));
	assert_false(has(&it, 3, 301)); /* another end of the job */
	it.mark = (struct boa_journal_mark){ 0 };
	reopen(&it);
	assert_true(has(&it, 1, 100));
	finish(&it);
}

static void a_job_whose_end_nobody_saw_is_known_by_its_submission(void **state)
{
	struct fixture it = begin();
	struct boa_job_bill bill = bill_of(1, 555);

	(void)state;
	append(&it, 1, 100);
	reopen(&it);
	bill.end = BOA_END_NONE;
	assert_true(boa_journal_has(it.journal, &bill));
	bill.first_submit_s = 91;
	assert_false(boa_journal_has(it.journal, &bill));
	finish(&it);
}

static void a_torn_line_is_cut_off(void **state)
{
	struct fixture it = begin();
	char *text, *want;
	size_t len, want_len, cut;

	(void)state;
	append(&it, 1, 100);
	want = content(&it, &want_len);
	append(&it, 2, 200);
	text = content(&it, &len);
	for (cut = want_len; cut < len; cut++) {
		free(scratch_file(it.dir, "jobs.jsonl", text, cut));
		reopen(&it);
		assert_int_equal(boa_journal_mark(it.journal).offset, want_len);
		assert_true(has(&it, 1, 100));
		assert_false(has(&it, 2, 200));
	}
	append(&it, 3, 300);
	free(text);
	text = content(&it, &len);
	assert_int_equal(strncmp(text, want, want_len), 0);
	assert_int_equal(strncmp(text + want_len, "{\"id\": 3,", 9), 0);
	free(text);
	free(want);
	finish(&it);
}

static void a_damaged_line_is_not_believed(void **state)
{
	struct fixture it = begin();
	char *text;
	size_t len;

	(void)state;
	append(&it, 1, 100);
	append(&it, 2, 200);
	text = content(&it, &len);
	text[20] ^= 1;
	free(scratch_file(it.dir, "jobs.jsonl", text, len));
	reopen(&it);
	assert_false(has(&it, 1, 100));
	assert_true(has(&it, 2, 200));
	free(text);
	finish(&it);
}

static void refuses_what_is_no_file(void **state)
{
	struct fixture it = begin();
	struct boa_journal *journal = NULL;
	struct boa_err err = { 0 };

	(void)state;
	assert_int_equal(unlink(it.path), 0);
	assert_int_equal(mkfifo(it.path, 0600), 0);
	assert_int_equal(boa_journal_open(it.path, &it.mark, &journal, &err),
			 BOA_EIO);
	assert_non_null(strstr(err.text, it.path));
	assert_null(journal);
	finish(&it);
}

static void survives_each_allocation_failing(void **state)
{
	struct fixture it = begin();
	struct boa_job_bill bill = bill_of(1, 100);
	const struct boa_job_bill *bills[] = { &bill };
	struct boa_journal *journal = NULL;
	size_t len;
	int n;

	(void)state;
	FAIL_EACH_ALLOC(boa_journal_append(it.journal, bills, 1, NULL), ({
				free(content(&it, &len));
				assert_int_equal(len, 0);
			}),
			n);
	FAIL_EACH_ALLOC(boa_journal_open(it.path, &it.mark, &journal, NULL),
			assert_null(journal), n);
	assert_true(n >= 2); /* the journal, its path, what it knows */
	assert_true(boa_journal_has(journal, &bill));
	boa_journal_close(journal);
	finish(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_holds_the_bill_and_its_checksum),
		cmocka_unit_test(is_for_its_owner_only),
		cmocka_unit_test(knows_what_stands_behind_the_mark),
		cmocka_unit_test(
			a_job_whose_end_nobody_saw_is_known_by_its_submission),
		cmocka_unit_test(a_torn_line_is_cut_off),
		cmocka_unit_test(a_damaged_line_is_not_believed),
		cmocka_unit_test(refuses_what_is_no_file),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
