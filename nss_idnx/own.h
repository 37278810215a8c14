/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Functions of libc itself.  A program or a library it preloads may define one of the
 * same name (resolvers, libiconv), which a reference of ours calls instead.
 */
#ifndef NSS_IDNX_OWN_H
#define NSS_IDNX_OWN_H

#include <stddef.h>

/* A function of libc, and a pointer to it, which already is a reference of ours. */
struct own {
	const char *name;
	void *pointer;
};

#define OWN_MAX 3

/* Makes the pointers, at most OWN_MAX, those to libc's own functions, all or none. */
void own_use(const struct own *own, size_t count);

#endif
