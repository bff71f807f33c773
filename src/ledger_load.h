/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_load.h - reads what ledger_state.c writes; for these two only. The
 * text of a frame begins with one of the lines below; beside those of
 * ledger_text.h it may have
 *
 *     provider INODE OFFSET      journal INODE OFFSET      shares TEXT
 *     control TEXT
 */
#ifndef BOA_LEDGER_LOAD_H
#define BOA_LEDGER_LOAD_H

#include "src/control.h"
#include "src/journal.h"
#include "src/ledger_text.h"
#include "src/provider_log.h"
#include "src/share.h"

#define BOA_STATE_WHOLE  "boa-ledger 1 whole\n"
#define BOA_STATE_CHANGE "boa-ledger 1 change\n"

struct boa_loaded {
	struct boa_ledger *ledger; /* owned, as SHARES and SHARES_TEXT */
	struct boa_shares *shares;
	char *shares_text;           /* NULL: none was read */
	struct boa_control *control; /* owned, as CONTROL_TEXT */
	char *control_text;          /* NULL: none was read */
	struct boa_provider_mark mark;
	struct boa_journal_mark journal;
	uint64_t seq;       /* of the last frame */
	uint64_t len;       /* of DIR/ledger that is good; 0: to be made */
	uint64_t whole_len; /* of its first frame */
	uint64_t cut_bytes;
};

/*
 * Load the state in DIR as boa_state_open() says, writing nothing but that
 * damaged files are moved aside. On success *LOADED is new; release it with
 * boa_loaded_fini().
 */
int boa_state_load(const char *dir, struct boa_loaded *loaded,
		   struct boa_err *err);
void boa_loaded_fini(struct boa_loaded *loaded);

#endif /* BOA_LEDGER_LOAD_H */
