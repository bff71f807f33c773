/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/file.h"

static int fail(struct boa_err *err, const char *path, const char *what)
{
	char why[128];

	/* the GNU strerror_r, which is safe in threads */
	boa_err_set(err, BOA_EIO, "%s: %s: %s", path, what,
		    strerror_r(errno, why, sizeof(why)));
	return BOA_EIO;
}

static int lack_memory(struct boa_err *err, const char *path)
{
	boa_err_set(err, BOA_ENOMEM, "%s: out of memory", path);
	return BOA_ENOMEM;
}

/* PATH, of this MODE, is no regular file. */
static int refuse_kind(const char *path, mode_t mode, struct boa_err *err)
{
	const char *kind = S_ISDIR(mode)    ? "a folder"
			   : S_ISFIFO(mode) ? "a FIFO"
			   : S_ISSOCK(mode) ? "a socket"
					    : "a device";

	boa_err_set(err, BOA_EIO, "%s: is %s, expected a regular file", path,
		    kind);
	return BOA_EIO;
}

/* --- reading ---------------------------------------------------------- */

/* Read all of FD into TEXT, which has room for MOST + 1 bytes. */
static int read_all(int fd, const char *path, size_t most, char *text,
		    size_t *len, struct boa_err *err)
{
	size_t n = 0;

	while (n <= most) {
		ssize_t got = read(fd, text + n, most + 1 - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return fail(err, path, "cannot read");
		if (!got) {
			text[n] = '\0';
			*len = n;
			return 0;
		}
		n += (size_t)got;
	}
	return boa_err_set(err, BOA_EIO, "%s: grew while it was read", path);
}

int boa_file_read(const char *path, size_t most, char **text, size_t *len,
		  struct boa_err *err)
{
	struct stat st;
	char *fresh = NULL;
	int fd, rc;

	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return fail(err, path, "cannot open");
	if (fstat(fd, &st)) {
		rc = fail(err, path, "cannot stat");
		goto out;
	}
	if (!S_ISREG(st.st_mode)) {
		rc = refuse_kind(path, st.st_mode, err);
		goto out;
	}
	if (st.st_size < 0 || (size_t)st.st_size > most) {
		rc = boa_err_set(err, BOA_EIO,
				 "%s: has %lld bytes, expected at most %zu",
				 path, (long long)st.st_size, most);
		goto out;
	}
	fresh = calloc((size_t)st.st_size + 1, 1);
	if (!fresh) {
		rc = lack_memory(err, path);
		goto out;
	}
	rc = read_all(fd, path, (size_t)st.st_size, fresh, len, err);
	if (rc)
		goto out;
	*text = fresh;
	fresh = NULL;
out:
	free(fresh);
	close(fd);
	return rc;
}

/* --- replacing -------------------------------------------------------- */

#define N_TRY 100 /* temporary names, should a crash have left some */

/* Open a new file beside TARGET; its name, new, to *NAME. */
static int open_beside(const char *target, char **name, int *fd,
		       struct boa_err *err)
{
	size_t size = strlen(target) + 48;
	char *fresh = calloc(size, 1);
	int i;

	if (!fresh)
		return lack_memory(err, target);
	for (i = 0; i < N_TRY; i++) {
		snprintf(fresh, size, "%s.tmp.%ld.%d", target, (long)getpid(),
			 i);
		*fd = open(fresh,
			   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
			   0666);
		if (*fd >= 0) {
			*name = fresh;
			return 0;
		}
		if (errno != EEXIST)
			break;
	}
	free(fresh);
	return fail(err, target, "cannot make a temporary file beside it");
}

/* Print to FD, which is taken, and flush it to the disk. */
static int fill(int fd, const char *target, boa_file_print_f *print,
		const void *arg, struct boa_err *err)
{
	FILE *out = fdopen(fd, "w");
	int rc;

	if (!out) {
		close(fd);
		return lack_memory(err, target);
	}
	rc = print(out, arg, err);
	if (!rc && (fflush(out) || fsync(fd)))
		rc = fail(err, target, "cannot write");
	if (fclose(out) && !rc)
		rc = fail(err, target, "cannot write");
	return rc;
}

/*
 * Flush the folder of NAME, so that the rename outlives a power cut. NAME is
 * no longer needed and lends its room. No failure: the rename is done, and
 * some file systems cannot flush a folder.
 */
static void flush_folder(char *name)
{
	int fd = open(dirname(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

/* What PATH names, links followed, new in *TARGET; it need not exist. */
static int find_target(const char *path, char **target, struct boa_err *err)
{
	struct stat st;

	if (!stat(path, &st)) {
		if (!S_ISREG(st.st_mode))
			return refuse_kind(path, st.st_mode, err);
		*target = realpath(path, NULL);
	} else {
		*target = strdup(path);
	}
	return *target ? 0 : fail(err, path, "cannot resolve");
}

int boa_file_replace(const char *path, boa_file_print_f *print, const void *arg,
		     struct boa_err *err)
{
	char *target = NULL, *name = NULL;
	int fd = -1, rc;

	rc = find_target(path, &target, err);
	if (rc)
		return rc;
	rc = open_beside(target, &name, &fd, err);
	if (rc)
		goto out;
	rc = fill(fd, target, print, arg, err);
	if (!rc && rename(name, target))
		rc = fail(err, target, "cannot rename onto it");
	if (rc)
		(void)unlink(name);
	else
		flush_folder(name);
out:
	free(name);
	free(target);
	return rc;
}
