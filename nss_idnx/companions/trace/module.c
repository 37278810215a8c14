/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points of the traced module, around those of nss_idnx.c.  A line names the function
 * of glibc that calls an entry point.
 */
#include <arpa/inet.h>
#include <errno.h>

#include "nss_idnx.h"
#include "trace.h"

/* As nss_idnx.c has them when it is compiled for this module. */
__typeof__(_nss_idnx_gethostbyname_r) plain_gethostbyname_r;
__typeof__(_nss_idnx_gethostbyname2_r) plain_gethostbyname2_r;
__typeof__(_nss_idnx_gethostbyname3_r) plain_gethostbyname3_r;
__typeof__(_nss_idnx_gethostbyname4_r) plain_gethostbyname4_r;
__typeof__(_nss_idnx_gethostbyaddr2_r) plain_gethostbyaddr2_r;

static const char *result_of(enum nss_status status, int host_error)
{
	if (status == NSS_STATUS_SUCCESS)
		return "found";
	if (status == NSS_STATUS_UNAVAIL)
		return "left to the next source";
	switch (host_error) {
	case HOST_NOT_FOUND:
		return "not found";
	case NO_DATA:
		return "no address";
	case TRY_AGAIN:
		return "failed for now";
	default:
		return "failed";
	}
}

/* A call with a larger buffer follows one whose answer did not fit. */
static enum nss_status end(struct trace *trace, enum nss_status status, const char *function,
                           const char *name, const int *errnop, const int *h_errnop)
{
	bool is_too_small = status == NSS_STATUS_TRYAGAIN && *errnop == ERANGE;

	trace_end(trace);
	if (trace->is_decided && !trace->is_inner && !is_too_small)
		trace_write(trace, function, name, result_of(status, *h_errnop));
	return status;
}

enum nss_status _nss_idnx_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                                          size_t buflen, int *errnop, int *h_errnop)
{
	struct trace trace;

	trace_begin(&trace);
	return end(&trace, plain_gethostbyname_r(name, host, buffer, buflen, errnop, h_errnop),
	           "gethostbyname", name, errnop, h_errnop);
}

enum nss_status _nss_idnx_gethostbyname2_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop)
{
	struct trace trace;

	trace_begin(&trace);
	return end(&trace,
	           plain_gethostbyname2_r(name, af, host, buffer, buflen, errnop, h_errnop),
	           af == AF_INET ? "gethostbyname2(4)" : "gethostbyname2(6)", name, errnop,
	           h_errnop);
}

enum nss_status _nss_idnx_gethostbyname3_r(const char *name, int af, struct hostent *host,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp, char **canonp)
{
	struct trace trace;

	trace_begin(&trace);
	return end(&trace,
	           plain_gethostbyname3_r(name, af, host, buffer, buflen, errnop, h_errnop,
	                                  ttlp, canonp),
	           af == AF_INET ? "getaddrinfo(4)" : "getaddrinfo(6)", name, errnop, h_errnop);
}

enum nss_status _nss_idnx_gethostbyname4_r(const char *name, struct gaih_addrtuple **pat,
                                           char *buffer, size_t buflen, int *errnop,
                                           int *h_errnop, int32_t *ttlp)
{
	struct trace trace;

	trace_begin(&trace);
	return end(&trace,
	           plain_gethostbyname4_r(name, pat, buffer, buflen, errnop, h_errnop, ttlp),
	           "getaddrinfo", name, errnop, h_errnop);
}

/* An address is not decided on; most are left to the next source. */
enum nss_status _nss_idnx_gethostbyaddr2_r(const void *address, socklen_t length, int af,
                                           struct hostent *host, char *buffer, size_t buflen,
                                           int *errnop, int *h_errnop, int32_t *ttlp)
{
	char name[INET6_ADDRSTRLEN] = "?";
	enum nss_status status;
	struct trace trace;

	trace_begin(&trace);
	status = plain_gethostbyaddr2_r(address, length, af, host, buffer, buflen, errnop,
	                                h_errnop, ttlp);
	trace_end(&trace);
	inet_ntop(af, address, name, sizeof name);
	trace.answer = status == NSS_STATUS_SUCCESS ? host->h_name : NULL;
	if (trace.answer != NULL)
		trace_write(&trace, "gethostbyaddr", name, "found");
	return status;
}

enum nss_status _nss_idnx_gethostbyaddr_r(const void *address, socklen_t length, int af,
                                          struct hostent *host, char *buffer, size_t buflen,
                                          int *errnop, int *h_errnop)
{
	return _nss_idnx_gethostbyaddr2_r(address, length, af, host, buffer, buflen, errnop,
	                                  h_errnop, NULL);
}
