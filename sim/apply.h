/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * apply.h - carrying out a policy's decision in the world.
 *
 * First every job whose holding is to change lets go of what it has, so that
 * nodes pass from one job to another within one moment; then they are placed,
 * the widest first; then idle nodes are given back. A job that is to have what
 * it has is not touched.
 */
#ifndef BOA_APPLY_H
#define BOA_APPLY_H

#include "sim/policy.h"
#include "sim/world.h"

/* Buffers of a decision, kept from one to the next. */
struct boa_desk {
	struct boa_decision decision;
	size_t job_room;
	size_t node_room;
	size_t place_room;
	size_t *order;
	bool *moves;
};

/*
 * Lay DESK's decision out for WORLD: every job keeps what it has. Returns 0 or
 * BOA_ENOMEM.
 */
int boa_desk_lay(struct boa_desk *desk, const struct boa_world *world,
		 struct boa_err *err);
void boa_desk_fini(struct boa_desk *desk);

/*
 * Carry out DESK's decision; *CHANGED says whether anything changed. Returns 0,
 * BOA_EINVAL (the policy broke its contract: ERR says how) or BOA_ENOMEM.
 */
int boa_desk_apply(struct boa_desk *desk, struct boa_world *world,
		   bool *changed, struct boa_err *err);

#endif /* BOA_APPLY_H */
