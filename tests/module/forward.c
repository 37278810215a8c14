/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * forward.c: whose functions are called, and what becomes of libc's answers.  This program
 * defines those functions itself, as a preloaded library may.  Its own are called only if
 * libc.so.6 cannot be found, as in a statically linked program.  And outcome.c: what glibc is
 * told of each outcome, for a line that then ends the walk and for one that continues.
 */
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

#include "../common/sources/fake.h"
#include "../common/test.h"
#include "lookup.h"
#include "nss_idnx.h"

static bool libc_is_there;

/* What a function of this program returns, and how often one has been called. */
static int code, error, host_error;
static unsigned called, freed;
static struct hostent *answer;
static struct addrinfo *list_answer;
static const int inet = AF_INET;

__attribute__((visibility("default"))) void *dlopen(const char *file, int mode)
{
	void *(*next)(const char *, int);
	void *symbol = dlsym(RTLD_NEXT, "dlopen");

	memcpy(&next, &symbol, sizeof next);
	return libc_is_there ? next(file, mode) : NULL;
}

int gethostbyname_r(const char *name, struct hostent *host, char *buffer, size_t buflen,
                    struct hostent **result, int *h_errnop)
{
	return gethostbyname2_r(name, AF_INET, host, buffer, buflen, result, h_errnop);
}

int gethostbyname2_r(const char *name, int af, struct hostent *host, char *buffer,
                     size_t buflen, struct hostent **result, int *h_errnop)
{
	(void)name, (void)af, (void)host, (void)buffer, (void)buflen;
	called++;
	*result = answer;
	*h_errnop = host_error;
	if (code == -1)
		errno = error;
	return code;
}

int gethostbyaddr_r(const void *address, socklen_t length, int af, struct hostent *host,
                    char *buffer, size_t buflen, struct hostent **result, int *h_errnop)
{
	(void)address, (void)length;
	return gethostbyname2_r("", af, host, buffer, buflen, result, h_errnop);
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **list)
{
	(void)name, (void)service, (void)hints;
	called++;
	*list = list_answer;
	errno = error;
	h_errno = host_error;
	return code;
}

void freeaddrinfo(struct addrinfo *list)
{
	(void)list;
	freed++;
}

/* --- Whom it asks ----------------------------------------------------------------- */

TEST(without_libc_so_it_calls_the_programs_functions)
{
	struct addresses addresses;
	struct hostent host;

	libc_is_there = false;
	called = 0;
	forward_gethostbyname("127.0.0.1", NULL, &host, NULL, 0, &host_error);
	forward_gethostbyname("127.0.0.1", &inet, &host, NULL, 0, &host_error);
	forward_gethostbyaddr("", 0, AF_INET, &host, NULL, 0, &host_error);
	forward_getaddrinfo("127.0.0.1", AF_UNSPEC, &addresses);
	assert_int_equal(called, 4);
	forward_release(addresses);
	assert_int_equal(freed, 1);
}

/* --- What comes back ---------------------------------------------------------------- */

static const struct {
	const char *what;
	int code, host_error;
	enum outcome outcome;
	int left; /* in errno; it was 77 before */
} hostents[] = {
	{ "NOTFOUND", 0, HOST_NOT_FOUND, OUTCOME_NOT_FOUND, 77 },
	{ "NOTFOUND, no address", 0, NO_DATA, OUTCOME_NO_ADDRESS, 77 },
	{ "NOTFOUND, FORMERR", 0, NO_RECOVERY, OUTCOME_FAILED, 0 },
	{ "NOTFOUND without a word", 0, NETDB_SUCCESS, OUTCOME_NOT_FOUND, 77 },
	{ "TRYAGAIN", EAGAIN, TRY_AGAIN, OUTCOME_TRY_LATER, EAGAIN },
	{ "TRYAGAIN, a CNAME to nowhere", EAGAIN, NO_RECOVERY, OUTCOME_DANGLING_ALIAS, EAGAIN },
	{ "NOTFOUND, a server that failed before", 0, TRY_AGAIN,
	  OUTCOME_NOT_FOUND_AFTER_FAILURE, 0 },
	{ "TRYAGAIN, small buffer", ERANGE, NETDB_INTERNAL, OUTCOME_NO_SPACE, ERANGE },
	{ "UNAVAIL, another ERANGE", EINVAL, NETDB_INTERNAL, OUTCOME_INTERNAL, EINVAL },
	{ "UNAVAIL, EMFILE", EMFILE, NETDB_INTERNAL, OUTCOME_INTERNAL, EMFILE },
	{ "UNAVAIL, down", ECONNREFUSED, NO_RECOVERY, OUTCOME_FAILED, ECONNREFUSED },
	{ "UNAVAIL, family", EAFNOSUPPORT, NO_DATA, OUTCOME_UNSUPPORTED, EAFNOSUPPORT },
	{ "UNAVAIL with a stale errno", ENOENT, HOST_NOT_FOUND, OUTCOME_NOT_FOUND, ENOENT },
	{ "GLIBC_2.0, small buffer", -1, NETDB_INTERNAL, OUTCOME_NO_SPACE, ERANGE },
	{ "GLIBC_2.0, a server that failed before", -1, TRY_AGAIN,
	  OUTCOME_NOT_FOUND_AFTER_FAILURE, 0 },
};

TEST(each_h_errno_becomes_an_outcome_with_its_cause)
{
	struct hostent host;
	enum outcome outcome;
	int own;

	libc_is_there = false;
	for (size_t i = 0; i < LENGTH(hostents); i++) {
		code = hostents[i].code;
		error = hostents[i].left;
		host_error = hostents[i].host_error;
		errno = 77;
		outcome = forward_gethostbyname("a", NULL, &host, NULL, 0, &own);
		if (outcome != hostents[i].outcome || errno != hostents[i].left)
			fail_msg("%s: errno %d", hostents[i].what, errno);
	}
	answer = &host;
	assert_int_equal(forward_gethostbyname("a", &inet, &host, NULL, 0, &own),
	                 OUTCOME_FOUND);
	answer = NULL;
}

static const struct {
	const char *what;
	int code, error, host_error;
	enum outcome outcome;
	int cause;
} addrinfos[] = {
	{ "an answer", 0, 7, NETDB_SUCCESS, OUTCOME_FOUND, 7 },
	{ "no such name", EAI_NONAME, 7, HOST_NOT_FOUND, OUTCOME_NOT_FOUND, 7 },
	{ "one family has no address", EAI_NONAME, 7, NO_DATA, OUTCOME_NOT_FOUND, 7 },
	{ "no source could answer", EAI_NONAME, 7, NO_RECOVERY, OUTCOME_FAILED, 7 },
	{ "no address", EAI_NODATA, 7, NO_DATA, OUTCOME_NO_ADDRESS, 7 },
	{ "timeout", EAI_AGAIN, 7, TRY_AGAIN, OUTCOME_TRY_LATER, 7 },
	{ "no memory", EAI_MEMORY, 7, NETDB_SUCCESS, OUTCOME_SYSTEM, ENOMEM },
	{ "this machine", EAI_SYSTEM, EMFILE, NETDB_INTERNAL, OUTCOME_SYSTEM, EMFILE },
	{ "any other", EAI_FAIL, 7, NETDB_SUCCESS, OUTCOME_FAILED, 7 },
};

TEST(each_eai_code_becomes_an_outcome_with_its_cause)
{
	struct addresses addresses;

	libc_is_there = false;
	for (size_t i = 0; i < LENGTH(addrinfos); i++) {
		code = addrinfos[i].code;
		error = addrinfos[i].error;
		host_error = addrinfos[i].host_error;
		if (forward_getaddrinfo("a", AF_UNSPEC, &addresses) != addrinfos[i].outcome ||
		    errno != addrinfos[i].cause)
			fail_msg("%s: errno %d", addrinfos[i].what, errno);
	}
}

TEST(a_list_without_a_canonical_name_has_the_name_asked_for)
{
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	struct addrinfo info = { .ai_family = AF_INET, .ai_addr = (void *)&v4 };
	struct gaih_addrtuple *first = NULL;
	enum nss_status status;
	char buffer[1024];
	int own_errno, own;

	libc_is_there = false;
	code = 0;
	list_answer = &info;
	status = _nss_idnx_gethostbyname4_r("bücher.example", &first, buffer, sizeof buffer,
	                                    &own_errno, &own, NULL);
	list_answer = NULL;
	assert_int_equal(status, NSS_STATUS_SUCCESS);
	assert_string_equal(first->name, "xn--bcher-kva.example");
}

/* Memory of one allocator must not reach another's free(). */
TEST(an_answer_is_freed_by_the_libc_that_returned_it)
{
	struct addresses addresses;

	libc_is_there = false;
	forward_getaddrinfo("127.0.0.1", AF_UNSPEC, &addresses);
	libc_is_there = true;
	freed = 0;
	forward_release(addresses);
	assert_int_equal(freed, 1);
}

/* The last test: functions are looked up once and kept. */
TEST(it_asks_libc_and_not_what_has_taken_its_name)
{
	struct addresses addresses;
	struct hostent host;
	char buffer[1024];
	enum outcome outcome;

	libc_is_there = true;
	called = freed = 0;
	outcome = forward_gethostbyname("127.0.0.1", NULL, &host, buffer, sizeof buffer,
	                                &host_error);
	assert_int_equal(outcome, OUTCOME_FOUND);
	outcome = forward_gethostbyname("127.0.0.1", &inet, &host, buffer, sizeof buffer,
	                                &host_error);
	assert_int_equal(outcome, OUTCOME_FOUND);
	forward_gethostbyaddr("", 0, AF_INET, &host, buffer, sizeof buffer, &host_error);
	outcome = forward_getaddrinfo("127.0.0.1", AF_UNSPEC, &addresses);
	assert_int_equal(outcome, OUTCOME_FOUND);
	assert_string_equal(addresses.list->ai_canonname, "127.0.0.1");
	assert_null(addresses.list->ai_next);
	forward_release(addresses);
	assert_int_equal(called, 0);
	assert_int_equal(freed, 0);
}

/* --- What glibc is told -------------------------------------------------------------- */

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
	  BOTH(FOUND, 7, NETDB_INTERNAL) },
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
 * written if the name passes through.
 */
static void check(const struct row *row, const char *nsswitch, const struct said *expected,
                  int *errnop, int *h_errnop)
{
	int wanted = expected->host_error;
	enum nss_status status;

	if (row->outcome == OUTCOME_NOT_OURS && h_errnop != &h_errno)
		wanted = row->host_error;
	if (row->outcome == OUTCOME_FOUND && h_errnop != &h_errno)
		wanted = NETDB_SUCCESS;
	fake_nsswitch(nsswitch);
	*errnop = row->error;
	errno = row->error;
	*h_errnop = row->host_error;
	status = outcome_report(row->outcome, errnop, h_errnop);
	if ((int)status != expected->status || *errnop != expected->error ||
	    *h_errnop != wanted)
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
