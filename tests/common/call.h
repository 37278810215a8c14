/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* One question to an entry point of the module, and all that an entry point may write. */
#ifndef COMMON_CALL_H
#define COMMON_CALL_H

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>

#include "nss_idnx.h"

struct call {
	const char *name; /* or an address's last octet in name[0] */
	int af;
	char *buffer;
	size_t buflen;
	int error, host_error;
	int *h_errnop; /* NULL: host_error */
	int32_t ttl;
	char *canonical;
	struct hostent host;
	struct gaih_addrtuple *tuples;
};

typedef enum nss_status entry_point(struct call *call);

/* Presets all that can be written, so that a write shows. */
static inline struct call call_of(const char *name, char *buffer, size_t buflen)
{
	return (struct call){ .name = name,
		              .af = AF_INET,
		              .buffer = buffer,
		              .buflen = buflen,
		              .error = 77,
		              .host_error = 99,
		              .ttl = 55 };
}

/* The arguments that all have. */
#define CALL_REST(call) (call)->buffer, (call)->buflen, &(call)->error,                         \
	                (call)->h_errnop != NULL ? (call)->h_errnop : &(call)->host_error

static inline enum nss_status call_r(struct call *call)
{
	return _nss_idnx_gethostbyname_r(call->name, &call->host, CALL_REST(call));
}

static inline enum nss_status call_2_r(struct call *call)
{
	return _nss_idnx_gethostbyname2_r(call->name, call->af, &call->host, CALL_REST(call));
}

static inline enum nss_status call_3_r(struct call *call)
{
	return _nss_idnx_gethostbyname3_r(call->name, call->af, &call->host, CALL_REST(call),
	                                  &call->ttl, &call->canonical);
}

static inline enum nss_status call_4_r(struct call *call)
{
	return _nss_idnx_gethostbyname4_r(call->name, &call->tuples, CALL_REST(call),
	                                  &call->ttl);
}

/* 192.0.2.n */
static inline enum nss_status call_addr_r(struct call *call)
{
	const char octets[4] = { (char)192, 0, 2, call->name[0] };

	return _nss_idnx_gethostbyaddr_r(octets, sizeof octets, AF_INET, &call->host,
	                                 CALL_REST(call));
}

/* 2001:db8::n */
static inline enum nss_status call_addr2_r(struct call *call)
{
	const char octets[16] = { 0x20, 0x01, 0x0d, (char)0xb8, [15] = call->name[0] };

	return _nss_idnx_gethostbyaddr2_r(octets, sizeof octets, AF_INET6, &call->host,
	                                  CALL_REST(call), &call->ttl);
}

#endif
