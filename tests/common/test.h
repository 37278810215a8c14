/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * test.h: cmocka, and the main() of a C test.
 *
 *	#include "../common/test.h"
 *
 *	TEST(two_and_two_are_four)
 *	{
 *		assert_int_equal(2 + 2, 4);
 *	}
 *
 * A test program is one file; its tests run in the order of the file.  It has at most one each
 * of BEFORE_ALL, AFTER_ALL, BEFORE_EACH and AFTER_EACH, which are defined as TEST() is.
 */
#ifndef COMMON_TEST_H
#define COMMON_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Whether the program has a sanitizer that enlarges frames, as gcc and as clang tell. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                     \
	__has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#define LENGTH(array) (sizeof(array) / sizeof *(array))

typedef void test_function(void);

static struct CMUnitTest test_list[128];
static size_t test_count;
static test_function *test_before_all, *test_after_all, *test_before_each, *test_after_each;

/* The program's first argument, or NULL. */
static const char *test_argument __attribute__((unused));

#define TEST(name)           TITLED(name, #name)
#define TITLED(name, title)  TEST_OF(name, test_add(title, name))
#define BEFORE_ALL           TEST_OF(before_all, test_before_all = before_all)
#define AFTER_ALL            TEST_OF(after_all, test_after_all = after_all)
#define BEFORE_EACH          TEST_OF(before_each, test_before_each = before_each)
#define AFTER_EACH           TEST_OF(after_each, test_after_each = after_each)
#define TEST_OF(name, enter)                                                                   \
	static test_function name;                                                             \
	__attribute__((constructor)) static void name##_enters(void)                           \
	{                                                                                      \
		enter;                                                                         \
	}                                                                                      \
	static void name(void)

static inline void test_run(void **state)
{
	(*(test_function **)*state)();
}

static inline int test_set_up(void **state)
{
	(void)state;
	if (test_before_each != NULL)
		test_before_each();
	return 0;
}

static inline int test_tear_down(void **state)
{
	(void)state;
	if (test_after_each != NULL)
		test_after_each();
	return 0;
}

static inline void test_add(const char *title, test_function *body)
{
	static test_function *bodies[sizeof test_list / sizeof test_list[0]];

	if (test_count == sizeof bodies / sizeof bodies[0])
		abort();
	bodies[test_count] = body;
	test_list[test_count] = (struct CMUnitTest){ title, test_run, test_set_up,
		                                     test_tear_down, &bodies[test_count] };
	test_count++;
}

/* Reports the whole program as skipped, for BEFORE_ALL. */
static inline void test_skip_all(const char *program, const char *reason)
{
	printf("1..1\nok 1 - %s # SKIP %s\n", program, reason);
	exit(0);
}

int main(int argc, char **argv)
{
	int failed;

	test_argument = argc > 1 ? argv[1] : NULL;
	if (test_before_all != NULL)
		test_before_all();
	failed = _cmocka_run_group_tests("tests", test_list, test_count, NULL, NULL);
	if (test_after_all != NULL)
		test_after_all();
	return failed;
}

#endif
