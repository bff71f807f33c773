/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <dirent.h>
#include <ftw.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/cases.h"

static char *text_of(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

static char *text_of(const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		abort();
	va_end(ap);
	return text;
}

char *data_path(const char *name)
{
	const char *src = getenv("BOA_SRC");

	return text_of("%s/tests/data/%s", src ? src : ".", name);
}

char *public_path(const char *name)
{
	const char *data = getenv("BOA_DATA");
	char *path = text_of("%s/%s", data ? data : "../shared/data", name);

	if (!access(path, R_OK))
		return path;
	free(path);
	return NULL;
}

/* The contents of PATH without the newline at the end, or NULL. */
static char *slurp(const char *path)
{
	char *text = NULL;
	size_t size = 0;
	ssize_t len;
	FILE *in = fopen(path, "r");

	if (!in)
		return NULL;
	len = getdelim(&text, &size, '\0', in);
	fclose(in);
	if (len > 0 && text[len - 1] == '\n')
		text[len - 1] = '\0';
	return text;
}

static int is_case(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

struct test_cases cases_list(const char *dir, const char *input,
			     CMUnitTestFunction test)
{
	struct test_cases cases = { 0 };
	char *folder = data_path(dir);
	struct dirent **entry;
	int n = scandir(folder, &entry, is_case, alphasort);
	int i;

	if (n <= 0) {
		fprintf(stderr, "%s: no cases\n", folder);
		exit(1);
	}
	cases.n = (size_t)n;
	cases.item = calloc(cases.n, sizeof(*cases.item));
	cases.cmocka = calloc(cases.n, sizeof(*cases.cmocka));
	for (i = 0; i < n; i++) {
		const char *name = entry[i]->d_name;
		char *error = text_of("%s/%s/error", folder, name);

		cases.item[i] = (struct test_case){
			.name = text_of("%s/%s", dir, name),
			.input = text_of("%s/%s/%s", folder, name, input),
			.error = slurp(error),
		};
		cases.cmocka[i] = (struct CMUnitTest){
			.name = cases.item[i].name,
			.test_func = test,
			.initial_state = &cases.item[i],
		};
		free(error);
		free(entry[i]);
	}
	free(entry);
	free(folder);
	return cases;
}

static void free_cases(struct test_cases *cases)
{
	size_t i;

	for (i = 0; i < cases->n; i++) {
		free(cases->item[i].name);
		free(cases->item[i].input);
		free(cases->item[i].error);
	}
	free(cases->item);
	free(cases->cmocka);
}

int cases_run(const char *name, const struct CMUnitTest *fixed, size_t n_fixed,
	      struct test_cases *bad, struct test_cases *good)
{
	size_t n = n_fixed + bad->n + good->n;
	struct CMUnitTest *all = calloc(n, sizeof(*all));
	int n_failed;

	if (!all)
		abort();
	memcpy(all, fixed, n_fixed * sizeof(*all));
	memcpy(all + n_fixed, bad->cmocka, bad->n * sizeof(*all));
	memcpy(all + n_fixed + bad->n, good->cmocka, good->n * sizeof(*all));
	n_failed = _cmocka_run_group_tests(name, all, n, NULL, NULL);
	free(all);
	free_cases(bad);
	free_cases(good);
	return n_failed;
}

void assert_case_error(const struct test_case *it, const char *message)
{
	size_t n = strlen(it->input);
	const char *want = it->error ? it->error : " (no error file)";

	if (strncmp(message, it->input, n) || strcmp(message + n, want))
		fail_msg("got  %s\nwant %s%s", message, it->input, want);
}

/* --- scratch files ---------------------------------------------------- */

char *scratch_make(void)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = text_of("%s/boa-test-XXXXXX", tmp ? tmp : "/tmp");

	if (!mkdtemp(dir))
		abort();
	return dir;
}

int scratch_count(const char *dir)
{
	struct dirent **entry;
	int n = scandir(dir, &entry, is_case, alphasort), i;

	for (i = 0; i < n; i++)
		free(entry[i]);
	free(entry);
	return n;
}

static int remove_one(const char *path, const struct stat *st, int kind,
		      struct FTW *ftw)
{
	(void)st;
	(void)kind;
	(void)ftw;
	return remove(path);
}

void scratch_remove(char *dir)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(dir);
}

char *scratch_file(const char *dir, const char *name, const char *text,
		   size_t len)
{
	char *path = text_of("%s/%s", dir, name);
	FILE *out = fopen(path, "w");

	if (!out || fwrite(text, 1, len, out) != len || fclose(out))
		abort();
	return path;
}
