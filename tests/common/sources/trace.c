/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_trace.so.2: sources that record that they were asked.  Their names are the real ones
 * in upper case, so that glibc's own files and dns are not asked.  Each is a link to this
 * library.  module/enable.c has the variables.
 */
#include <errno.h>
#include <netdb.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "source.h"

#define TRACE_EXPORT __attribute__((visibility("default")))

/* The names of the sources asked, each followed by a blank. */
TRACE_EXPORT char trace_asked[1024];

/* What all sources but IDNX return, and what IDNX returns. */
TRACE_EXPORT enum nss_status trace_status, trace_idnx;

static enum nss_status trace(const char *source, struct hostent *host, int *errnop,
                             int *h_errnop)
{
	static char name[] = "traced", *none[] = { NULL };

	strcat(trace_asked, source);
	strcat(trace_asked, " ");
	*host = (struct hostent){ name, none, AF_INET, 4, none };
	*errnop = EAGAIN;
	*h_errnop = TRY_AGAIN;
	return strcmp(source, "IDNX") == 0 ? trace_idnx : trace_status;
}

/* glibc finds a source's function by its name. */
#define SOURCE(source)                                                                   \
	SOURCE_FUNCTION(source, gethostbyname2_r);                                       \
	enum nss_status _nss_##source##_gethostbyname2_r(                                \
		const char *name, int af, struct hostent *host, char *buffer,            \
		size_t buflen, int *errnop, int *h_errnop)                               \
	{                                                                                \
		(void)name, (void)af, (void)buffer, (void)buflen;                        \
		return trace(#source, host, errnop, h_errnop);                           \
	}

SOURCE(FILES)
SOURCE(DNS)
SOURCE(RESOLVE)
SOURCE(MYMACHINES)
SOURCE(MYHOSTNAME)
SOURCE(MDNS4_MINIMAL)
SOURCE(WINS)
SOURCE(IDNX)
