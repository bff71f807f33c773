/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "solver/cmd/inputs.h"

#include "src/class_json.h"
#include "src/crc32.h"
#include "src/file.h"

#define FILE_MOST ((size_t)1 << 30)

static int add_file(const char *path, uint32_t *crc, struct boa_err *err)
{
	char *text = NULL;
	size_t len = 0;
	int rc = boa_file_read(path, FILE_MOST, &text, &len, err);

	if (!rc)
		*crc = boa_crc32(*crc, text, len);
	free(text);
	return rc;
}

static int is_class_file(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 5 && entry->d_name[0] != '.' &&
	       !strcmp(entry->d_name + len - 5, ".json");
}

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_entry(const char *folder, const char *name, uint32_t *crc,
		     struct boa_err *err)
{
	size_t size = strlen(folder) + strlen(name) + 2;
	char *path = malloc(size);
	int rc;

	if (!path)
		return boa_err_set(err, BOA_ENOMEM, "%s/%s", folder, name);
	snprintf(path, size, "%s/%s", folder, name);
	rc = add_file(path, crc, err);
	free(path);
	return rc;
}

static int add_folder(const char *path, uint32_t *crc, struct boa_err *err)
{
	struct dirent **entry = NULL;
	int n = scandir(path, &entry, is_class_file, by_bytes);
	int rc = 0;

	if (n < 0)
		return boa_err_set(err, BOA_EIO, "%s: %s", path,
				   strerror(errno));
	for (int e = 0; e < n; e++) {
		if (!rc)
			rc = add_entry(path, entry[e]->d_name, crc, err);
		free(entry[e]);
	}
	free(entry);
	return rc;
}

static int add_path(const char *path, uint32_t *crc, struct boa_err *err)
{
	struct stat st;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return add_folder(path, crc, err);
	return add_file(path, crc, err);
}

/* With a budget in GPU-hours every price is 1. */
static void forget_prices(struct boa_classes *classes)
{
	for (size_t h = 0; h < classes->n_gpu_type; h++)
		classes->gpu_type[h].price = 1.0;
}

static int load_conf(const struct widths_options *options,
		     struct widths_inputs *fresh, struct boa_err *err)
{
	int rc = boa_conf_load(options->conf, &fresh->conf, NULL, err);

	if (rc)
		return rc;
	fresh->has_conf = true;
	if (options->budget)
		fresh->conf.budget = fresh->budget;
	else
		fresh->budget = fresh->conf.budget;
	return 0;
}

static int load_classes(const char *path, struct widths_inputs *fresh,
			struct boa_err *err)
{
	int rc = boa_classes_load(path, &fresh->classes, err);

	if (rc)
		return rc;
	if (fresh->has_conf)
		return boa_conf_apply(&fresh->conf, &fresh->classes, err);
	if (fresh->budget.unit == BOA_GPU_HOURS_PER_HOUR)
		forget_prices(&fresh->classes);
	return 0;
}

int widths_inputs_load(const struct widths_options *options,
		       struct widths_inputs *inputs, struct boa_err *err)
{
	struct widths_inputs fresh = { 0 };
	const char *classes = options->classes;
	int rc = 0;

	if (options->budget) {
		rc = boa_budget_parse(options->budget, &fresh.budget, err);
		if (rc)
			return boa_err_prefix(err, rc, "--budget");
	}
	if (options->conf)
		rc = load_conf(options, &fresh, err);
	if (!rc && !classes)
		classes = fresh.conf.class_file;
	if (!rc)
		rc = load_classes(classes, &fresh, err);
	if (!rc)
		rc = add_path(classes, &fresh.crc32, err);
	if (!rc && options->conf)
		rc = add_path(options->conf, &fresh.crc32, err);
	if (rc) {
		widths_inputs_free(&fresh);
		return rc;
	}
	*inputs = fresh;
	return 0;
}

void widths_inputs_free(struct widths_inputs *inputs)
{
	boa_classes_free(&inputs->classes);
	boa_conf_free(&inputs->conf);
	*inputs = (struct widths_inputs){ 0 };
}
