/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Opens idnx.conf, decides whether to trust it, and reads it.  What it forbids must not
 * become allowed because it cannot be read, so only a missing file is no failure.  A
 * masked file, /dev/null in its place, counts as missing.
 *
 * The file may be replaced or written to at any time.  If it is replaced, by rename(2),
 * both versions are whole, and so is what was read.  If it is written to, its time or
 * its size differs afterwards, and it is read once more.  If cp(1) or a shell's ">" has
 * truncated it and not yet written to it, it is rejected.  Between two writes a file
 * looks whole, which cannot be detected.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "ascii_text.h"
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

/* The device /dev/null, whatever its name and owner; Linux, admin-guide/devices.txt. */
static bool is_null(const struct stat *file)
{
	return S_ISCHR(file->st_mode) && file->st_rdev == makedev(1, 3);
}

/* Checks that only root can have written the file, and that its size is within limits. */
static enum config_status check(const struct stat *file)
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

/* Losing a name changes the ctime of a file, but not its contents. */
static bool is_unchanged(const struct stat *before, const struct stat *after)
{
	return same_time(before->st_mtim, after->st_mtim) &&
	       (same_time(before->st_ctim, after->st_ctim) ||
	        before->st_nlink != after->st_nlink);
}

/* Where a file goes: through a window into a parser, or if that is NULL, into a text. */
struct target {
	struct config_parser *parser;
	char *octets;
	size_t size, length; /* of the octets: room, and those not yet taken by the parser */
};

/* Stops after size octets, even if the file grows. */
static struct config_result read_octets(int file, size_t size, struct target *target)
{
	size_t total = 0;
	ssize_t count;

	while ((count = read(file, target->octets + target->length,
	                     target->size - target->length)) > 0) {
		target->length += (size_t)count;
		total += (size_t)count;
		if (total > size)
			return failure(CONFIG_CHANGING);
		if (target->parser != NULL)
			target->length = config_feed(target->parser, target->octets,
			                             target->length);
	}
	if (count == -1)
		return unreadable(errno);
	return failure(total == size ? CONFIG_OK : CONFIG_CHANGING);
}

/* What target has is valid only if the file has not changed. */
static struct config_result read_file(int file, struct target *target)
{
	struct stat before, after;
	struct config_result result;

	if (fstat(file, &before) == -1)
		return unreadable(errno);
	if (is_null(&before))
		return (struct config_result){ .masked = true };
	result = failure(check(&before));
	if (result.status == CONFIG_OK)
		result = read_octets(file, (size_t)before.st_size, target);
	if (result.status != CONFIG_OK)
		return result;
	if (fstat(file, &after) == -1)
		return unreadable(errno);
	return failure(is_unchanged(&before, &after) ? CONFIG_OK : CONFIG_CHANGING);
}

/* lstat() needs no descriptor, and takes no dangling symbolic link for a missing file. */
static bool is_missing(const char *path)
{
	struct stat link;

	return lstat(path, &link) == -1 && errno == ENOENT;
}

/* O_NONBLOCK: opening a FIFO would wait for its writer.  A socket gives ENXIO. */
static struct config_result open_and_read(const char *path, struct target *target)
{
	struct config_result result;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (file == -1)
		return errno == ENXIO ? failure(CONFIG_NOT_REGULAR) : unreadable(errno);
	result = read_file(file, target);
	close(file);
	return result;
}

/* Out of line, so that only processes with such a file need its 9 KiB of stack. */
__attribute__((noinline)) static struct config_result
read_once(const char *path, const char *name, size_t name_length, struct settings *settings)
{
	char window[CONFIG_LINE_MAX + 1]; /* holds the longest line */
	struct config_parser parser;
	struct target target = { &parser, window, sizeof window, 0 };
	struct config_result file;

	config_begin(&parser, name, name_length);
	file = open_and_read(path, &target);
	if (file.status != CONFIG_OK || file.masked)
		parser.result = file;
	else
		config_lines(&parser, window, target.length, true);
	return config_end(&parser, settings);
}

/* --- For xn-- names --------------------------------------------------------- */

/* Runs for ASCII names, which threads with the smallest stack look up: hence a small buffer. */
static struct config_result find_protection(int file, off_t size, bool *found)
{
	char piece[1024];
	struct config_scan scan = { .length = 0 };
	ssize_t count = 0;

	while (!*found && size > 0 && (count = read(file, piece, sizeof piece)) > 0) {
		*found = config_find_protection(&scan, piece, (size_t)count);
		size -= count;
	}
	if (count == -1)
		return unreadable(errno);
	return failure(*found || size == 0 ? CONFIG_OK : CONFIG_CHANGING);
}

/* Only a regular file can restrict.  An empty one is about to be written. */
static struct config_result scan_file(int file, bool *found)
{
	struct stat status;

	if (fstat(file, &status) == -1)
		return unreadable(errno);
	if (!S_ISREG(status.st_mode))
		return failure(CONFIG_OK);
	if (status.st_size == 0)
		return failure(CONFIG_EMPTY);
	if (status.st_size > CONFIG_SIZE_MAX)
		return failure(CONFIG_TOO_LARGE);
	return find_protection(file, status.st_size, found);
}

/* Returns whether open() fails permanently, and not only at this moment. */
static bool is_permanent(int error)
{
	return error == ENOENT || error == EACCES || error == EPERM || error == ENOTDIR ||
	       error == ELOOP || error == ENXIO;
}

static struct config_result open_and_scan(const char *path, bool *found)
{
	struct config_result result;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (file == -1) {
		result = unreadable(errno);
		return is_permanent(errno) || is_missing(path) ? failure(CONFIG_OK) : result;
	}
	result = scan_file(file, found);
	close(file);
	return result;
}

bool config_restricts(const char *path, struct config_result *result)
{
	int error = errno, state, tries = 2;
	bool found = false;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	do {
		*result = open_and_scan(path, &found);
	} while (result->status == CONFIG_CHANGING && --tries > 0);
	pthread_setcancelstate(state, &state);
	errno = error;
	return found || result->status != CONFIG_OK;
}

/* --- A line, to be shown ---------------------------------------------------- */

/* Copies a line of the file from its first letter to its comment; returns its length. */
static size_t read_line(int file, unsigned line, char text[static CONFIG_SETTING_SIZE])
{
	char piece[1024];
	size_t length = 0;
	ssize_t count;

	while (line > 0 && (count = read(file, piece, sizeof piece)) > 0)
		for (ssize_t i = 0; i < count && line > 0; i++) {
			bool is_blank = ascii_is_space(piece[i]) || (piece[i] & 0x80) != 0;

			if (piece[i] == '\n')
				line--;
			else if (line == 1 && piece[i] == '#')
				return length;
			else if (line == 1 && (length > 0 || !is_blank) &&
			         length < CONFIG_SETTING_SIZE - 1)
				text[length++] = piece[i];
		}
	return length;
}

void config_setting(const char *path, unsigned line, char text[static CONFIG_SETTING_SIZE])
{
	size_t length = 0;
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (file != -1) {
		length = read_line(file, line, text);
		close(file);
	}
	while (length > 0 && ((text[length - 1] & 0x80) != 0 || text[length - 1] <= ' '))
		length--; /* blanks, CR, and what the cut may have left of a character */
	text[length] = '\0';
}

/* --- The whole file --------------------------------------------------------- */

/* ENOENT: the file was removed meanwhile, or is a dangling symbolic link. */
static bool should_retry(struct config_result result)
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
	} while (should_retry(result) && --tries > 0);
	pthread_setcancelstate(state, &state);
	errno = error;
	return result;
}

struct config_result config_load(const char *path, char text[static CONFIG_SIZE_MAX + 1],
                                 size_t *length)
{
	struct target target;
	struct config_result result;
	int error = errno, state, tries = 2;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	do {
		target = (struct target){ .octets = text, .size = CONFIG_SIZE_MAX + 1 };
		if (is_missing(path))
			result = (struct config_result){ .missing = true };
		else
			result = open_and_read(path, &target);
	} while (should_retry(result) && --tries > 0);
	pthread_setcancelstate(state, &state);
	*length = result.status == CONFIG_OK ? target.length : 0;
	errno = error;
	return result;
}
