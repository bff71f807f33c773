/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fail_alloc.h - let the n-th allocation fail. For programs linked with
 * $(wrap_all_alloc); included by one file of each.
 */
#ifndef BOA_TEST_FAIL_ALLOC_H
#define BOA_TEST_FAIL_ALLOC_H

#include <stdbool.h>
#include <stdlib.h>

static int alloc_fail_at = -1; /* counted from 0; -1: none fails */
static int n_alloc;

static bool alloc_fails(void)
{
	return n_alloc++ == alloc_fail_at;
}

#define WRAP_ALLOC(type, name, params, args)                                   \
	type __real_##name params;                                             \
	type __wrap_##name params;                                             \
	type __wrap_##name params                                              \
	{                                                                      \
		return alloc_fails() ? NULL : __real_##name args;              \
	}

WRAP_ALLOC(void *, malloc, (size_t size), (size))
WRAP_ALLOC(void *, calloc, (size_t n, size_t size), (n, size))
WRAP_ALLOC(void *, realloc, (void *old, size_t size), (old, size))
WRAP_ALLOC(char *, strdup, (const char *text), (text))
WRAP_ALLOC(char *, strndup, (const char *text, size_t n), (text, n))

/*
 * Run CALL, an expression of value 0 or BOA_ENOMEM, with allocation 0, then 1,
 * ... failing, and CHECK after each failure, until it succeeds; N is how many
 * had to fail for that.
 */
#define FAIL_EACH_ALLOC(call, check, n)                                        \
	do {                                                                   \
		int rc_;                                                       \
		for ((n) = 0; (n) < 10000; (n)++) {                            \
			n_alloc = 0;                                           \
			alloc_fail_at = (n);                                   \
			rc_ = (call);                                          \
			alloc_fail_at = -1;                                    \
			if (!rc_)                                              \
				break;                                         \
			assert_int_equal(rc_, BOA_ENOMEM);                     \
			check;                                                 \
		}                                                              \
	} while (0)

#endif /* BOA_TEST_FAIL_ALLOC_H */
