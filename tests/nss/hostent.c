/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How a name of a host that lies in the caller's buffer becomes another: hostent.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "lookup.h"

/* An answer as a source may write it, and behind it what it leaves. */
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
		.name = "example", .first = "alias", .second = "second",
	};
	host = (struct hostent){ answer.name, answer.aliases, AF_INET, 4, answer.addresses };
}

static void it_goes_behind_all_that_the_answer_uses(void **state)
{
	const size_t used = offsetof(struct answer, second) + sizeof "second";

	(void)state;
	write_answer();
	assert_int_equal(hostent_rename(&host, &host.h_name, "Example", buffer, sizeof answer),
	                 OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, buffer + used);
	assert_string_equal(host.h_name, "Example");
	assert_string_equal(answer.second, "second");
}

/* Whatever a source has written last. */
static void names_lists_and_addresses_are_part_of_it(void **state)
{
	struct {
		char name[8];
		char *aliases[1];
		char *addresses[2];
		unsigned char address[16];
		char rest[8];
	} last = { .name = "name" };
	struct hostent six = { last.name, last.aliases, AF_INET6, 16, last.addresses };

	(void)state;
	last.addresses[0] = (char *)last.address;
	assert_int_equal(hostent_rename(&six, &six.h_name, "other", (char *)&last,
	                                sizeof last), OUTCOME_FOUND);
	assert_ptr_equal(six.h_name, last.rest);
	six.h_addr_list = &last.aliases[0]; /* none */
	six.h_name = last.name;
	assert_int_equal(hostent_rename(&six, &six.h_name, "other", (char *)&last,
	                                sizeof last), OUTCOME_FOUND);
	assert_ptr_equal(six.h_name, &last.addresses[0]);
	six.h_name = memcpy(last.address, "name", 5);
	assert_int_equal(hostent_rename(&six, &six.h_name, "other", (char *)&last,
	                                sizeof last), OUTCOME_FOUND);
	assert_ptr_equal(six.h_name, last.address + 5);
}

static void without_room_it_takes_the_place_of_a_name_as_long(void **state)
{
	const size_t buflen = offsetof(struct answer, second) + sizeof "second";

	(void)state;
	write_answer();
	assert_int_equal(hostent_rename(&host, &host.h_name, "Example", buffer, buflen),
	                 OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, answer.name);
	assert_string_equal(host.h_name, "Example");
	assert_int_equal(hostent_rename(&host, &answer.aliases[0], "A", buffer, buflen),
	                 OUTCOME_FOUND);
	assert_string_equal(answer.aliases[0], "A");
	assert_int_equal(hostent_rename(&host, &answer.aliases[0], "AB", buffer, buflen),
	                 OUTCOME_NO_SPACE);
	assert_string_equal(answer.aliases[0], "A");
	assert_string_equal(answer.aliases[1], "second");
}

static void it_takes_no_place_that_another_name_shares(void **state)
{
	const size_t buflen = offsetof(struct answer, rest);

	(void)state;
	for (size_t offset = 0; offset <= strlen("example"); offset++) {
		write_answer();
		answer.aliases[0] = answer.name + offset;
		assert_int_equal(hostent_rename(&host, &host.h_name, "Example", buffer, buflen),
		                 OUTCOME_NO_SPACE);
		assert_string_equal(host.h_name, "example");
	}
	/* The last alias was the NUL itself.  The other way round: */
	write_answer();
	host.h_name = answer.first + 1;
	assert_int_equal(hostent_rename(&host, &answer.aliases[0], "A", buffer, buflen),
	                 OUTCOME_NO_SPACE);
	assert_string_equal(answer.aliases[0], "alias");
}

/* A source may answer with constants. */
static void it_takes_no_place_outside_of_the_buffer(void **state)
{
	const size_t buflen = offsetof(struct answer, rest);
	static char constant[] = "constant";

	(void)state;
	write_answer();
	host.h_name = constant;
	assert_int_equal(hostent_rename(&host, &host.h_name, "other", buffer, buflen - 1),
	                 OUTCOME_NO_SPACE);
	assert_string_equal(constant, "constant");
	assert_int_equal(hostent_rename(&host, &host.h_name, "other", buffer, sizeof answer),
	                 OUTCOME_FOUND);
	assert_ptr_equal(host.h_name, answer.second + sizeof "second");
}

static void all_names_are_counted(void **state)
{
	(void)state;
	write_answer();
	assert_ptr_equal(hostent_name(&host, 0), &host.h_name);
	assert_ptr_equal(hostent_name(&host, 1), &answer.aliases[0]);
	assert_ptr_equal(hostent_name(&host, 2), &answer.aliases[1]);
	assert_null(hostent_name(&host, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_goes_behind_all_that_the_answer_uses),
		cmocka_unit_test(names_lists_and_addresses_are_part_of_it),
		cmocka_unit_test(without_room_it_takes_the_place_of_a_name_as_long),
		cmocka_unit_test(it_takes_no_place_that_another_name_shares),
		cmocka_unit_test(it_takes_no_place_outside_of_the_buffer),
		cmocka_unit_test(all_names_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
