/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ledger_text.h - the ledger as lines of text, for its state file; for
 * src/ledger*.c only. Every line holds absolute values, so that one read twice
 * doubles nothing:
 *
 *     clock BEGIN NOW HIGH MARKED OPENED
 *     cell CLASS ACCOUNT TYPE AMOUNT...
 *     gone CLASS ACCOUNT TYPE MODELLED    of bills no longer kept
 *     bill ID CLASS ACCOUNT USER FIRST_SUBMIT END_S END RESIZES RUNS MODELLED
 *          STATE RAN_BEFORE JOURNALED RUN RUN AMOUNT...     the run, the last
 *     node NAME TYPE GPUS PRICE STATE SINCE SPOKEN_OF BY_STATE BILLED LAUNCH
 *          BOOT_FROM EVER_UP SEEN_ON OFF_SINCE LAST_STOP
 *     stretch CLASS ACCOUNT TYPE JOB KIND RUN GPUS RELEASED PRICE FROM TO
 *
 * (each on one line; the stretches of a node follow it, and replace those
 * before). AMOUNT is KIND GPU_S SPEND, as settled; RUN is LIVE NO FIRST LOST
 * START SETUP REPORT MARK EPOCH. Numbers carry 17 digits, "-" is none. Words
 * are percent-encoded, "-" is the empty one.
 */
#ifndef BOA_LEDGER_TEXT_H
#define BOA_LEDGER_TEXT_H

#include "src/ledger_book.h"
#include "src/text.h"

/* --- words, also for the other lines of the state file ---------------- */

/* Add " WORD", encoded; a number; a whole number. */
void boa_word_put(struct boa_text *text, const char *word);
void boa_word_put_real(struct boa_text *text, double value);
void boa_word_put_whole(struct boa_text *text, uint64_t value);

/* Reads the words of a line, one by one. */
struct boa_words {
	char *rest;
	bool bad; /* a word was missing or was not what it should be */
};
char *boa_word_take(struct boa_words *words); /* decoded in place */
double boa_word_take_real(struct boa_words *words);
uint64_t boa_word_take_whole(struct boa_words *words, uint64_t most);
bool boa_word_is_left(const struct boa_words *words);

/* --- the ledger ------------------------------------------------------- */

/* All of LEDGER, or what is dirty; failure is left in TEXT. */
void boa_ledger_print(const struct boa_ledger *ledger, bool whole,
		      struct boa_text *text);

/* Mark LEDGER saved: nothing is dirty any more. */
void boa_ledger_clean(struct boa_ledger *ledger);

/*
 * Take the line of which WORDS are left into LEDGER. *NODE, NULL at first, is
 * the one whose stretches are read. Returns 0; BOA_EPARSE; BOA_ENOMEM; after
 * either LEDGER may only be freed.
 */
int boa_ledger_parse(struct boa_ledger *ledger, struct boa_book_node **node,
		     struct boa_words *words, struct boa_err *err);

/* All lines are in: make LEDGER fit for use. Returns 0 or BOA_ENOMEM. */
int boa_ledger_restore(struct boa_ledger *ledger, struct boa_err *err);

#endif /* BOA_LEDGER_TEXT_H */
