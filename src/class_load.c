/* SPDX-License-Identifier: GPL-3.0-or-later */
/* class_load.c - class files: one, or a folder of them joined. */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "src/class_json.h"
#include "src/file.h"

int boa_classes_parse(const char *text, size_t len, const char *source,
		      struct boa_classes *set, struct boa_err *err)
{
	struct boa_classes fresh;
	int rc;

	rc = boa_classes_read(text, len, source, &fresh, err);
	if (rc)
		return rc;
	rc = boa_classes_finish(&fresh, err);
	if (rc) {
		boa_classes_free(&fresh);
		return boa_err_prefix(err, rc, source);
	}
	*set = fresh;
	return 0;
}

/* --- one file --------------------------------------------------------- */

typedef int parse_f(const char *text, size_t len, const char *source,
		    struct boa_classes *set, struct boa_err *err);

static int load_file(const char *path, parse_f *parse, struct boa_classes *set,
		     struct boa_err *err)
{
	char *text;
	size_t len;
	int rc;

	rc = boa_file_read(path, BOA_CLASS_FILE_MAX, &text, &len, err);
	if (rc)
		return rc;
	rc = parse(text, len, path, set, err);
	free(text);
	return rc;
}

/* --- joining ---------------------------------------------------------- */

/* What has been joined so far, and where it came from. */
struct join {
	struct boa_classes set;
	size_t n_file;
	char **path;   /* [n_file] */
	size_t *first; /* [n_file], index of the file's first class */
	const char *lister[BOA_TYPES_MAX]; /* path that lists the type, or NULL
					    */
};

static void free_join(struct join *join)
{
	size_t f;

	for (f = 0; join->path && f < join->n_file; f++)
		free(join->path[f]);
	free(join->path);
	free(join->first);
	boa_classes_free(&join->set);
}

static const char *path_of(const struct join *join, size_t class)
{
	size_t f = join->n_file - 1;

	while (join->first[f] > class)
		f--;
	return join->path[f];
}

/* Let what PATH lists of a type rule over what no file has listed. */
static int merge_type(struct boa_gpu_type *known, const char **lister,
		      const struct boa_gpu_type *type, const char *path,
		      struct boa_err *err)
{
	unsigned gpus = known->gpus_per_node;

	if (*lister && known->price != type->price)
		return boa_err_set(err, BOA_ERANGE,
				   "%s: gpu_types: %s has price %g, expected "
				   "%g as in %s",
				   path, type->name, type->price, known->price,
				   *lister);
	if (gpus && type->gpus_per_node && gpus != type->gpus_per_node)
		return boa_err_set(err, BOA_ERANGE,
				   "%s: gpu_types: %s has gpus_per_node %u, "
				   "expected %u as in %s",
				   path, type->name, type->gpus_per_node, gpus,
				   *lister);
	known->price = type->price;
	if (!gpus)
		known->gpus_per_node = type->gpus_per_node;
	*lister = path;
	return 0;
}

/* Bring JOIN's set to all types of both; FROM's come from PATH. */
static int merge_types(struct join *join, const struct boa_classes *from,
		       const char *path, struct boa_err *err)
{
	struct boa_gpu_type all[BOA_TYPES_MAX];
	size_t n = join->set.n_gpu_type, h;

	if (n)
		memcpy(all, join->set.gpu_type, n * sizeof(*all));
	for (h = 0; h < from->n_gpu_type; h++) {
		const struct boa_gpu_type *type = &from->gpu_type[h];
		ptrdiff_t at = boa_names_find(all, sizeof(*all), n, NULL,
					      type->name, strlen(type->name));
		int rc;

		if (at < 0 && n == BOA_TYPES_MAX)
			return boa_err_set(err, BOA_ERANGE,
					   "%s: GPU type %s is one too many, "
					   "expected at most %d",
					   path, type->name, BOA_TYPES_MAX);
		if (at < 0) {
			at = (ptrdiff_t)n++;
			all[at] = *type;
			all[at].gpus_per_node = 0; /* until merged */
		}
		if (!from->types_listed)
			continue;
		rc = merge_type(&all[at], &join->lister[at], type, path, err);
		if (rc)
			return rc;
	}
	if (n > join->set.n_gpu_type)
		return boa_classes_retype(&join->set, all, n, err);
	for (h = 0; h < n; h++)
		join->set.gpu_type[h] = all[h];
	return 0;
}

static bool has_same_types(const struct boa_classes *a,
			   const struct boa_classes *b)
{
	size_t h;

	if (a->n_gpu_type != b->n_gpu_type)
		return false;
	for (h = 0; h < a->n_gpu_type; h++)
		if (strcmp(a->gpu_type[h].name, b->gpu_type[h].name) != 0)
			return false;
	return true;
}

/* Read file F of JOIN and append what it holds. */
static int join_file(struct join *join, size_t f, struct boa_err *err)
{
	struct boa_classes from = { 0 };
	size_t i;
	int rc;

	join->first[f] = join->set.n_class;
	rc = load_file(join->path[f], boa_classes_read, &from, err);
	if (rc)
		return rc;
	for (i = 0; i < from.n_class; i++) {
		rc = boa_class_finish(&from, i, err);
		if (rc) {
			boa_err_prefix(err, rc, join->path[f]);
			goto out;
		}
	}
	rc = merge_types(join, &from, join->path[f], err);
	if (!rc && !has_same_types(&from, &join->set))
		rc = boa_classes_retype(&from, join->set.gpu_type,
					join->set.n_gpu_type, err);
	if (rc)
		goto out;
	join->set.types_listed |= from.types_listed;
	rc = boa_classes_append(&join->set, &from, err);
out:
	boa_classes_free(&from);
	return rc;
}

/* A class that stands in two files is named with both. */
static int check_names(const struct join *join, struct boa_err *err)
{
	const struct boa_classes *set = &join->set;
	size_t n = set->n_class, at, later;
	size_t *order = calloc(n ? n : 1, sizeof(*order));
	int rc = 0;

	if (!order)
		return boa_err_set(err, BOA_ENOMEM, "out of memory");
	boa_names_sort(set->class, sizeof(*set->class), n, order);
	at = boa_names_repeat(set->class, sizeof(*set->class), n, order);
	if (at) {
		later = order[at];
		rc = boa_err_set(err, BOA_ERANGE,
				 "%s: class %s is in %s too, expected in one "
				 "file once",
				 path_of(join, later), set->class[later].name,
				 path_of(join, order[at - 1]));
	}
	free(order);
	return rc;
}

/* --- a folder --------------------------------------------------------- */

static int is_class_file(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > 5 &&
	       !strcmp(entry->d_name + len - 5, ".json");
}

static int by_byte(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

/* Fill JOIN's paths with the class files of FOLDER. */
static int list_files(const char *folder, struct join *join,
		      struct boa_err *err)
{
	struct dirent **entry = NULL;
	char why[128];
	int n, i, rc = 0;

	n = scandir(folder, &entry, is_class_file, by_byte);
	if (n < 0) {
		boa_err_set(err, BOA_EIO, "%s: cannot list: %s", folder,
			    strerror_r(errno, why, sizeof(why)));
		return BOA_EIO;
	}
	join->path = calloc((size_t)n + 1, sizeof(*join->path));
	join->first = calloc((size_t)n + 1, sizeof(*join->first));
	for (i = 0; i < n; i++) {
		char *path = NULL;

		if (!rc && join->path && join->first &&
		    asprintf(&path, "%s/%s", folder, entry[i]->d_name) >= 0)
			join->path[join->n_file++] = path;
		else
			rc = BOA_ENOMEM;
		free(entry[i]);
	}
	free(entry);
	if (rc || !join->path || !join->first) {
		boa_err_set(err, BOA_ENOMEM, "%s: out of memory", folder);
		return BOA_ENOMEM;
	}
	if (!n) {
		boa_err_set(err, BOA_EIO,
			    "%s: holds no *.json file, expected one at least",
			    folder);
		return BOA_EIO;
	}
	return 0;
}

static int load_folder(const char *folder, struct boa_classes *set,
		       struct boa_err *err)
{
	struct join join = { 0 };
	size_t f;
	int rc;

	rc = list_files(folder, &join, err);
	for (f = 0; !rc && f < join.n_file; f++)
		rc = join_file(&join, f, err);
	if (!rc)
		rc = check_names(&join, err);
	if (rc)
		goto out;
	rc = boa_classes_finish(&join.set, err);
	if (rc) {
		boa_err_prefix(err, rc, folder);
		goto out;
	}
	*set = join.set;
	join.set = (struct boa_classes){ 0 };
out:
	free_join(&join);
	return rc;
}

int boa_classes_load(const char *path, struct boa_classes *set,
		     struct boa_err *err)
{
	struct stat st;

	if (!stat(path, &st) && S_ISDIR(st.st_mode))
		return load_folder(path, set, err);
	return load_file(path, boa_classes_parse, set, err);
}
