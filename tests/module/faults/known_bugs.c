/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * Bugs that similar software had: a test for each class says what was wrong and shows that
 * idnx does not have the bug.  Others are rows of common/names.tsv (CVE-2017-14062,
 * CVE-2019-12290, CVE-2024-12224, CVE-2016-8625, addresses in other digits), or in
 * engine/buffers.c, engine/convert.c and fuzz/convert.c (CVE-2022-3602, CVE-2022-3786,
 * CVE-2019-18224, CVE-2021-22918), instructions.bats (CVE-2024-3651) and hostile_dns.bats
 * (CVE-2015-7547); calls.bats and exports.bats test the effects on sandboxes, signals and
 * thread-local data.
 */
#include <stdbool.h>

#include "../../common/call.h"
#include "../../common/sources/fake.h"
#include "../../common/table.h"
#include "idnx.h"

/* Converts the name to ASCII; returns the status, with the result in ace. */
static enum idnx_status status_of(const char *name, char ace[static IDNX_HOST_NAME_SIZE])
{
	return idnx_to_ascii(name, strlen(name), ace, IDNX_HOST_NAME_SIZE, IDNX_LOOKUP).status;
}

struct name {
	char octets[2 * IDNX_INPUT_MAX];
	size_t length;
};

static void name_add(struct name *name, const char *part, size_t times)
{
	size_t size = strlen(part);

	for (; times > 0 && name->length + size < sizeof name->octets; times--) {
		memcpy(name->octets + name->length, part, size + 1);
		name->length += size;
	}
}

/* --- Bugs of other engines ---------------------------------------------------------- */

static bool is_host_name(const char *name)
{
	return strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == strlen(name);
}

/* Python's urlsplit() found no slash in \u2100, but its idna found one: "a/c". */
TEST(cve_2019_9636_no_character_becomes_one_that_ends_a_host)
{
	char name[32] = "ü", ace[IDNX_HOST_NAME_SIZE];
	unsigned valid = 0;

	for (uint32_t c = 1; c <= 0x10ffff; c++) {
		strcpy(table_encode(name + 2, c), "b.example");
		if (status_of(name, ace) != IDNX_OK)
			continue;
		assert_true(is_host_name(ace));
		valid++;
	}
	assert_true(valid > 100000);
}

/* --- Names that become addresses --------------------------------------------------------- */

/* A caller that checked the name did not see the address it becomes, so no query is sent. */
static void assert_rejected(const char *name)
{
	char buffer[1024], ace[IDNX_HOST_NAME_SIZE];
	struct call call = call_of(name, buffer, sizeof buffer);

	if (status_of(name, ace) == IDNX_OK)
		fail_msg("%s became %s", name, ace);
	assert_int_equal(call_2_r(&call), NSS_STATUS_NOTFOUND);
	assert_int_equal(call_4_r(&call), NSS_STATUS_NOTFOUND);
	assert_int_equal(call.host_error, HOST_NOT_FOUND);
}

/*
 * libuv truncated a long name, and what was left was an address: truncated anywhere after 256
 * octets, each of the first would be one.  glibc copied a name of digits and full stops into a
 * buffer without room for it; idnx does not pass such a name to glibc.
 */
TEST(cve_2024_24806_and_2015_0235_a_long_name_is_rejected_and_not_cut_off)
{
	static const char *const begins[] = { "０x7f000001", "" }, *const more[] = { "0", "０" };

	fake_hosts("idnx [!UNAVAIL=return] fake");
	fake_asked();
	for (size_t i = 0; i < LENGTH(begins); i++) {
		struct name name = { .length = 0 };

		name_add(&name, begins[i], 1);
		while (name.length < IDNX_INPUT_MAX + 512) {
			name_add(&name, more[i], i == 1 ? 13 : name.length < 300 ? 1 : 64);
			assert_rejected(name.octets);
		}
		name_add(&name, ".ü.example", 1);
		assert_rejected(name.octets);
	}
	assert_int_equal(fake_asked(), 0);
}

/* --- glibc and NSS modules -------------------------------------------------------------- */

/*
 * getaddrinfo() used a name after it was freed, if a module had no getcanonname_r, or had
 * it without the functions before it, and if a line goes on after an answer.  Running this
 * under SAN=address finds more.
 */
TEST(cve_2023_4806_and_4813_a_canonical_name_outlives_its_buffer)
{
	static const char *const lines[] = {
		"idnx [!UNAVAIL=return] fake", "idnx [SUCCESS=continue] fake",
		"idnx [SUCCESS=merge] fake", "idnx [SUCCESS=continue] idnx", "idnx fake idnx",
	};
	static const char *const names[] = { "sixty.bücher.example", "alias.bücher.example" };
	static const int families[] = { AF_INET, AF_INET6, AF_UNSPEC };
	unsigned answers = 0;

	for (size_t i = 0; i < LENGTH(lines) * LENGTH(names) * LENGTH(families); i++) {
		const struct addrinfo hints = {
			.ai_family = families[i % LENGTH(families)],
			.ai_flags = AI_CANONNAME | AI_ALL | AI_V4MAPPED,
		};
		const char *line = lines[i / LENGTH(families) / LENGTH(names)];
		struct addrinfo *list = NULL;

		fake_hosts(line);
		if (getaddrinfo(names[i / LENGTH(families) % LENGTH(names)], NULL, &hints,
		                &list) != 0)
			continue;
		assert_true(strlen(list->ai_canonname) > 0);
		freeaddrinfo(list);
		answers++;
	}
	/* With the first line, every lookup is answered. */
	assert_true(answers >= LENGTH(names) * LENGTH(families));
}

/* systemd's modules once forgot this: errnop is &errno, and what they call changes it. */
TEST(nss_resolve_errnop_may_be_errno_itself)
{
	static const char *const names[] = {
		"both.bücher.example", "nodata.bücher.example", "nxdomain.bücher.example",
		"timeout.bücher.example", "again.bücher.example", "down.bücher.example",
		"emfile.bücher.example", "memory.bücher.example", "range.bücher.example",
		"example.com", "ü..example", "sixty.bücher.example",
	};
	static const char *const lines[] = { "idnx [!UNAVAIL=return] fake", "idnx fake" };
	char buffer[1024];

	for (size_t i = 0; i < LENGTH(names) * LENGTH(lines); i++) {
		struct call call = call_of(names[i % LENGTH(names)], buffer, sizeof buffer);
		enum nss_status apart, same;

		fake_hosts(lines[i / LENGTH(names)]);
		errno = call.error = 4711;
		call.host_error = 42;
		apart = call_3_r(&call);
		errno = 4711;
		h_errno = 42;
		same = _nss_idnx_gethostbyname3_r(call.name, AF_INET, &call.host, buffer,
		                                  sizeof buffer, &errno, &h_errno, NULL, NULL);
		assert_int_equal(same, apart);
		assert_int_equal(h_errno, call.host_error);
		/* errno is not read after success, nor if the name passes through. */
		if (same != NSS_STATUS_SUCCESS && same != NSS_STATUS_UNAVAIL)
			assert_int_equal(errno, call.error);
	}
}
