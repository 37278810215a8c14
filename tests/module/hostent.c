/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* hostent.c: replaces a host's name in the caller's buffer. */

#include <limits.h>
#include <netinet/in.h>
#include <string.h>

#include "../common/test.h"
#include "lookup.h"

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

static enum outcome rename_to(char **name, const char *other, size_t buflen)
{
	return hostent_rename(&host, name, other, buffer, buflen);
}

TEST(it_takes_the_place_of_a_name_as_long)
{
	const size_t buflen = offsetof(struct answer, second) + sizeof "second";

	write_answer();
	assert_int_equal(rename_to(&host.h_name, "Example", buflen), OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, answer.name);
	assert_string_equal(host.h_name, "Example");
	assert_int_equal(rename_to(&answer.aliases[0], "A", buflen), OUTCOME_FOUND);
	assert_string_equal(answer.aliases[0], "A");
	assert_string_equal(answer.aliases[1], "second");
}

TEST(a_longer_one_goes_after_the_answer)
{
	const size_t used = offsetof(struct answer, second) + sizeof "second";

	write_answer();
	assert_int_equal(rename_to(&host.h_name, "Examples", used + sizeof "Examples"),
	                 OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, buffer + used);
	assert_string_equal(host.h_name, "Examples");
	assert_string_equal(answer.second, "second");
}

TEST(without_room_nothing_changes)
{
	const size_t used = offsetof(struct answer, second) + sizeof "second";
	struct answer before;

	write_answer();
	before = answer;
	assert_int_equal(rename_to(&host.h_name, "Examples", used + strlen("Examples")),
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

static enum outcome rename_in_full(void)
{
	return hostent_rename(&host, &host.h_name, "", (char *)&full, sizeof full);
}

TEST(names_lists_and_addresses_are_in_the_way)
{
	write_full();
	assert_int_equal(rename_in_full(), OUTCOME_NO_SPACE);
	full.aliases[0] = elsewhere.alias;
	assert_int_equal(rename_in_full(), OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, full.alias);
	write_full();
	host.h_aliases = elsewhere.aliases;
	assert_int_equal(rename_in_full(), OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, full.aliases);
	write_full();
	host.h_addr_list = elsewhere.addresses;
	assert_int_equal(rename_in_full(), OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, full.addresses);
	for (size_t i = 0; i < 2; i++) {
		write_full();
		full.addresses[i] = (char *)elsewhere.address[i];
		assert_int_equal(rename_in_full(), OUTCOME_FOUND);
		assert_ptr_equal(host.h_name, full.address[i]);
	}
}

/* Two names share octets if one ends with the other, or with its NUL. */
TEST(it_takes_no_place_that_another_name_shares)
{
	for (size_t offset = 0; offset <= strlen("example"); offset++) {
		write_answer();
		answer.aliases[0] = answer.name + offset;
		assert_int_equal(rename_to(&host.h_name, "Example", sizeof answer),
		                 OUTCOME_FOUND);
		assert_string_equal(host.h_name, "Example");
		assert_string_equal(answer.aliases[0], &"example"[offset]);
		write_answer();
		answer.aliases[0] = answer.name + offset;
		assert_int_equal(rename_to(&answer.aliases[0], "A", sizeof answer),
		                 OUTCOME_FOUND);
		assert_string_equal(answer.aliases[0], "A");
		assert_string_equal(host.h_name, "example");
	}
}

/* If there never were room, a caller would enlarge its buffer for ever. */
TEST(there_is_room_before_an_answer_at_the_end_of_a_buffer)
{
	write_answer();
	host.h_name = memcpy(answer.rest, "example", 8);
	answer.aliases[0] = NULL;
	assert_int_equal(rename_to(&host.h_name, "another longer example", sizeof answer),
	                 OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, answer.name);
	assert_string_equal(host.h_name, "another longer example");
	assert_memory_equal(answer.address, "\0\0\0", 4);
}

TEST(a_host_may_have_no_list_of_aliases)
{
	write_answer();
	host.h_aliases = NULL;
	assert_null(hostent_name(&host, 1));
	assert_int_equal(rename_to(&host.h_name, "Example", sizeof answer), OUTCOME_FOUND);
	assert_string_equal(host.h_name, "Example");
}

/* After an address of 4 octets, at most 12 are lost. */
TEST(an_address_of_a_wrong_length_is_as_long_as_the_longest)
{
	static const int lengths[] = { 0, 1, 17, 1000, INT_MAX, -1, INT_MIN };

	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		write_answer();
		host.h_length = lengths[i];
		host.h_name = answer.rest;
		answer.aliases[0] = NULL;
		assert_int_equal(rename_to(&host.h_name, "one of 20 octets...", sizeof answer),
		                 OUTCOME_FOUND);
		assert_ptr_equal(host.h_name, buffer + offsetof(struct answer, address) +
		                                      sizeof(struct in6_addr));
	}
}

TEST(all_names_are_counted)
{
	write_answer();
	assert_ptr_equal(hostent_name(&host, 0), &host.h_name);
	assert_ptr_equal(hostent_name(&host, 1), &answer.aliases[0]);
	assert_ptr_equal(hostent_name(&host, 2), &answer.aliases[1]);
	assert_null(hostent_name(&host, 3));
}
