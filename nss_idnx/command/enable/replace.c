/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Replaces a file in one step: the new one is written completely under another name, then
 * renamed (POSIX rename: at no instant is the name missing).  Until then, its lock keeps
 * out a second run.  The name is always the same, so that a killed run leaves at most one
 * file, which the next run removes.  The new file is always created: an existing one may be
 * open for writing elsewhere, whoever owns it.
 */
#include "replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "attributes.h"
#include "same_file.h"

/* --- Reading -------------------------------------------------------------- */

static bool read_all(struct file *file)
{
	ssize_t count = 1;

	while (count > 0 && file->length < file->size) {
		count = read(file->descriptor, file->octets + file->length,
		             file->size - file->length);
		if (count > 0)
			file->length += (size_t)count;
	}
	if (count > 0)
		errno = EFBIG;
	return count == 0;
}

bool file_read(struct file *file)
{
	file->length = 0;
	/* O_NONBLOCK: opening a FIFO would wait for its writer. */
	file->descriptor = openat(file->directory, file->name,
	                          O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (file->descriptor == -1)
		return errno == ENOENT;
	if (fstat(file->descriptor, &file->stat) != 0)
		return false;
	if (!S_ISREG(file->stat.st_mode)) {
		errno = EINVAL;
		return false;
	}
	return read_all(file);
}

void file_close(struct file *file)
{
	if (file->descriptor != -1)
		close(file->descriptor);
}

/* --- Writing -------------------------------------------------------------- */

struct new_name {
	char text[NAME_MAX + 1];
};

static struct new_name new_name(const struct file *file)
{
	struct new_name name;

	snprintf(name.text, sizeof name.text, "%s" REPLACE_SUFFIX, file->name);
	return name;
}

/* Returns false if another run has just renamed or removed it. */
static bool is_at_name(int descriptor, int directory, const char *name)
{
	struct stat opened, named;

	return fstat(descriptor, &opened) == 0 &&
	       fstatat(directory, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
	       same_file(&opened, &named);
}

/* Only the holder of the lock may write, rename or remove the file with this name. */
static int open_locked(int directory, const char *name, int flags)
{
	int descriptor = openat(directory, name,
	                        O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags,
	                        S_IRUSR | S_IWUSR);

	if (descriptor == -1)
		return -1;
	if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 &&
	    is_at_name(descriptor, directory, name))
		return descriptor;
	close(descriptor);
	errno = EAGAIN;
	return -1;
}

bool file_is_ours(const struct file *file, const struct stat *other)
{
	return S_ISREG(other->st_mode) &&
	       (other->st_uid == geteuid() ||
	        (file->descriptor != -1 && other->st_uid == file->stat.st_uid));
}

/* Sets errno on failure: EEXIST for what no run leaves, EAGAIN for a run in progress. */
static bool remove_leftover(const struct file *file, const char *name)
{
	struct stat stat;
	int leftover;
	bool removed;

	if (fstatat(file->directory, name, &stat, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT;
	if (!file_is_ours(file, &stat) || stat.st_nlink != 1) {
		errno = EEXIST;
		return false;
	}
	leftover = open_locked(file->directory, name, 0);
	if (leftover == -1)
		return errno == ENOENT;
	removed = unlinkat(file->directory, name, 0) == 0;
	close(leftover);
	return removed;
}

static int create(const struct file *file, const char *name)
{
	int new = open_locked(file->directory, name, O_CREAT | O_EXCL);

	if (new != -1 || errno != EEXIST || !remove_leftover(file, name))
		return new;
	new = open_locked(file->directory, name, O_CREAT | O_EXCL);
	if (new == -1 && errno == EEXIST)
		errno = EAGAIN;
	return new;
}

static bool write_all(int descriptor, const char *octets, size_t length)
{
	while (length > 0) {
		ssize_t count = write(descriptor, octets, length);

		if (count < 0)
			return false;
		octets += count;
		length -= (size_t)count;
	}
	return true;
}

/* Returns whether the file is unchanged; ignores ctime, which another link changes. */
static bool is_as_read(const struct file *file)
{
	const struct stat *then = &file->stat;
	struct stat now;

	if (fstatat(file->directory, file->name, &now, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT && file->descriptor == -1;
	return file->descriptor != -1 && same_file(&now, then) && now.st_size == then->st_size &&
	       same_time(now.st_mtim, then->st_mtim);
}

bool replace_check(const struct file *file)
{
	bool as_read = is_as_read(file);

	if (!as_read)
		errno = ESTALE;
	return as_read;
}

int replace_prepare(const struct file *file, const char *octets, size_t length)
{
	int new = create(file, new_name(file).text);

	if (new == -1)
		return -1;
	if (write_all(new, octets, length) &&
	    attributes_copy(file->descriptor, new) && fsync(new) == 0 && replace_check(file))
		return new;
	replace_cancel(file, new);
	return -1;
}

bool replace_commit(const struct file *file, int prepared)
{
	if (replace_check(file) && renameat(file->directory, new_name(file).text,
	                                    file->directory, file->name) == 0) {
		close(prepared);
		return true;
	}
	replace_cancel(file, prepared);
	return false;
}

void replace_cancel(const struct file *file, int prepared)
{
	int error = errno;

	unlinkat(file->directory, new_name(file).text, 0);
	close(prepared);
	errno = error;
}
