/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Which sources glibc asks, one after the other, by the nsswitch.conf in /etc. */
#ifndef HOSTS_WALK_H
#define HOSTS_WALK_H

#include <stddef.h>

/*
 * For an ASCII name, which idnx leaves alone, the status that all the others return; for a
 * raw one, which no other knows, what idnx returns (outcome.c).
 */
enum {
	WALK_TRYAGAIN, WALK_UNAVAIL, WALK_NOTFOUND, WALK_SUCCESS,
	WALK_RAW_FOUND, WALK_RAW_REFUSED,
	WALKS,
};

/* The names of those that glibc asks then, in upper case, a blank behind each. */
struct walks {
	char asked[WALKS][1024];
};

/*
 * Moves this process into namespaces of its own, where /etc is an empty folder.  NULL, or
 * why that is not possible.
 */
const char *walk_prepare(void);

/*
 * Makes the text /etc/nsswitch.conf, its sources being those of trace.h, asks for a name,
 * and takes the file away.
 */
void walk(const char *text, size_t length, struct walks *walks);

#endif
