/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Translates an outcome into glibc's terms: a status, errno, h_errno.
 *
 * An internationalized name must not reach later sources, which would send its raw
 * octets.  Two things end the walk: a status whose action in nsswitch.conf is return,
 * as in "idnx [!UNAVAIL=return]", or after which there is no further source; and
 * NSS_STATUS_RETURN, whatever the line says.  The first tells the caller more: with
 * RETURN, getaddrinfo() for one family reports every failure as EAI_NONAME.  Hence each
 * outcome has a status for lines that end the walk after it, and one for any other.
 */
#include <errno.h>

#include "lookup.h"

enum {
	UNTOUCHED = -1, /* *errnop is not written */
	CAUSE = -2,     /* *errnop becomes errno, as the failure has left it */
};

struct words {
	enum nss_status status;
	int error, host_error;
};

/*
 * An internationalized name never gets UNAVAIL: [!UNAVAIL=return] goes on after it.
 *
 * With RETURN, an errno other than 0 makes getaddrinfo() report that the name exists but
 * has no address.  For OUTCOME_FAILED this is right: the ASCII name gets the same result.
 * RETURN cannot yield EAI_SYSTEM; EAI_AGAIN is closest, while EAI_NONAME would make a
 * mail server give up.
 */
static const struct report {
	struct words ends;    /* where the walk ends after such a status ... */
	struct words goes_on; /* ... and where it would go on, unless they are the same */
} reports[] = {
	/* *h_errnop is what libc's own lookup has left: see below. */
	[OUTCOME_FOUND] = { .ends = { NSS_STATUS_SUCCESS, UNTOUCHED, NETDB_SUCCESS } },
	/* *h_errnop is not written either, but see below. */
	[OUTCOME_NOT_OURS] = { .ends = { NSS_STATUS_UNAVAIL, UNTOUCHED, HOST_NOT_FOUND } },
	[OUTCOME_NOT_FOUND] = {
		{ NSS_STATUS_NOTFOUND, CAUSE, HOST_NOT_FOUND },
		{ NSS_STATUS_RETURN, 0, HOST_NOT_FOUND },
	},
	[OUTCOME_NO_ADDRESS] = {
		{ NSS_STATUS_NOTFOUND, CAUSE, NO_DATA },
		{ NSS_STATUS_RETURN, 0, NO_DATA },
	},
	[OUTCOME_TRY_LATER] = {
		{ NSS_STATUS_TRYAGAIN, EAGAIN, TRY_AGAIN },
		{ NSS_STATUS_RETURN, EAGAIN, TRY_AGAIN },
	},
	[OUTCOME_REVERSE_TRY_LATER] = {
		{ NSS_STATUS_NOTFOUND, 0, TRY_AGAIN },
		{ NSS_STATUS_RETURN, 0, TRY_AGAIN },
	},
	/* dns sets ENOENT: getaddrinfo() passes it on, gethostbyname() turns it into EAGAIN. */
	[OUTCOME_DANGLING_ALIAS] = {
		{ NSS_STATUS_TRYAGAIN, ENOENT, NO_RECOVERY },
		{ NSS_STATUS_RETURN, EAGAIN, NO_RECOVERY },
	},
	/* dns says NOTFOUND, sets EAGAIN: gethostbyname2() clears it, getaddrinfo() keeps it. */
	[OUTCOME_NOT_FOUND_AFTER_FAILURE] = {
		{ NSS_STATUS_NOTFOUND, EAGAIN, TRY_AGAIN },
		{ NSS_STATUS_RETURN, EAGAIN, TRY_AGAIN },
	},
	[OUTCOME_FAILED] = { .ends = { NSS_STATUS_RETURN, CAUSE, NO_RECOVERY } },
	[OUTCOME_UNSUPPORTED] = { .ends = { NSS_STATUS_RETURN, CAUSE, NO_DATA } },
	[OUTCOME_NO_SPACE] = { .ends = { NSS_STATUS_TRYAGAIN, ERANGE, NETDB_INTERNAL } },
	[OUTCOME_INTERNAL] = {
		{ NSS_STATUS_TRYAGAIN, CAUSE, NETDB_INTERNAL },
		{ NSS_STATUS_RETURN, CAUSE, NETDB_INTERNAL },
	},
	[OUTCOME_SYSTEM] = {
		{ NSS_STATUS_TRYAGAIN, CAUSE, NETDB_INTERNAL },
		{ NSS_STATUS_RETURN, EAGAIN, TRY_AGAIN },
	},
};

/* To glibc ERANGE means that the buffer is too small: it would enlarge it for ever. */
static int without_erange(int error)
{
	return error == ERANGE ? EINVAL : error;
}

/*
 * Returns what an earlier source has left.  getaddrinfo() passes its thread's h_errno; a caller
 * of gethostbyname_r() passes a variable that may be uninitialized if idnx is the first source.
 */
static int host_error_before(const int *h_errnop)
{
	return h_errnop == &h_errno ? *h_errnop : NETDB_SUCCESS;
}

/*
 * OUTCOME_FOUND keeps the h_errno of libc's own lookup: of a name with an IPv4 address only, dns
 * leaves HOST_NOT_FOUND, or in glibc 2.31, if an alias leads to it, NETDB_INTERNAL.
 * OUTCOME_NOT_OURS keeps that of an earlier source, except for NETDB_INTERNAL: getaddrinfo() would
 * attribute it to idnx, and fail.
 */
static bool sets_host_error(enum outcome outcome, const int *h_errnop)
{
	if (outcome == OUTCOME_FOUND)
		return h_errnop != &h_errno;
	return outcome != OUTCOME_NOT_OURS || host_error_before(h_errnop) == NETDB_INTERNAL;
}

enum nss_status outcome_report(enum outcome outcome, int *errnop, int *h_errnop)
{
	const struct report *report = &reports[outcome];
	const struct words *words = &report->ends;
	int cause = without_erange(errno);

	if (report->goes_on.status == NSS_STATUS_RETURN &&
	    !hosts_action_is_final(words->status))
		words = &report->goes_on;
	if (words->error != UNTOUCHED)
		*errnop = words->error == CAUSE ? cause : words->error;
	if (sets_host_error(outcome, h_errnop))
		*h_errnop = words->host_error;
	return words->status;
}

/*
 * When glibc asks for IPv4 only, it clears errno after a last source that says NOTFOUND, but
 * not after one that says UNAVAIL, as idnx must for an ASCII name; and if errno is not 0,
 * getaddrinfo() reports a name without an address.  If an earlier source has not found the
 * name, errno has no cause to report, whether that source or the program has set it.
 */
enum nss_status outcome_report_ipv4(enum outcome outcome, int *errnop, int *h_errnop)
{
	int before = host_error_before(h_errnop);

	if (outcome == OUTCOME_NOT_OURS && (before == HOST_NOT_FOUND || before == NO_DATA))
		*errnop = 0;
	return outcome_report(outcome, errnop, h_errnop);
}
