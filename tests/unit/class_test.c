/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/unit/check.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/random.h"

#include "src/class.h"

/* --- sets by hand ----------------------------------------------------- */

#define N_EPOCH 2

/* One class, "c", of two epochs of 8 s on N_TYPE types, no point yet. */
static struct boa_classes make_set(const char *const *type, size_t n_type)
{
	struct boa_classes set = { .n_gpu_type = n_type, .n_class = 1 };
	struct boa_class *class = calloc(1, sizeof(*class));
	size_t h, j;

	set.class = class;
	set.gpu_type = calloc(n_type, sizeof(*set.gpu_type));
	*class = (struct boa_class){
		.name = strdup("c"),
		.arrival_rate_per_hour = 2,
		.weight = 1,
		.min_gpus = calloc(n_type, sizeof(*class->min_gpus)),
		.max_gpus = calloc(n_type, sizeof(*class->max_gpus)),
		.n_epoch = N_EPOCH,
		.epoch = calloc(N_EPOCH, sizeof(*class->epoch)),
	};
	for (j = 0; j < N_EPOCH; j++) {
		class->epoch[j].work_s = 8;
		class->epoch[j].curve =
			calloc(n_type, sizeof(*class->epoch[j].curve));
	}
	for (h = 0; h < n_type; h++) {
		set.gpu_type[h].name = strdup(type[h]);
		set.gpu_type[h].price = 1;
		class->min_gpus[h] = 1;
		class->max_gpus[h] = BOA_GPUS_MAX;
	}
	return set;
}

/* Set the curve of epoch J on type H to N points: GPUS, at 10 times as much. */
static void set_curve(struct boa_classes *set, size_t j, size_t h,
		      const unsigned *gpus, size_t n)
{
	struct boa_curve *curve = &set->class[0].epoch[j].curve[h];
	size_t p;

	free(curve->point);
	curve->point = calloc(n, sizeof(*curve->point));
	curve->n_point = n;
	for (p = 0; p < n; p++)
		curve->point[p] = (struct boa_point){ gpus[p], 10.0 * gpus[p] };
}

static const char *const T4[] = { "t4" };
static const char *const TWO[] = { "t4", "a100" };

/* --- grids ------------------------------------------------------------ */

static void keeps_the_widths_that_every_epoch_has(void **state)
{
	const unsigned first[] = { 8, 1, 2, 4 }, second[] = { 16, 4, 8, 3 };
	struct boa_classes set = make_set(T4, 1);
	const struct boa_grid *grid;

	(void)state;
	set_curve(&set, 0, 0, first, 4);
	set_curve(&set, 1, 0, second, 4);
	set.class[0].epoch[1].curve[0].point[2].rate = 7; /* at 8 GPUs */
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	grid = &set.class[0].grid[0];
	assert_int_equal(grid->n_width, 2);
	assert_int_equal(grid->gpus[0], 4);
	assert_int_equal(grid->gpus[1], 8);
	assert_near(grid->rate[0], 40, 0);
	assert_near(grid->rate[1], 80, 0);
	assert_near(grid->rate[2], 40, 0); /* the second row: epoch 1 */
	assert_near(grid->rate[3], 7, 0);
	/* points are sorted by width now */
	assert_int_equal(set.class[0].epoch[1].curve[0].point[0].gpus, 3);
	boa_classes_free(&set);
}

static void keeps_widths_within_the_limits_of_their_type(void **state)
{
	const unsigned gpus[] = { 1, 2, 4, 8, 16 };
	struct boa_classes set = make_set(TWO, 2);
	size_t j;

	(void)state;
	for (j = 0; j < N_EPOCH; j++) {
		set_curve(&set, j, 0, gpus, 5);
		set_curve(&set, j, 1, gpus, 5);
	}
	set.class[0].min_gpus[0] = 2;
	set.class[0].max_gpus[0] = 8;
	set.class[0].min_gpus[1] = 17;
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(set.class[0].grid[0].n_width, 3);
	assert_int_equal(set.class[0].grid[0].gpus[0], 2);
	assert_int_equal(set.class[0].grid[0].gpus[2], 8);
	assert_int_equal(set.class[0].grid[1].n_width, 0);
	boa_classes_free(&set);
}

static void makes_the_grids_anew_when_called_again(void **state)
{
	const unsigned gpus[] = { 1, 2, 4 };
	struct boa_classes set = make_set(T4, 1);

	(void)state;
	set_curve(&set, 0, 0, gpus, 3);
	set_curve(&set, 1, 0, gpus, 3);
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(set.class[0].grid[0].n_width, 3);
	set.class[0].max_gpus[0] = 1;
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(set.class[0].grid[0].n_width, 1);
	boa_classes_free(&set);
}

/* The grid by the definition, width by width, on random curves. */
static void agrees_with_the_definition_on_random_curves(void **state)
{
	unsigned gpus[32], round, w, usable;
	size_t j, n;

	(void)state;
	random_begin(20260131);
	for (round = 0; round < 500; round++) {
		struct boa_classes set = make_set(T4, 1);
		unsigned has[N_EPOCH] = { 0 };
		int rc;

		for (j = 0; j < N_EPOCH; j++) {
			for (w = 1, n = 0; w <= 31; w++)
				if (random_below(2)) {
					gpus[n++] = w;
					has[j] |= 1U << w;
				}
			set_curve(&set, j, 0, gpus, n);
		}
		set.class[0].min_gpus[0] = 1 + random_below(8);
		set.class[0].max_gpus[0] = 8 + random_below(24);
		rc = boa_classes_finish(&set, NULL);
		for (w = 1, n = 0; w <= 31; w++) {
			usable = (has[0] & has[1]) >> w & 1;
			if (!usable || w < set.class[0].min_gpus[0] ||
			    w > set.class[0].max_gpus[0])
				continue;
			assert_int_equal(set.class[0].grid[0].gpus[n++], w);
		}
		assert_int_equal(set.class[0].grid[0].n_width, n);
		assert_int_equal(rc, n ? 0 : BOA_ERANGE);
		boa_classes_free(&set);
	}
}

/* --- rules ------------------------------------------------------------ */

static struct boa_classes good_set(void)
{
	const unsigned gpus[] = { 1, 2, 4 };
	struct boa_classes set = make_set(TWO, 2);

	set_curve(&set, 0, 0, gpus, 3);
	set_curve(&set, 1, 0, gpus, 3);
	return set;
}

/* BREAK is a statement on `set`, a good one; it must be refused with TEXT. */
#define ASSERT_REFUSED(break_it, want)                                         \
	do {                                                                   \
		struct boa_classes set = good_set();                           \
		struct boa_err err;                                            \
		break_it;                                                      \
		assert_int_equal(boa_classes_finish(&set, &err), BOA_ERANGE);  \
		assert_string_equal(err.text, want);                           \
		boa_classes_free(&set);                                        \
	} while (0)

static void refuses_figures_that_make_no_sense(void **state)
{
	(void)state;
	ASSERT_REFUSED(set.class[0].arrival_rate_per_hour = -1,
		       "classes[0].arrival_rate_per_hour is -1, expected a "
		       "number of at least 0 and at most 1e12");
	ASSERT_REFUSED(set.class[0].arrival_rate_per_hour = 0,
		       "arrival_rate_per_hour adds up to 0 over all classes, "
		       "expected more than 0");
	ASSERT_REFUSED(set.class[0].weight = 0,
		       "classes[0].weight is 0, expected a number above 0 and "
		       "at most 1e12");
	ASSERT_REFUSED(set.class[0].rescale_s = (double)NAN,
		       "classes[0].rescale_s is nan, expected a number of at "
		       "least 0 and at most 1e12");
	ASSERT_REFUSED(set.class[0].startup_s = (double)INFINITY,
		       "classes[0].startup_s is inf, expected a number of at "
		       "least 0 and at most 1e12");
	ASSERT_REFUSED(set.class[0].epoch[1].work_s = -2,
		       "classes[0].epochs[1].work_s is -2, expected a number "
		       "of at least 0 and at most 1e12");
	ASSERT_REFUSED(set.class[0].epoch[1].curve[0].point[2].rate = 0,
		       "classes[0].epochs[1].speedup.t4[2] has rate 0, "
		       "expected a number above 0 and at most 1e12 at which "
		       "the epoch ends within 1e18 s");
	ASSERT_REFUSED(set.class[0].epoch[1].curve[0].point[2].gpus = 0,
		       "classes[0].epochs[1].speedup.t4[2] is for 0 GPUs, "
		       "expected 1 to 1048576");
	ASSERT_REFUSED(set.gpu_type[1].price = 0,
		       "gpu_types[1].price is 0, expected a number above 0 and "
		       "at most 1e12");
	ASSERT_REFUSED(set.class[0].max_gpus[1] = BOA_GPUS_MAX + 1,
		       "classes[0].min_gpus is 1 and max_gpus 1048577 on a100, "
		       "expected 1 <= min_gpus <= max_gpus <= 1048576");
}

static void refuses_what_is_not_once(void **state)
{
	(void)state;
	ASSERT_REFUSED(set.class[0].epoch[0].curve[0].point[2].gpus = 1,
		       "classes[0].epochs[0].speedup.t4[2] is for 1 GPUs as "
		       "[0], expected each width once");
	ASSERT_REFUSED(strcpy(set.gpu_type[1].name, "t4"),
		       "gpu_types[1].name is \"t4\" as gpu_types[0], expected "
		       "each name once");
	ASSERT_REFUSED(strcpy(set.class[0].name, "!"),
		       "classes[0].name is \"!\", expected a name of 1 to 64 "
		       "of A-Z a-z 0-9 . _ -");
}

static void refuses_an_empty_set(void **state)
{
	struct boa_classes set = { 0 };
	struct boa_err err;

	(void)state;
	assert_int_equal(boa_classes_finish(&set, &err), BOA_ERANGE);
	assert_string_equal(err.text, "classes is empty, expected at least "
				      "one");
	boa_classes_free(&set);
}

/* --- finding ---------------------------------------------------------- */

static void add_class(struct boa_classes *set, const char *name)
{
	const unsigned one[] = { 1 };
	struct boa_classes more = make_set(TWO, 2);

	set_curve(&more, 0, 0, one, 1);
	set_curve(&more, 1, 0, one, 1);
	free(more.class[0].name);
	more.class[0].name = strdup(name);
	assert_int_equal(boa_classes_append(set, &more, NULL), 0);
	assert_int_equal(more.n_class, 0);
	assert_null(more.class);
}

static void finds_classes_by_name_before_and_after_finish(void **state)
{
	struct boa_classes set = good_set();
	int round;

	(void)state;
	add_class(&set, "bert");
	add_class(&set, "ber");
	add_class(&set, "BERT");
	for (round = 0; round < 2; round++) {
		assert_int_equal(boa_classes_find(&set, "c", 1), 0);
		assert_int_equal(boa_classes_find(&set, "bert", 4), 1);
		assert_int_equal(boa_classes_find(&set, "bertrand", 4), 1);
		assert_int_equal(boa_classes_find(&set, "ber", 3), 2);
		assert_int_equal(boa_classes_find(&set, "BERT", 4), 3);
		assert_int_equal(boa_classes_find(&set, "be", 2), -1);
		assert_int_equal(boa_classes_find(&set, "", 0), -1);
		assert_int_equal(boa_classes_find(&set, "c\0x", 3), -1);
		assert_int_equal(boa_classes_find_type(&set, "a100", 4), 1);
		assert_int_equal(boa_classes_find_type(&set, "a10", 3), -1);
		assert_int_equal(boa_classes_finish(&set, NULL), 0);
	}
	assert_near(boa_classes_rate_per_hour(&set), 8, 0);
	boa_classes_free(&set);
}

static void names_both_classes_of_one_name(void **state)
{
	struct boa_classes set = good_set();
	struct boa_err err;

	(void)state;
	add_class(&set, "x");
	add_class(&set, "c");
	assert_int_equal(boa_classes_finish(&set, &err), BOA_ERANGE);
	assert_string_equal(err.text, "classes[2].name is \"c\" as classes[0], "
				      "expected each name once");
	boa_classes_free(&set);
}

static void knows_a_name_by_its_form(void **state)
{
	char name[BOA_NAME_MAX + 2];
	int c;

	(void)state;
	memset(name, 'x', sizeof(name));
	assert_false(boa_name_is_valid(name, 0));
	assert_true(boa_name_is_valid(name, BOA_NAME_MAX));
	assert_false(boa_name_is_valid(name, BOA_NAME_MAX + 1));
	for (c = 0; c < 256; c++) {
		name[1] = (char)c;
		assert_int_equal(boa_name_is_valid(name, 3),
				 c && c < 128 &&
					 strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ"
						"abcdefghijklmnopqrstuvwxyz"
						"0123456789._-",
						c));
	}
}

/* --- other types ------------------------------------------------------ */

static void moves_what_is_known_to_other_types(void **state)
{
	struct boa_gpu_type type[] = {
		{ .name = (char[]){ "h100" }, .price = 5 },
		{ .name = (char[]){ "t4" }, .price = 2, .gpus_per_node = 4 },
	};
	struct boa_classes set = good_set();

	(void)state;
	set.class[0].max_gpus[0] = 2;
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(boa_classes_retype(&set, type, 2, NULL), 0);
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(set.n_gpu_type, 2);
	assert_string_equal(set.gpu_type[1].name, "t4");
	assert_near(set.gpu_type[1].price, 2, 0);
	assert_int_equal(set.class[0].grid[0].n_width, 0);
	assert_int_equal(set.class[0].grid[1].n_width, 2);
	assert_int_equal(set.class[0].max_gpus[1], 2);
	assert_int_equal(set.class[0].max_gpus[0], BOA_GPUS_MAX);
	/* its own list again: nothing changes */
	assert_int_equal(boa_classes_retype(&set, set.gpu_type, 2, NULL), 0);
	assert_int_equal(boa_classes_finish(&set, NULL), 0);
	assert_int_equal(set.class[0].grid[1].n_width, 2);
	/* without t4 the class can run nowhere */
	assert_int_equal(boa_classes_retype(&set, type, 1, NULL), 0);
	assert_int_equal(boa_classes_finish(&set, NULL), BOA_ERANGE);
	boa_classes_free(&set);
}

static int finish_a_copy(struct boa_classes *set)
{
	int rc = boa_classes_retype(set, set->gpu_type, 2, NULL);

	return rc ? rc : boa_classes_finish(set, NULL);
}

static void survives_each_allocation_failing(void **state)
{
	struct boa_classes set = good_set();
	struct boa_point *point = set.class[0].epoch[0].curve[0].point;
	int n;

	(void)state;
	point[0].gpus = 4; /* unsorted */
	point[2].gpus = 1;
	FAIL_EACH_ALLOC(finish_a_copy(&set), assert_int_equal(set.n_class, 1),
			n);
	assert_true(n > 15);
	assert_int_equal(set.class[0].grid[0].n_width, 3);
	boa_classes_free(&set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keeps_the_widths_that_every_epoch_has),
		cmocka_unit_test(keeps_widths_within_the_limits_of_their_type),
		cmocka_unit_test(makes_the_grids_anew_when_called_again),
		cmocka_unit_test(agrees_with_the_definition_on_random_curves),
		cmocka_unit_test(refuses_figures_that_make_no_sense),
		cmocka_unit_test(refuses_what_is_not_once),
		cmocka_unit_test(refuses_an_empty_set),
		cmocka_unit_test(finds_classes_by_name_before_and_after_finish),
		cmocka_unit_test(names_both_classes_of_one_name),
		cmocka_unit_test(knows_a_name_by_its_form),
		cmocka_unit_test(moves_what_is_known_to_other_types),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("class", tests, NULL, NULL);
}
