/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ptrs.h - pointers to items in the order of their keys. */
#ifndef BOA_PTRS_H
#define BOA_PTRS_H

#include <stdbool.h>
#include <stddef.h>

struct boa_ptrs {
	size_t n;
	size_t room;
	void **at; /* [n], owned; the items are the user's */
};

/* < 0, 0, > 0: ITEM's key comes before KEY, is it, comes after it. */
typedef int boa_ptrs_compare_f(const void *item, const void *key);

/* The place of KEY, or where it would be; *FOUND says which. log N. */
size_t boa_ptrs_place(const struct boa_ptrs *list, const void *key,
		      boa_ptrs_compare_f *compare, bool *found);

/* Make room for N_MORE. Returns 0 or BOA_ENOMEM. */
int boa_ptrs_reserve(struct boa_ptrs *list, size_t n_more);

/* Put ITEM at place I, where there is room for it; take out place I. */
void boa_ptrs_insert(struct boa_ptrs *list, size_t i, void *item);
void boa_ptrs_extract(struct boa_ptrs *list, size_t i);

#endif /* BOA_PTRS_H */
