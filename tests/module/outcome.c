/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * outcome.c: what glibc is told of each outcome, for a line that then ends the walk and for
 * one that continues.
 */
#include <errno.h>
#include <string.h>

#include "../common/test.h"
#include "../common/sources/fake.h"
#include "lookup.h"

#define RECOMMENDED "hosts: files idnx [!UNAVAIL=return] dns\n"

struct said {
	int status, error, host_error;
};

enum {
	FOUND = NSS_STATUS_SUCCESS,
	UNAVAIL = NSS_STATUS_UNAVAIL,
	NOTFOUND = NSS_STATUS_NOTFOUND,
	AGAIN = NSS_STATUS_TRYAGAIN,
	RETURN = NSS_STATUS_RETURN
};

/* An ASCII name, an answer, and a small buffer are the same on any line. */
#define BOTH(...) { __VA_ARGS__ }, { __VA_ARGS__ }

/* Status and errno where the walk ends and where it goes on, and h_errno. */
#define EITHER(s, e, status, error, host_error) { s, e, host_error }, { status, error, host_error }

static const struct row {
	const char *what;
	enum outcome outcome;
	int error, host_error; /* as the lookup left them */
	struct said ends, goes_on;
} rows[] = {
	{ "an answer", OUTCOME_FOUND, 7, 3, BOTH(FOUND, 7, 3) },
	{ "an answer after a failure", OUTCOME_FOUND, 7, NETDB_INTERNAL,
	  BOTH(FOUND, 7, NETDB_SUCCESS) },
	{ "an ASCII name", OUTCOME_NOT_OURS, 7, 3, BOTH(UNAVAIL, 7, 3) },
	{ "an ASCII name with errno ERANGE", OUTCOME_NOT_OURS, ERANGE, 3,
	  BOTH(UNAVAIL, ERANGE, 3) },
	{ "an ASCII name after a failure", OUTCOME_NOT_OURS, 7, NETDB_INTERNAL,
	  BOTH(UNAVAIL, 7, HOST_NOT_FOUND) },
	{ "no such name", OUTCOME_NOT_FOUND, 7, 3,
	  EITHER(NOTFOUND, 7, RETURN, 0, HOST_NOT_FOUND) },
	{ "no address", OUTCOME_NO_ADDRESS, 7, 3, EITHER(NOTFOUND, 7, RETURN, 0, NO_DATA) },
	{ "a timeout", OUTCOME_TRY_LATER, 7, 3,
	  EITHER(AGAIN, EAGAIN, RETURN, EAGAIN, TRY_AGAIN) },
	{ "a timeout of an address", OUTCOME_REVERSE_TRY_LATER, 7, 3,
	  EITHER(NOTFOUND, 0, RETURN, 0, TRY_AGAIN) },
	{ "an alias of a name without an address", OUTCOME_DANGLING_ALIAS, EAGAIN, 3,
	  EITHER(AGAIN, ENOENT, RETURN, EAGAIN, NO_RECOVERY) },
	{ "a failure, then no such name", OUTCOME_NOT_FOUND_AFTER_FAILURE, 7, 3,
	  EITHER(NOTFOUND, EAGAIN, RETURN, EAGAIN, TRY_AGAIN) },
	{ "a source that is down", OUTCOME_FAILED, ECONNREFUSED, 3,
	  BOTH(RETURN, ECONNREFUSED, NO_RECOVERY) },
	{ "a family that is none", OUTCOME_UNSUPPORTED, EAFNOSUPPORT, 3,
	  BOTH(RETURN, EAFNOSUPPORT, NO_DATA) },
	{ "a small buffer", OUTCOME_NO_SPACE, 7, 3, BOTH(AGAIN, ERANGE, NETDB_INTERNAL) },
	{ "no file descriptors", OUTCOME_INTERNAL, EMFILE, 3,
	  EITHER(AGAIN, EMFILE, RETURN, EMFILE, NETDB_INTERNAL) },
	{ "an ERANGE that is not about the buffer", OUTCOME_INTERNAL, ERANGE, 3,
	  EITHER(AGAIN, EINVAL, RETURN, EINVAL, NETDB_INTERNAL) },
	{ "no file descriptors, getaddrinfo",
	  OUTCOME_SYSTEM,
	  EMFILE,
	  3,
	  { AGAIN, EMFILE, NETDB_INTERNAL },
	  { RETURN, EAGAIN, TRY_AGAIN } },
};

/*
 * errnop is &errno in glibc, another variable in nscd.  h_errnop is &h_errno in
 * getaddrinfo(), else the caller's variable.  That one may be uninitialized, and is not
 * written if idnx leaves the name alone.
 */
static void check(const struct row *row, const char *nsswitch, const struct said *expected,
                  int *errnop, int *h_errnop)
{
	int host_error = expected->host_error;
	enum nss_status status;

	if (row->outcome == OUTCOME_NOT_OURS && h_errnop != &h_errno)
		host_error = row->host_error;
	if (row->outcome == OUTCOME_FOUND && h_errnop != &h_errno)
		host_error = NETDB_SUCCESS;
	fake_nsswitch(nsswitch);
	*errnop = row->error;
	errno = row->error;
	*h_errnop = row->host_error;
	status = outcome_report(row->outcome, errnop, h_errnop);
	if ((int)status != expected->status || *errnop != expected->error ||
	    *h_errnop != host_error)
		fail_msg("%s, with %s: %d, errno %d, h_errno %d", row->what,
		         nsswitch ? nsswitch : "no file", status, *errnop, *h_errnop);
}

static void check_all(const char *nsswitch, bool ends)
{
	for (size_t i = 0; i < LENGTH(rows); i++) {
		const struct said *expected = ends ? &rows[i].ends : &rows[i].goes_on;
		int own, own_h_errno;

		check(&rows[i], nsswitch, expected, &errno, &h_errno);
		check(&rows[i], nsswitch, expected, &errno, &own_h_errno);
		check(&rows[i], nsswitch, expected, &own, &own_h_errno);
	}
}

TEST(glibc_gets_the_full_outcome_where_the_walk_ends_after_it)
{
	check_all(RECOMMENDED, true);
	check_all("hosts: files dns idnx\n", true);
}

TEST(on_the_bare_line_and_with_an_unreadable_file_the_outcome_ends_the_walk)
{
	check_all("hosts: files idnx dns\n", false);
	check_all(NULL, false);
}

/* The module reads only 16 KiB, after which there could be another hosts: line. */
TEST(with_a_file_that_is_too_long_the_outcome_ends_the_walk)
{
	static char text[16384 + 1];
	size_t length = sizeof RECOMMENDED - 1;

	memset(text, '\n', sizeof text - 1);
	memcpy(text, RECOMMENDED, length);
	text[16383] = '\0';
	check_all(text, true);
	text[16383] = '\n';
	check_all(text, false);
}

TEST(one_status_may_end_the_walk_and_another_not)
{
	static const char line[] = "hosts: idnx [TRYAGAIN=return] dns\n";

	for (size_t i = 0; i < LENGTH(rows); i++) {
		bool ends = rows[i].ends.status == NSS_STATUS_TRYAGAIN;

		check(&rows[i], line, ends ? &rows[i].ends : &rows[i].goes_on, &errno,
		      &h_errno);
	}
}

BEFORE_ALL
{
	origin_remember(); /* as an entry point does */
}
