/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frames.h - an append-only file of checksummed frames, each whole or not
 * there. A frame is a line
 *
 *     boa SEQ LEN CRC\n        (16, 8 and 8 hexadecimal digits)
 *
 * and LEN bytes. CRC (crc32.h) is over the line up to it and the bytes; SEQ
 * grows by one from frame to frame. What does not fit ends the file: a torn
 * tail, or damage.
 */
#ifndef BOA_FRAMES_H
#define BOA_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "src/err.h"

#define BOA_FRAME_HEAD 39 /* bytes of the line */

/* Walks the frames of a text. Set DATA and LEN, zero the rest. */
struct boa_frame {
	char *data; /* [len], all of the file */
	size_t len;
	size_t end; /* of the last whole frame: so much of DATA is good */
	uint64_t seq;
	char *text; /* of the last whole frame, in DATA; [n] */
	size_t n;
};

/* Go to the next whole frame; false: there is none. */
bool boa_frame_next(struct boa_frame *frame);

/* A file of frames that is written. */
struct boa_frames {
	char *path;
	int fd;       /* -1: not open */
	uint64_t seq; /* of the last frame */
	uint64_t len; /* bytes that are good */
	bool torn;    /* what lies behind them could not be cut off */
};

/*
 * Open the file PATH, whose good frames end at LEN with number SEQ, and cut off
 * what follows; LEN 0: there is no such file, boa_frames_renew() makes it.
 * *FRAMES is new; release it with boa_frames_close(). Returns 0, BOA_EIO or
 * BOA_ENOMEM.
 */
int boa_frames_open(const char *path, uint64_t seq, uint64_t len,
		    struct boa_frames *frames, struct boa_err *err);

/*
 * Append a frame of TEXT, [N], in one write. On failure (BOA_EIO: disk full, or
 * the file is no longer what was left there; BOA_ENOMEM) the file ends where it
 * ended before.
 */
int boa_frames_append(struct boa_frames *frames, const char *text, size_t n,
		      struct boa_err *err);

/*
 * Begin anew with one frame of TEXT, [N], in a file (mode 0600) that takes the
 * old one's place whole and is flushed before; the old one stays as PATH.old.
 * On failure, as above, nothing changes.
 */
int boa_frames_renew(struct boa_frames *frames, const char *text, size_t n,
		     struct boa_err *err);

/* Flush to the disk. Returns 0 or BOA_EIO. */
int boa_frames_sync(struct boa_frames *frames, struct boa_err *err);

void boa_frames_close(struct boa_frames *frames);

#endif /* BOA_FRAMES_H */
