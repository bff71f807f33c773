/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "sim/policy/list.h"

/* clang-format off */
const struct boa_policy *const boa_policies[] = {
	&boa_policy_boa,
	&boa_policy_static,
	&boa_policy_reservation,
	&boa_policy_reservation_as,
	&boa_policy_tiresias,
	&boa_policy_pollux,
	&boa_policy_pollux_as,
	&boa_policy_sia,
	&boa_policy_sia_as,
	&boa_policy_rubick,
	&boa_policy_rubick_as,
	NULL,
};
/* clang-format on */

const struct boa_policy *boa_policy_find(const char *name)
{
	for (size_t i = 0; boa_policies[i]; i++)
		if (strcmp(boa_policies[i]->name, name) == 0)
			return boa_policies[i];
	return NULL;
}
