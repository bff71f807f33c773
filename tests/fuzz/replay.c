/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replay.c - run a fuzz target on files: those given, else all below its
 * folder of tests/data and, of those that are short, some changes at random,
 * from a seed that is printed. A target that finds a fault ends the program,
 * after the name of the input.
 */
#include "config.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

#include "src/file.h"

#define SHORT     4096
#define N_CHANGED 200

static int n_done, n_changed;

/*
 * Change TEXT, with room for 2 * SHORT bytes, in one place: another byte, one
 * more, some less, or some twice. Returns the new length.
 */
static size_t change(char *text, size_t len)
{
	static const char bytes[] = "\n\t ,=:.-%09azAZ\"'\\\xc3\xa9\x7f\xff";
	size_t at = random_below((unsigned)len + 1), n = random_below(12);
	char byte = random_below(2) ? (char)random_below(256)
				    : bytes[random_below(sizeof(bytes) - 1)];

	if (n > len - at)
		n = len - at;
	switch (random_below(4)) {
	case 0:
		if (at < len)
			text[at] = byte;
		return len;
	case 1:
		memmove(text + at + 1, text + at, len - at);
		text[at] = byte;
		return len + 1;
	case 2:
		memmove(text + at, text + at + n, len - at - n);
		return len - n;
	default:
		memmove(text + at + n, text + at, len - at);
		return len + n;
	}
}

/* A copy that is no longer than it must be: a read beyond its end is seen. */
static void run_copy(const char *text, size_t len)
{
	uint8_t *copy = malloc(len ? len : 1);

	fuzz_must(copy != NULL);
	memcpy(copy, text, len);
	LLVMFuzzerTestOneInput(copy, len);
	free(copy);
}

static void run_changes(const char *text, size_t len)
{
	char changed[2 * SHORT];
	int i;

	for (i = 0; i < N_CHANGED; i++) {
		size_t n = len, times = 1 + random_below(4);

		memcpy(changed, text, len);
		while (times-- > 0)
			n = change(changed, n);
		run_copy(changed, n);
		n_changed++;
	}
}

static int replay(const char *path, const struct stat *st, int kind,
		  struct FTW *ftw)
{
	char *text = NULL;
	size_t len = 0;

	(void)st;
	(void)ftw;
	if (kind != FTW_F)
		return 0;
	printf("# %s\n", path);
	fflush(stdout);
	if (boa_file_read(path, 1UL << 30, &text, &len, NULL))
		return -1;
	run_copy(text, len);
	if (len <= SHORT)
		run_changes(text, len);
	free(text);
	n_done++;
	return 0;
}

int main(int argc, char **argv)
{
	const char *src = getenv("BOA_SRC");
	char corpus[4096];
	int i, rc = 0;

	snprintf(corpus, sizeof(corpus), "%s/tests/data/%s", src ? src : ".",
		 fuzz_corpus);
	printf("1..1\n");
	random_begin(20260405);
	if (argc < 2)
		rc = nftw(corpus, replay, 16, FTW_PHYS);
	for (i = 1; !rc && i < argc; i++)
		rc = nftw(argv[i], replay, 16, FTW_PHYS);
	printf("%sok 1 - replayed %d inputs of %s and %d changes of them\n",
	       rc || !n_done ? "not " : "", n_done, fuzz_corpus, n_changed);
	return rc || !n_done;
}
