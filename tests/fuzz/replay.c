/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * replay.c - run a fuzz target on files: those given, else all below its
 * folder of tests/data. A target that finds a fault ends the program, after
 * the name of the input.
 */
#include "config.h"

#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/file.h"

static int n_done;

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
	/* the file's NUL is not part of the input: a read beyond is seen */
	fuzz_must(!len || (text = realloc(text, len)) != NULL);
	LLVMFuzzerTestOneInput((const uint8_t *)text, len);
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
	if (argc < 2)
		rc = nftw(corpus, replay, 16, FTW_PHYS);
	for (i = 1; !rc && i < argc; i++)
		rc = nftw(argv[i], replay, 16, FTW_PHYS);
	printf("%sok 1 - replayed %d inputs of %s\n",
	       rc || !n_done ? "not " : "", n_done, fuzz_corpus);
	return rc || !n_done;
}
