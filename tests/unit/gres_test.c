/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"

#include "src/gres.h"

struct expect {
	const char *text;
	bool has_gpu;
	const char *type;
	bool has_count;
	uint64_t count;
	bool has_other;
};

static const struct expect cases[] = {
	{ NULL, false, NULL, false, 1, false },
	{ "", false, NULL, false, 1, false },
	{ "gres:gpu", true, NULL, false, 1, false },
	{ "gres:gpu:4", true, NULL, true, 4, false },
	{ "gres:gpu:t4", true, "t4", false, 1, false },
	{ "gres:gpu:t4:4", true, "t4", true, 4, false },
	{ "gres/gpu:t4:4", true, "t4", true, 4, false },
	{ "gres/gpu:t4=4", true, "t4", true, 4, false },
	{ "gres/gpu=8", true, NULL, true, 8, false },
	{ "gpu:t4:4(IDX:0-3)", true, "t4", true, 4, false },
	{ "gpu:2(IDX:0,3)", true, NULL, true, 2, false },
	{ "gpu:t4:2(IDX:0,2),mps:100", true, "t4", true, 2, true },
	{ "gres:nvme:1", false, NULL, false, 1, true },
	{ "gres:nvme:1,gres:gpu:a100:8", true, "a100", true, 8, true },
	{ "gres:gpu:a:1,gres:gpu:b:2", true, "a", true, 1, true },
	{ "gres:gpus:4", false, NULL, false, 1, true },
	{ "gres:gpu:1k", true, NULL, true, 1024, false },
	{ "gres:gpu:99999999999999999999", true, "99999999999999999999", false,
	  1, false },
	{ "gres:gpu::", true, NULL, false, 1, false },
	{ ",,gres:gpu:0", true, NULL, true, 0, false },
};

static void reads_every_spelling(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct expect *want = &cases[i];
		struct boa_gres got = boa_gres_parse(want->text);

		if (got.has_gpu != want->has_gpu ||
		    got.has_count != want->has_count ||
		    got.count != want->count ||
		    got.has_other != want->has_other)
			fail_msg("%s: gpu %d count %d %llu other %d",
				 want->text, got.has_gpu, got.has_count,
				 (unsigned long long)got.count, got.has_other);
		if (!want->type) {
			assert_null(got.type);
			continue;
		}
		assert_int_equal(got.type_len, strlen(want->type));
		assert_memory_equal(got.type, want->type, got.type_len);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_spelling),
	};
	return cmocka_run_group_tests_name("gres", tests, NULL, NULL);
}
