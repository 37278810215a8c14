/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The backup NAME.before-idnx of the file as it was before "idnx enable" changed it.  An
 * older backup that differs becomes NAME.before-idnx.1, .2 and so on.
 */
#ifndef BACKUP_H
#define BACKUP_H

#include <stdbool.h>

#include "replace.h"

#define BACKUP_SUFFIX ".before-idnx"

/* Keeps the current file.  Returns false and sets errno on failure. */
bool backup_keep(const struct file *file);

/*
 * Reads the last backup, whose octets and size are set, as file_read() does.  Returns false
 * also for a file that is not file_is_ours().
 */
bool backup_read(const struct file *file, struct file *backup);

/* Removes the last backup. */
void backup_drop(const struct file *file);

#endif
