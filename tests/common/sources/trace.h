/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * libnss_trace.so.2: sources that record that they were asked.  Their names are the real ones
 * in upper case, so that glibc's own files and dns are not asked.  Each is a link to this
 * library.
 */
#ifndef HOSTS_TRACE_H
#define HOSTS_TRACE_H

#include <nss.h>

#define TRACE_EXPORT __attribute__((visibility("default")))

/* The names of the sources asked, each followed by a blank. */
TRACE_EXPORT extern char trace_asked[1024];

/* What all sources but IDNX return, and what IDNX returns. */
TRACE_EXPORT extern enum nss_status trace_status, trace_idnx;

#endif
