/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cases.h - bad and good inputs that are folders: DIR/CASE/input.* and, for a
 * bad one, DIR/CASE/error, the text that must follow the input's path in the
 * message, line by line. A new folder is a new test.
 */
#ifndef BOA_TEST_CASES_H
#define BOA_TEST_CASES_H

#include <stddef.h>

#include "tests/unit/check.h"

struct test_case {
	char *name;  /* of the folder */
	char *input; /* path of its input file */
	char *error; /* contents of its error file, no newline at the end, or
			NULL */
};

struct test_cases {
	size_t n;
	struct test_case *item;    /* [n], by name */
	struct CMUnitTest *cmocka; /* [n], runs TEST on each */
};

/*
 * The folders below DIR, which lies below tests/data of the source tree; their
 * input is called INPUT. TEST gets the struct test_case in *state. Ends the
 * program when there is none.
 */
struct test_cases cases_list(const char *dir, const char *input,
			     CMUnitTestFunction test);

/*
 * Run the N_FIXED tests of FIXED and those of BAD and GOOD as the group NAME;
 * returns the number that failed. Releases BAD and GOOD.
 */
int cases_run(const char *name, const struct CMUnitTest *fixed, size_t n_fixed,
	      struct test_cases *bad, struct test_cases *good);

/* MESSAGE must be the input's path and then the text of the error file. */
void assert_case_error(const struct test_case *it, const char *message);

/* New text: the path of NAME below tests/data of the source tree. */
char *data_path(const char *name);

/* New text: the path of NAME among the public data, or NULL: not there. */
char *public_path(const char *name);

/* A fresh folder for files of a test, new text, and its removal. */
char *scratch_make(void);
void scratch_remove(char *dir);

/* Number of files in DIR. */
int scratch_count(const char *dir);

/* New text: the path DIR/NAME, a file of LEN bytes of TEXT. */
char *scratch_file(const char *dir, const char *name, const char *text,
		   size_t len);

#endif /* BOA_TEST_CASES_H */
