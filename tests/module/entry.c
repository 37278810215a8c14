/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * The entry points, called as glibc and nscd call them: what they write, and what they do not
 * touch; canonical names in Unicode, and what idnx.conf forbids.  faults/buffers.c has buffers of
 * every size, and tuples of the caller's.
 */
#include "../common/call.h"
#include "../common/child.h"
#include "../common/locale.h"
#include "../common/sources/fake.h"
#include "../common/table.h"

#define ROWS(test, check) TABLE_TEST(test, "tests/module/policy.tsv", check)

/* Those for names. */
static entry_point *const entry_points[] = { call_r, call_2_r, call_3_r, call_4_r };

/* --- ASCII names ---------------------------------------------------------------- */

TEST(an_ascii_name_is_left_alone)
{
	char buffer[1024];

	fake_hosts("idnx fake");
	fake_asked();
	for (size_t i = 0; i < LENGTH(entry_points); i++) {
		struct call call = call_of("example.com", buffer, sizeof buffer);
		struct call before = call;

		assert_int_equal(entry_points[i](&call), NSS_STATUS_UNAVAIL);
		assert_memory_equal(&call, &before, sizeof call);
		call.h_errnop = &h_errno; /* loses nothing but a stale NETDB_INTERNAL */
		h_errno = NETDB_INTERNAL;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_UNAVAIL);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
		assert_int_equal(call.error, 77);
	}
	assert_int_equal(fake_asked(), 0);
}

/*
 * errno after an ASCII name that an earlier source did not find; it was 77 before.  Without it
 * gethostbyname_r() and, for IPv4, gethostbyname2_r() would look for a cause.
 */
TEST(glibc_finds_no_cause_where_it_would_look_for_one)
{
	char buffer[1024];

	for (int before = NETDB_INTERNAL; before <= NO_DATA; before++) {
		bool is_missing = before == HOST_NOT_FOUND || before == NO_DATA;

		for (size_t i = 0; i < 2 * LENGTH(entry_points); i++) {
			struct call call = call_of("example.com", buffer, sizeof buffer);

			call.af = i % 2 == 0 ? AF_INET : AF_INET6;
			call.h_errnop = &h_errno;
			h_errno = before;
			assert_int_equal(entry_points[i / 2](&call), NSS_STATUS_UNAVAIL);
			assert_int_equal(call.error, is_missing && i <= 2 ? 0 : 77);
		}
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
	for (size_t i = 0; i < LENGTH(entry_points) * LENGTH(names); i++) {
		const char *name = names[i / LENGTH(entry_points)];
		struct call first = call_of(name, buffer, sizeof buffer);
		enum nss_status status = entry_points[i % LENGTH(entry_points)](&first);

		for (int value = NETDB_INTERNAL; value <= NO_DATA; value++) {
			struct call call = call_of(name, buffer, sizeof buffer);

			call.host_error = value;
			assert_int_equal(entry_points[i % LENGTH(entry_points)](&call), status);
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
	for (size_t i = 0; i < LENGTH(entry_points) * LENGTH(names); i++) {
		char buffer[1024];
		struct call call = call_of(names[i / LENGTH(entry_points)], buffer,
		                           sizeof buffer);

		call.h_errnop = malloc(sizeof *call.h_errnop);
		assert_int_not_equal(entry_points[i % LENGTH(entry_points)](&call),
		                     NSS_STATUS_SUCCESS);
		free(call.h_errnop);
	}
}

/* idnx is the only source, so NO_RECOVERY is from an earlier lookup. */
TEST(h_errno_of_an_earlier_lookup_has_no_effect)
{
	char buffer[1024];

	fake_hosts("idnx");
	for (size_t i = 0; i < LENGTH(entry_points); i++) {
		struct call call = call_of("bücher.nowhere.example", buffer, sizeof buffer);

		call.h_errnop = &h_errno;
		h_errno = NO_RECOVERY;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_NOTFOUND);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
	}
}

enum { LONG = 70000 };

TEST(a_name_of_70000_octets_is_left_alone_or_rejected)
{
	char *name = malloc(LONG + 1), buffer[1024];

	memset(name, 'a', LONG);
	name[LONG] = '\0';
	fake_hosts("idnx [!UNAVAIL=return] fake");
	fake_asked();
	for (size_t i = 0; i < LENGTH(entry_points); i++) {
		struct call call = call_of(name, buffer, sizeof buffer);

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
	call = call_of("sixty.bücher.example", buffer, 1024);
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
	call = call_of("sixty.bücher.example", buffer, 1024);
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
	call = call_of("sixty.bücher.example", buffer, 1024);
	assert_int_equal(call_4_r(&call), NSS_STATUS_TRYAGAIN);
	call.buflen = sizeof buffer;
	assert_int_equal(child_run(is_answered, &call), 0);
	assert_int_equal(call_4_r(&call), NSS_STATUS_SUCCESS);
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
	for (size_t i = 0; i < LENGTH(entry_points); i++) {
		struct call call = call_of(column[1], buffer, sizeof buffer);

		call.af = entry_points[i] == call_2_r ? AF_INET6 : AF_INET;
		assert_int_equal(entry_points[i](&call), NSS_STATUS_SUCCESS);
		assert_string_equal(canonical_of(&call), column[2]);
	}
}

ROWS(the_canonical_name_is_in_unicode_on_request, check_canonical);

TEST(its_aliases_stay_ascii)
{
	char buffer[2048];
	struct call call = call_of("alias.bücher.example", buffer, sizeof buffer);

	fake_conf(UNICODE);
	assert_int_equal(call_3_r(&call), NSS_STATUS_SUCCESS);
	assert_string_equal(call.host.h_aliases[0], "alias.xn--bcher-kva.example");
	assert_null(call.host.h_aliases[1]);
}

/* Columns: idnx.conf, name, "later", "not found" or "not ours". */
static void check_not_converted(char *column[])
{
	bool is_later = strcmp(column[2], "later") == 0,
	     is_ours = strcmp(column[2], "not ours");
	char buffer[2048];

	fake_nsswitch("hosts: idnx [!UNAVAIL=return] fake\n");
	fake_conf(column[0]);
	fake_asked();
	for (size_t i = 0; i < LENGTH(entry_points); i++) {
		struct call call = call_of(column[1], buffer, sizeof buffer);

		errno = 77;
		assert_int_equal(entry_points[i](&call), is_later  ? NSS_STATUS_TRYAGAIN
		                                         : is_ours ? NSS_STATUS_NOTFOUND
		                                                   : NSS_STATUS_UNAVAIL);
		assert_int_equal(call.error, is_later ? EAGAIN : 77);
		assert_int_equal(call.host_error, is_later  ? TRY_AGAIN
		                                  : is_ours ? HOST_NOT_FOUND
		                                            : 99);
		assert_int_equal(call.ttl, 55);
	}
	assert_int_equal(fake_asked(), 0);
}

ROWS(a_name_not_to_be_converted_sends_no_query, check_not_converted);

/* --- Addresses -------------------------------------------------------------------------- */

TEST(nscd_asks_once_and_gets_a_ttl_of_zero)
{
	char buffer[1024];
	struct call call = call_of("\1", buffer, sizeof buffer);

	fake_hosts("idnx fake");
	fake_conf("reverse = unicode\n");
	fake_asked();
	assert_int_equal(call_addr2_r(&call), NSS_STATUS_SUCCESS);
	assert_int_equal(fake_asked(), 1);
	assert_int_equal(call.ttl, 0);
	assert_string_equal(call.host.h_name, "bücher.example");
}

TEST(an_address_not_for_idnx_changes_nothing_and_costs_one_look_if_there_is_no_file)
{
	static const struct {
		const char *conf;
		int sought, opened;
	} confs[] = {
		{ "# nothing\n", 0, 1 },
		{ "reverse = ace\n", 1, 2 },
		{ "reverse = unicode\nnonsense\n", 1, 2 },
		{ NULL, 0, 1 }, /* which is not there */
	};

	fake_asked();
	for (size_t i = 0; i < LENGTH(confs); i++) {
		char buffer[64] = "";
		struct call call = call_of("\1", buffer, sizeof buffer), before = call;

		fake_conf(confs[i].conf);
		atomic_store(&fake_conf_sought, 0);
		atomic_store(&fake_conf_opened, 0);
		errno = 78;
		assert_int_equal(call_addr2_r(&call), NSS_STATUS_UNAVAIL);
		assert_memory_equal(&call, &before, sizeof call);
		assert_string_equal(buffer, "");
		assert_int_equal(errno, 78);
		assert_int_equal(fake_conf_sought, confs[i].sought);
		assert_int_equal(fake_conf_opened, confs[i].opened);
		call.h_errnop = &h_errno;
		h_errno = NETDB_INTERNAL;
		call_addr2_r(&call);
		assert_int_equal(h_errno, HOST_NOT_FOUND);
	}
	assert_int_equal(fake_asked(), 0);
}

BEFORE_ALL
{
	make_locales();
}
