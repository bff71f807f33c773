/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * number.h - numbers to and from text, whatever the locale: the decimal point
 * is a point. slurmctld hosts plugins that may have set another.
 */
#ifndef BOA_NUMBER_H
#define BOA_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Bytes of the JSON number (RFC 8259, section 6) that TEXT (LEN bytes) begins
 * with, or 0. *BAD is where it fails when there is none.
 */
size_t boa_number_len(const char *text, size_t len, size_t *bad);

/*
 * The value of the JSON number that TEXT begins with; -0 is given as 0, a
 * number too large as infinity. A byte that cannot belong to a number must
 * follow it.
 */
double boa_number_value(const char *text);

/* Is VALUE a whole number from 0 to 2^53, so that no other is meant? */
bool boa_number_is_whole(double value);

#define BOA_NUMBER_MAX 32 /* bytes of text for any double */

/* Print VALUE (finite) with DIGITS significant digits; 17 tell all doubles. */
void boa_number_print(double value, int digits, char text[BOA_NUMBER_MAX]);

/* Print VALUE (finite) with the fewest digits that read back as VALUE. */
void boa_number_print_short(double value, char text[BOA_NUMBER_MAX]);

#endif /* BOA_NUMBER_H */
