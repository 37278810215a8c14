/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Functions of libc itself.  A program or a library it preloads may define one of the
 * same name (resolvers, libiconv), which a reference of ours calls instead.
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

/* All of libc's own, or else what we refer to.  Leaves errno alone. */
struct libc libc_functions(void);

/*
 * For a lookup that needs none of them: where it would take a dlopen() to find them, it is
 * done now, so that a child forked later needs none.  Before glibc 2.35 nothing is done.
 */
void libc_prepare(void);

#endif
