/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds out which sources glibc asks, in which order, with a given nsswitch.conf. */
#ifndef HOSTS_WALK_H
#define HOSTS_WALK_H

#include <errno.h>
#include <netdb.h>
#include <sys/mount.h>
#include <sys/socket.h>

#include "../../common/child.h"
#include "../../common/root.h"
#include "../../common/sources/trace.h"

/*
 * For an ASCII name, which idnx leaves alone: the status that all other sources return.
 * For a raw name, which no other source knows: what idnx returns (outcome.c).
 */
enum {
	WALK_TRYAGAIN,
	WALK_UNAVAIL,
	WALK_NOTFOUND,
	WALK_SUCCESS,
	WALK_RAW_FOUND,
	WALK_RAW_REJECTED,
	WALKS,
};

/* The names of the sources that glibc asks, in upper case, each followed by a blank. */
struct walks {
	char asked[WALKS][1024];
};

/*
 * Moves this process into namespaces of its own, where /etc is an empty directory.  Returns
 * NULL, or why this is not possible.
 */
static inline const char *walk_prepare(void)
{
	if (!root_unshare(CLONE_NEWNS) ||
	    mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
	    mount("none", "/etc", "tmpfs", 0, NULL) != 0)
		return strerror(errno);
	if (access("/etc/passwd", F_OK) == 0)
		return "the machine's /etc is still there";
	/* A daemon there would answer instead of the sources. */
	if (mount("none", "/run/nscd", "tmpfs", 0, NULL) != 0 && errno != ENOENT)
		return strerror(errno);
	return NULL;
}

/*
 * Writes ASCII in upper case in any locale, except the word that identifies the line to
 * glibc.
 */
static inline void walk_write(const char *text, size_t length)
{
	static const char hosts[] = "hosts";
	FILE *file = fopen("/etc/nsswitch.conf", "w");

	for (size_t i = 0; i < length; i++) {
		size_t left = length - i, word = sizeof hosts - 1;

		if (left < word || memcmp(text + i, hosts, word) != 0) {
			fputc(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i],
			      file);
			continue;
		}
		fputs(hosts, file);
		i += word - 1;
	}
	if (fclose(file) != 0)
		abort();
}

static inline int walk_ask(const void *shared)
{
	static const struct {
		enum nss_status others, idnx;
	} statuses[WALKS] = {
		[WALK_TRYAGAIN] = { NSS_STATUS_TRYAGAIN, NSS_STATUS_UNAVAIL },
		[WALK_UNAVAIL] = { NSS_STATUS_UNAVAIL, NSS_STATUS_UNAVAIL },
		[WALK_NOTFOUND] = { NSS_STATUS_NOTFOUND, NSS_STATUS_UNAVAIL },
		[WALK_SUCCESS] = { NSS_STATUS_SUCCESS, NSS_STATUS_UNAVAIL },
		[WALK_RAW_FOUND] = { NSS_STATUS_NOTFOUND, NSS_STATUS_SUCCESS },
		[WALK_RAW_REJECTED] = { NSS_STATUS_NOTFOUND, NSS_STATUS_RETURN },
	};
	struct walks *walks = *(struct walks *const *)shared;
	struct hostent host, *found;
	char buffer[1024];
	int error;

	for (int i = 0; i < WALKS; i++) {
		trace_asked[0] = '\0';
		trace_status = statuses[i].others;
		trace_idnx = statuses[i].idnx;
		gethostbyname2_r("name.example", AF_INET, &host, buffer, sizeof buffer, &found,
		                 &error);
		strcpy(walks->asked[i], trace_asked);
	}
	return 0;
}

/*
 * Writes the text to /etc/nsswitch.conf, with the sources of trace.h, asks for a name in a child
 * (until 2.32 glibc reads the file only once), and removes the file.
 */
static inline void walk(const char *text, size_t length, struct walks *walks)
{
	static struct walks *shared;

	if (shared == NULL)
		shared = child_memory(sizeof *shared);
	walk_write(text, length);
	assert_int_equal(child_run(walk_ask, &shared), 0);
	*walks = *shared;
	unlink("/etc/nsswitch.conf");
}

#endif
