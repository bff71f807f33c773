/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/err.h"
#include "src/ptrs.h"

size_t boa_ptrs_place(const struct boa_ptrs *list, const void *key,
		      boa_ptrs_compare_f *compare, bool *found)
{
	size_t low = 0, high = list->n;

	*found = false;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int way = compare(list->at[mid], key);

		if (!way) {
			*found = true;
			return mid;
		}
		if (way < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

int boa_ptrs_reserve(struct boa_ptrs *list, size_t n_more)
{
	size_t room = list->room ? list->room : 16;
	void **fresh;

	if (list->n + n_more <= list->room)
		return 0;
	while (room < list->n + n_more)
		room *= 2;
	fresh = realloc(list->at, room * sizeof(void *));
	if (!fresh)
		return BOA_ENOMEM;
	list->at = fresh;
	list->room = room;
	return 0;
}

void boa_ptrs_insert(struct boa_ptrs *list, size_t i, void *item)
{
	memmove(list->at + i + 1, list->at + i, (list->n - i) * sizeof(void *));
	list->at[i] = item;
	list->n++;
}

void boa_ptrs_extract(struct boa_ptrs *list, size_t i)
{
	list->n--;
	memmove(list->at + i, list->at + i + 1, (list->n - i) * sizeof(void *));
}
