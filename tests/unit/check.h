/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * check.h - what every unit test includes: cmocka, and what it lacks.
 */
#ifndef BOA_TEST_CHECK_H
#define BOA_TEST_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka 1.1.5 compares in single precision; this one does not. */
#define assert_near(got, want, tol)                                            \
	do {                                                                   \
		double got_ = (got), want_ = (want), tol_ = (tol);             \
		if (!(fabs(got_ - want_) <= tol_))                             \
			fail_msg("%s: got %.17g, want %.17g within %g", #got,  \
				 got_, want_, tol_);                           \
	} while (0)

#endif /* BOA_TEST_CHECK_H */
