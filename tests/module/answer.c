/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * answer.c: how getaddrinfo()'s answer gets into the caller's buffer; hostent.c: how another name
 * replaces a host's there.
 */

#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <string.h>

#include "../common/test.h"
#include "lookup.h"

/* fe80::1%7, 192.0.2.1, 192.0.2.2 under the name "canonical". */
static struct sockaddr_in6 v6 = { .sin6_scope_id = 7 };
static struct sockaddr_in v4[2];
static const char canonical[] = "canonical";
static struct addrinfo infos[3] = {
	{ .ai_family = AF_INET6, .ai_addr = (void *)&v6, .ai_next = &infos[1] },
	{ .ai_family = AF_INET, .ai_addr = (void *)&v4[0], .ai_next = &infos[2] },
	{ .ai_family = AF_INET, .ai_addr = (void *)&v4[1] },
};

BEFORE_ALL
{
	inet_pton(AF_INET6, "fe80::1", &v6.sin6_addr);
	inet_pton(AF_INET, "192.0.2.1", &v4[0].sin_addr);
	inet_pton(AF_INET, "192.0.2.2", &v4[1].sin_addr);
}

static bool is_within(const void *pointer, size_t size, const char *buffer, size_t buflen)
{
	uintptr_t at = (uintptr_t)pointer, begin = (uintptr_t)buffer;

	return at >= begin && at + size <= begin + buflen;
}

static void assert_packed(const struct gaih_addrtuple *tuple, const char *buffer, size_t buflen)
{
	assert_string_equal(tuple->name, canonical);
	assert_true(is_within(tuple->name, sizeof canonical, buffer, buflen));
	assert_int_equal(tuple->family, AF_INET6);
	assert_memory_equal(tuple->addr, &v6.sin6_addr, 16);
	assert_int_equal(tuple->scopeid, 7);
	for (int i = 0; i < 2; i++) {
		static const uint32_t rest[3];

		tuple = tuple->next;
		assert_true(is_within(tuple, sizeof *tuple, buffer, buflen));
		assert_int_equal((uintptr_t)tuple % _Alignof(struct gaih_addrtuple), 0);
		assert_null(tuple->name);
		assert_int_equal(tuple->family, AF_INET);
		assert_memory_equal(tuple->addr, &v4[i].sin_addr, 4);
		assert_memory_equal(tuple->addr + 1, rest, sizeof rest);
		assert_int_equal(tuple->scopeid, 0);
	}
	assert_null(tuple->next);
}

/* faults/buffers.c has buffers of every size and alignment. */
TEST(each_tuple_has_its_address_and_the_first_may_be_the_callers)
{
	char buffer[1024];
	struct gaih_addrtuple own, *first = NULL;

	assert_int_equal(answer_pack(infos, canonical, &first, buffer, sizeof buffer),
	                 OUTCOME_FOUND);
	assert_packed(first, buffer, sizeof buffer);
	memset(&own, 0xff, sizeof own);
	first = &own;
	assert_int_equal(answer_pack(infos, canonical, &first, buffer, sizeof buffer),
	                 OUTCOME_FOUND);
	assert_ptr_equal(first, &own);
	assert_packed(&own, buffer, sizeof buffer);
}

TEST(the_callers_tuple_is_untouched_if_it_does_not_fit)
{
	char buffer[2 * sizeof(struct gaih_addrtuple)];
	struct gaih_addrtuple own, before, *first = &own;

	memset(&own, 0xff, sizeof own);
	memset(&before, 0xff, sizeof before);
	assert_int_equal(answer_pack(infos, canonical, &first, buffer, sizeof buffer),
	                 OUTCOME_NO_SPACE);
	assert_ptr_equal(first, &own);
	assert_memory_equal(&own, &before, sizeof own);
}

/* --- Another name ------------------------------------------------------------ */

/* An answer as a source may write it, followed by what the source leaves over. */
struct answer {
	char *aliases[3];
	char *addresses[2];
	unsigned char address[4];
	char name[8], first[8], second[8];
	char rest[8];
};

static struct answer answer;
static struct hostent host;

static char *const buffer = (char *)&answer;

static void write_answer(void)
{
	answer = (struct answer){
		.aliases = { answer.first, answer.second },
		.addresses = { (char *)answer.address },
		.name = "example",
		.first = "alias",
		.second = "second",
	};
	host = (struct hostent){ answer.name, answer.aliases, AF_INET, 4, answer.addresses };
}

/* Checks that the name becomes other, in this place. */
static void assert_renamed(char **name, const char *other, size_t buflen, const void *place)
{
	assert_int_equal(hostent_rename(&host, name, other, buffer, buflen), OUTCOME_FOUND);
	assert_ptr_equal(*name, place);
	assert_string_equal(*name, other);
}

enum { USED = offsetof(struct answer, second) + sizeof "second" };

TEST(it_takes_the_place_of_a_name_as_long_or_goes_after_the_answer)
{
	write_answer();
	assert_renamed(&host.h_name, "Example", USED, answer.name);
	assert_renamed(&answer.aliases[0], "A", USED, answer.first);
	assert_string_equal(answer.aliases[1], "second");
	write_answer();
	assert_renamed(&host.h_name, "Examples", USED + sizeof "Examples", buffer + USED);
	assert_string_equal(answer.second, "second");
}

TEST(without_room_nothing_changes)
{
	struct answer before;

	write_answer();
	before = answer;
	assert_int_equal(hostent_rename(&host, &host.h_name, "Examples", buffer,
	                                USED + strlen("Examples")),
	                 OUTCOME_NO_SPACE);
	assert_memory_equal(&answer, &before, sizeof answer);
	assert_ptr_equal(host.h_name, answer.name);
}

/* A full buffer, except for the name, which is a constant: a source may answer with one. */
static struct full {
	char *aliases[2];
	char *addresses[3];
	unsigned char address[2][16];
	char alias[8];
} full, elsewhere;

static void write_full(void)
{
	full = (struct full){
		.aliases = { full.alias },
		.addresses = { (char *)full.address[0], (char *)full.address[1] },
		.alias = "1234567",
	};
	elsewhere = full;
	host = (struct hostent){ "constant", full.aliases, AF_INET6, 16, full.addresses };
}

static void assert_renamed_in_full(const void *place)
{
	assert_int_equal(hostent_rename(&host, &host.h_name, "", (char *)&full, sizeof full),
	                 place != NULL ? OUTCOME_FOUND : OUTCOME_NO_SPACE);
	if (place != NULL)
		assert_ptr_equal(host.h_name, place);
	write_full();
}

TEST(names_lists_and_addresses_are_in_the_way)
{
	write_full();
	assert_renamed_in_full(NULL);
	full.aliases[0] = elsewhere.alias;
	assert_renamed_in_full(full.alias);
	host.h_aliases = elsewhere.aliases;
	assert_renamed_in_full(full.aliases);
	host.h_addr_list = elsewhere.addresses;
	assert_renamed_in_full(full.addresses);
	for (size_t i = 0; i < 2; i++) {
		full.addresses[i] = (char *)elsewhere.address[i];
		assert_renamed_in_full(full.address[i]);
	}
}

/* Two names share octets if one ends with the other, or with its NUL. */
TEST(it_takes_no_place_that_another_name_shares)
{
	for (size_t offset = 0; offset <= strlen("example"); offset++) {
		for (size_t i = 0; i < 2; i++) {
			char **name = i == 0 ? &host.h_name : &answer.aliases[0];

			write_answer();
			answer.aliases[0] = answer.name + offset;
			assert_int_equal(hostent_rename(&host, name, i == 0 ? "Example" : "A",
			                                buffer, sizeof answer),
			                 OUTCOME_FOUND);
			assert_string_equal(host.h_name, i == 0 ? "Example" : "example");
			assert_string_equal(answer.aliases[0],
			                    i == 0 ? &"example"[offset] : "A");
		}
	}
}

/* If there never were room, a caller would enlarge its buffer for ever. */
TEST(there_is_room_before_an_answer_at_the_end_of_a_buffer)
{
	write_answer();
	host.h_name = memcpy(answer.rest, "example", 8);
	answer.aliases[0] = NULL;
	assert_renamed(&host.h_name, "another longer example", sizeof answer, answer.name);
	assert_memory_equal(answer.address, "\0\0\0", 4);
}

/* After an address of 4 octets, at most 12 are lost. */
TEST(an_address_of_a_wrong_length_is_as_long_as_the_longest)
{
	static const int lengths[] = { 0, 1, 17, 1000, INT_MAX, -1, INT_MIN };

	for (size_t i = 0; i < LENGTH(lengths); i++) {
		write_answer();
		host.h_length = lengths[i];
		host.h_name = answer.rest;
		answer.aliases[0] = NULL;
		assert_renamed(&host.h_name, "one of 20 octets...", sizeof answer,
		               buffer + offsetof(struct answer, address) +
		                       sizeof(struct in6_addr));
	}
}

TEST(all_names_are_counted_and_there_may_be_no_list_of_aliases)
{
	write_answer();
	assert_ptr_equal(hostent_name(&host, 0), &host.h_name);
	assert_ptr_equal(hostent_name(&host, 1), &answer.aliases[0]);
	assert_ptr_equal(hostent_name(&host, 2), &answer.aliases[1]);
	assert_null(hostent_name(&host, 3));
	host.h_aliases = NULL;
	assert_null(hostent_name(&host, 1));
	assert_renamed(&host.h_name, "Example", sizeof answer, answer.aliases);
}
