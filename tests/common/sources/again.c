/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * A module that only calls libc again, for what follows "again." in a name.  It measures the
 * least that a module costs if later sources answer.
 */
#include <errno.h>
#include <netdb.h>
#include <nss.h>
#include <string.h>

#include "source.h"

#define PREFIX "again."

SOURCE_FUNCTION(again, gethostbyname_r);
SOURCE_FUNCTION(again, gethostbyname2_r);

static bool is_for_us(const char *name)
{
	return strncmp(name, PREFIX, strlen(PREFIX)) == 0;
}

static enum nss_status status_of(const struct hostent *found, int error, int *errnop)
{
	*errnop = error;
	if (found != NULL)
		return NSS_STATUS_SUCCESS;
	return error == ERANGE ? NSS_STATUS_TRYAGAIN : NSS_STATUS_NOTFOUND;
}

enum nss_status _nss_again_gethostbyname_r(const char *name, struct hostent *host, char *buffer,
                                           size_t buflen, int *errnop, int *h_errnop)
{
	struct hostent *found = NULL;
	int error;

	if (!is_for_us(name))
		return NSS_STATUS_UNAVAIL;
	error = gethostbyname_r(name + strlen(PREFIX), host, buffer, buflen, &found, h_errnop);
	return status_of(found, error, errnop);
}

enum nss_status _nss_again_gethostbyname2_r(const char *name, int af, struct hostent *host,
                                            char *buffer, size_t buflen, int *errnop,
                                            int *h_errnop)
{
	struct hostent *found = NULL;
	int error;

	if (!is_for_us(name))
		return NSS_STATUS_UNAVAIL;
	error = gethostbyname2_r(name + strlen(PREFIX), af, host, buffer, buflen, &found,
	                         h_errnop);
	return status_of(found, error, errnop);
}
