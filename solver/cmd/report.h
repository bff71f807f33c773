/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * report.h - a width table for people: aligned text.
 */
#ifndef BOA_WIDTHS_REPORT_H
#define BOA_WIDTHS_REPORT_H

#include <stdio.h>

#include "src/table.h"

/*
 * Print TABLE on OUT: what is expected of it, then one line per plan. Equal
 * widths in a row are written once with their number, 16x9. Errors are left in
 * OUT (ferror).
 */
void widths_report(FILE *out, const struct boa_table *table);

#endif /* BOA_WIDTHS_REPORT_H */
