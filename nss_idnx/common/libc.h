/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Functions of libc itself.  A program, or a library that it preloads, may define a function
 * of the same name (resolvers, libiconv), which an ordinary reference would call instead.
 */
#ifndef NSS_IDNX_LIBC_H
#define NSS_IDNX_LIBC_H

#include <iconv.h>
#include <netdb.h>

struct libc {
	__typeof__(&gethostbyname_r) gethostbyname_r;
	__typeof__(&gethostbyname2_r) gethostbyname2_r;
	__typeof__(&gethostbyaddr_r) gethostbyaddr_r;
	__typeof__(&getaddrinfo) getaddrinfo;
	__typeof__(&freeaddrinfo) freeaddrinfo;
	__typeof__(&iconv_open) iconv_open;
	__typeof__(&iconv) iconv;
	__typeof__(&iconv_close) iconv_close;
};

/* Returns libc's own functions, or if they cannot be found, those referred to.  Keeps errno. */
struct libc libc_functions(void);

/*
 * Called in a lookup that needs none of them, for the dlopen() that finding them may take.
 * Before glibc 2.35 does nothing.
 */
void libc_prepare(void);

#endif
