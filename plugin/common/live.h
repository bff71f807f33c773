/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * live.h - what a plugin runs on at the moment: boa.conf, the classes and the
 * width table, kept up to date with the files.
 *
 * Each plugin has one of its own (they are loaded apart and share nothing) and
 * looks after it on a thread of its own. boa.conf is read anew when Slurm was
 * reconfigured, or when there is none yet; classes and table when their files
 * change. A file that is bad changes nothing but a line in the log, once.
 */
#ifndef BOA_LIVE_H
#define BOA_LIVE_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "src/class.h"
#include "src/conf.h"
#include "src/table.h"

/* What a file, or a folder with its files, was when it was last looked at, good
   or bad. */
struct boa_stamp {
	struct timespec modified; /* of a folder the latest of all */
	ino_t inode;              /* of a folder all, by exclusive or */
	off_t size;               /* of a folder the sum */
	bool exists;
};

struct boa_live {
	/* Held for writing while a part is swapped, never while one is read
	   from its file; NULL when no other thread looks. */
	pthread_rwlock_t *guard;
	const char *who; /* "sched/boa" or "job_submit/boa": begins log lines */
	char *state_dir; /* BOA's folder under StateSaveLocation */
	char *conf_path;
	char *table_path; /* the last good table, in the state folder */
	bool has_conf, has_set, has_table;
	bool has_looked; /* for boa.conf: that there is none is told once */
	struct boa_conf conf;
	struct boa_classes set; /* with the conf applied */
	struct boa_table table;
	struct boa_stamp conf_stamp, set_stamp, table_stamp;
	time_t configured; /* slurm_conf.last_update at the last look */
	char problem[BOA_ERR_TEXT_MAX]; /* of conf or classes; "" when fine */
};

/*
 * Begin with nothing loaded. Call it in the plugin's init(): slurmctld's
 * configuration, which says where the files are, is at rest then, and no lock
 * is needed. Returns 0, or -1 (out of memory; a line was logged).
 */
int boa_live_init(struct boa_live *live, const char *who,
		  pthread_rwlock_t *guard);

void boa_live_fini(struct boa_live *live);

/* The three below return whether what they look after was replaced. */

/* Read boa.conf (and with it the classes) if Slurm was reconfigured, or if
   there is none yet and the file has changed. */
bool boa_live_conf(struct boa_live *live);
/* Read the class files if they changed. */
bool boa_live_classes(struct boa_live *live);
/* Read the width table if its file changed. */
bool boa_live_table(struct boa_live *live);

#endif /* BOA_LIVE_H */
