/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"

#include "src/cmd/epoch_report.h"
#include "src/token.h"

/* A job of two epochs, 16 GPUs and then 12, in its first epoch. */
#define RECORD                                                                 \
	"boa=1 class=bert plan=3 type=t4 widths=16,12 epoch=1 width=16 run=0"

static struct boa_epoch_report report;
static struct boa_err err;

static int judge(unsigned epoch, const char *comment, const char *record,
		 unsigned n_restart)
{
	const struct boa_epoch_job job = { .comment = comment,
					   .system_comment = record,
					   .n_restart = n_restart };

	err.text[0] = '\0';
	report = (struct boa_epoch_report){ 0 };
	return boa_epoch_judge(epoch, &job, &report, &err);
}

static void assert_judged(enum boa_epoch_verdict verdict, const char *comment)
{
	assert_int_equal(report.verdict, verdict);
	if (comment)
		assert_string_equal(report.comment, comment);
	else
		assert_null(report.comment);
	boa_epoch_report_free(&report);
}

static void a_job_without_record_and_class_is_not_ours(void **state)
{
	(void)state;
	assert_int_equal(judge(7, "ProjectA", NULL, 0), 0);
	assert_judged(BOA_EPOCH_NOT_OURS, NULL);
	assert_int_equal(judge(7, NULL, "someone else's", 0), 0);
	assert_judged(BOA_EPOCH_NOT_OURS, NULL);
}

static void a_job_of_a_class_may_wait_for_its_record(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "ProjectA class:bert", "", 0), 0);
	assert_judged(BOA_EPOCH_NO_RECORD, NULL);
}

static void an_epoch_of_the_width_held_goes_on(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert", RECORD, 0), 0);
	assert_int_equal(report.want_gpus, 16);
	assert_judged(BOA_EPOCH_GO_ON, "class:bert epoch:1.0");
}

static void an_epoch_of_another_width_asks_for_a_resize(void **state)
{
	(void)state;
	assert_int_equal(judge(2, "class:bert epoch:1.0", RECORD, 0), 0);
	assert_int_equal(report.want_gpus, 12);
	assert_int_equal(report.have_gpus, 16);
	assert_judged(BOA_EPOCH_RESIZE, "class:bert epoch:2.0");
}

static void the_rest_of_the_comment_stays_byte_for_byte(void **state)
{
	(void)state;
	assert_int_equal(
		judge(2, "\"x\"\tepoch:1.0,class:bert  \xc3\xa9;'", RECORD, 3),
		0);
	assert_judged(BOA_EPOCH_RESIZE,
		      "\"x\"\tepoch:2.3,class:bert  \xc3\xa9;'");
}

static void the_same_report_again_changes_nothing(void **state)
{
	(void)state;
	assert_int_equal(judge(2, "class:bert epoch:2.0", RECORD, 0), 0);
	assert_judged(BOA_EPOCH_RESIZE, NULL);
}

static void after_a_restart_the_epoch_is_reported_anew(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert epoch:1.0", RECORD, 1), 0);
	assert_judged(BOA_EPOCH_GO_ON, "class:bert epoch:1.1");
}

static void an_epoch_said_by_hand_gets_its_run(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert epoch:1", RECORD, 0), 0);
	assert_judged(BOA_EPOCH_GO_ON, "class:bert epoch:1.0");
}

static void an_epoch_beyond_the_last_is_refused(void **state)
{
	(void)state;
	assert_int_equal(judge(3, "class:bert", RECORD, 0), BOA_ERANGE);
	assert_string_equal(err.text, "class bert has epochs 1 to 2");
	assert_int_equal(judge(0, "class:bert", RECORD, 0), BOA_ERANGE);
	assert_null(report.comment);
}

static void an_epoch_below_the_record_is_refused(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert",
			       "boa=1 class=bert plan=3 type=t4 "
			       "widths=16,12 epoch=2 width=12 run=0",
			       0),
			 BOA_ERANGE);
	assert_non_null(strstr(err.text, "epoch 2 was reported"));
}

static void an_epoch_below_the_comment_is_refused(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert epoch:2.0", RECORD, 0),
			 BOA_ERANGE);
}

/* A user's own epoch:99 in the comment must not lock the job out. */
static void a_token_beyond_the_last_epoch_does_not_count(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert epoch:99", RECORD, 0), 0);
	assert_judged(BOA_EPOCH_GO_ON, "class:bert epoch:1.0");
}

static void a_comment_without_room_is_refused(void **state)
{
	char comment[BOA_COMMENT_MAX + 1];

	(void)state;
	memset(comment, 'x', sizeof(comment) - 1);
	comment[BOA_COMMENT_MAX] = '\0';
	memcpy(comment, "class:bert ", 11);
	assert_int_equal(judge(1, comment, RECORD, 0), BOA_ERANGE);
	/* " epoch:1.0" are 10 bytes: exactly full is allowed */
	comment[BOA_COMMENT_MAX - 10] = '\0';
	assert_int_equal(judge(1, comment, RECORD, 0), 0);
	assert_int_equal(strlen(report.comment), BOA_COMMENT_MAX);
	boa_epoch_report_free(&report);
}

static void a_damaged_record_is_told_apart(void **state)
{
	(void)state;
	assert_int_equal(judge(1, "class:bert", "boa=1 class=bert plan=", 0),
			 BOA_EPARSE);
}

static void another_gpu_type_asks_for_a_resize_too(void **state)
{
	(void)state;
	assert_int_equal(judge(2, "class:bert",
			       "boa=1 class=bert plan=0 type=t4,a100 "
			       "widths=8,8 epoch=1 width=8 run=0",
			       0),
			 0);
	assert_judged(BOA_EPOCH_RESIZE, "class:bert epoch:2.0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_without_record_and_class_is_not_ours),
		cmocka_unit_test(a_job_of_a_class_may_wait_for_its_record),
		cmocka_unit_test(an_epoch_of_the_width_held_goes_on),
		cmocka_unit_test(an_epoch_of_another_width_asks_for_a_resize),
		cmocka_unit_test(the_rest_of_the_comment_stays_byte_for_byte),
		cmocka_unit_test(the_same_report_again_changes_nothing),
		cmocka_unit_test(after_a_restart_the_epoch_is_reported_anew),
		cmocka_unit_test(an_epoch_said_by_hand_gets_its_run),
		cmocka_unit_test(an_epoch_beyond_the_last_is_refused),
		cmocka_unit_test(an_epoch_below_the_record_is_refused),
		cmocka_unit_test(an_epoch_below_the_comment_is_refused),
		cmocka_unit_test(a_token_beyond_the_last_epoch_does_not_count),
		cmocka_unit_test(a_comment_without_room_is_refused),
		cmocka_unit_test(a_damaged_record_is_told_apart),
		cmocka_unit_test(another_gpu_type_asks_for_a_resize_too),
	};

	return cmocka_run_group_tests_name("epoch_report", tests, NULL, NULL);
}
