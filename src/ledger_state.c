/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/frames.h"
#include "src/journal.h"
#include "src/ledger_load.h"
#include "src/ledger_state.h"

#define GROWTH_AGAIN (1u << 20) /* before a failed rewrite is tried again */

/* What is saved as text within the text. */
struct texts {
	char *shares;
	char *control;
};

struct boa_state_file {
	struct boa_frames frames;
	struct boa_journal *journal;
	struct boa_journal_mark journal_mark; /* as saved */
	struct boa_provider_mark mark;        /* as saved */
	struct texts texts;                   /* as saved */
	struct boa_control *control;
	bool flushed;      /* nothing was written since the last flush */
	double sync_s;     /* of the last flush, by the ledger's clock */
	uint64_t renew_at; /* bytes */
};

static int lack_memory(struct boa_err *err)
{
	return boa_err_set(err, BOA_ENOMEM, "state: out of memory");
}

/* --- what is written -------------------------------------------------- */

/* One frame's TEXT: all, or what changed. TEXTS as they are now. */
static void print_frame(const struct boa_state_file *file,
			const struct boa_ledger *ledger, bool whole,
			const struct texts *texts,
			const struct boa_provider_mark *mark,
			struct boa_text *text)
{
	struct boa_journal_mark journal = boa_journal_mark(file->journal);

	boa_text_put(text, whole ? BOA_STATE_WHOLE : BOA_STATE_CHANGE);
	if (whole || mark->offset != file->mark.offset ||
	    mark->inode != file->mark.inode) {
		boa_text_put(text, "provider");
		boa_word_put_whole(text, mark->inode);
		boa_word_put_whole(text, mark->offset);
		boa_text_put(text, "\n");
	}
	if (whole || journal.offset != file->journal_mark.offset ||
	    journal.inode != file->journal_mark.inode) {
		boa_text_put(text, "journal");
		boa_word_put_whole(text, journal.inode);
		boa_word_put_whole(text, journal.offset);
		boa_text_put(text, "\n");
	}
	if (whole || strcmp(texts->shares, file->texts.shares) != 0) {
		boa_text_put(text, "shares");
		boa_word_put(text, texts->shares);
		boa_text_put(text, "\n");
	}
	if (whole || strcmp(texts->control, file->texts.control) != 0) {
		boa_text_put(text, "control");
		boa_word_put(text, texts->control);
		boa_text_put(text, "\n");
	}
	boa_ledger_print(ledger, whole, text);
}

static void free_texts(struct texts *texts)
{
	free(texts->shares);
	free(texts->control);
	*texts = (struct texts){ 0 };
}

/* What TEXTS (taken) and MARK were is on disk, and LEDGER too. */
static void note_saved(struct boa_state_file *file, struct boa_ledger *ledger,
		       struct texts *texts,
		       const struct boa_provider_mark *mark)
{
	file->flushed = false;
	free_texts(&file->texts);
	file->texts = *texts;
	*texts = (struct texts){ 0 };
	file->mark = *mark;
	file->journal_mark = boa_journal_mark(file->journal);
	boa_ledger_clean(ledger);
}

/* Write all or what changed as a frame. */
static int write_frame(struct boa_state_file *file, struct boa_ledger *ledger,
		       bool whole, const struct boa_shares *shares,
		       const struct boa_provider_mark *mark,
		       struct boa_err *err)
{
	struct boa_text text = { 0 };
	struct texts texts = { 0 };
	int rc = boa_shares_print(shares, &texts.shares, err);

	if (!rc)
		rc = boa_control_print(file->control, &texts.control, err);
	if (rc)
		goto out;
	print_frame(file, ledger, whole, &texts, mark, &text);
	if (text.failed)
		rc = lack_memory(err);
	else if (whole)
		rc = boa_frames_renew(&file->frames, text.at, text.n, err);
	else
		rc = boa_frames_append(&file->frames, text.at, text.n, err);
	if (rc)
		goto out;
	note_saved(file, ledger, &texts, mark);
	if (whole)
		file->renew_at = file->frames.len + BOA_STATE_GROWTH_BYTES;
out:
	free_texts(&texts);
	free(boa_text_take(&text));
	return rc;
}

/* --- the journal ------------------------------------------------------ */

/*
 * Write the final bills that the journal does not have. Only those that are
 * saved as they are: after a crash they would be found the same.
 */
static int write_journal(struct boa_state_file *file, struct boa_ledger *ledger,
			 struct boa_err *err)
{
	const struct boa_ptrs *final = &ledger->final;
	const struct boa_job_bill **bill;
	size_t i, n = 0;
	int rc = 0;

	bill = calloc(final->n + 1, sizeof(const struct boa_job_bill *));
	if (!bill)
		return lack_memory(err);
	for (i = 0; i < final->n; i++) {
		struct boa_bill *it = final->at[i];

		if (it->journaled || it->dirty)
			continue;
		if (boa_journal_has(file->journal, &it->view))
			it->journaled = it->dirty = true;
		else
			bill[n++] = &it->view;
	}
	if (n)
		rc = boa_journal_append(file->journal, bill, n, err);
	for (i = 0; !rc && n && i < final->n; i++) {
		struct boa_bill *it = final->at[i];

		if (!it->journaled && !it->dirty)
			it->journaled = it->dirty = true;
	}
	free(bill);
	return rc;
}

int boa_state_save(struct boa_state_file *file, struct boa_ledger *ledger,
		   const struct boa_shares *shares,
		   const struct boa_provider_mark *mark, struct boa_err *err)
{
	double now_s = boa_ledger_now_s(ledger);
	bool sync = now_s < file->sync_s ||
		    now_s >= file->sync_s + BOA_STATE_SYNC_S;
	int rc, journal_rc = 0;

	if (sync)
		journal_rc = write_journal(file, ledger, err);
	rc = write_frame(file, ledger, false, shares, mark, err);
	if (rc)
		return rc;
	if (sync) {
		rc = boa_frames_sync(&file->frames, err);
		file->flushed = !rc;
		file->sync_s = now_s;
	}
	if (!rc && file->frames.len >= file->renew_at) {
		/* for next time, should this fail */
		file->renew_at = file->frames.len + GROWTH_AGAIN;
		rc = write_frame(file, ledger, true, shares, mark, err);
	}
	return rc ? rc : journal_rc;
}

/* --- opening and closing ---------------------------------------------- */

static int make_folder(const char *dir, struct boa_err *err)
{
	char why[128];

	if (!mkdir(dir, 0700) || errno == EEXIST)
		return 0;
	return boa_err_set(err, BOA_EIO, "%s: cannot make: %s", dir,
			   strerror_r(errno, why, sizeof(why)));
}

static char *copy(const char *text)
{
	return strdup(text ? text : "");
}

/* Open the files behind LOADED for writing. */
static int open_files(struct boa_state_file *file, const char *dir,
		      const struct boa_loaded *loaded, struct boa_err *err)
{
	char *path = boa_text_new("%s/ledger", dir);
	char *journal_path = boa_text_new("%s/jobs.jsonl", dir);
	int rc = path && journal_path ? 0 : lack_memory(err);

	file->mark = loaded->mark;
	file->journal_mark = loaded->journal;
	file->texts.shares = copy(loaded->shares_text);
	file->texts.control = copy(loaded->control_text);
	if (!file->texts.shares || !file->texts.control)
		rc = lack_memory(err);
	if (!rc)
		rc = boa_journal_open(journal_path, &loaded->journal,
				      &file->journal, err);
	if (!rc)
		rc = boa_frames_open(path, loaded->seq, loaded->len,
				     &file->frames, err);
	file->flushed = true;
	if (!rc && loaded->len)
		file->renew_at = loaded->whole_len + BOA_STATE_GROWTH_BYTES;
	else if (!rc)
		rc = write_frame(file, loaded->ledger, true, loaded->shares,
				 &loaded->mark, err);
	free(path);
	free(journal_path);
	return rc;
}

/* NOLINTNEXTLINE(readability-function-size): five things come out of it */
int boa_state_open(const char *dir, struct boa_state_file **file,
		   struct boa_ledger **ledger, struct boa_shares **shares,
		   struct boa_provider_mark *mark, uint64_t *cut_bytes,
		   struct boa_err *err)
{
	struct boa_state_file *fresh = calloc(1, sizeof(*fresh));
	struct boa_loaded loaded = { 0 };
	int rc;

	if (!fresh)
		return lack_memory(err);
	fresh->frames.fd = -1;
	rc = make_folder(dir, err);
	if (!rc)
		rc = boa_state_load(dir, &loaded, err);
	if (!rc) {
		fresh->control = loaded.control;
		loaded.control = NULL;
		rc = open_files(fresh, dir, &loaded, err);
	}
	if (rc)
		goto out;
	loaded.ledger->keeps_journal = true;
	*file = fresh;
	*ledger = loaded.ledger;
	*shares = loaded.shares;
	*mark = loaded.mark;
	if (cut_bytes)
		*cut_bytes = loaded.cut_bytes;
	fresh = NULL;
	loaded.ledger = NULL;
	loaded.shares = NULL;
out:
	boa_state_close(fresh);
	boa_loaded_fini(&loaded);
	return rc;
}

void boa_state_close(struct boa_state_file *file)
{
	if (!file)
		return;
	if (file->frames.fd >= 0 && !file->flushed)
		(void)boa_frames_sync(&file->frames, NULL);
	boa_frames_close(&file->frames);
	boa_journal_close(file->journal);
	boa_control_free(file->control);
	free_texts(&file->texts);
	free(file);
}

struct boa_control *boa_state_control(struct boa_state_file *file)
{
	return file->control;
}
