/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * boactl resume TYPE - let nodes of a GPU type be launched again whose launches
 * failed so often that they are on hold. Told to sched/boa by its socket.
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "src/cmd/boactl.h"
#include "src/cmd/show.h"
#include "src/name.h"

#define ANSWER_MAX 256
#define PATIENCE_S 10

/* A connection to PATH, with patience; -1 and errno. */
static int reach(const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	const struct timeval patience = { .tv_sec = PATIENCE_S };
	int fd;

	if (strlen(path) >= sizeof(address.sun_path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	memcpy(address.sun_path, path, strlen(path) + 1);
	fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience,
		       sizeof(patience)) ||
	    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience,
		       sizeof(patience)) ||
	    connect(fd, (struct sockaddr *)&address, sizeof(address))) {
		close(fd);
		return -1;
	}
	return fd;
}

/* Send LINE on FD and read one line into ANSWER, without its end; 0 or -1. */
static int ask(int fd, const char *line, char answer[ANSWER_MAX])
{
	size_t n = 0;

	if (send(fd, line, strlen(line), MSG_NOSIGNAL) < 0)
		return -1;
	while (n < ANSWER_MAX - 1 && !memchr(answer, '\n', n)) {
		ssize_t got = recv(fd, answer + n, ANSWER_MAX - 1 - n, 0);

		if (got < 0)
			return -1;
		if (!got)
			break;
		n += (size_t)got;
	}
	answer[n] = '\0';
	answer[strcspn(answer, "\n")] = '\0';
	errno = ECONNRESET;
	return n ? 0 : -1;
}

int boactl_resume(const struct boactl *ctl, int argc, char **argv)
{
	char path[PATH_MAX], line[BOA_NAME_MAX + 16], answer[ANSWER_MAX];
	int fd, rc;

	(void)argc;
	if (!boa_name_is_valid(argv[0], strlen(argv[0])))
		return boactl_fail(BOACTL_USAGE, "resume",
				   "\"%s\" is not the name of a GPU type",
				   argv[0]);
	boa_show_status_path(ctl, "control", path, sizeof(path));
	snprintf(line, sizeof(line), "resume %s\n", argv[0]);
	fd = reach(path);
	rc = fd < 0 ? -1 : ask(fd, line, answer);
	if (rc)
		rc = boactl_fail(BOACTL_FAILED, path,
				 "%s; does slurmctld run here, with sched/boa?",
				 strerror(errno));
	else if (strncmp(answer, "ok ", 3) != 0)
		rc = boactl_fail(BOACTL_FAILED, "resume", "%s",
				 !strncmp(answer, "error ", 6) ? answer + 6
							       : answer);
	else
		puts(answer + 3);
	if (fd >= 0)
		close(fd);
	return rc;
}
