/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Finds the libidn2s of this machine, and which of them programs load. */
#ifndef LIBIDN2_H
#define LIBIDN2_H

#include <limits.h>
#include <stdbool.h>

#define LIBIDN2 "libidn2.so.0"

/* The newest libidn2 whose functions idnx's has, as Conflicts in conf/debian/control says. */
#define LIBIDN2_NEWEST "2.3.8"

/*
 * The folders where the package libidn2-idnx, and nothing else, installs idnx's libidn2 for
 * all programs of an architecture.  A library there implies that the package is installed
 * to switch it off in time.
 */
#define LIBIDN2_FOLDERS "/usr/lib/"
#define LIBIDN2_FOLDER  "/libidn2-idnx"

/* The file that switches it on; its name sorts before the files that name other folders. */
#define LIBIDN2_CONF     "/etc/ld.so.conf.d/00-idnx-"
#define LIBIDN2_CONF_END ".conf"

/* This file remains if an upgrade has disabled it, and could not enable it again. */
#define LIBIDN2_WAS_ON "/var/lib/libidn2-idnx/"

struct libidn2 {
	const char *kind; /* what ldconfig calls its architecture: "libc6,x86-64" */
	const char *path;
};

/* A PC has three architectures, each with a few glibc-hwcaps. */
#define LIBIDN2_MAX 32

/* The dynamic linker's cache: programs load the first library of their architecture. */
struct libidn2_cache {
	char *text;
	unsigned count;
	struct libidn2 all[LIBIDN2_MAX];
};

/* Returns false if it cannot be read, for example without an ldconfig. */
bool libidn2_cache_read(struct libidn2_cache *cache);
void libidn2_cache_free(struct libidn2_cache *cache);

/* Returns the library at that path; NULL if it is not in the cache. */
const struct libidn2 *libidn2_at(const struct libidn2_cache *cache, const char *path);

/* Returns what programs of this library's architecture load. */
const struct libidn2 *libidn2_first(const struct libidn2_cache *cache,
                                    const struct libidn2 *library);

/*
 * Finds what programs of the architecture of the library at that path load; empty if that
 * one is not in the cache.  Returns false if the cache cannot be read.
 */
bool libidn2_in_use(const char *library, char path[static PATH_MAX]);

/* Returns whether it is one of the package libidn2-idnx. */
bool libidn2_is_ours(const struct libidn2 *library);

/* Returns another library, of this architecture, that may have more than idnx's; or NULL. */
const struct libidn2 *libidn2_newer(const struct libidn2_cache *cache);

/* Finds what this program's dynamic linker loads as libidn2; returns false if nothing. */
bool libidn2_loaded(char path[static PATH_MAX]);

/* Returns whether idnx itself is of that architecture, such as "x86_64-linux-gnu". */
bool libidn2_is_native(const char *architecture);

#endif
