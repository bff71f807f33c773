/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any comment: names lie within it and are names; an epoch that is written is
 * read back, and all other bytes stay.
 */
#include "config.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

#include "src/class.h"
#include "src/token.h"

const char fuzz_corpus[] = "fuzz/token";

static void check_name(const char *comment, const char *name, size_t len)
{
	if (!name) {
		fuzz_must(len == 0);
		return;
	}
	fuzz_must(name >= comment + strlen("class:"));
	fuzz_must(name + len <= comment + strlen(comment));
	fuzz_must(boa_name_is_valid(name, len));
	fuzz_must(!memcmp(name - strlen("class:"), "class:", strlen("class:")));
}

/* OUT is COMMENT with "epoch:7.3" in place of the bytes that differ. */
static void check_rest(const char *comment, const char *out)
{
	static const char token[] = "epoch:7.3";
	size_t before = 0, after = 0;
	size_t len = strlen(comment), new = strlen(out);

	while (before < len && before < new &&comment[before] == out[before])
		before++;
	while (after < len - before &&
	       after < new - before &&comment[len - 1 - after] ==
		       out[new - 1 - after])
		after++;
	/* what differs lies within the token and the space before it */
	fuzz_must(new - before - after <= strlen(token) + 1);
	fuzz_must(strstr(out, token) != NULL);
	fuzz_must(new <= len + strlen(token) + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *comment = fuzz_text(data, size), *out = NULL;
	struct boa_token_class class = boa_token_class(comment);
	struct boa_token_epoch epoch = boa_token_epoch(comment);
	int rc;

	check_name(comment, class.name, class.len);
	check_name(comment, class.other, class.other_len);
	fuzz_must(!class.other || class.name < class.other);
	fuzz_must(epoch.given ? epoch.epoch >= 1 : epoch.epoch == 0);
	rc = boa_token_set_epoch(comment, 7, 3, &out, NULL);
	fuzz_must(!rc || rc == BOA_ERANGE);
	if (!rc) {
		fuzz_must(strlen(out) <= BOA_COMMENT_MAX);
		epoch = boa_token_epoch(out);
		fuzz_must(epoch.epoch == 7 && epoch.restart == 3);
		check_rest(comment, out);
		class = boa_token_class(out);
		check_name(out, class.name, class.len);
	}
	free(out);
	free(comment);
	return 0;
}
