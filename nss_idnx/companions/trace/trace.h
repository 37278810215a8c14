/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * What "idnx run --trace" loads: the module and the libidn2 replacement, from the same sources,
 * with calls renamed when two of them are compiled (Makefile):
 *
 *     glibc --> module.c --> nss_idnx.c --+
 *                                         +--> trace.c --> policy.c
 *     to_ascii.c --> conversion.c --> convert.c
 *
 * trace.c remembers what policy.c decides in this thread, and writes a line for the lookup.
 */
#ifndef NSS_IDNX_TRACE_H
#define NSS_IDNX_TRACE_H

#include <time.h>

#include "policy.h"

struct trace {
	struct trace *outer; /* the lookup during which libc asks for its ASCII form */
	struct timespec begin;
	bool is_decided, is_inner;
	struct decision decision;
	char ace[IDNX_HOST_NAME_SIZE];
	const char *answer; /* the name of an address, or NULL */
};

/* Between these two calls, decisions of this thread are those of this lookup. */
void trace_begin(struct trace *trace);
void trace_end(struct trace *trace);

/*
 * Writes "idnx: ssh[9637] getaddrinfo bücher.example -> xn--bcher-kva.example: found after 0.1 ms",
 * where result is "found".  Preserves errno, and is no cancellation point.
 */
void trace_write(const struct trace *trace, const char *function, const char *name,
                 const char *result);

__typeof__(policy_to_ascii) trace_policy_to_ascii;

#endif
