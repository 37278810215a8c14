/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* How getaddrinfo()'s answer gets into the caller's buffer: answer.c. */

#include <arpa/inet.h>
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

/* The buffer is an allocation of its own, so that a sanitizer detects an octet more. */
static void check_fits(size_t offset, size_t buflen, bool fits)
{
	char *memory = malloc(offset + buflen), *buffer = memory + offset;
	struct gaih_addrtuple *first = NULL;
	enum outcome outcome = answer_pack(infos, canonical, &first, buffer, buflen);

	assert_int_equal(outcome, fits ? OUTCOME_FOUND : OUTCOME_NO_SPACE);
	if (fits)
		assert_packed(first, buffer, buflen);
	else
		assert_null(first);
	free(memory);
}

TEST(from_one_size_on_it_fits_at_any_alignment)
{
	const size_t enough = 3 * sizeof(struct gaih_addrtuple) + sizeof canonical;

	for (size_t offset = 0; offset < 16; offset++) {
		size_t pad = -offset % _Alignof(struct gaih_addrtuple);

		for (size_t buflen = 0; buflen < enough + 32; buflen++)
			check_fits(offset, buflen, buflen >= pad + enough);
	}
}

TEST(the_first_tuple_may_be_the_callers)
{
	char buffer[1024];
	struct gaih_addrtuple own, *first = &own;

	memset(&own, 0xff, sizeof own);
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
