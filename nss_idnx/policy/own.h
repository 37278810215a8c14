/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Functions of libc itself.  A program or a library it preloads may define one of the
 * same name (resolvers, libiconv), which a reference of ours calls instead.
 */
#ifndef NSS_IDNX_OWN_H
#define NSS_IDNX_OWN_H

#include <iconv.h>
#include <netdb.h>

struct own {
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
struct own own(void);

/*
 * For a lookup that needs none of them: where it would take a dlopen() to find them, it is
 * done now, so that a child forked later needs none.  Before glibc 2.35 nothing is done.
 */
void own_prepare(void);

#endif
