/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Opens idnx.conf, decides whether to believe it, and reads it.  What it forbids must
 * not become allowed because it cannot be read, so there is one failure that is none:
 * that there is no such file.  A file that is masked, /dev/null in its place, is none.
 *
 * It may be replaced or written to at any time.  One that is replaced, by rename(2),
 * is whole in the old and in the new version, and so is what was read.  One that is
 * written to has another time afterwards, or not the size it had: it is read once more.
 * One that cp(1) or a shell's ">" has cut to nothing, and not yet written to, is not
 * believed.  Between two writes a file looks whole: that nobody can see.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "config_parser.h"
#include "same_file.h"

static struct config_result failure(enum config_status status)
{
	return (struct config_result){ .status = status };
}

static struct config_result unreadable(int error)
{
	return (struct config_result){ .status = CONFIG_UNREADABLE, .error = error };
}

/* The device /dev/null, of whatever name and owner; Linux, admin-guide/devices.txt. */
static bool is_null(const struct stat *file)
{
	return S_ISCHR(file->st_mode) && file->st_rdev == makedev(1, 3);
}

/* Whether only root can have written it, and it has an end that is near. */
static enum config_status judge(const struct stat *file)
{
	if (!S_ISREG(file->st_mode))
		return CONFIG_NOT_REGULAR;
	if (file->st_uid != 0)
		return CONFIG_NOT_ROOTS;
	if ((file->st_mode & (S_IWGRP | S_IWOTH)) != 0)
		return CONFIG_WRITABLE;
	if (file->st_size == 0)
		return CONFIG_EMPTY;
	return file->st_size > CONFIG_SIZE_MAX ? CONFIG_TOO_LARGE : CONFIG_OK;
}

/* To lose its name changes the ctime of a file, but not what is in it. */
static bool is_unchanged(const struct stat *before, const struct stat *after)
{
	return same_time(before->st_mtim, after->st_mtim) &&
	       (same_time(before->st_ctim, after->st_ctim) ||
	        before->st_nlink != after->st_nlink);
}

/*
 * Feeds the parser through a window, in which the longest line has room.  It ends
 * after size octets, whatever follows in a file that grows.
 */
static struct config_result read_lines(int file, size_t size, struct config_parser *parser)
{
	char window[CONFIG_LINE_MAX + 1];
	size_t length = 0, total = 0, taken;
	ssize_t count;

	while ((count = read(file, window + length, sizeof window - length)) > 0) {
		length += (size_t)count;
		total += (size_t)count;
		if (total > size)
			return failure(CONFIG_CHANGING);
		taken = config_lines(parser, window, length, false);
		length -= taken;
		memmove(window, window + taken, length);
	}
	if (count == -1)
		return unreadable(errno);
	config_lines(parser, window, length, true);
	return failure(total == size ? CONFIG_OK : CONFIG_CHANGING);
}

/* What the parser says is true only of a file that has stayed the same. */
static struct config_result read_file(int file, struct config_parser *parser)
{
	struct stat before, after;
	struct config_result result;

	if (fstat(file, &before) == -1)
		return unreadable(errno);
	if (is_null(&before))
		return (struct config_result){ .masked = true };
	result = failure(judge(&before));
	if (result.status == CONFIG_OK)
		result = read_lines(file, (size_t)before.st_size, parser);
	if (result.status != CONFIG_OK)
		return result;
	if (fstat(file, &after) == -1)
		return unreadable(errno);
	return failure(is_unchanged(&before, &after) ? CONFIG_OK : CONFIG_CHANGING);
}

/*
 * O_NONBLOCK for what is not a regular file: a FIFO waits for its writer.  Of a socket
 * open() says ENXIO.
 */
static struct config_result open_and_read(const char *path, struct config_parser *parser)
{
	struct config_result result;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (file == -1)
		return errno == ENXIO ? failure(CONFIG_NOT_REGULAR) : unreadable(errno);
	result = read_file(file, parser);
	close(file);
	return result;
}

/* The 9 KiB of stack it takes, nobody shall need who has no such file. */
__attribute__((noinline))
static struct config_result read_once(const char *path, const char *name,
                                      size_t name_length, struct settings *settings)
{
	struct config_parser parser;
	struct config_result file;

	config_begin(&parser, name, name_length);
	file = open_and_read(path, &parser);
	if (file.status != CONFIG_OK || file.masked)
		parser.result = file;
	return config_end(&parser, settings);
}

/* --- The key ace-names ------------------------------------------------------ */

/*
 * On the way of ASCII names, which threads with the smallest stack ask for: no room for the
 * longest line.  It ends after size octets, whatever follows in a file that grows.
 */
static bool find_ace_names(int file, off_t size)
{
	char piece[1024];
	size_t matched = 0;
	ssize_t count;

	while (size > 0 && (count = read(file, piece, sizeof piece)) > 0) {
		if (config_find_ace_names(piece, (size_t)count, &matched))
			return true;
		size -= count;
	}
	return false;
}

bool config_mentions_ace_names(const char *path)
{
	int error = errno, state, file;
	bool found = false;
	struct stat status;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (file != -1) {
		found = fstat(file, &status) == 0 && judge(&status) == CONFIG_OK &&
		        find_ace_names(file, status.st_size);
		close(file);
	}
	pthread_setcancelstate(state, &state);
	errno = error;
	return found;
}

/* --- The whole file --------------------------------------------------------- */

/*
 * lstat() needs no descriptor, so that a process without a free one still finds that
 * there is no file, and does not take a symbolic link to nowhere for none.
 */
static bool is_missing(const char *path)
{
	struct stat link;

	return lstat(path, &link) == -1 && errno == ENOENT;
}

/* ENOENT: it was removed meanwhile, or is a symbolic link to nowhere. */
static bool is_worth_another_try(struct config_result result)
{
	return result.status == CONFIG_CHANGING || result.error == ENOENT;
}

struct config_result config_read(const char *path, const char *name, size_t name_length,
                                 struct settings *settings)
{
	struct config_result result;
	int error = errno, state, tries = 2;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	do {
		if (is_missing(path))
			result = config_missing(settings);
		else
			result = read_once(path, name, name_length, settings);
	} while (is_worth_another_try(result) && --tries > 0);
	pthread_setcancelstate(state, &state);
	errno = error;
	return result;
}
