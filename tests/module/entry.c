/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points, called as glibc and nscd call them: what they write, and what they leave
 * alone; canonical names in Unicode, and what idnx.conf forbids.  faults/buffers.c has buffers of
 * every size, and tuples of the caller's.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>

#include "../common/child.h"
#include "../common/locale.h"
#include "../common/sources/fake.h"
#include "../common/table.h"
#include "nss_idnx.h"

/* One question, and all that an entry point may write. */
struct call {
	const char *name;
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

static int *host_error(struct call *call)
{
	return call->h_errnop != NULL ? call->h_errnop : &call->host_error;
}

static enum nss_status call_r(struct call *call)
{
	return _nss_idnx_gethostbyname_r(call->name, &call->host, call->buffer, call->buflen,
	                                 &call->error, host_error(call));
}

static enum nss_status call_2_r(struct call *call)
{
	return _nss_idnx_gethostbyname2_r(call->name, call->af, &call->host, call->buffer,
	                                  call->buflen, &call->error, host_error(call));
}

static enum nss_status call_3_r(struct call *call)
{
	return _nss_idnx_gethostbyname3_r(call->name, call->af, &call->host, call->buffer,
	                                  call->buflen, &call->error, host_error(call),
	                                  &call->ttl, &call->canonical);
}

static enum nss_status call_4_r(struct call *call)
{
	return _nss_idnx_gethostbyname4_r(call->name, &call->tuples, call->buffer, call->buflen,
	                                  &call->error, host_error(call), &call->ttl);
}

static enum nss_status (*const entry_points[])(struct call *) = {
	call_r, call_2_r, call_3_r, call_4_r,
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Presets all that can be written, so that a write shows. */
static struct call question(const char *name, char *buffer, size_t buflen)
{
	return (struct call){
		.name = name,
		.af = AF_INET,
		.buffer = buffer,
		.buflen = buflen,
		.error = 77,
		.host_error = 99,
		.ttl = 55,
	};
}

/* --- ASCII names ---------------------------------------------------------------- */

TEST(an_ascii_name_is_left_alone)
{
	char buffer[1024];

	fake_hosts("idnx fake");
	fake_asked();
	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct call call = question("example.com", buffer, sizeof buffer);
		struct call before = call;

		assert_int_equal(entry_points[i](&call), NSS_STATUS_UNAVAIL);
		assert_memory_equal(&call, &before, sizeof call);
	}
	assert_int_equal(fake_asked(), 0);
}

TEST(it_loses_nothing_but_a_stale_netdb_internal)
{
	char buffer[1024];

	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct call call = question("example.com", buffer, sizeof buffer);

		call.h_errnop = &h_errno;
		h_errno = NETDB_INTERNAL;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_UNAVAIL);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
		assert_int_equal(call.error, 77);
	}
}

/* errno after an ASCII name that an earlier source did not find; it was 77 before. */
static const struct {
	const char *what;
	enum nss_status (*entry_point)(struct call *call);
	int af, host_error, error;
} not_found_before[] = {
	{ "for IPv4, not found", call_r, AF_INET, HOST_NOT_FOUND, 0 },
	{ "for IPv4, no address", call_r, AF_INET, NO_DATA, 0 },
	{ "for IPv4, a timeout", call_r, AF_INET, TRY_AGAIN, 77 },
	{ "for IPv4, a failure", call_r, AF_INET, NO_RECOVERY, 77 },
	{ "for IPv4, a failure of this machine", call_r, AF_INET, NETDB_INTERNAL, 77 },
	{ "for one family, IPv4, not found", call_2_r, AF_INET, HOST_NOT_FOUND, 0 },
	{ "for one family, IPv4, no address", call_2_r, AF_INET, NO_DATA, 0 },
	{ "for one family, IPv4, a timeout", call_2_r, AF_INET, TRY_AGAIN, 77 },
	{ "for one family, IPv6, not found", call_2_r, AF_INET6, HOST_NOT_FOUND, 77 },
	{ "for one family, IPv6, no address", call_2_r, AF_INET6, NO_DATA, 77 },
	{ "for a canonical name, not found", call_3_r, AF_INET, HOST_NOT_FOUND, 77 },
	{ "for both families, not found", call_4_r, AF_INET, HOST_NOT_FOUND, 77 },
};

TEST(glibc_finds_no_cause_where_it_would_look_for_one)
{
	char buffer[1024];

	for (size_t i = 0; i < COUNT(not_found_before); i++) {
		struct call call = question("example.com", buffer, sizeof buffer);

		call.af = not_found_before[i].af;
		call.h_errnop = &h_errno;
		h_errno = not_found_before[i].host_error;
		assert_int_equal(not_found_before[i].entry_point(&call), NSS_STATUS_UNAVAIL);
		if (call.error != not_found_before[i].error)
			fail_msg("%s: errno %d", not_found_before[i].what, call.error);
	}
}

/* gethostbyname_r() passes a variable that its caller may not have initialized. */
TEST(a_variable_of_the_caller_is_not_read_before_it_is_written)
{
	static const char *const names[] = {
		"example.com", "bücher..example", "both.bücher.example",
		"nxdomain.bücher.example", "nodata.bücher.example", "timeout.bücher.example",
	};
	char buffer[1024];

	fake_hosts("idnx fake");
	for (size_t i = 0; i < COUNT(entry_points) * COUNT(names); i++) {
		const char *name = names[i / COUNT(entry_points)];
		struct call first = question(name, buffer, sizeof buffer);
		enum nss_status status = entry_points[i % COUNT(entry_points)](&first);

		for (int value = NETDB_INTERNAL; value <= NO_DATA; value++) {
			struct call call = question(name, buffer, sizeof buffer);

			call.host_error = value;
			assert_int_equal(entry_points[i % COUNT(entry_points)](&call), status);
			assert_int_equal(call.error, first.error);
			assert_int_equal(call.host_error,
			                 name == names[0] ? value : first.host_error);
		}
	}
}

/* Under valgrind, memcheck reports a jump that depends on an uninitialized variable. */
TEST(an_uninitialized_variable_of_the_caller_has_no_effect)
{
	static const char *const names[] = { "example.com", "bücher.nowhere.example" };

	fake_hosts("idnx");
	for (size_t i = 0; i < COUNT(entry_points) * COUNT(names); i++) {
		char buffer[1024];
		struct call call = question(names[i / COUNT(entry_points)], buffer,
		                            sizeof buffer);

		call.h_errnop = malloc(sizeof *call.h_errnop);
		assert_int_not_equal(entry_points[i % COUNT(entry_points)](&call),
		                     NSS_STATUS_SUCCESS);
		free(call.h_errnop);
	}
}

/* idnx is the only source, so NO_RECOVERY is from an earlier lookup. */
TEST(h_errno_of_an_earlier_lookup_has_no_effect)
{
	char buffer[1024];

	fake_hosts("idnx");
	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct call call = question("bücher.nowhere.example", buffer, sizeof buffer);

		call.h_errnop = &h_errno;
		h_errno = NO_RECOVERY;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_NOTFOUND);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
	}
}

static int error_for_ipv4(const char *line)
{
	const struct addrinfo hints = { .ai_family = AF_INET };
	struct addrinfo *list;

	fake_hosts(line);
	errno = 77;
	h_errno = NETDB_SUCCESS; /* which files leaves unset if there is no /etc/hosts */
	return getaddrinfo("nxdomain.example", NULL, &hints, &list);
}

/* Without /etc/hosts, the code of files is EAI_NODATA. */
TEST(idnx_as_the_last_source_keeps_the_code_of_files)
{
	int expected = error_for_ipv4("files");

	assert_int_equal(expected, access("/etc/hosts", R_OK) == 0 ? EAI_NONAME : EAI_NODATA);
	assert_int_equal(error_for_ipv4("files idnx"), expected);
}

enum { LONG = 70000 };

TEST(a_name_of_70000_octets_is_left_alone_or_rejected)
{
	char *name = malloc(LONG + 1), buffer[1024];

	memset(name, 'a', LONG);
	name[LONG] = '\0';
	fake_hosts("idnx [!UNAVAIL=return] fake");
	fake_asked();
	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct call call = question(name, buffer, sizeof buffer);

		assert_int_equal(entry_points[i](&call), NSS_STATUS_UNAVAIL);
		name[LONG - 1] = '\xfc';
		errno = 77;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_NOTFOUND);
		assert_int_equal(call.host_error, HOST_NOT_FOUND);
		assert_int_equal(call.error, 77);
		name[LONG - 1] = 'a';
	}
	assert_int_equal(fake_asked(), 0);
	free(name);
}

/* --- Buffers --------------------------------------------------------------------- */

TEST(an_answer_that_does_not_fit_is_not_asked_for_again)
{
	char buffer[8192];
	struct call call;
	unsigned asked;

	fake_hosts("idnx fake");
	fake_asked();
	call = question("sixty.bücher.example", buffer, 1024);
	assert_int_equal(call_4_r(&call), NSS_STATUS_TRYAGAIN);
	asked = fake_asked();
	assert_true(asked > 0);
	call.buflen = 1536; /* a tuple has 40 octets, on 32 bits 32 */
	assert_int_equal(call_4_r(&call), NSS_STATUS_TRYAGAIN);
	call.buflen = 4096;
	assert_int_equal(call_4_r(&call), NSS_STATUS_SUCCESS);
	assert_int_equal(call.host_error, NETDB_SUCCESS);
	assert_int_equal(fake_asked(), 0);
	/* A new question starts with the small buffer, and asks again. */
	call = question("sixty.bücher.example", buffer, 1024);
	assert_int_equal(call_4_r(&call), NSS_STATUS_TRYAGAIN);
	assert_int_equal(fake_asked(), asked);
}

static int is_answered(const void *call)
{
	struct call copy = *(const struct call *)call;

	return call_4_r(&copy) == NSS_STATUS_SUCCESS ? 0 : 1;
}

TEST(a_process_may_fork_between_the_two)
{
	char buffer[8192];
	struct call call;

	fake_hosts("idnx fake");
	call = question("sixty.bücher.example", buffer, 1024);
	assert_int_equal(call_4_r(&call), NSS_STATUS_TRYAGAIN);
	call.buflen = sizeof buffer;
	assert_int_equal(child_run(is_answered, &call), 0);
	assert_int_equal(call_4_r(&call), NSS_STATUS_SUCCESS);
}

/* --- What an answer is ------------------------------------------------------------- */

TEST(the_canonical_name_is_ascii_and_the_ttl_is_zero)
{
	static const char canonical[] = "target.xn--bcher-kva.example";
	char buffer[1024];
	struct call call = question("alias.bücher.example", buffer, sizeof buffer);

	fake_hosts("idnx fake");
	assert_int_equal(call_3_r(&call), NSS_STATUS_SUCCESS);
	assert_string_equal(call.canonical, canonical);
	assert_int_equal(call.ttl, 0);
	call.ttl = 55;
	assert_int_equal(call_4_r(&call), NSS_STATUS_SUCCESS);
	assert_string_equal(call.tuples->name, canonical);
	assert_int_equal(call.ttl, 0);
}

/* --- idnx.conf ------------------------------------------------------------------------- */

#define UNICODE "canonical-name = unicode\n"

static const char *canonical_of(const struct call *call)
{
	if (call->canonical != NULL)
		return call->canonical;
	return call->tuples != NULL ? call->tuples->name : call->host.h_name;
}

/* Columns: idnx.conf, name, canonical name, the locale's charset. */
static void check_canonical(char *column[])
{
	char buffer[2048];

	fake_hosts("fake");
	fake_conf(strcmp(column[0], "-") == 0 ? NULL : column[0]);
	use_charset(column[3]);
	for (size_t i = 0; i < COUNT(entry_points); i++) {
		struct call call = question(column[1], buffer, sizeof buffer);

		call.af = entry_points[i] == call_2_r ? AF_INET6 : AF_INET;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_SUCCESS);
		assert_string_equal(canonical_of(&call), column[2]);
	}
}

TABLE_TEST(the_canonical_name_is_in_unicode_on_request, "tests/module/policy.tsv",
           check_canonical);

TEST(its_aliases_stay_ascii)
{
	char buffer[2048];
	struct call call = question("alias.bücher.example", buffer, sizeof buffer);

	fake_conf(UNICODE);
	assert_int_equal(call_3_r(&call), NSS_STATUS_SUCCESS);
	assert_string_equal(call.host.h_aliases[0], "alias.xn--bcher-kva.example");
	assert_null(call.host.h_aliases[1]);
}

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
		struct call call = question(failures[row].name, buffer, sizeof buffer);

		fake_conf(failures[row].conf);
		errno = 77;
		if (entry_points[i % COUNT(entry_points)](&call) != failures[row].status ||
		    call.error != failures[row].error ||
		    call.host_error != failures[row].host_error || call.ttl != 55)
			fail_msg("%s: errno %d, h_errno %d", failures[row].what, call.error,
			         call.host_error);
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
