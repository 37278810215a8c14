/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * reentry.c: the recursion ends even if pthread has no key or no memory left, or if two
 * threads make the key at once.  It is compiled again here, with functions in place of
 * pthread's.  resolve.c tests the normal case, older_glibc.c the case without libpthread.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>

#define reentry_enter       test_enter
#define reentry_enter_name  test_enter_name
#define reentry_is_within   test_is_within
#define reentry_is_too_deep test_is_too_deep
#define reentry_leave       test_leave
#define pthread_key_create  test_key_create
#define pthread_key_delete  test_key_delete
#define pthread_getspecific test_getspecific
#define pthread_setspecific test_setspecific
#include "../common/test.h"
#include "../../nss_idnx/module/reentry.c"

enum { OURS = 7, THEIRS = 3 };

static int create_error, set_error;
static bool is_outrun;
static unsigned created_keys, deleted_keys;
static const void *values[PTHREAD_KEYS_MAX];

int test_key_create(pthread_key_t *key, void (*destructor)(void *))
{
	assert_null(destructor);
	if (create_error != 0)
		return create_error;
	created_keys++;
	*key = OURS;
	if (is_outrun)
		atomic_store(&created, THEIRS + 1);
	return 0;
}

int test_key_delete(pthread_key_t key)
{
	assert_int_equal(key, OURS);
	deleted_keys++;
	return 0;
}

void *test_getspecific(pthread_key_t key)
{
	void *value;

	memcpy(&value, &values[key], sizeof value); /* pthread removes a const, too */
	return value;
}

int test_setspecific(pthread_key_t key, const void *value)
{
	if (set_error == 0)
		values[key] = value;
	else
		errno = set_error; /* glibc's calloc() for a block of keys */
	return set_error;
}

static uintptr_t before;

BEFORE_EACH
{
	create_error = set_error = 0;
	is_outrun = false;
	created_keys = deleted_keys = 0;
	atomic_store(&created, 0);
	for (size_t i = 0; i < PTHREAD_KEYS_MAX; i++)
		values[i] = NULL;
}

TEST(without_a_key_no_thread_is_within)
{
	create_error = EAGAIN;
	assert_false(reentry_enter(&before));
	create_error = 0;
	assert_true(reentry_enter(&before));
	assert_false(reentry_enter(&before));
	reentry_leave(0);
	assert_true(reentry_enter(&before));
	assert_int_equal(created_keys, 1);
}

TEST(without_memory_for_its_value_no_thread_is_within_and_errno_stays)
{
	set_error = ENOMEM;
	errno = 7;
	assert_false(reentry_enter(&before));
	assert_int_equal(errno, 7);
	set_error = 0;
	assert_true(reentry_enter(&before));
	assert_int_equal(created_keys, 1);
}

TEST(of_two_keys_the_first_one_counts)
{
	is_outrun = true;
	assert_true(reentry_enter(&before));
	assert_non_null(values[THEIRS]);
	assert_null(values[OURS]);
	assert_int_equal(deleted_keys, 1);
	reentry_leave(0);
	assert_null(values[THEIRS]);
	assert_true(reentry_enter(&before));
	assert_int_equal(created_keys, 1);
}

TEST(a_name_is_within_until_it_leaves)
{
	assert_false(reentry_is_within("xn--tda"));
	assert_true(reentry_enter_name("xn--tda", &before));
	assert_true(reentry_is_within("xn--tda"));
	assert_false(reentry_is_within("xn--td"));
	assert_false(reentry_is_within("xn--tdb"));
	assert_false(reentry_is_within(""));
	reentry_leave(0);
	assert_false(reentry_is_within("xn--tda"));
}

/* A lookup that was left with longjmp() does not affect later lookups. */
TEST(after_a_name_that_never_left_there_are_others)
{
	assert_true(reentry_enter_name("xn--tda", &before));
	assert_true(reentry_enter_name("xn--4db", &before));
	assert_false(reentry_is_within("xn--tda"));
	assert_true(reentry_is_within("xn--4db"));
	assert_true(reentry_enter(&before));
	assert_false(reentry_is_within("xn--4db"));
	reentry_leave(0);
	assert_true(reentry_enter(&before));
}

TEST(within_an_address_no_address_is_asked_for_and_names_are_remembered)
{
	assert_true(reentry_enter(&before));
	assert_true(reentry_enter_name("xn--tda", &before));
	assert_true(reentry_is_within("xn--tda"));
	assert_false(reentry_enter(&before));
}

/* Returns how deep names get, each of them in a lookup of its own: none below 40. */
__attribute__((noinline)) static int nest(int deep, bool leaves)
{
	volatile char frame[600];
	uintptr_t outer;

	frame[0] = 0;
	if (deep == 40 || reentry_is_too_deep())
		return deep;
	assert_true(reentry_enter_name("xn--tda", &outer));
	deep = nest(deep + 1, leaves);
	if (leaves)
		reentry_leave(outer);
	return deep + frame[0];
}

TEST(names_end_that_are_asked_for_within_each_other)
{
	assert_int_equal(nest(0, true), LEVELS);
	assert_ptr_equal(values[OURS], NULL);
	assert_true(reentry_enter(&before));
	assert_int_equal(nest(0, true), LEVELS);
}

/* As if each had been left by longjmp(). */
TEST(a_name_that_never_left_is_no_level_of_later_ones)
{
	for (int i = 0; i < 40; i++)
		assert_int_equal(nest(0, false), LEVELS);
	for (int i = 0; i < 40; i++) {
		assert_false(reentry_is_too_deep());
		assert_true(reentry_enter_name("xn--tda", &before));
	}
}

TEST(a_name_that_cannot_be_remembered_is_not_within)
{
	create_error = EAGAIN;
	assert_false(reentry_enter_name("xn--tda", &before));
	assert_false(reentry_is_within("xn--tda"));
	create_error = 0;
	set_error = ENOMEM;
	assert_false(reentry_enter_name("xn--tda", &before));
	assert_false(reentry_is_within("xn--tda"));
}
