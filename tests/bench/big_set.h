/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * big_set.h - large random class sets for benchmarks; the same seed gives the
 * same set on any machine.
 */
#ifndef BOA_BENCH_BIG_SET_H
#define BOA_BENCH_BIG_SET_H

#include <stddef.h>

#include "src/class.h"

#define BIG_N_EPOCH   10
#define BIG_N_TYPE    3
#define BIG_N_WIDTH   32
#define BIG_N_ACCOUNT 20

/*
 * N_CLASS classes of 10 epochs on 3 types with widths 1 to 32 each, each class
 * in one of 20 accounts, "acct0" and so on. Ends the program when memory does.
 */
void big_set(struct boa_classes *set, size_t n_class);

#endif /* BOA_BENCH_BIG_SET_H */
