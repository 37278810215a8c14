/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds out which sources glibc asks, in which order, with a given nsswitch.conf. */
#ifndef HOSTS_WALK_H
#define HOSTS_WALK_H

#include <stddef.h>

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
	WALK_RAW_REFUSED,
	WALKS,
};

/* The names of the sources that glibc asks, in upper case, each followed by a blank. */
struct walks {
	char asked[WALKS][1024];
};

/*
 * Moves this process into namespaces of its own, where /etc is an empty folder.  Returns
 * NULL, or why this is not possible.
 */
const char *walk_prepare(void);

/*
 * Writes the text to /etc/nsswitch.conf, with the sources of trace.h, asks for a name, and
 * removes the file.
 */
void walk(const char *text, size_t length, struct walks *walks);

#endif
