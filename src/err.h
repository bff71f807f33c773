/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * err.h - the one way a failure is described.
 *
 * Core and solver functions return 0 on success or a negative enum boa_errc.
 * They never print, exit or abort; the caller decides what a failure means.
 */
#ifndef BOA_ERR_H
#define BOA_ERR_H

#define BOA_ERR_TEXT_MAX 512

/* One row per code: the name, and what it means to an administrator. */
#define BOA_ERRC_MAP(X)                                                        \
	X(NOMEM, -1, "out of memory")                                          \
	X(INVAL, -2, "a caller broke the contract of a function")              \
	X(PARSE, -3, "a file or parameter is not well formed")                 \
	X(RANGE, -4, "a value lies outside its documented range")              \
	X(SOLVER, -5, "the LP library failed")                                 \
	X(IO, -6, "a file cannot be read or written")

enum boa_errc {
	BOA_OK = 0,
#define BOA_ERRC_ENUM(name, value, text) BOA_E##name = (value),
	BOA_ERRC_MAP(BOA_ERRC_ENUM)
#undef BOA_ERRC_ENUM
};

/* Caller-owned, usually on the stack; needs no release. */
struct boa_err {
	enum boa_errc code;
	char text[BOA_ERR_TEXT_MAX]; /* one line, no newline, NUL-terminated */
};

/* Name of CODE in words; a static string, never NULL. */
const char *boa_errc_str(enum boa_errc code);

/*
 * Record CODE and a printf-style text in ERR (may be NULL) and return CODE,
 * so that a caller can write:  return boa_err_set(err, BOA_ERANGE, ...);
 */
int boa_err_set(struct boa_err *err, enum boa_errc code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Put "PREFIX: " before the text already in ERR (may be NULL); return code. */
int boa_err_prefix(struct boa_err *err, enum boa_errc code, const char *prefix);

#endif /* BOA_ERR_H */
