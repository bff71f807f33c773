/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/file.h"
#include "src/frames.h"
#include "src/ledger_load.h"

#define STATE_MAX ((size_t)1 << 30)

static int lack_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "state: out of memory");
}

void boa_loaded_fini(struct boa_loaded *loaded)
{
	boa_ledger_free(loaded->ledger);
	boa_shares_free(loaded->shares);
	free(loaded->shares_text);
	boa_control_free(loaded->control);
	free(loaded->control_text);
	*loaded = (struct boa_loaded){ 0 };
}

/* --- one frame -------------------------------------------------------- */

static void take_mark(struct boa_words *words, uint64_t *inode,
		      uint64_t *offset)
{
	*inode = boa_word_take_whole(words, UINT64_MAX);
	*offset = boa_word_take_whole(words, UINT64_MAX);
}

/* The next of WORDS in place of *TEXT. */
static int take_text(struct boa_words *words, char **text, struct boa_err *err)
{
	char *fresh = strdup(boa_word_take(words));

	if (!fresh)
		return lack_memory(err);
	free(*text);
	*text = fresh;
	return 0;
}

/* Take LINE if it is one of ours; *TAKEN says so. */
static int take_line(struct boa_loaded *loaded, char *line, bool *taken,
		     struct boa_err *err)
{
	struct boa_words words = { 0 };
	char *end = strchr(line, ' ');
	size_t len = end ? (size_t)(end - line) : 0;

	*taken = true;
	words.rest = line + len + 1;
	if (len == 8 && !memcmp(line, "provider", len)) {
		take_mark(&words, &loaded->mark.inode, &loaded->mark.offset);
	} else if (len == 7 && !memcmp(line, "journal", len)) {
		take_mark(&words, &loaded->journal.inode,
			  &loaded->journal.offset);
	} else if (len == 6 && !memcmp(line, "shares", len)) {
		if (take_text(&words, &loaded->shares_text, err))
			return BOA_ENOMEM;
	} else if (len == 7 && !memcmp(line, "control", len)) {
		if (take_text(&words, &loaded->control_text, err))
			return BOA_ENOMEM;
	} else {
		*taken = false;
		return 0;
	}
	if (words.bad || boa_word_is_left(&words))
		return boa_err_set(err, BOA_EPARSE, "is no %s line", line);
	return 0;
}

/* Take the frame's TEXT, [N], which is cut up. */
static int take_frame(struct boa_loaded *loaded, char *text, size_t n,
		      bool whole, struct boa_err *err)
{
	const char *head = whole ? BOA_STATE_WHOLE : BOA_STATE_CHANGE;
	struct boa_book_node *node = NULL;
	struct boa_words words;
	char *line, *end = text + n;
	int rc;

	if (n < strlen(head) || memcmp(text, head, strlen(head)) != 0)
		return boa_err_set(err, BOA_EPARSE,
				   "does not begin with \"%.*s\"",
				   (int)strlen(head) - 1, head);
	for (line = text + strlen(head); line < end;) {
		char *next = memchr(line, '\n', (size_t)(end - line));
		bool taken;

		if (!next)
			return boa_err_set(err, BOA_EPARSE,
					   "ends within a line");
		*next = '\0';
		rc = take_line(loaded, line, &taken, err);
		words = (struct boa_words){ .rest = line };
		if (!rc && !taken)
			rc = boa_ledger_parse(loaded->ledger, &node, &words,
					      err);
		if (rc)
			return rc;
		line = next + 1;
	}
	return 0;
}

/* --- one file --------------------------------------------------------- */

/* Shares of another release are not worth the ledger: begin them anew. */
static int make_shares(struct boa_loaded *loaded, struct boa_err *err)
{
	const char *text = loaded->shares_text ? loaded->shares_text : "";
	int rc = boa_shares_parse(text, &loaded->shares, err);

	if (rc && rc != BOA_ENOMEM)
		rc = boa_shares_new(&loaded->shares, err);
	return rc;
}

/* So is a control: it begins with nothing carried. */
static int make_control(struct boa_loaded *loaded, struct boa_err *err)
{
	const char *text = loaded->control_text ? loaded->control_text : "";
	int rc = boa_control_parse(text, &loaded->control, err);

	if (rc && rc != BOA_ENOMEM)
		rc = boa_control_new(&loaded->control, err);
	return rc;
}

static int take_frames(struct boa_loaded *loaded, struct boa_frame *frame,
		       struct boa_err *err)
{
	int rc = boa_ledger_new(&loaded->ledger, err);

	if (!rc && !boa_frame_next(frame))
		rc = boa_err_set(err, BOA_EPARSE, "has no whole first frame");
	if (rc)
		return rc;
	loaded->whole_len = frame->end;
	do {
		rc = take_frame(loaded, frame->text, frame->n,
				frame->end == loaded->whole_len, err);
		if (rc)
			return rc;
	} while (boa_frame_next(frame));
	loaded->seq = frame->seq;
	loaded->len = frame->end;
	loaded->cut_bytes = frame->len - frame->end;
	rc = boa_ledger_restore(loaded->ledger, err);
	if (!rc)
		rc = make_shares(loaded, err);
	return rc ? rc : make_control(loaded, err);
}

/* Load the file PATH; *LOADED is written on success only. */
static int load_file(const char *path, struct boa_loaded *loaded,
		     struct boa_err *err)
{
	struct boa_loaded fresh = { 0 };
	struct boa_frame frame = { 0 };
	char *text = NULL;
	int rc = boa_file_read(path, STATE_MAX, &text, &frame.len, err);

	if (rc)
		return rc;
	frame.data = text;
	rc = take_frames(&fresh, &frame, err);
	if (rc == BOA_EPARSE)
		boa_err_prefix(err, rc, path);
	if (rc)
		boa_loaded_fini(&fresh);
	else
		*loaded = fresh;
	free(text);
	return rc;
}

/* --- the folder ------------------------------------------------------- */

static int move_aside(const char *path, struct boa_err *err)
{
	char why[128];
	char *aside = boa_text_new("%s.damaged", path);
	int rc = 0;

	if (!aside)
		return lack_memory(err);
	if (rename(path, aside))
		rc = boa_err_set(err, BOA_EIO, "%s: cannot move aside: %s",
				 path, strerror_r(errno, why, sizeof(why)));
	free(aside);
	return rc;
}

/*
 * Load PATH if it is there; *THERE says whether it was. When it is damaged it
 * is moved aside, and BOA_EPARSE returned.
 */
static int try_file(const char *path, struct boa_loaded *loaded, bool *there,
		    uint64_t *size, struct boa_err *err)
{
	struct stat st;
	struct boa_err move_err;
	int rc;

	*there = !lstat(path, &st);
	*size = *there ? (uint64_t)st.st_size : 0;
	if (!*there)
		return 0;
	rc = load_file(path, loaded, err);
	if (rc != BOA_EPARSE || !move_aside(path, &move_err))
		return rc;
	*err = move_err;
	return move_err.code;
}

/* The state is not there, or damaged (RC): use the one before, or none. */
static int fall_back(const char *old, int rc, uint64_t size,
		     struct boa_loaded *loaded, struct boa_err *err)
{
	struct boa_err old_err;
	uint64_t old_size;
	bool there;
	int old_rc = try_file(old, loaded, &there, &old_size, &old_err);

	if (old_rc) {
		if (err && !rc)
			*err = old_err;
		return rc ? rc : old_rc;
	}
	if (!there && rc)
		return rc;
	if (!there) {
		rc = boa_ledger_new(&loaded->ledger, err);
		if (!rc)
			rc = boa_shares_new(&loaded->shares, err);
		return rc ? rc : boa_control_new(&loaded->control, err);
	}
	loaded->len = 0;
	loaded->cut_bytes += size;
	return 0;
}

int boa_state_load(const char *dir, struct boa_loaded *loaded,
		   struct boa_err *err)
{
	char *path = boa_text_new("%s/ledger", dir);
	char *old = boa_text_new("%s/ledger.old", dir);
	struct boa_loaded fresh = { 0 };
	struct boa_err here = { 0 };
	uint64_t size;
	bool there;
	int rc;

	if (!path || !old) {
		rc = lack_memory(&here);
		goto out;
	}
	rc = try_file(path, &fresh, &there, &size, &here);
	if ((!rc && !there) || rc == BOA_EPARSE)
		rc = fall_back(old, rc, size, &fresh, &here);
	if (rc) {
		boa_loaded_fini(&fresh);
		goto out;
	}
	*loaded = fresh;
out:
	if (rc && err)
		*err = here;
	free(path);
	free(old);
	return rc;
}
