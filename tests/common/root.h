/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Namespaces of a test's own, in which a plain user is root, too. */
#ifndef COMMON_ROOT_H
#define COMMON_ROOT_H

#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static inline bool root_say(const char *name, const char *text)
{
	int file = open(name, O_WRONLY);
	bool said = file != -1 && write(file, text, strlen(text)) == (ssize_t)strlen(text);

	close(file);
	return said;
}

/* namespaces: those of unshare(), without the user's; 0: none but that, for a plain user. */
static inline bool root_unshare(int namespaces)
{
	char users[32], groups[32];

	if (geteuid() == 0)
		return namespaces == 0 || unshare(namespaces) == 0;
	snprintf(users, sizeof users, "0 %u 1", geteuid());
	snprintf(groups, sizeof groups, "0 %u 1", getegid());
	return unshare(namespaces | CLONE_NEWUSER) == 0 &&
	       root_say("/proc/self/uid_map", users) &&
	       root_say("/proc/self/setgroups", "deny") &&
	       root_say("/proc/self/gid_map", groups);
}

#endif
