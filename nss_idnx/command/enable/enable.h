/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* What idnx enable and idnx disable consist of. */
#ifndef ENABLE_H
#define ENABLE_H

#include "command.h"
#include "machine/machine.h"

/* Puts idnx into the hosts: line, gives programs its libidn2 or Pythons its codec; or back. */
enum direction { ENABLE, DISABLE };
enum exit_code switch_hosts(enum direction direction, const struct options *options);
enum exit_code switch_libidn2(enum direction direction, const struct options *options);
enum exit_code switch_python(enum direction direction, const struct options *options);

/* --- A file is the whole old or the whole new one, even after a loss of power -------- */

#define BACKUP_SUFFIX ".before-idnx"

/*
 * First step: writes the text to PATH.idnx-PID, with the owner, mode and extended attributes of
 * the old file, and syncs it to disk.  It goes when the run ends, unless replace_finish() has
 * renamed it.  Returns false and sets errno on failure: ESTALE if the file has changed since it
 * was read into old, or exists although old says ENOENT.  A run makes one change after the other.
 */
bool replace_begin(const struct sysroot *root, const char *path, const struct sysroot_file *old,
                   const char *text);

/*
 * Second step: renames it to the file; an old one that is kept becomes PATH.before-idnx.
 * Returns false and sets errno on failure; with EIO all may be done, but not synced to disk.
 */
enum old_file { KEEP_OLD, DROP_OLD };
bool replace_finish(enum old_file old);

/* Takes back a change that has kept the old file.  Returns false and sets errno on failure. */
bool replace_undo(void);

/* Removes PATH.before-idnx. */
void replace_remove_backup(void);

#endif
