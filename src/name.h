/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * name.h - names of classes, GPU types and accounts, and finding by name.
 *
 * The functions on ITEMS serve every array of structs whose first member is
 * `char *name`; STRIDE is the size of one struct.
 */
#ifndef BOA_NAME_H
#define BOA_NAME_H

#include <stdbool.h>
#include <stddef.h>

#define BOA_NAME_MAX  64 /* bytes of a name */
#define BOA_NAME_RULE "a name of 1 to 64 of A-Z a-z 0-9 . _ -"

/* Is NAME (LEN bytes) of the form [A-Za-z0-9._-]{1,64}? */
bool boa_name_is_valid(const char *name, size_t len);

/*
 * Write to ORDER, [N], the indices of ITEMS in the order of their names; equal
 * names stand by rising index. N log N.
 */
void boa_names_sort(const void *items, size_t stride, size_t n, size_t *order);

/*
 * The first place in ORDER whose name equals the one before it, or 0 when all
 * names are different.
 */
size_t boa_names_repeat(const void *items, size_t stride, size_t n,
			const size_t *order);

/*
 * Index of the item called NAME (LEN bytes), or -1. With ORDER (may be NULL)
 * log N, else N.
 */
ptrdiff_t boa_names_find(const void *items, size_t stride, size_t n,
			 const size_t *order, const char *name, size_t len);

#endif /* BOA_NAME_H */
