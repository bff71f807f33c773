/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/crc32.h"
#include "src/frames.h"
#include "src/text.h"

#define SUM_AT (BOA_FRAME_HEAD - 9) /* the line up to CRC */

static int fail(struct boa_err *err, const char *path, const char *what)
{
	char why[128];

	return boa_err_set(err, BOA_EIO, "%s: %s: %s", path, what,
			   strerror_r(errno, why, sizeof(why)));
}

static int lack_memory(struct boa_err *err, const char *path)
{
	return boa_err_set(err, BOA_ENOMEM, "%s: out of memory", path);
}

/* --- reading ---------------------------------------------------------- */

/* LEN lower-case hexadecimal digits at TEXT, followed by AFTER. */
static bool read_hex(const char *text, size_t len, char after, uint64_t *value)
{
	size_t i;

	*value = 0;
	for (i = 0; i < len; i++) {
		char c = text[i];

		if (c >= '0' && c <= '9')
			*value = *value << 4 | (unsigned)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*value = *value << 4 | (unsigned)(c - 'a' + 10);
		else
			return false;
	}
	return text[len] == after;
}

bool boa_frame_next(struct boa_frame *frame)
{
	char *head = frame->data + frame->end;
	size_t left = frame->len - frame->end;
	uint64_t seq, n, crc;

	if (left < BOA_FRAME_HEAD || memcmp(head, "boa ", 4) != 0 ||
	    !read_hex(head + 4, 16, ' ', &seq) ||
	    !read_hex(head + 21, 8, ' ', &n) ||
	    !read_hex(head + SUM_AT, 8, '\n', &crc))
		return false;
	if (n > left - BOA_FRAME_HEAD ||
	    (frame->text && seq != frame->seq + 1) ||
	    boa_crc32(boa_crc32(0, head, SUM_AT), head + BOA_FRAME_HEAD, n) !=
		    crc)
		return false;
	frame->seq = seq;
	frame->text = head + BOA_FRAME_HEAD;
	frame->n = n;
	frame->end += BOA_FRAME_HEAD + n;
	return true;
}

/* --- writing ---------------------------------------------------------- */

int boa_frames_open(const char *path, uint64_t seq, uint64_t len,
		    struct boa_frames *frames, struct boa_err *err)
{
	struct boa_frames fresh = { .fd = -1, .seq = seq, .len = len };
	int rc;

	fresh.path = strdup(path);
	if (!fresh.path)
		return lack_memory(err, path);
	if (len) {
		fresh.fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
		if (fresh.fd < 0 || ftruncate(fresh.fd, (off_t)len)) {
			rc = fail(err, path, "cannot open for writing");
			boa_frames_close(&fresh);
			return rc;
		}
	}
	*frames = fresh;
	return 0;
}

void boa_frames_close(struct boa_frames *frames)
{
	free(frames->path);
	if (frames->fd >= 0)
		close(frames->fd);
	*frames = (struct boa_frames){ .fd = -1 };
}

/* A frame of TEXT as *WHOLE, new, of *LEN bytes. */
static int make_frame(const struct boa_frames *frames, const char *text,
		      size_t n, char **whole, size_t *len)
{
	char *fresh;
	uint32_t crc;

	if (n > UINT32_MAX)
		return BOA_ENOMEM;
	fresh = malloc(BOA_FRAME_HEAD + n + 1);
	if (!fresh)
		return BOA_ENOMEM;
	snprintf(fresh, BOA_FRAME_HEAD, "boa %016" PRIx64 " %08zx ",
		 frames->seq + 1, n);
	crc = boa_crc32(boa_crc32(0, fresh, SUM_AT), text, n);
	snprintf(fresh + SUM_AT, BOA_FRAME_HEAD - SUM_AT + 1, "%08x\n", crc);
	memcpy(fresh + BOA_FRAME_HEAD, text, n);
	*whole = fresh;
	*len = BOA_FRAME_HEAD + n;
	return 0;
}

static int write_all(int fd, const char *data, size_t len, uint64_t at)
{
	while (len) {
		ssize_t n = pwrite(fd, data, len, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		data += n;
		len -= (size_t)n;
		at += (uint64_t)n;
	}
	return 0;
}

/* Does PATH still name our file, as we left it? */
static int check_ours(const struct boa_frames *frames, struct boa_err *err)
{
	struct stat ours, named;

	if (!fstat(frames->fd, &ours) && !stat(frames->path, &named) &&
	    ours.st_ino == named.st_ino && ours.st_dev == named.st_dev &&
	    (uint64_t)ours.st_size == frames->len)
		return 0;
	return boa_err_set(err, BOA_EIO,
			   "%s: was changed by another, expected to be alone",
			   frames->path);
}

/* End the file after its good frames. */
static int cut(struct boa_frames *frames, struct boa_err *err)
{
	frames->torn = ftruncate(frames->fd, (off_t)frames->len) != 0;
	return frames->torn ? fail(err, frames->path, "cannot cut") : 0;
}

int boa_frames_append(struct boa_frames *frames, const char *text, size_t n,
		      struct boa_err *err)
{
	char *whole;
	size_t len;
	int rc = frames->torn ? cut(frames, err) : 0;

	if (!rc)
		rc = check_ours(frames, err);
	if (rc)
		return rc;
	if (make_frame(frames, text, n, &whole, &len))
		return lack_memory(err, frames->path);
	if (write_all(frames->fd, whole, len, frames->len)) {
		rc = fail(err, frames->path, "cannot write");
		(void)cut(frames, NULL);
		goto out;
	}
	frames->seq++;
	frames->len += len;
out:
	free(whole);
	return rc;
}

/* --- beginning anew --------------------------------------------------- */

/* Write WHOLE, [LEN], to the new file PATH; *FD is open on success. */
static int write_new(const char *path, const char *whole, size_t len, int *fd,
		     struct boa_err *err)
{
	int fresh =
		open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
		     0600);
	int rc;

	if (fresh < 0)
		return fail(err, path, "cannot make");
	if (write_all(fresh, whole, len, 0) || fsync(fresh)) {
		rc = fail(err, path, "cannot write");
		close(fresh);
		(void)unlink(path);
		return rc;
	}
	*fd = fresh;
	return 0;
}

/* Keep the file PATH, if there is one, as OLD, in whose place SPARE helps. */
static void keep_old(const char *path, const char *spare, const char *old)
{
	(void)unlink(spare);
	/* no failure: the old one is a second net only */
	if (!link(path, spare))
		(void)rename(spare, old);
	/* rename() leaves it when both are the same file */
	(void)unlink(spare);
}

/* So that renames outlive a power cut; some file systems cannot. */
static void flush_folder_of(const char *path)
{
	char *copy = strdup(path);
	int fd;

	if (!copy)
		return;
	fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(copy);
	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

/* Let the new file, open as FD and of LEN bytes, take the old one's place. */
static int swap_in(struct boa_frames *frames, const char *name, int fd,
		   size_t len, struct boa_err *err)
{
	char *spare = boa_text_new("%s.spare", frames->path);
	char *old = boa_text_new("%s.old", frames->path);
	int rc = 0;

	if (!spare || !old) {
		rc = lack_memory(err, frames->path);
		goto out;
	}
	keep_old(frames->path, spare, old);
	if (rename(name, frames->path)) {
		rc = fail(err, frames->path, "cannot rename onto it");
		goto out;
	}
	flush_folder_of(frames->path);
	if (frames->fd >= 0)
		close(frames->fd);
	frames->fd = fd;
	frames->seq++;
	frames->len = len;
	frames->torn = false;
out:
	free(spare);
	free(old);
	return rc;
}

int boa_frames_renew(struct boa_frames *frames, const char *text, size_t n,
		     struct boa_err *err)
{
	char *whole = NULL, *name = NULL;
	size_t len;
	int fd = -1;
	int rc = frames->fd >= 0 && !frames->torn ? check_ours(frames, err) : 0;

	if (rc)
		return rc;
	name = boa_text_new("%s.new", frames->path);
	if (!name || make_frame(frames, text, n, &whole, &len)) {
		rc = lack_memory(err, frames->path);
		goto out;
	}
	rc = write_new(name, whole, len, &fd, err);
	if (rc)
		goto out;
	rc = swap_in(frames, name, fd, len, err);
	if (rc) {
		close(fd);
		(void)unlink(name);
	}
out:
	free(whole);
	free(name);
	return rc;
}

int boa_frames_sync(struct boa_frames *frames, struct boa_err *err)
{
	return fdatasync(frames->fd) ? fail(err, frames->path, "cannot flush")
				     : 0;
}
