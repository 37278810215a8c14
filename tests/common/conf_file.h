/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * An idnx.conf of a test's own, of any kind, in a directory that root owns.
 */
#ifndef COMMON_CONF_FILE_H
#define COMMON_CONF_FILE_H

#include <errno.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include "root.h"
#include "test.h"

static char directory[64];
static char path[96];       /* of idnx.conf ... */
static char other_path[96]; /* ... and of a second file */

/* For BEFORE_ALL: makes the directory, or skips the program. */
static inline void conf_begin(const char *program)
{
	if (!root_unshare(0))
		test_skip_all(program, "no user namespace to be root in");
	umask(022);
	strcpy(directory, "/tmp/idnx-conf.XXXXXX");
	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof path, "%s/idnx.conf", directory);
	snprintf(other_path, sizeof other_path, "%s/other", directory);
}

static inline void conf_remove(void)
{
	if (unlink(path) == -1)
		rmdir(path);
	unlink(other_path);
}

AFTER_ALL
{
	conf_remove();
	rmdir(directory);
}

static inline void conf_write_at(const char *where, int flags, const char *text, size_t length)
{
	int file = open(where, O_WRONLY | flags, 0644);

	assert_int_not_equal(file, -1);
	assert_int_equal(write(file, text, length), length);
	close(file);
}

static inline void conf_write(const char *where, const char *text)
{
	conf_write_at(where, O_CREAT | O_TRUNC, text, strlen(text));
}

static inline void conf_make_socket(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int file = socket(AF_UNIX, SOCK_STREAM, 0);

	strcpy(address.sun_path, path);
	assert_int_equal(bind(file, (const struct sockaddr *)&address, sizeof address), 0);
	close(file);
}

/* Makes the file: "-> TARGET", "fifo", "directory", "socket", "none", or its text. */
static inline void conf_make(const char *how)
{
	conf_remove();
	if (strncmp(how, "-> ", 3) == 0)
		assert_int_equal(symlink(how + 3, path), 0);
	else if (strcmp(how, "fifo") == 0)
		assert_int_equal(mkfifo(path, 0644), 0);
	else if (strcmp(how, "directory") == 0)
		assert_int_equal(mkdir(path, 0755), 0);
	else if (strcmp(how, "socket") == 0)
		conf_make_socket();
	else if (strcmp(how, "none") != 0)
		conf_write(path, how);
}

#endif
