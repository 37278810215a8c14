/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a file in one step: the new one is written completely under another name, then
 * renamed (POSIX rename: at no instant is the name missing).  No other run uses that name,
 * which has the process's number; a file that a killed run has left is in nobody's way.
 *
 * It gets the owner, mode and extended attributes (xattr(7)) of the old one: access control
 * lists, SELinux's label, and what users and programs keep there.
 */
#include "machine.h"

#include <fcntl.h>
#include <linux/xattr.h>
#include <sys/xattr.h>

#include "same_file.h"

static struct {
	int directory;
	const char *name;
	const struct sysroot_file *old;
	enum attributes attributes;
	char new_name[NAME_MAX + 1]; /* empty: no such file */
} change;

static bool exists(void)
{
	return change.old->error == 0;
}

/* Ignores ctime, which another link changes.  Sets errno to ESTALE if not. */
static bool is_as_read(void)
{
	struct stat now;
	bool is_there = fstatat(change.directory, change.name, &now, AT_SYMLINK_NOFOLLOW) == 0;

	if (is_there == exists() && (!is_there || same_contents(&now, &change.old->stat)))
		return true;
	errno = ESTALE;
	return false;
}

/* --- Attributes ----------------------------------------------------------- */

/* Writes nothing that is there already: a container may read a label, but not set it. */
static bool copy_one(int old, int new, const char *name)
{
	static char wanted[XATTR_SIZE_MAX], present[XATTR_SIZE_MAX];
	ssize_t size = fgetxattr(old, name, wanted, sizeof wanted);

	if (size < 0)
		return false;
	if (fgetxattr(new, name, present, sizeof present) == size &&
	    memcmp(wanted, present, (size_t)size) == 0)
		return true;
	return fsetxattr(new, name, wanted, (size_t)size, 0) == 0;
}

static bool copy_extended(int old, int new)
{
	static char names[XATTR_LIST_MAX];
	ssize_t size = flistxattr(old, names, sizeof names);

	if (size < 0)
		return errno == ENOTSUP;
	/* The kernel renews these two, which sign the octets of the old file (evm(7)). */
	for (const char *name = names; name < names + size; name += strlen(name) + 1)
		if (strcmp(name, XATTR_NAME_IMA) != 0 && strcmp(name, XATTR_NAME_EVM) != 0 &&
		    !copy_one(old, new, name))
			return false;
	return true;
}

/* The order matters: a change of owner clears mode bits, and a list is part of the mode. */
static bool copy_from(int old, int new)
{
	struct stat wanted;

	return fstat(old, &wanted) == 0 && fchown(new, wanted.st_uid, wanted.st_gid) == 0 &&
	       fchmod(new, wanted.st_mode & ALLPERMS) == 0 && copy_extended(old, new);
}

/*
 * First goes the list that a new file inherits from its directory's default.  Without an old file
 * (-1) everybody may read the new one.
 */
static bool copy_all(int old, int new)
{
	if (fremovexattr(new, XATTR_NAME_POSIX_ACL_ACCESS) != 0 && errno != ENODATA &&
	    errno != ENOTSUP)
		return false;
	if (old != -1 && !copy_from(old, new))
		return false;
	if (change.attributes == PUBLIC && fchown(new, 0, (gid_t)-1) != 0)
		return false;
	return (old != -1 && change.attributes == LIKE_OLD) ||
	       fchmod(new, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH) == 0;
}

/*
 * A new file in /etc gets the label of nsswitch.conf, if it may: of what a service makes there, SELinux
 * would keep confined programs.
 */
static bool copy_attributes(int new)
{
	int old = openat(change.directory, exists() ? change.name : "nsswitch.conf",
	                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	bool done = (!exists() || old != -1) && copy_all(exists() ? old : -1, new);

	if (done && !exists())
		copy_one(old, new, XATTR_NAME_SELINUX);
	if (old != -1)
		close(old);
	return done;
}

/* --- The two steps -------------------------------------------------------- */

static void cancel(void)
{
	if (change.new_name[0] != '\0')
		unlinkat(change.directory, change.new_name, 0);
}

bool replace_begin(const struct sysroot *root, const char *path, const struct sysroot_file *old,
                   const char *text, enum attributes attributes)
{
	int new;

	change.name = strrchr(path, '/') + 1;
	change.old = old;
	change.attributes = attributes;
	change.directory = sysroot_open(root, words_copy_of((struct span){ path, change.name }),
	                                O_RDONLY | O_DIRECTORY);
	if (change.directory == -1)
		return false;
	snprintf(change.new_name, sizeof change.new_name, "%s.idnx-%ld", change.name,
	         (long)getpid());
	cancel(); /* of a killed process that had this number */
	atexit(cancel);
	new = openat(change.directory, change.new_name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	             S_IRUSR | S_IWUSR);
	return new != -1 && dprintf(new, "%s", text) >= 0 && copy_attributes(new) &&
	       fsync(new) == 0 && close(new) == 0 && is_as_read();
}

static const char *backup_name(void)
{
	return words_format("%s" BACKUP_SUFFIX, change.name);
}

/*
 * A link needs no space, is complete or absent, and has all metadata.  An earlier backup is
 * replaced only by the file that was read: another process may have replaced that since.
 */
static bool keep_old(void)
{
	char *link = words_format("%s.idnx-%ld" BACKUP_SUFFIX, change.name, (long)getpid());
	bool done;

	unlinkat(change.directory, link, 0); /* of a killed process that had this number */
	if (linkat(change.directory, change.name, change.directory, link, 0) != 0)
		return false;
	done = is_as_read() &&
	       renameat(change.directory, link, change.directory, backup_name()) == 0;
	unlinkat(change.directory, link, 0); /* rename() leaves one of two links of a file */
	return done;
}

bool replace_finish(enum old_file old)
{
	if ((old == KEEP_OLD && exists() && !keep_old()) || !is_as_read() ||
	    renameat(change.directory, change.new_name, change.directory, change.name) != 0)
		return false;
	change.new_name[0] = '\0';
	/* A name is on disk when its directory is; EINVAL: the file system cannot sync one. */
	return fsync(change.directory) == 0 || errno == EINVAL;
}

void replace_remove_backup(void)
{
	unlinkat(change.directory, backup_name(), 0);
}
