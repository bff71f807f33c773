/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * door.h - the verbs that change something: a UNIX socket in StatusDir.
 *
 * A client writes one line, "resume NAME", and reads one: "ok TEXT" or
 * "error TEXT". Only root and SlurmUser are served, by the credentials the
 * kernel gives of the peer. Nothing here waits: the agent looks once a cycle,
 * takes what has arrived and answers; a client has five seconds.
 */
#ifndef BOA_SCHED_DOOR_H
#define BOA_SCHED_DOOR_H

#include <stdbool.h>

#include "src/conf.h"
#include "src/launch.h"

#define BOA_DOOR_CLIENTS 8
#define BOA_DOOR_LINE    256

struct boa_client {
	int fd; /* -1: none */
	double until_s;
	size_t n;
	char line[BOA_DOOR_LINE];
};

struct boa_door {
	int fd; /* -1: does not listen */
	char *path;
	bool failed; /* and that was logged */
	double retry_s;
	struct boa_client client[BOA_DOOR_CLIENTS];
};

void boa_door_init(struct boa_door *door);

/*
 * Listen in CONF's StatusDir if that is not done yet, and serve who has come,
 * at NOW_S (a clock that only goes forward).
 */
void boa_door_step(struct boa_door *door, const struct boa_conf *conf,
		   struct boa_launches *launches, double now_s);

void boa_door_fini(struct boa_door *door);

#endif /* BOA_SCHED_DOOR_H */
