/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Asks libc for a name or an address.  The lookup walks the whole "hosts:" line again,
 * so that its sources, actions and reloading, /etc/hosts, HOSTALIASES and the search
 * list work as for any name, and the answer is that of the ASCII name by construction.
 * The result of the sources, an h_errno or an EAI code, becomes an outcome here.
 *
 * Each entry point uses the front end that calls it: gethostbyname_r() calls the
 * gethostbyname_r of the sources, and so on.  Only re-entrant functions are used:
 * gethostbyname() would wait for the lock that it holds around this module.
 */
#include <errno.h>
#include <sys/socket.h>

#include "lookup.h"
#include "libc.h"

/*
 * What the function returned: an errno, or -1 if it is the oldest version of that function.  The
 * module's references have no version, so on i386 they lead to that one (GLIBC_2.0).
 */
static int error_of(int returned)
{
	return returned == -1 ? errno : returned;
}

/*
 * error is what the function returned.  For a name that is not found libc clears errno, but no
 * source called by getaddrinfo() does: errno then keeps the program's value, before.
 */
static enum outcome hostent_outcome(const struct hostent *found, int error, int host_error,
                                    int before)
{
	if (found != NULL)
		return OUTCOME_FOUND;
	errno = error;
	switch (host_error) {
	case NETDB_INTERNAL:
		return error == ERANGE ? OUTCOME_NO_SPACE : OUTCOME_INTERNAL;
	case TRY_AGAIN: /* dns reports a timeout as UNAVAIL or NOTFOUND; only h_errno differs */
		return error == 0 ? OUTCOME_NOT_FOUND_AFTER_FAILURE : OUTCOME_TRY_LATER;
	case NO_RECOVERY:
		return error == EAGAIN ? OUTCOME_DANGLING_ALIAS : OUTCOME_FAILED;
	}
	if (host_error == NO_DATA && error == EAFNOSUPPORT)
		return OUTCOME_UNSUPPORTED;
	if (error == 0)
		errno = before;
	return host_error == NO_DATA ? OUTCOME_NO_ADDRESS : OUTCOME_NOT_FOUND;
}

enum outcome forward_gethostbyname(const char *name, const int *af, struct hostent *host,
                                   char *buffer, size_t buflen, int *h_errnop)
{
	const struct libc libc = libc_functions();
	struct hostent *found = NULL;
	int before = errno, error;

	*h_errnop = HOST_NOT_FOUND; /* if no source sets it */
	if (af == NULL)
		error = libc.gethostbyname_r(name, host, buffer, buflen, &found, h_errnop);
	else
		error = libc.gethostbyname2_r(name, *af, host, buffer, buflen, &found,
		                              h_errnop);
	return hostent_outcome(found, error_of(error), *h_errnop, before);
}

enum outcome forward_gethostbyaddr(const void *address, socklen_t length, int af,
                                   struct hostent *host, char *buffer, size_t buflen,
                                   int *h_errnop)
{
	struct hostent *found = NULL;
	int error;

	*h_errnop = HOST_NOT_FOUND;
	error = error_of(libc_functions().gethostbyaddr_r(address, length, af, host, buffer,
	                                                  buflen, &found, h_errnop));
	/* For an address, dns says NOTFOUND whatever has failed, and sets no errno. */
	if (found == NULL && error == 0 && *h_errnop == TRY_AGAIN)
		return OUTCOME_REVERSE_TRY_LATER;
	return hostent_outcome(found, error, *h_errnop, 0);
}

static enum outcome addrinfo_outcome(int code)
{
	switch (code) {
	case 0:
		return OUTCOME_FOUND;
	case EAI_NONAME: /* also when no source could answer */
		return h_errno == NO_RECOVERY ? OUTCOME_FAILED : OUTCOME_NOT_FOUND;
	case EAI_NODATA:
		return OUTCOME_NO_ADDRESS;
	case EAI_AGAIN:
		return OUTCOME_TRY_LATER;
	case EAI_MEMORY:
		errno = ENOMEM;
		return OUTCOME_SYSTEM;
	case EAI_SYSTEM:
		return OUTCOME_SYSTEM;
	default:
		return OUTCOME_FAILED;
	}
}

/*
 * Asks for one socket type, so that each address comes once; and always for the
 * canonical name, since gethostbyname4_r is not told whether its caller wants it.
 */
enum outcome forward_getaddrinfo(const char *name, int af, struct addresses *addresses)
{
	const struct addrinfo hints = {
		.ai_family = af,
		.ai_socktype = SOCK_STREAM,
		.ai_flags = AI_CANONNAME,
	};
	const struct libc libc = libc_functions();

	addresses->release = libc.freeaddrinfo;
	if (h_errno == NO_RECOVERY) /* else a source has set it that could not answer */
		h_errno = HOST_NOT_FOUND;
	return addrinfo_outcome(libc.getaddrinfo(name, NULL, &hints, &addresses->list));
}

void forward_release(struct addresses addresses)
{
	addresses.release(addresses.list);
}

enum outcome forward_reason(const char *name, int af)
{
	struct addresses addresses;
	enum outcome outcome = forward_getaddrinfo(name, af, &addresses);

	if (outcome == OUTCOME_FOUND)
		forward_release(addresses);
	return outcome;
}
