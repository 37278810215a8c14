/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Canonical names in Unicode, through every function that returns one.  idnx.conf changes
 * nothing else in an answer.
 */
#include <errno.h>
#include <netdb.h>
#include <stdbool.h>

#include "../common/locale.h"
#include "../common/sources/fake.h"
#include "../common/table.h"
#include "nss_idnx.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

#define UNICODE "canonical-name = unicode\n"

/* --- The entry points ----------------------------------------------------------------- */

/* An answer in buflen octets of the buffer: its canonical name and aliases. */
struct answer {
	char *buffer;
	size_t buflen;
	int error, host_error;
	const char *canonical;
	struct hostent host;
};

static enum nss_status call_r(const char *name, struct answer *answer)
{
	enum nss_status status;

	status = _nss_idnx_gethostbyname_r(name, &answer->host, answer->buffer, answer->buflen,
	                                   &answer->error, &answer->host_error);
	answer->canonical = answer->host.h_name;
	return status;
}

static enum nss_status call_2_r(const char *name, struct answer *answer)
{
	enum nss_status status;

	status = _nss_idnx_gethostbyname2_r(name, AF_INET6, &answer->host, answer->buffer,
	                                    answer->buflen, &answer->error,
	                                    &answer->host_error);
	answer->canonical = answer->host.h_name;
	return status;
}

static enum nss_status call_3_r(const char *name, struct answer *answer)
{
	enum nss_status status;
	char *canonical = NULL;
	int32_t ttl = 55;

	status = _nss_idnx_gethostbyname3_r(name, AF_INET, &answer->host, answer->buffer,
	                                    answer->buflen, &answer->error, &answer->host_error,
	                                    &ttl, &canonical);
	answer->canonical = canonical;
	assert_int_equal(ttl, status == NSS_STATUS_SUCCESS ? 0 : 55);
	return status;
}

static enum nss_status call_4_r(const char *name, struct answer *answer)
{
	static char *none[] = { NULL };
	struct gaih_addrtuple *tuples = NULL;
	enum nss_status status;
	int32_t ttl = 55;

	status = _nss_idnx_gethostbyname4_r(name, &tuples, answer->buffer, answer->buflen,
	                                    &answer->error, &answer->host_error, &ttl);
	answer->canonical = status == NSS_STATUS_SUCCESS ? tuples->name : NULL;
	answer->host.h_aliases = none;
	assert_int_equal(ttl, status == NSS_STATUS_SUCCESS ? 0 : 55);
	return status;
}

static enum nss_status (*const entry_points[])(const char *, struct answer *) = {
	call_r, call_2_r, call_3_r, call_4_r,
};

/* Columns: idnx.conf, name, canonical name, the locale's charset. */
static void check_canonical(char *column[])
{
	char buffer[2048];

	fake_hosts("fake");
	fake_conf(strcmp(column[0], "-") == 0 ? NULL : column[0]);
	use_charset(column[3]);
	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct answer answer = { .buffer = buffer, .buflen = sizeof buffer };

		assert_int_equal(entry_points[i](column[1], &answer), NSS_STATUS_SUCCESS);
		assert_string_equal(answer.canonical, column[2]);
	}
}

TABLE_TEST(the_canonical_name_is_in_unicode_on_request, "tests/module/policy.tsv",
           check_canonical);

TEST(its_aliases_stay_ascii)
{
	char buffer[2048];
	struct answer answer = { .buffer = buffer, .buflen = sizeof buffer };

	fake_conf(UNICODE);
	assert_int_equal(call_3_r("alias.bücher.example", &answer), NSS_STATUS_SUCCESS);
	assert_string_equal(answer.host.h_aliases[0], "alias.xn--bcher-kva.example");
	assert_null(answer.host.h_aliases[1]);
}

/* --- Through glibc -------------------------------------------------------------------- */

TEST(ai_canonname_is_in_unicode_for_every_family)
{
	static const int families[] = { AF_UNSPEC, AF_INET, AF_INET6 };

	fake_hosts("idnx [!UNAVAIL=return] fake");
	fake_conf(UNICODE);
	for (size_t i = 0; i < COUNT(families); i++) {
		const struct addrinfo hints = {
			.ai_family = families[i], .ai_flags = AI_CANONNAME,
		};
		struct addrinfo *list;

		assert_int_equal(getaddrinfo("alias.bücher.example", NULL, &hints, &list), 0);
		assert_string_equal(list->ai_canonname, "target.bücher.example");
		freeaddrinfo(list);
		/* A caller that asks in ASCII gets ASCII. */
		assert_int_equal(
			getaddrinfo("alias.xn--bcher-kva.example", NULL, &hints, &list), 0);
		assert_string_equal(list->ai_canonname, "target.xn--bcher-kva.example");
		freeaddrinfo(list);
	}
}

/* --- What idnx.conf forbids ------------------------------------------------------------ */

static const struct {
	const char *what, *conf, *name;
	enum nss_status status;
	int error, host_error;
} failures[] = {
	{ "broken", "nonsense\n", "both.bücher.example", NSS_STATUS_TRYAGAIN, EAGAIN,
	  TRY_AGAIN },
	{ "no converter", "charset = KLINGON\n",
	  "both.b\xfc"
	  "cher.example",
	  NSS_STATUS_TRYAGAIN, EAGAIN, TRY_AGAIN },
	{ "not in the charset", "charset = EUC-JP\n", "\xfc.example", NSS_STATUS_NOTFOUND, 77,
	  HOST_NOT_FOUND },
	{ "scripts", "script-policy = single-script\n", "раypal.example", NSS_STATUS_NOTFOUND,
	  77, HOST_NOT_FOUND },
	{ "excluded", "exclude = .example\n", "both.bücher.example", NSS_STATUS_UNAVAIL, 77,
	  99 },
};

TEST(a_name_not_to_be_converted_sends_no_query)
{
	char buffer[2048];

	fake_nsswitch("hosts: idnx [!UNAVAIL=return] fake\n");
	fake_asked();
	for (size_t i = 0; i < COUNT(failures) * COUNT(entry_points); i++) {
		const size_t row = i / COUNT(entry_points);
		struct answer answer = {
			.buffer = buffer, .buflen = sizeof buffer,
			.error = 77, .host_error = 99,
		};

		fake_conf(failures[row].conf);
		errno = 77;
		if (entry_points[i % COUNT(entry_points)](failures[row].name, &answer) !=
		            failures[row].status ||
		    answer.error != failures[row].error ||
		    answer.host_error != failures[row].host_error)
			fail_msg("%s: errno %d, h_errno %d", failures[row].what, answer.error,
			         answer.host_error);
	}
	assert_int_equal(fake_asked(), 0);
}

TEST(a_broken_file_is_eai_again_for_non_ascii_names_only)
{
	static const char *const lines[] = { "idnx [!UNAVAIL=return] fake", "idnx fake" };
	struct addrinfo *list;

	fake_conf("nonsense\n");
	for (size_t i = 0; i < COUNT(lines); i++) {
		fake_hosts(lines[i]);
		fake_asked();
		assert_int_equal(getaddrinfo("both.bücher.example", NULL, NULL, &list),
		                 EAI_AGAIN);
		assert_int_equal(fake_asked(), 0);
		assert_int_equal(getaddrinfo("example.com", NULL, NULL, &list), 0);
		freeaddrinfo(list);
	}
}

BEFORE_ALL
{
	make_locales();
}
