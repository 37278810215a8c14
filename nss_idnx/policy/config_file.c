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

/* If "/" has an owner that is not mapped, too, it is root's file. */
static bool is_roots(const struct stat *file)
{
	struct stat top;

	return file->st_uid == 0 || (file->st_uid == CONFIG_UNMAPPED && stat("/", &top) == 0 &&
	                             top.st_uid == CONFIG_UNMAPPED);
}

/* Returns CONFIG_OK if only root can have written the file, and its size is within limits. */
static enum config_status trust(const struct stat *file)
{
	if (!S_ISREG(file->st_mode))
		return CONFIG_NOT_REGULAR;
	if (!is_roots(file))
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

/* Where a file goes: through a window to a taker of lines, or without one, into a text. */
struct target {
	conf_lines_taker *take; /* NULL: a text */
	void *context;          /* of take; for config_lines(), the parser */
	char *octets;
	size_t size, length; /* of the octets: room, and those that no taker has had */
};

/* O_NONBLOCK: opening a FIFO would wait for its writer. */
static int open_file(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* Stops after size octets, even if the file grows.  Returns how many there were; -1: errno. */
static ssize_t read_octets(int file, size_t size, struct target *target)
{
	size_t total = 0;
	ssize_t count = 1;

	while (count > 0 && total <= size) {
		count = read(file, target->octets + target->length,
		             target->size - target->length);
		if (count == -1)
			return -1;
		total += (size_t)count;
		target->length += (size_t)count;
		if (target->take != NULL)
			target->length = conf_lines_take(target->octets, target->length,
			                                 target->take, target->context);
	}
	if (target->take != NULL)
		target->take(target->context,
		             (struct span){ target->octets, target->octets + target->length });
	return (ssize_t)total;
}

/* What target has is valid only if the file has not changed. */
static struct config_result read_file(int file, struct target *target)
{
	struct stat before, after;
	enum config_status status;
	ssize_t total;

	if (fstat(file, &before) == -1)
		return unreadable(errno);
	if (is_null(&before))
		return (struct config_result){ .masked = true };
	status = trust(&before);
	if (status != CONFIG_OK)
		return failure(status);
	total = read_octets(file, (size_t)before.st_size, target);
	if (total == -1 || fstat(file, &after) == -1)
		return unreadable(errno);
	return failure(total == before.st_size && is_unchanged(&before, &after)
	                       ? CONFIG_OK
	                       : CONFIG_CHANGING);
}

/* lstat() needs no descriptor, and takes no dangling symbolic link for a missing file. */
bool config_is_missing(const char *path)
{
	struct stat link;
	int error = errno;
	bool missing = lstat(path, &link) == -1 && errno == ENOENT;

	errno = error;
	return missing;
}

/* A socket gives ENXIO. */
static struct config_result open_and_read(const char *path, struct target *target)
{
	struct config_result result;
	int file;

	if (config_is_missing(path))
		return (struct config_result){ .missing = true };
	file = open_file(path);
	if (file == -1)
		return errno == ENXIO ? failure(CONFIG_NOT_REGULAR) : unreadable(errno);
	target->length = 0;
	if (target->take == config_lines)
		config_begin(target->context);
	result = read_file(file, target);
	close(file);
	return result;
}

/* ENOENT: the file was removed meanwhile, or is a dangling symbolic link. */
static bool should_retry(struct config_result result)
{
	return result.status == CONFIG_CHANGING || result.error == ENOENT;
}

static struct config_result read_twice(const char *path, struct target *target)
{
	struct config_result result;
	int error = errno, state, tries = 2;

	/* A thread that is cancelled here would leave the file open. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	do {
		result = open_and_read(path, target);
	} while (should_retry(result) && --tries > 0);
	pthread_setcancelstate(state, &state);
	errno = error;
	return result;
}

struct config_result config_read(const char *path, struct match *match,
                                 struct settings *settings)
{
	char window[CONF_LINE_MAX + 1]; /* holds the longest line */
	struct config_parser parser = { .match = match };
	struct target target = { config_lines, &parser, window, sizeof window, 0 };
	struct config_result file = read_twice(path, &target);

	if (file.status == CONFIG_OK && !file.missing && !file.masked)
		return config_end(&parser, settings);
	config_preset(settings);
	return file;
}

struct config_result config_load(const char *path, char text[static CONFIG_SIZE_MAX + 1],
                                 size_t *length)
{
	struct target target = { NULL, NULL, text, CONFIG_SIZE_MAX + 1, 0 };
	struct config_result result = read_twice(path, &target);

	*length = result.status == CONFIG_OK ? target.length : 0;
	return result;
}

/* --- One line ----------------------------------------------------------------- */

/* Passes the lines of a file to take, whoever owns it. */
static void read_untrusted(const char *path, conf_lines_taker *take, void *context)
{
	char window[CONF_LINE_MAX + 1];
	struct target target = { take, context, window, sizeof window, 0 };
	int error = errno, state, file;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	file = open_file(path);
	if (file != -1) {
		read_octets(file, CONFIG_SIZE_MAX, &target);
		close(file);
	}
	pthread_setcancelstate(state, &state);
	errno = error;
}

struct search {
	struct conf_line line;
	const char *key; /* to be found */
	bool found;
	unsigned number; /* of the line to be copied */
	char *text;
};

/* Few files have the word at all: asking that first saves 76 % with 500 protected names. */
static void find_key(void *context, struct span lines)
{
	struct search *search = context;
	struct span key, value;

	if (memmem(lines.next, span_length(lines), search->key, strlen(search->key)) == NULL)
		return;
	while (conf_line_next(&lines, &search->line))
		if (conf_line_split(&search->line, &key, &value))
			search->found |= span_equals(key, search->key);
}

bool config_mentions(const char *path, enum config_key key)
{
	struct search search = { .key = config_keys[key].name };

	read_untrusted(path, find_key, &search);
	return search.found;
}

static void copy_text(void *context, struct span lines)
{
	struct search *search = context;

	while (conf_line_next(&lines, &search->line))
		if (search->line.number == search->number)
			span_copy(search->line.text, search->text, CONFIG_SETTING_SIZE);
}

void config_setting(const char *path, unsigned line, char text[static CONFIG_SETTING_SIZE])
{
	struct search search = { .number = line, .text = text };

	text[0] = '\0';
	read_untrusted(path, copy_text, &search);
}
