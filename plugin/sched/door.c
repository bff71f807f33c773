/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plugin/sched/door.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "plugin/common/slurm_compat.h"

#define PATIENCE_S 5.0

void boa_door_init(struct boa_door *door)
{
	*door = (struct boa_door){ .fd = -1 };
	for (size_t i = 0; i < BOA_DOOR_CLIENTS; i++)
		door->client[i].fd = -1;
}

static void drop(struct boa_client *client)
{
	if (client->fd >= 0)
		close(client->fd);
	client->fd = -1;
}

/* --- listening -------------------------------------------------------- */

static int open_socket(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd, rc;

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	(void)unlink(path);
	rc = bind(fd, (struct sockaddr *)&address, sizeof(address));
	/* anybody may ask and be told that it is not for him */
	if (!rc)
		rc = chmod(path, 0666);
	if (!rc)
		rc = listen(fd, BOA_DOOR_CLIENTS);
	if (rc) {
		close(fd);
		return -1;
	}
	return fd;
}

static void stop_listening(struct boa_door *door)
{
	if (door->fd < 0)
		return;
	close(door->fd);
	door->fd = -1;
	(void)unlink(door->path);
}

/* The socket may have been swept away with its folder, so look each time. */
static void listen_in(struct boa_door *door, const char *dir, double now_s)
{
	char *path;

	if (door->fd >= 0 && !access(door->path, F_OK) &&
	    !strncmp(door->path, dir, strlen(dir)) &&
	    !strcmp(door->path + strlen(dir), "/control"))
		return;
	if (now_s < door->retry_s)
		return;
	door->retry_s = now_s + PATIENCE_S;
	if (asprintf(&path, "%s/control", dir) < 0)
		return;
	(void)mkdir(dir, 0755);
	stop_listening(door);
	free(door->path);
	door->path = path;
	door->fd = open_socket(path);
	if (door->fd < 0 && !door->failed)
		error("sched/boa: %s: %s; boactl resume cannot reach it", path,
		      strerror(errno));
	door->failed = door->fd < 0;
}

/* --- serving ---------------------------------------------------------- */

static void answer(struct boa_client *client, const char *word,
		   const char *text)
{
	char line[BOA_DOOR_LINE];
	int len = snprintf(line, sizeof(line), "%s %s\n", word, text);

	/* a line fits into any socket's buffer; a client that left is its own
	   affair */
	(void)send(client->fd, line,
		   len < (int)sizeof(line) ? (size_t)len : sizeof(line) - 1,
		   MSG_NOSIGNAL | MSG_DONTWAIT);
	drop(client);
}

static bool is_trusted(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof(peer);

	return !getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) &&
	       (peer.uid == 0 || peer.uid == slurm_conf.slurm_user_id);
}

static void resume(struct boa_client *client, const struct boa_conf *conf,
		   struct boa_launches *launches, const char *name)
{
	char text[BOA_DOOR_LINE];

	if (boa_conf_find_type(conf, name) < 0) {
		snprintf(text, sizeof(text), "%.64s is no GpuType", name);
		answer(client, "error", text);
		return;
	}
	if (boa_launches_resume(launches, name, (double)time(NULL))) {
		info("sched/boa: launches of %s are resumed", name);
		snprintf(text, sizeof(text), "launches of %.64s are resumed",
			 name);
	} else {
		snprintf(text, sizeof(text), "%.64s had no failed launches",
			 name);
	}
	answer(client, "ok", text);
}

/* Read what CLIENT has sent; its line, when whole, is carried out. */
static void serve(struct boa_client *client, const struct boa_conf *conf,
		  struct boa_launches *launches, double now_s)
{
	ssize_t got = recv(client->fd, client->line + client->n,
			   sizeof(client->line) - 1 - client->n, MSG_DONTWAIT);
	char *end;

	if (got > 0)
		client->n += (size_t)got;
	client->line[client->n] = '\0';
	end = strchr(client->line, '\n');
	if (end) {
		*end = '\0';
		if (!is_trusted(client->fd))
			answer(client, "error",
			       "only root and SlurmUser may do that");
		else if (!strncmp(client->line, "resume ", 7))
			resume(client, conf, launches, client->line + 7);
		else
			answer(client, "error", "no such verb");
	} else if (got == 0 || client->n == sizeof(client->line) - 1 ||
		   now_s > client->until_s ||
		   (got < 0 && errno != EAGAIN && errno != EINTR)) {
		drop(client);
	}
}

static void take_new(struct boa_door *door, double now_s)
{
	for (size_t i = 0; i < BOA_DOOR_CLIENTS && door->fd >= 0; i++) {
		struct boa_client *client = &door->client[i];

		if (client->fd >= 0)
			continue;
		client->fd = accept4(door->fd, NULL, NULL,
				     SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (client->fd < 0)
			return;
		client->n = 0;
		client->until_s = now_s + PATIENCE_S;
	}
}

void boa_door_step(struct boa_door *door, const struct boa_conf *conf,
		   struct boa_launches *launches, double now_s)
{
	listen_in(door, conf->status_dir, now_s);
	take_new(door, now_s);
	for (size_t i = 0; i < BOA_DOOR_CLIENTS; i++)
		if (door->client[i].fd >= 0)
			serve(&door->client[i], conf, launches, now_s);
}

void boa_door_fini(struct boa_door *door)
{
	for (size_t i = 0; i < BOA_DOOR_CLIENTS; i++)
		drop(&door->client[i]);
	stop_listening(door);
	free(door->path);
	boa_door_init(door);
}
