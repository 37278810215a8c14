/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The file as it was before "idnx enable" changed it, beside it as NAME.before-idnx.  One
 * of an earlier time that is different becomes NAME.before-idnx.1, .2 and so on.
 */
#ifndef BACKUP_H
#define BACKUP_H

#include <stdbool.h>

#include "replace.h"

#define BACKUP_SUFFIX ".before-idnx"

/* Keeps the file as it stands.  False and errno if that fails. */
bool backup_keep(const struct file *file);

/*
 * Reads the last one kept, of which octets and size are set, as file_read() does.  False
 * also for one that is not file_is_ours().
 */
bool backup_read(const struct file *file, struct file *backup);

/* The last one kept goes. */
void backup_drop(const struct file *file);

#endif
