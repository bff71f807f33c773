/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/journal_line.h"

struct boa_journal {
	char *path;
	int fd;
	struct boa_journal_mark end;
	bool torn; /* what lies behind it could not be cut off */
	size_t n_known;
	size_t room;
	struct boa_journal_entry *known; /* [n_known], found behind the mark */
};

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

/* --- opening ---------------------------------------------------------- */

/* Open the file anew; it is made if it is missing. */
static int open_file(struct boa_journal *journal, struct boa_err *err)
{
	int fd = open(journal->path,
		      O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW |
			      O_NONBLOCK,
		      0600);
	struct stat st;

	if (fd < 0)
		return fail(err, journal->path, "cannot open for writing");
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return boa_err_set(err, BOA_EIO,
				   "%s: is not a regular file, expected one",
				   journal->path);
	}
	if (journal->fd >= 0)
		close(journal->fd);
	journal->fd = fd;
	journal->torn = false;
	journal->end.inode = (uint64_t)st.st_ino;
	journal->end.offset = (uint64_t)st.st_size;
	return 0;
}

/* Cut off what lies behind the last newline. */
static int cut_torn(struct boa_journal *journal, struct boa_err *err)
{
	char data[4096];
	uint64_t end = journal->end.offset;

	while (end) {
		size_t n = end < sizeof(data) ? (size_t)end : sizeof(data);
		const char *last;

		if (pread(journal->fd, data, n, (off_t)(end - n)) != (ssize_t)n)
			return fail(err, journal->path, "cannot read");
		last = memrchr(data, '\n', n);
		if (last) {
			end -= n - (size_t)(last + 1 - data);
			break;
		}
		end -= n;
	}
	if (end == journal->end.offset)
		return 0;
	if (ftruncate(journal->fd, (off_t)end))
		return fail(err, journal->path, "cannot cut");
	journal->end.offset = end;
	return 0;
}

static int add_known(struct boa_journal *journal,
		     const struct boa_journal_entry *entry)
{
	struct boa_journal_entry *fresh;
	size_t room;

	if (journal->n_known == journal->room) {
		room = journal->room ? 2 * journal->room : 16;
		fresh = realloc(journal->known, room * sizeof(*fresh));
		if (!fresh)
			return BOA_ENOMEM;
		journal->known = fresh;
		journal->room = room;
	}
	journal->known[journal->n_known++] = *entry;
	return 0;
}

/* Learn what stands behind OFFSET. */
static int learn(struct boa_journal *journal, uint64_t offset,
		 struct boa_err *err)
{
	int fd = dup(journal->fd);
	FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t len;
	int rc = 0;

	if (!in) {
		if (fd >= 0)
			close(fd);
		return lack_memory(err, journal->path);
	}
	if (fseeko(in, (off_t)offset, SEEK_SET))
		rc = fail(err, journal->path, "cannot read");
	while (!rc && (len = getline(&line, &size, in)) > 0) {
		struct boa_journal_entry entry;

		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (boa_journal_line_is_whole(line, (size_t)len) &&
		    boa_journal_read_entry(line, &entry) &&
		    add_known(journal, &entry))
			rc = lack_memory(err, journal->path);
	}
	if (!rc && ferror(in))
		rc = fail(err, journal->path, "cannot read");
	free(line);
	fclose(in);
	return rc;
}

int boa_journal_open(const char *path, const struct boa_journal_mark *mark,
		     struct boa_journal **journal, struct boa_err *err)
{
	struct boa_journal *fresh = calloc(1, sizeof(*fresh));
	bool same;
	int rc;

	if (!fresh)
		return lack_memory(err, path);
	fresh->fd = -1;
	fresh->path = strdup(path);
	rc = fresh->path ? open_file(fresh, err) : lack_memory(err, path);
	if (!rc)
		rc = cut_torn(fresh, err);
	if (rc)
		goto out;
	same = fresh->end.inode == mark->inode &&
	       fresh->end.offset >= mark->offset;
	rc = learn(fresh, same ? mark->offset : 0, err);
	if (rc)
		goto out;
	*journal = fresh;
	fresh = NULL;
out:
	boa_journal_close(fresh);
	return rc;
}

void boa_journal_close(struct boa_journal *journal)
{
	if (!journal)
		return;
	if (journal->fd >= 0)
		close(journal->fd);
	free(journal->path);
	free(journal->known);
	free(journal);
}

bool boa_journal_has(const struct boa_journal *journal,
		     const struct boa_job_bill *bill)
{
	size_t i;

	for (i = 0; i < journal->n_known; i++) {
		const struct boa_journal_entry *entry = &journal->known[i];

		if (entry->id != bill->id)
			continue;
		/* how and when it ended is not known of one with end NONE */
		if (entry->end_s == bill->end_s ||
		    (bill->end == BOA_END_NONE &&
		     entry->first_submit_s == bill->first_submit_s))
			return true;
	}
	return false;
}

/* --- appending -------------------------------------------------------- */

/* Follow the path to another file; note where ours ends. */
static int look_again(struct boa_journal *journal, struct boa_err *err)
{
	struct stat ours, named;

	if (fstat(journal->fd, &ours))
		return fail(err, journal->path, "cannot stat");
	if (stat(journal->path, &named) || named.st_ino != ours.st_ino ||
	    named.st_dev != ours.st_dev)
		return open_file(journal, err);
	if (!journal->torn) {
		journal->end.offset = (uint64_t)ours.st_size;
		return 0;
	}
	if (ftruncate(journal->fd, (off_t)journal->end.offset))
		return fail(err, journal->path, "cannot cut");
	journal->torn = false;
	return 0;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

/* The lines of the N bills as *TEXT, new, of *LEN bytes. */
static int print_lines(const struct boa_job_bill *const *bill, size_t n,
		       char **text, size_t *len)
{
	char *fresh = NULL;
	FILE *out = open_memstream(&fresh, len);
	size_t i;
	int rc = 0;

	if (!out)
		return BOA_ENOMEM;
	for (i = 0; !rc && i < n; i++)
		rc = boa_journal_put_line(out, bill[i]);
	if (fclose(out))
		rc = BOA_ENOMEM;
	if (rc) {
		free(fresh);
		return rc;
	}
	*text = fresh;
	return 0;
}

int boa_journal_append(struct boa_journal *journal,
		       const struct boa_job_bill *const *bill, size_t n,
		       struct boa_err *err)
{
	char *text;
	size_t len;
	int rc = look_again(journal, err);

	if (rc)
		return rc;
	if (print_lines(bill, n, &text, &len))
		return lack_memory(err, journal->path);
	if (write_all(journal->fd, text, len) || fdatasync(journal->fd)) {
		rc = fail(err, journal->path, "cannot write");
		journal->torn =
			ftruncate(journal->fd, (off_t)journal->end.offset) != 0;
	} else {
		journal->end.offset += len;
	}
	free(text);
	return rc;
}

struct boa_journal_mark boa_journal_mark(const struct boa_journal *journal)
{
	return journal->end;
}
