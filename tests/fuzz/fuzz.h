/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fuzz.h - what each fuzz target defines. Under clang (--enable-fuzzers)
 * libFuzzer calls it with inputs it makes up; else replay.c calls it with the
 * inputs of the tests, as a test of its own.
 */
#ifndef BOA_TEST_FUZZ_H
#define BOA_TEST_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program when what must hold does not; returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The folder below tests/data with the inputs, for replay.c. */
extern const char fuzz_corpus[];

static inline void fuzz_must(int holds)
{
	if (!holds)
		abort();
}

/* The input as a string, which ends at its first NUL; free() it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	fuzz_must(text != NULL);
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

#endif /* BOA_TEST_FUZZ_H */
