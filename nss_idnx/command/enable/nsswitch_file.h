/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The file nsswitch.conf of a system, and its contents before idnx was put in. */
#ifndef NSSWITCH_FILE_H
#define NSSWITCH_FILE_H

#include <limits.h>
#include <stdbool.h>

#include "backup.h"
#include "hosts/plan.h"
#include "replace.h"

struct nsswitch_file {
	char path[PATH_MAX]; /* for messages: the file itself is opened relative to its folder */
	struct file file, before;
	bool is_removed; /* by the change that has begun */
	int prepared;    /* otherwise what replace_prepare() has returned */
	char octets[NSSWITCH_SIZE_MAX], before_octets[NSSWITCH_SIZE_MAX];
};

/*
 * Reads the file of the system at root; NULL for this one.  The file may be missing; before
 * is missing if there is no backup or it cannot be read.  Returns false and sets errno on
 * failure, as file_read() does.
 */
bool nsswitch_read(struct nsswitch_file *nsswitch, const char *root);

/*
 * Reads idnx's piece of the file, of those that nsswitch-config(8) puts together, in the same
 * way.  Creates the folder of the pieces if wanted.
 */
bool nsswitch_read_piece(struct nsswitch_file *nsswitch, const char *root, bool create);

/* Returns a file's text; next is NULL if there is no file. */
struct span nsswitch_text(const struct file *file);

/*
 * First step of the planned change: does all that may fail, as replace_prepare() does,
 * before anything has changed.  Returns false and sets errno on failure.  A run that ends
 * here has changed nothing.
 */
bool nsswitch_begin(struct nsswitch_file *nsswitch, const struct hosts_plan *plan);

/*
 * Second step; keep makes a backup.  Returns false and sets errno on failure, as
 * replace_commit() does; nothing has changed then, except with EIO: all is done, but not
 * synced to disk.
 */
bool nsswitch_finish(const struct nsswitch_file *nsswitch, bool keep);

#endif
