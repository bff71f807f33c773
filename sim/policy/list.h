/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list.h - every policy; each is told about in its own file. */
#ifndef BOA_POLICY_LIST_H
#define BOA_POLICY_LIST_H

#include "sim/policy.h"

extern const struct boa_policy boa_policy_boa;
extern const struct boa_policy boa_policy_pollux;
extern const struct boa_policy boa_policy_pollux_as;
extern const struct boa_policy boa_policy_reservation;
extern const struct boa_policy boa_policy_reservation_as;
extern const struct boa_policy boa_policy_rubick;
extern const struct boa_policy boa_policy_rubick_as;
extern const struct boa_policy boa_policy_sia;
extern const struct boa_policy boa_policy_sia_as;
extern const struct boa_policy boa_policy_static;
extern const struct boa_policy boa_policy_tiresias;

#endif /* BOA_POLICY_LIST_H */
