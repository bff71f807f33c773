/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/name.h"

bool boa_name_is_valid(const char *name, size_t len)
{
	size_t i;

	if (len < 1 || len > BOA_NAME_MAX)
		return false;
	for (i = 0; i < len; i++) {
		char c = name[i];

		if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		      (c >= '0' && c <= '9') || c == '.' || c == '_' ||
		      c == '-'))
			return false;
	}
	return true;
}

struct items {
	const char *base;
	size_t stride;
};

static const char *name_of(const struct items *items, size_t i)
{
	const char *name;

	memcpy(&name, items->base + i * items->stride, sizeof(name));
	return name;
}

static int by_name(const void *a, const void *b, void *arg)
{
	size_t i = *(const size_t *)a;
	size_t j = *(const size_t *)b;
	int sign = strcmp(name_of(arg, i), name_of(arg, j));

	return sign ? sign : (i > j) - (i < j);
}

void boa_names_sort(const void *items, size_t stride, size_t n, size_t *order)
{
	struct items arg = { .base = items, .stride = stride };
	size_t i;

	for (i = 0; i < n; i++)
		order[i] = i;
	if (n)
		qsort_r(order, n, sizeof(*order), by_name, &arg);
}

size_t boa_names_repeat(const void *items, size_t stride, size_t n,
			const size_t *order)
{
	struct items arg = { .base = items, .stride = stride };
	size_t i;

	for (i = 1; i < n; i++)
		if (!strcmp(name_of(&arg, order[i - 1]),
			    name_of(&arg, order[i])))
			return i;
	return 0;
}

/* As strcmp(NAME, OTHER), where NAME has LEN bytes and no end mark. */
static int compare(const char *name, size_t len, const char *other)
{
	int sign = strncmp(name, other, len);

	return sign ? sign : -(other[len] != '\0');
}

ptrdiff_t boa_names_find(const void *items, size_t stride, size_t n,
			 const size_t *order, const char *name, size_t len)
{
	struct items arg = { .base = items, .stride = stride };
	size_t least = 0, most = n, i;

	if (memchr(name, '\0', len))
		return -1;
	for (i = 0; !order && i < n; i++)
		if (!compare(name, len, name_of(&arg, i)))
			return (ptrdiff_t)i;
	while (order && least < most) {
		size_t mid = least + (most - least) / 2;
		int sign = compare(name, len, name_of(&arg, order[mid]));

		if (!sign)
			return (ptrdiff_t)order[mid];
		if (sign < 0)
			most = mid;
		else
			least = mid + 1;
	}
	return -1;
}
