/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a file in one step: the new one is written completely under another name, then
 * renamed (POSIX rename: at no instant is the name missing).  No other run uses that name,
 * which has the process's number; a file that a killed run has left is in nobody's way.
 */
#include "enable.h"

#include <fcntl.h>

#include "same_file.h"

/* The change in progress. */
static struct {
	int directory;
	const char *name;
	const struct sysroot_file *old;
	char new_name[NAME_MAX + 1]; /* empty: no such file */
} change;

static bool exists(void)
{
	return change.old->error == 0;
}

/* Ignores ctime, which another link changes.  Sets errno to ESTALE if not. */
static bool is_as_read(void)
{
	const struct stat *then = &change.old->stat;
	struct stat now;
	bool is_there = fstatat(change.directory, change.name, &now, AT_SYMLINK_NOFOLLOW) == 0;

	if (is_there == exists() &&
	    (!is_there || (same_file(&now, then) && now.st_size == then->st_size &&
	                   same_time(now.st_mtim, then->st_mtim))))
		return true;
	errno = ESTALE;
	return false;
}

static bool write_text(int new, const char *text)
{
	size_t length = strlen(text), done = 0;

	while (done < length) {
		ssize_t count = write(new, text + done, length - done);

		if (count < 0)
			return false;
		done += (size_t)count;
	}
	return true;
}

static bool copy_attributes(int new)
{
	int old = exists() ? openat(change.directory, change.name,
	                            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
	                   : -1;
	bool done = (!exists() || old != -1) && attributes_copy(old, new);

	if (old != -1)
		close(old);
	return done;
}

static void cancel(void)
{
	if (change.new_name[0] != '\0')
		unlinkat(change.directory, change.new_name, 0);
}

bool replace_begin(const struct sysroot *root, const char *directory, const char *name,
                   const struct sysroot_file *old, const char *text)
{
	char new_name[NAME_MAX + 1];
	int new;

	change.directory = sysroot_open(root, directory, O_RDONLY | O_DIRECTORY);
	change.name = name;
	change.old = old;
	if (change.directory == -1)
		return false;
	if (text == NULL)
		return faccessat(change.directory, ".", W_OK, AT_EACCESS) == 0;
	snprintf(new_name, sizeof new_name, "%s.idnx-%ld", name, (long)getpid());
	unlinkat(change.directory, new_name, 0); /* of a killed process that had this number */
	new = openat(change.directory, new_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	             S_IRUSR | S_IWUSR);
	if (new == -1)
		return false;
	memcpy(change.new_name, new_name, sizeof new_name);
	atexit(cancel);
	return write_text(new, text) && copy_attributes(new) && fsync(new) == 0 &&
	       close(new) == 0 && is_as_read();
}

/* A link needs no space, is complete or absent, and has all metadata. */
static bool keep_old(void)
{
	char backup[NAME_MAX + 1];

	snprintf(backup, sizeof backup, "%s" BACKUP_SUFFIX, change.name);
	if (unlinkat(change.directory, backup, 0) != 0 && errno != ENOENT)
		return false;
	return linkat(change.directory, change.name, change.directory, backup, 0) == 0;
}

/* A name is on disk when its directory is; EINVAL: the file system cannot sync one. */
static bool sync_directory(void)
{
	return fsync(change.directory) == 0 || errno == EINVAL;
}

bool replace_finish(bool keep)
{
	if (change.new_name[0] == '\0')
		return unlinkat(change.directory, change.name, 0) == 0 && sync_directory();
	if (!is_as_read() || (keep && exists() && !keep_old()) || !is_as_read() ||
	    renameat(change.directory, change.new_name, change.directory, change.name) != 0)
		return false;
	change.new_name[0] = '\0';
	return sync_directory();
}

void replace_remove_backup(void)
{
	char *backup = words_format("%s" BACKUP_SUFFIX, change.name);

	unlinkat(change.directory, backup, 0);
	free(backup);
}
