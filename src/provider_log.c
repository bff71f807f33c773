/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/number.h"
#include "src/provider_log.h"

#define CHUNK 65536

/* What is being read: the events so far and the line not yet whole. */
struct reader {
	struct boa_provider_events events;
	size_t room;
	char line[BOA_PROVIDER_LINE_MAX + 1];
	size_t len;    /* bytes of LINE */
	bool too_long; /* the rest of the line is skipped */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of *TEXT, cut off with a NUL; *TEXT moves behind it. */
static char *next_word(char **text)
{
	char *start, *at = *text;

	while (is_blank(*at))
		at++;
	start = at;
	while (*at && !is_blank(*at))
		at++;
	if (*at)
		*at++ = '\0';
	*text = at;
	return start;
}

static bool parse_time(const char *word, double *at_s)
{
	size_t bad, len = strlen(word);

	if (!len || boa_number_len(word, len, &bad) != len)
		return false;
	*at_s = boa_number_value(word);
	return isfinite(*at_s) && *at_s >= 0;
}

static bool parse_what(const char *word, enum boa_provider_what *what)
{
	static const char *const words[] = {
		[BOA_PROVIDER_START] = "start",
		[BOA_PROVIDER_STOP] = "stop",
		[BOA_PROVIDER_FAIL] = "fail",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!strcmp(word, words[i])) {
			*what = (enum boa_provider_what)i;
			return true;
		}
	}
	return false;
}

static int append(struct reader *reader, const struct boa_provider_event *event)
{
	struct boa_provider_events *events = &reader->events;
	struct boa_provider_event *fresh;
	size_t room;

	if (events->n == reader->room) {
		room = reader->room ? 2 * reader->room : 16;
		fresh = realloc(events->event, room * sizeof(*fresh));
		if (!fresh)
			return BOA_ENOMEM;
		events->event = fresh;
		reader->room = room;
	}
	events->event[events->n] = *event;
	events->event[events->n].node = strdup(event->node);
	if (!events->event[events->n].node)
		return BOA_ENOMEM;
	events->n++;
	return 0;
}

/* Take the whole line that READER holds. */
static int take_line(struct reader *reader)
{
	struct boa_provider_event event;
	char *rest = reader->line;
	char *time, *what;

	reader->line[reader->len] = '\0';
	if (reader->too_long || strlen(reader->line) != reader->len)
		goto bad;
	time = next_word(&rest);
	if (!*time || *time == '#')
		return 0;
	what = next_word(&rest);
	event.node = next_word(&rest);
	if (!parse_time(time, &event.at_s) || !parse_what(what, &event.what) ||
	    !*event.node || *next_word(&rest))
		goto bad;
	return append(reader, &event);
bad:
	reader->events.n_bad++;
	return 0;
}

/*
 * Feed DATA [LEN] to READER; *TAKEN is the offset in DATA behind the last whole
 * line, and untouched when no line ended.
 */
static int feed(struct reader *reader, const char *data, size_t len,
		size_t *taken)
{
	size_t i;
	int rc;

	for (i = 0; i < len; i++) {
		if (data[i] == '\n') {
			rc = take_line(reader);
			if (rc)
				return rc;
			reader->len = 0;
			reader->too_long = false;
			*taken = i + 1;
		} else if (reader->len < BOA_PROVIDER_LINE_MAX) {
			reader->line[reader->len++] = data[i];
		} else {
			reader->too_long = true;
		}
	}
	return 0;
}

static int fail_io(const char *path, const char *what, struct boa_err *err)
{
	char why[128];

	return boa_err_set(err, BOA_EIO, "%s: %s: %s", path, what,
			   strerror_r(errno, why, sizeof(why)));
}

/* Read from *OFFSET of FD to its end; *OFFSET moves behind the last line. */
static int read_on(int fd, const char *path, uint64_t *offset,
		   struct reader *reader, struct boa_err *err)
{
	char data[CHUNK];
	uint64_t at = *offset;
	ssize_t got;

	for (;;) {
		size_t taken = 0;

		got = pread(fd, data, sizeof(data), (off_t)at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fail_io(path, "cannot read", err);
		if (!got)
			return 0;
		if (feed(reader, data, (size_t)got, &taken))
			return boa_err_set(err, BOA_ENOMEM, "%s: out of memory",
					   path);
		if (taken)
			*offset = at + taken;
		at += (uint64_t)got;
	}
}

int boa_provider_read(const char *path, struct boa_provider_mark *mark,
		      struct boa_provider_events *events, struct boa_err *err)
{
	struct boa_provider_mark fresh = *mark;
	struct reader reader = { 0 };
	struct stat st;
	int fd, rc = 0;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0 && errno != ENOENT)
		return fail_io(path, "cannot open", err);
	if (fd < 0) {
		*events = reader.events;
		return 0;
	}
	if (fstat(fd, &st)) {
		rc = fail_io(path, "cannot stat", err);
		goto out;
	}
	if (!S_ISREG(st.st_mode)) {
		rc = boa_err_set(err, BOA_EIO,
				 "%s: is not a regular file, expected one",
				 path);
		goto out;
	}
	if ((uint64_t)st.st_ino != fresh.inode ||
	    (uint64_t)st.st_size < fresh.offset)
		fresh.offset = 0;
	fresh.inode = (uint64_t)st.st_ino;
	rc = read_on(fd, path, &fresh.offset, &reader, err);
	if (rc)
		goto out;
	*mark = fresh;
	*events = reader.events;
	reader.events = (struct boa_provider_events){ 0 };
out:
	boa_provider_events_free(&reader.events);
	close(fd);
	return rc;
}

void boa_provider_events_free(struct boa_provider_events *events)
{
	size_t i;

	for (i = 0; i < events->n; i++)
		free(events->event[i].node);
	free(events->event);
	*events = (struct boa_provider_events){ 0 };
}
