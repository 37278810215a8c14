/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
 * (1)(2)(3)   (4)   (5)      (6)      (7)   (8) (9)   (10)         (11)
 *
 * (1) is the mount's number, (5) the mount point, (6) the mount's own options, (11) those of
 * the file system.
 */
#include "mount.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct sysroot live = { NULL, -1 };

/* Reads the number of an open file's mount; empty if the kernel does not tell it. */
static void read_id(int fd, struct mount *mount)
{
	static const char key[] = "mnt_id:";
	char path[64];
	struct sysroot_file info;
	const char *place;

	snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
	info = sysroot_read(&live, path);
	place = strstr(info.octets, key);
	if (place != NULL)
		place += strlen(key) + strspn(place + strlen(key), " \t");
	snprintf(mount->id, sizeof mount->id, "%.*s",
	         place != NULL ? (int)strcspn(place, "\n") : 0, place != NULL ? place : "");
	free(info.octets);
}

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* Decodes blanks, newlines and backslashes, which are written as "\040". */
static void decode(const char *escaped, char text[static PATH_MAX])
{
	size_t length = 0;

	while (*escaped != '\0' && length < PATH_MAX - 1) {
		if (*escaped == '\\' && is_octal(escaped[1]) && is_octal(escaped[2]) &&
		    is_octal(escaped[3])) {
			text[length++] = (char)((escaped[1] - '0') << 6 | (escaped[2] - '0') << 3 |
			                        (escaped[3] - '0'));
			escaped += 4;
		} else {
			text[length++] = *escaped++;
		}
	}
	text[length] = '\0';
}

static bool has_ro(const char *options)
{
	return options != NULL && strncmp(options, "ro", 2) == 0 &&
	       (options[2] == '\0' || options[2] == ',');
}

/* Splits a line; returns false if it describes another mount. */
static bool read_line(char *line, struct mount *mount)
{
	char *end = strstr(line, " - "), *word, *rest = line;

	if (end == NULL || strcmp(strsep(&rest, " "), mount->id) != 0)
		return false;
	*end = '\0';
	for (unsigned field = 2; (word = strsep(&rest, " ")) != NULL; field++) {
		if (field == 5)
			decode(word, mount->point);
		else if (field == 6)
			mount->is_read_only = has_ro(word);
	}
	rest = end + strlen(" - ");
	strsep(&rest, " ");
	strsep(&rest, " ");
	mount->is_read_only_system = has_ro(rest);
	mount->is_read_only |= mount->is_read_only_system;
	return true;
}

bool mount_of(const struct sysroot *root, const char *path, struct mount *mount)
{
	int fd = sysroot_open(root, path, O_PATH);
	struct sysroot_file info;
	char *rest, *line;
	bool known = false;

	if (fd == -1)
		return false;
	read_id(fd, mount);
	close(fd);
	info = sysroot_read(&live, "/proc/self/mountinfo");
	rest = info.octets;
	while (!known && (line = strsep(&rest, "\n")) != NULL)
		known = read_line(line, mount);
	free(info.octets);
	return known;
}
