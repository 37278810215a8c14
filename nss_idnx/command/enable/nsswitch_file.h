/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The file nsswitch.conf of a system, and what it was before idnx came into it. */
#ifndef NSSWITCH_FILE_H
#define NSSWITCH_FILE_H

#include <limits.h>
#include <stdbool.h>

#include "backup.h"
#include "hosts_edit.h"
#include "replace.h"

struct nsswitch_file {
	char path[PATH_MAX]; /* for a reader: the file itself is opened by its folder */
	struct file file, before;
	bool is_removed; /* by what has begun */
	int prepared;    /* else what replace_prepare() has returned */
	char octets[NSSWITCH_SIZE_MAX], before_octets[NSSWITCH_SIZE_MAX];
};

/*
 * Reads the file of the system whose root is root, NULL for this one.  It may be missing;
 * before is missing where none is kept or it cannot be read.  False and errno if it fails,
 * as file_read().
 */
bool nsswitch_read(struct nsswitch_file *nsswitch, const char *root);

/* The texts of the files, next being NULL where there is none. */
struct span nsswitch_text(const struct file *file);

/*
 * The first step of what edit says, a change: all that may fail before anything has changed, as
 * replace_prepare().  False and errno if it does.  A run that ends then has changed nothing.
 */
bool nsswitch_begin(struct nsswitch_file *nsswitch, const struct hosts_edit *edit);

/*
 * The second step; keep: what the file was is kept.  False and errno if it fails, as
 * replace_commit(); then nothing has changed, but where all is done and the disk does not take
 * it (EIO).
 */
bool nsswitch_finish(const struct nsswitch_file *nsswitch, bool keep);

#endif
