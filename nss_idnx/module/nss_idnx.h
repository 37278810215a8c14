/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points of the module.  glibc calls them by name and has no header for them;
 * the types are those of its own sources (<nss.h> declares the same since 2.33).
 *
 * buffer may have any alignment; all that an answer points to lies within its buflen
 * octets.  ttlp and canonp may be NULL.  *pat may be NULL, or the caller's own first tuple.
 */
#ifndef NSS_IDNX_H
#define NSS_IDNX_H

#include <netdb.h>
#include <nss.h>
#include <stddef.h>
#include <stdint.h>

#define ENTRY_POINT __attribute__((visibility("default")))

ENTRY_POINT enum nss_status _nss_idnx_gethostbyname_r(const char *name, struct hostent *host,
                                                      char *buffer, size_t buflen, int *errnop,
                                                      int *h_errnop);

ENTRY_POINT enum nss_status _nss_idnx_gethostbyname2_r(const char *name, int af,
                                                       struct hostent *host, char *buffer,
                                                       size_t buflen, int *errnop,
                                                       int *h_errnop);

ENTRY_POINT enum nss_status _nss_idnx_gethostbyname3_r(const char *name, int af,
                                                       struct hostent *host, char *buffer,
                                                       size_t buflen, int *errnop,
                                                       int *h_errnop, int32_t *ttlp,
                                                       char **canonp);

ENTRY_POINT enum nss_status _nss_idnx_gethostbyname4_r(const char *name,
                                                       struct gaih_addrtuple **pat,
                                                       char *buffer, size_t buflen, int *errnop,
                                                       int *h_errnop, int32_t *ttlp);

ENTRY_POINT enum nss_status _nss_idnx_gethostbyaddr_r(const void *address, socklen_t length,
                                                      int af, struct hostent *host,
                                                      char *buffer, size_t buflen, int *errnop,
                                                      int *h_errnop);

ENTRY_POINT enum nss_status _nss_idnx_gethostbyaddr2_r(const void *address, socklen_t length,
                                                       int af, struct hostent *host,
                                                       char *buffer, size_t buflen, int *errnop,
                                                       int *h_errnop, int32_t *ttlp);

#endif
