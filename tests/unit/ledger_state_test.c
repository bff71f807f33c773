/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state survives: kill -9, a full disk, damage, another writer. */
#include "config.h"

#include <grp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/cases.h"
#include "tests/unit/fail_alloc.h"
#include "tests/unit/ledger_random.h"
#include "tests/unit/ledger_world.h"

#include "src/file.h"
#include "src/frames.h"
#include "src/journal.h"
#include "src/ledger_state.h"
#include "src/ledger_text.h"

/* --- a world and its state on disk ------------------------------------ */

struct fixture {
	char *dir;
	struct world *world;
	struct boa_state_file *file;
	struct boa_shares *shares;
	struct boa_provider_mark mark;
	uint64_t cut_bytes;
	struct boa_err err;
};

static char *path_of(const struct fixture *it, const char *name)
{
	return boa_text_new("%s/%s", it->dir, name);
}

/* Open the state into the world; returns what boa_state_open() does. */
static int reopen(struct fixture *it)
{
	boa_state_close(it->file);
	it->file = NULL;
	boa_ledger_free(it->world->ledger);
	it->world->ledger = NULL;
	boa_shares_free(it->shares);
	it->shares = NULL;
	return boa_state_open(it->dir, &it->file, &it->world->ledger,
			      &it->shares, &it->mark, &it->cut_bytes, &it->err);
}

static void must_reopen(struct fixture *it)
{
	if (reopen(it))
		fail_msg("%s", it->err.text);
}

static struct fixture begin(struct world *world)
{
	struct fixture it = { .dir = scratch_make(), .world = world };

	must_reopen(&it);
	return it;
}

static void finish(struct fixture *it)
{
	boa_state_close(it->file);
	boa_shares_free(it->shares);
	world_free(it->world);
	scratch_remove(it->dir);
}

static int save(struct fixture *it)
{
	return boa_state_save(it->file, it->world->ledger, it->shares,
			      &it->mark, &it->err);
}

static void must_save(struct fixture *it)
{
	if (save(it))
		fail_msg("%s", it->err.text);
}

/* All that the ledger is, as text. */
static char *image(const struct boa_ledger *ledger)
{
	struct boa_text text = { 0 };

	boa_ledger_print(ledger, true, &text);
	return boa_text_take(&text);
}

static char *read_file(const char *path, size_t *len)
{
	char *text;

	assert_int_equal(boa_file_read(path, 1u << 30, &text, len, NULL), 0);
	return text;
}

static void write_file(const char *path, const char *text, size_t len)
{
	FILE *out;

	(void)unlink(path); /* some file systems flush one that is cut */
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(text, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
}

/* A job on two nodes, one of them booting; five saves on the way. */
static struct fixture small_state(char *images[6])
{
	struct fixture it = begin(world_new(2));
	struct world *world = it.world;
	size_t j = world_submit(world, 7, 95), n = 0;

	images[n++] = image(world->ledger);
	world->job[j].account = "a b%-\n\xc3\xa4"; /* hostile, but a name */
	world_node(world, 0, BOA_NODE_UP);
	world_charge(world, 100);
	must_save(&it);
	images[n++] = image(world->ledger);
	world_boot(world, 1, 103);
	world->job[j].state = BOA_JOB_CONFIGURING;
	world_hold(world, j, 0, 4);
	world_hold(world, j, 1, 2);
	world_charge(world, 110);
	must_save(&it);
	images[n++] = image(world->ledger);
	world_node(world, 1, BOA_NODE_UP);
	world->job[j].state = BOA_JOB_RUNNING;
	world->job[j].start_s = 112;
	world->job[j].record = "boa=1 class=bert plan=0 type=t4 widths=6 "
			       "epoch=1 width=6 run=0 gen=1 first=90 resizes=0";
	it.mark = (struct boa_provider_mark){ .offset = 123, .inode = 45 };
	world_charge(world, 120);
	must_save(&it);
	images[n++] = image(world->ledger);
	world_charge(world, 130); /* only the clock */
	must_save(&it);
	images[n++] = image(world->ledger);
	world->job[j].state = BOA_JOB_DONE;
	world->job[j].end = BOA_END_COMPLETED;
	world->job[j].end_s = 133;
	world_let_go(world, j);
	world_charge(world, 140);
	must_save(&it);
	images[n] = image(world->ledger);
	return it;
}

static void free_images(char *images[6])
{
	size_t i;

	for (i = 0; i < 6; i++)
		free(images[i]);
}

/* Where the frames of the small state end; the first is that of an empty one.
 */
static size_t find_ends(char *data, size_t len, size_t ends[6])
{
	struct boa_frame frame = { .data = data, .len = len };
	size_t n = 0;

	while (boa_frame_next(&frame)) {
		assert_true(n < 6);
		ends[n++] = frame.end;
	}
	assert_int_equal(frame.end, len);
	return n;
}

/* --- saving and restoring --------------------------------------------- */

static void an_absent_state_is_an_empty_one(void **state)
{
	struct fixture it = begin(world_new(1));
	char *path = path_of(&it, "ledger");
	struct stat st;

	(void)state;
	assert_near(boa_ledger_begin_s(it.world->ledger), 0, 0);
	assert_int_equal(it.cut_bytes, 0);
	assert_int_equal(it.mark.offset, 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	must_reopen(&it);
	assert_near(boa_ledger_begin_s(it.world->ledger), 0, 0);
	free(path);
	finish(&it);
}

static void makes_its_folder_for_its_owner_only(void **state)
{
	struct fixture it = begin(world_new(1));
	struct boa_ledger *ledger;
	struct boa_shares *shares;
	struct boa_state_file *file;
	struct boa_provider_mark mark;
	char *dir = path_of(&it, "boa");
	struct stat st;

	(void)state;
	assert_int_equal(
		boa_state_open(dir, &file, &ledger, &shares, &mark, NULL, NULL),
		0);
	assert_int_equal(stat(dir, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	boa_state_close(file);
	boa_ledger_free(ledger);
	boa_shares_free(shares);
	free(dir);
	finish(&it);
}

static void what_was_saved_comes_back(void **state)
{
	char *images[6], *got;
	struct fixture it = small_state(images);
	const struct boa_job_bill *bill;

	(void)state;
	must_reopen(&it);
	assert_int_equal(it.cut_bytes, 0);
	got = image(it.world->ledger);
	assert_string_equal(got, images[5]);
	/* n0 from 100, n1 from 103 to 140, 4 GPUs each */
	assert_near(world_total_gpu_s(it.world), 4 * (40 + 37), 1e-9);
	bill = world_bill(it.world, 7);
	assert_string_equal(bill->class, "bert");
	assert_string_equal(bill->account, "a b%-\n\xc3\xa4");
	assert_near(bill->first_submit_s, 90, 0);
	assert_near(bill->end_s, 133, 0);
	assert_int_equal(bill->n_run, 1);
	/* 112 to 133 on 6 GPUs, of which up to the report, seen at 120, are
	   start-up: without the class's figure the report came at once */
	assert_near(bill->by_kind[BOA_KIND_USEFUL].gpu_s, 6 * 21, 1e-9);
	assert_int_equal(it.mark.offset, 123);
	assert_int_equal(it.mark.inode, 45);
	/* and it goes on from there */
	world_charge(it.world, 150);
	assert_near(world_total_gpu_s(it.world), 4 * (50 + 47), 1e-9);
	free(got);
	free_images(images);
	finish(&it);
}

static void the_share_counters_come_back(void **state)
{
	char *types[] = { "t4" };
	unsigned widths[][1] = { { 4 }, { 8 } };
	struct boa_plan plans[] = {
		{ .share = 0.7, .gpu_type = types, .gpus = widths[0] },
		{ .share = 0.3, .gpu_type = types, .gpus = widths[1] },
	};
	struct boa_table_class class = {
		.name = "bert", .n_epoch = 1, .n_plan = 2, .plan = plans
	};
	struct fixture it = begin(world_new(1));
	double credit;

	(void)state;
	world_charge(it.world, 100);
	assert_int_equal(boa_shares_count(it.shares, &class, "vision", 0, NULL),
			 0);
	credit = boa_shares_credit(it.shares, &class, "vision", 1);
	assert_true(credit > 0);
	must_save(&it);
	must_reopen(&it);
	assert_near(boa_shares_credit(it.shares, &class, "vision", 1), credit,
		    1e-9);
	finish(&it);
}

/* A save writes little when nothing happens, however much there is. */
static void an_idle_cycle_writes_a_line(void **state)
{
	struct fixture it = begin(world_new(WORLD_NODES));
	char *path = path_of(&it, "ledger");
	struct stat before, after;
	size_t i;

	(void)state;
	for (i = 0; i < WORLD_NODES; i++) {
		world_node(it.world, i, BOA_NODE_UP);
		world_submit(it.world, (uint32_t)i + 1, 90);
		it.world->job[i].state = BOA_JOB_RUNNING;
		it.world->job[i].start_s = 95;
		world_hold(it.world, i, i, 3);
	}
	world_charge(it.world, 100);
	must_save(&it);
	assert_int_equal(stat(path, &before), 0);
	world_charge(it.world, 110.5);
	must_save(&it);
	assert_int_equal(stat(path, &after), 0);
	assert_true(after.st_size - before.st_size < 200);
	must_reopen(&it);
	assert_near(world_total_gpu_s(it.world), WORLD_NODES * 4 * 10.5, 1e-6);
	free(path);
	finish(&it);
}

/* --- torn and damaged ------------------------------------------------- */

static void a_file_cut_anywhere_is_an_earlier_state(void **state)
{
	char *images[6], *data, *got;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger");
	size_t ends[6], len, cut, k;

	(void)state;
	data = read_file(path, &len);
	assert_int_equal(find_ends(data, len, ends), 6);
	for (cut = 0; cut <= len; cut++) {
		write_file(path, data, cut);
		if (cut < ends[0]) {
			/* the snapshot itself, and none before it */
			assert_int_equal(reopen(&it), BOA_EPARSE);
			continue;
		}
		for (k = 5; ends[k] > cut;)
			k--;
		must_reopen(&it);
		assert_int_equal(it.cut_bytes, cut - ends[k]);
		got = image(it.world->ledger);
		assert_string_equal(got, images[k]);
		free(got);
	}
	free(data);
	free(path);
	free_images(images);
	finish(&it);
}

static void a_byte_changed_anywhere_costs_what_follows_it(void **state)
{
	char *images[6], *data, *got;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger");
	size_t ends[6], len, at, k;

	(void)state;
	data = read_file(path, &len);
	find_ends(data, len, ends);
	for (at = 0; at < len; at++) {
		data[at] ^= (char)(1 << (at % 8));
		write_file(path, data, len);
		data[at] ^= (char)(1 << (at % 8));
		if (at < ends[0]) {
			assert_int_equal(reopen(&it), BOA_EPARSE);
			continue;
		}
		for (k = 4; ends[k] > at;)
			k--;
		must_reopen(&it);
		assert_int_equal(it.cut_bytes, len - ends[k]);
		got = image(it.world->ledger);
		assert_string_equal(got, images[k]);
		free(got);
	}
	free(data);
	free(path);
	free_images(images);
	finish(&it);
}

static void after_a_torn_tail_saving_goes_on(void **state)
{
	char *images[6], *got, *want;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger");
	size_t len;
	char *data = read_file(path, &len);

	(void)state;
	write_file(path, data, len - 3);
	must_reopen(&it);
	assert_true(it.cut_bytes > 0);
	world_charge(it.world, 150);
	must_save(&it);
	want = image(it.world->ledger);
	must_reopen(&it);
	assert_int_equal(it.cut_bytes, 0);
	got = image(it.world->ledger);
	assert_string_equal(got, want);
	free(got);
	free(want);
	free(data);
	free(path);
	free_images(images);
	finish(&it);
}

static void a_damaged_state_is_kept_and_the_one_before_used(void **state)
{
	struct fixture it = begin(world_new(1));
	char *path = path_of(&it, "ledger"), *old = path_of(&it, "ledger.old");
	char *damaged = path_of(&it, "ledger.damaged");
	struct stat st;
	double at_s = 100, renewed_s = 0;
	off_t size = 0;

	(void)state;
	world_node(it.world, 0, BOA_NODE_UP);
	/* grow until it is written anew; only then the one before is left */
	for (; !renewed_s && at_s < 1e6; at_s += 0.125) {
		world_charge(it.world, at_s);
		must_save(&it);
		assert_int_equal(stat(path, &st), 0);
		if (st.st_size < size)
			renewed_s = at_s;
		size = st.st_size;
	}
	assert_true(renewed_s > 0);
	assert_int_equal(stat(old, &st), 0);
	assert_true(st.st_size >= (off_t)BOA_STATE_GROWTH_BYTES);
	world_charge(it.world, renewed_s + 50);
	must_save(&it);
	write_file(path, "rubbish", 7);
	must_reopen(&it);
	assert_int_equal(it.cut_bytes, 7);
	assert_near(boa_ledger_now_s(it.world->ledger), renewed_s, 0);
	assert_near(world_total_gpu_s(it.world), 4 * (renewed_s - 100), 1e-6);
	assert_int_equal(stat(damaged, &st), 0);
	assert_int_equal(st.st_size, 7);
	/* it has been written anew, and the next charge bridges what is lost */
	must_reopen(&it);
	assert_int_equal(it.cut_bytes, 0);
	world_charge(it.world, renewed_s + 60);
	assert_near(world_total_gpu_s(it.world), 4 * (renewed_s - 40), 1e-6);
	free(path);
	free(old);
	free(damaged);
	finish(&it);
}

static void with_both_damaged_it_says_so_and_then_begins_anew(void **state)
{
	struct fixture it = begin(world_new(1));
	char *path = path_of(&it, "ledger"), *old = path_of(&it, "ledger.old");

	(void)state;
	write_file(path, "rubbish", 7);
	write_file(old, "rubbish too", 11);
	assert_int_equal(reopen(&it), BOA_EPARSE);
	assert_non_null(strstr(it.err.text, "/ledger: has no whole first"));
	must_reopen(&it);
	assert_near(boa_ledger_begin_s(it.world->ledger), 0, 0);
	free(path);
	free(old);
	finish(&it);
}

/* A frame whose checksum fits, but which no release of ours wrote. */
static void refuses_lines_it_does_not_know(void **state)
{
	static const char *const bad[] = {
		"boa-ledger 2 whole\n",
		"boa-ledger 1 change\n",
		"boa-ledger 1 whole\nclock 1 2 3 4",
		"boa-ledger 1 whole\nclock 1 2 3 4\n",
		"boa-ledger 1 whole\nclock 1 2 3 4 5 6\n",
		"boa-ledger 1 whole\nclock - 2 3 4 5\n",
		"boa-ledger 1 whole\nclock 1e999 2 3 4 5\n",
		"boa-ledger 1 whole\nfrob\n",
		"boa-ledger 1 whole\n\n",
		"boa-ledger 1 whole\nshares\n",
		"boa-ledger 1 whole\nprovider 1\n",
		"boa-ledger 1 whole\nprovider 1 -2\n",
		"boa-ledger 1 whole\ncell a b\n",
		"boa-ledger 1 whole\ncell a b t4 useful 1\n",
		"boa-ledger 1 whole\ncell a b t4 useless 1 2\n",
		"boa-ledger 1 whole\ncell a%0 b t4\n",
		"boa-ledger 1 whole\ncell a%00 b t4\n",
		"boa-ledger 1 whole\nbill 7\n",
		"boa-ledger 1 whole\nbill 4294967296 - - - 0 0\n",
		"boa-ledger 1 whole\nnode n0 t4 4 1 9 0 0 0 0 0 0 0 0 0 0\n",
		"boa-ledger 1 whole\nstretch a b t4 0 idle 0 4 0 1 100 -\n",
		"boa-ledger 1 whole\nnode n0 t4 4 1 2 0 0 0 0 0 0 0 0 0 0\n"
		"stretch a b t4 7 run 0 4 0 1 100 -\n",
		"boa-ledger 1 whole\nnode n0 t4 4 1 2 0 0 0 0 0 0 0 0 0 0\n"
		"stretch a b t4 0 run 0 4 0 1 100 -\n",
	};
	struct fixture it = begin(world_new(1));
	char *path = path_of(&it, "ledger"), *old = path_of(&it, "ledger.old");
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct boa_frames frames;

		unlink(path);
		unlink(old);
		assert_int_equal(boa_frames_open(path, 0, 0, &frames, NULL), 0);
		assert_int_equal(
			boa_frames_renew(&frames, bad[i], strlen(bad[i]), NULL),
			0);
		boa_frames_close(&frames);
		if (reopen(&it) != BOA_EPARSE)
			fail_msg("took \"%s\"", bad[i]);
	}
	free(path);
	free(old);
	finish(&it);
}

/* --- what the system does to it --------------------------------------- */

static void a_full_disk_leaves_it_valid(void **state)
{
	char *images[6], *got, *want;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger");
	struct rlimit limit, before;
	struct stat st;
	off_t room;

	(void)state;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, SIG_IGN);
	world_charge(it.world, 150);
	for (room = 0; room < 80; room += 7) {
		limit = before;
		limit.rlim_cur = (rlim_t)(st.st_size + room);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
		assert_int_equal(save(&it), BOA_EIO);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		assert_non_null(strstr(it.err.text, "cannot write"));
		/* as it was: another process reads the last state */
		{
			size_t len, ends[6];
			char *data = read_file(path, &len);

			assert_int_equal(len, st.st_size);
			assert_int_equal(find_ends(data, len, ends), 6);
			free(data);
		}
	}
	/* there is room again: nothing is lost */
	must_save(&it);
	want = image(it.world->ledger);
	must_reopen(&it);
	assert_near(world_total_gpu_s(it.world), 4 * (50 + 47), 1e-9);
	got = image(it.world->ledger);
	assert_string_equal(got, want);
	free(got);
	free(want);
	free(path);
	free_images(images);
	finish(&it);
}

static void another_writer_is_noticed(void **state)
{
	char *images[6];
	struct fixture it = small_state(images);
	struct fixture other = { .dir = it.dir, .world = world_new(2) };

	(void)state;
	/* a backup controller takes over */
	must_reopen(&other);
	world_charge(other.world, 150);
	must_save(&other);
	/* and the first one wakes up */
	world_charge(it.world, 155);
	assert_int_equal(save(&it), BOA_EIO);
	assert_non_null(strstr(it.err.text, "changed by another"));
	world_charge(other.world, 160);
	must_save(&other);
	boa_state_close(other.file);
	boa_shares_free(other.shares);
	world_free(other.world);
	free_images(images);
	finish(&it);
}

/* Open DIR as a user who may not write; 0 when that is BOA_EIO. */
static int open_as_another(const char *dir)
{
	struct boa_ledger *ledger;
	struct boa_shares *shares;
	struct boa_state_file *file;
	struct boa_provider_mark mark;
	int status;
	pid_t pid = fork();

	if (!pid) {
		if (!getuid() &&
		    (setgroups(0, NULL) || setgid(65534) || setuid(65534)))
			_exit(77);
		_exit(boa_state_open(dir, &file, &ledger, &shares, &mark, NULL,
				     NULL) != BOA_EIO);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The control comes back as it was, by itself and with all else. */
static void the_budget_control_is_kept(void **state)
{
	struct boa_control_rules rules = { .whole.per_hour = 40,
					   .horizon_s = 86400,
					   .window_s = 86400,
					   .keep_s = 604800,
					   .clamp = 2 };
	struct boa_control_spend spend = { "", 10, 10 };
	struct boa_control_input input = { 1796083200, 0, 1, &spend };
	struct fixture it = begin(world_new(1));
	struct boa_control *control = boa_state_control(it.file);
	struct boa_pace pace;

	(void)state;
	assert_int_equal(boa_control_n_purse(control), 0);
	assert_int_equal(boa_control_set(control, &rules, NULL), 0);
	boa_control_charge(control, &input);
	must_save(&it);
	input.now_s += 3600;
	spend.billed = 25;
	boa_control_charge(control, &input);
	must_save(&it);
	must_reopen(&it);
	control = boa_state_control(it.file);
	assert_int_equal(boa_control_set(control, &rules, NULL), 0);
	boa_control_pace(control, 0, &pace);
	assert_near(pace.granted, 40, 1e-9);
	assert_near(pace.spent, 15, 1e-9);
	finish(&it);
}

static void a_folder_it_may_not_write_is_an_error(void **state)
{
	struct fixture it = begin(world_new(1));
	char *file = path_of(&it, "ledger");
	char *dir = scratch_make();
	struct boa_err err;
	struct boa_ledger *ledger;
	struct boa_shares *shares;
	struct boa_state_file *state_file;
	struct boa_provider_mark mark;

	(void)state;
	assert_int_equal(boa_state_open(file, &state_file, &ledger, &shares,
					&mark, NULL, &err),
			 BOA_EIO);
	assert_non_null(strstr(err.text, file));
	assert_int_equal(chmod(dir, 0555), 0);
	assert_int_equal(open_as_another(dir), 0);
	assert_int_equal(chmod(dir, 0700), 0);
	scratch_remove(dir);
	free(file);
	finish(&it);
}

/* --- the journal ------------------------------------------------------ */

/* How many whole lines of the journal are of job ID; all must be whole. */
static size_t count_lines(const struct fixture *it, uint32_t id)
{
	char *path = path_of(it, "jobs.jsonl");
	size_t len, n = 0;
	char *text = read_file(path, &len), *line = text, *next;
	char *start = boa_text_new("{\"id\": %u, ", id);

	for (; (next = strchr(line, '\n')); line = next + 1) {
		assert_true(
			boa_journal_line_is_whole(line, (size_t)(next - line)));
		n += !strncmp(line, start, strlen(start));
	}
	assert_int_equal(*line, '\0');
	free(start);
	free(text);
	free(path);
	return n;
}

static void a_job_that_has_ended_is_journaled_once(void **state)
{
	char *images[6];
	struct fixture it = small_state(images);
	double at_s;

	(void)state;
	assert_int_equal(count_lines(&it, 7), 0);
	for (at_s = 141; at_s < 160; at_s++) {
		world_charge(it.world, at_s);
		must_save(&it);
		if (at_s == 150)
			must_reopen(&it);
	}
	assert_int_equal(count_lines(&it, 7), 1);
	free_images(images);
	finish(&it);
}

/* kill -9 between the journal's line and the state that tells of it. */
static void a_line_the_state_does_not_know_of_is_not_doubled(void **state)
{
	char *images[6], *data;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger");
	size_t len;

	(void)state;
	data = read_file(path, &len);
	world_charge(it.world, 150);
	must_save(&it);
	assert_int_equal(count_lines(&it, 7), 1);
	write_file(path, data, len);
	must_reopen(&it);
	world_charge(it.world, 160);
	must_save(&it);
	world_charge(it.world, 170);
	must_save(&it);
	assert_int_equal(count_lines(&it, 7), 1);
	free(data);
	free(path);
	free_images(images);
	finish(&it);
}

static void a_torn_line_is_written_again(void **state)
{
	char *images[6], *data, *line;
	struct fixture it = small_state(images);
	char *path = path_of(&it, "ledger"), *log = path_of(&it, "jobs.jsonl");
	size_t len, line_len, cut;

	(void)state;
	data = read_file(path, &len);
	world_charge(it.world, 150);
	must_save(&it);
	line = read_file(log, &line_len);
	for (cut = 0; cut <= line_len; cut += 13) {
		write_file(path, data, len);
		write_file(log, line, cut);
		must_reopen(&it);
		world_charge(it.world, 150);
		must_save(&it);
		assert_int_equal(count_lines(&it, 7), 1);
	}
	free(line);
	free(data);
	free(path);
	free(log);
	free_images(images);
	finish(&it);
}

static void a_journal_moved_away_is_begun_anew(void **state)
{
	char *images[6];
	struct fixture it = small_state(images);
	char *log = path_of(&it, "jobs.jsonl"), *aside = path_of(&it, "aside");
	size_t j;

	(void)state;
	world_charge(it.world, 150);
	must_save(&it);
	assert_int_equal(count_lines(&it, 7), 1);
	assert_int_equal(rename(log, aside), 0);
	j = world_submit(it.world, 8, 151);
	world_charge(it.world, 152);
	it.world->job[j].state = BOA_JOB_DONE;
	it.world->job[j].end_s = 153;
	world_charge(it.world, 155);
	must_save(&it);
	world_charge(it.world, 160);
	must_save(&it);
	assert_int_equal(count_lines(&it, 7), 0);
	assert_int_equal(count_lines(&it, 8), 1);
	must_reopen(&it);
	world_charge(it.world, 170);
	must_save(&it);
	assert_int_equal(count_lines(&it, 8), 1);
	free(log);
	free(aside);
	free_images(images);
	finish(&it);
}

/* --- properties ------------------------------------------------------- */

static void random_nodes(struct world *world, double now_s)
{
	size_t i;

	for (i = 0; i < N_NODE; i++) {
		if (random_below(4))
			continue;
		world->node[i].state = random_below(5);
		world->node[i].boot_s = now_s + random_between(-20, 5);
		if (!world->input.has_provider)
			continue;
		world_event(world, now_s - random_between(0, 90),
			    random_below(2) ? BOA_PROVIDER_START
					    : BOA_PROVIDER_STOP,
			    i);
	}
}

/* kill -9 at any moment: what is left is the state at some earlier save. */
static void what_is_left_after_a_kill_was_saved(void **state)
{
	enum { N_SAVE = 60, N_KILL = 40 };
	uint64_t seed;

	(void)state;
	for (seed = 1; seed <= 8; seed++) {
		struct fixture it = { 0 };
		char *path, *data, *got, *images[N_SAVE + 1];
		size_t sizes[N_SAVE + 1], len, k, kill_at;
		double now_s = 1000;
		int n;

		random_state = seed;
		it = begin(random_world());
		it.world->input.has_provider = seed % 2;
		path = path_of(&it, "ledger");
		for (k = 0; k <= N_SAVE; k++) {
			now_s += random_between(0.1, 20);
			random_nodes(it.world, now_s);
			random_jobs(it.world, now_s);
			world_charge(it.world, now_s);
			must_save(&it);
			images[k] = image(it.world->ledger);
			free(read_file(path, &sizes[k]));
		}
		data = read_file(path, &len);
		for (n = 0; n < N_KILL; n++) {
			kill_at = sizes[0] +
				  random_below((unsigned)(len - sizes[0]));
			for (k = N_SAVE; sizes[k] > kill_at;)
				k--;
			write_file(path, data, kill_at);
			must_reopen(&it);
			got = image(it.world->ledger);
			if (strcmp(got, images[k]) != 0)
				fail_msg(
					"seed %llu: cut at %zu is not save %zu",
					(unsigned long long)seed, kill_at, k);
			free(got);
		}
		for (k = 0; k <= N_SAVE; k++)
			free(images[k]);
		free(data);
		free(path);
		finish(&it);
	}
}

/* Restarts between cycles change nothing: the same bill as without them. */
static void restarts_do_not_change_the_bill(void **state)
{
	uint64_t seed;
	size_t k;

	(void)state;
	for (seed = 1; seed <= 20; seed++) {
		struct boa_ledger *always;
		struct fixture it = { 0 };
		double now_s = 1e6;
		char *got, *want;

		random_state = seed;
		it = begin(random_world());
		it.world->input.has_provider = seed % 2;
		assert_int_equal(boa_ledger_new(&always, NULL), 0);
		for (k = 0; k < 60; k++) {
			now_s += random_below(20) ? random_between(0.1, 20)
						  : random_between(-900, 900);
			random_nodes(it.world, now_s);
			random_jobs(it.world, now_s);
			it.world->snapshot.now_s = now_s;
			assert_int_equal(boa_ledger_charge(always,
							   &it.world->input,
							   NULL),
					 0);
			world_charge(it.world, now_s);
			must_save(&it);
			if (random_below(3) == 0)
				must_reopen(&it);
			if (fabs(it.world->ledger->marked_gpu_s -
				 always->marked_gpu_s) > 1e-6)
				fail_msg("seed %llu, step %zu",
					 (unsigned long long)seed, k);
		}
		got = image(it.world->ledger);
		want = image(always);
		/* all but the bills' mark of being in the journal */
		assert_int_equal(
			strncmp(got, want,
				(size_t)(strstr(want, "\nbill") - want)),
			0);
		free(got);
		free(want);
		boa_ledger_free(always);
		finish(&it);
	}
}

/* --- memory ----------------------------------------------------------- */

static void survives_each_allocation_failing(void **state)
{
	char *images[6], *got;
	struct fixture it = small_state(images);
	int n;

	(void)state;
	FAIL_EACH_ALLOC(reopen(&it), assert_null(it.file), n);
	assert_true(n > 10);
	got = image(it.world->ledger);
	assert_string_equal(got, images[5]);
	free(got);
	world_charge(it.world, 150);
	FAIL_EACH_ALLOC(save(&it), (void)0, n);
	assert_true(n >= 3); /* counters, text, frame */
	/* what of the journal failed is done at the next flush */
	world_charge(it.world, 160);
	must_save(&it);
	free(images[5]);
	images[5] = image(it.world->ledger);
	must_reopen(&it);
	got = image(it.world->ledger);
	/* but for the mark of being in the journal */
	assert_int_equal(
		strncmp(got, images[5], (size_t)(strstr(got, "\nbill") - got)),
		0);
	assert_int_equal(count_lines(&it, 7), 1);
	free(got);
	free_images(images);
	finish(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_absent_state_is_an_empty_one),
		cmocka_unit_test(makes_its_folder_for_its_owner_only),
		cmocka_unit_test(what_was_saved_comes_back),
		cmocka_unit_test(the_share_counters_come_back),
		cmocka_unit_test(an_idle_cycle_writes_a_line),
		cmocka_unit_test(a_file_cut_anywhere_is_an_earlier_state),
		cmocka_unit_test(a_byte_changed_anywhere_costs_what_follows_it),
		cmocka_unit_test(after_a_torn_tail_saving_goes_on),
		cmocka_unit_test(
			a_damaged_state_is_kept_and_the_one_before_used),
		cmocka_unit_test(
			with_both_damaged_it_says_so_and_then_begins_anew),
		cmocka_unit_test(refuses_lines_it_does_not_know),
		cmocka_unit_test(a_full_disk_leaves_it_valid),
		cmocka_unit_test(another_writer_is_noticed),
		cmocka_unit_test(the_budget_control_is_kept),
		cmocka_unit_test(a_folder_it_may_not_write_is_an_error),
		cmocka_unit_test(a_job_that_has_ended_is_journaled_once),
		cmocka_unit_test(
			a_line_the_state_does_not_know_of_is_not_doubled),
		cmocka_unit_test(a_torn_line_is_written_again),
		cmocka_unit_test(a_journal_moved_away_is_begun_anew),
		cmocka_unit_test(what_is_left_after_a_kill_was_saved),
		cmocka_unit_test(restarts_do_not_change_the_bill),
		cmocka_unit_test(survives_each_allocation_failing),
	};

	return cmocka_run_group_tests_name("ledger_state", tests, NULL, NULL);
}
