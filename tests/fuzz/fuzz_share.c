/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any share counters of a state file: what is read, printed and read again is
 * the same.
 */
#include "config.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/share.h"

const char fuzz_corpus[] = "fuzz/share";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *first = NULL, *second = NULL;
	struct boa_shares *shares = NULL, *again = NULL;
	int rc = boa_shares_parse(text, &shares, NULL);

	fuzz_must(!rc ? shares != NULL : rc == BOA_EPARSE && !shares);
	if (!rc) {
		fuzz_must(!boa_shares_print(shares, &first, NULL));
		fuzz_must(!boa_shares_parse(first, &again, NULL));
		fuzz_must(!boa_shares_print(again, &second, NULL));
		fuzz_must(!strcmp(first, second));
	}
	boa_shares_free(shares);
	boa_shares_free(again);
	free(first);
	free(second);
	free(text);
	return 0;
}
