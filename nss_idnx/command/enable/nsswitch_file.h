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
 * Does to the file what edit says, a change; keep: what it was is kept.  False and errno
 * if that fails, as replace_prepare() and replace_commit(); then nothing has changed, but
 * where all is done and the disk does not take it (EIO).
 */
bool nsswitch_change(const struct nsswitch_file *nsswitch, const struct hosts_edit *edit,
                     bool keep);

#endif
