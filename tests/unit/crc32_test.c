/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"

#include "src/crc32.h"

static void gives_the_check_value_of_the_standard(void **state)
{
	(void)state;
	assert_int_equal(boa_crc32(0, "123456789", 9), 0xcbf43926);
	assert_int_equal(boa_crc32(0, "", 0), 0);
}

static void goes_on_where_it_stopped(void **state)
{
	(void)state;
	assert_int_equal(boa_crc32(boa_crc32(0, "1234", 4), "56789", 5),
			 0xcbf43926);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_the_check_value_of_the_standard),
		cmocka_unit_test(goes_on_where_it_stopped),
	};
	return cmocka_run_group_tests_name("crc32", tests, NULL, NULL);
}
