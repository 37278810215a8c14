/* SPDX-License-Identifier: LGPL-2.1-or-later */

/*
 * As with a glibc older than 2.34: the tests of libc.c, which then calls dladdr(), and
 * reentry.c without libpthread, compiled again with other names.
 */
#include <features.h>

#undef __GLIBC_PREREQ
#define __GLIBC_PREREQ(major, minor) 0
#include "libc.c"

#define reentry_enter       alone_enter
#define reentry_enter_name  alone_enter_name
#define reentry_is_within   alone_is_within
#define reentry_is_too_deep alone_is_too_deep
#define reentry_leave       alone_leave
#define pthread_key_create  no_key_create
#define pthread_key_delete  no_key_delete
#define pthread_getspecific no_getspecific
#define pthread_setspecific no_setspecific
#include "../../nss_idnx/module/reentry.c"

static uintptr_t before;

TEST(one_thread_is_within_until_it_leaves)
{
	for (int i = 0; i < 3; i++) {
		assert_true(reentry_enter(&before));
		assert_false(reentry_enter(&before));
		assert_false(reentry_enter(&before));
		reentry_leave(0);
	}
}

TEST(a_name_is_within_until_it_leaves)
{
	assert_false(reentry_is_within("xn--tda"));
	assert_true(reentry_enter_name("xn--tda", &before));
	assert_true(reentry_is_within("xn--tda"));
	assert_false(reentry_is_within("xn--4db"));
	assert_true(reentry_enter(&before));
	assert_false(reentry_is_within("xn--tda"));
	assert_true(reentry_enter_name("xn--tda", &before));
	assert_true(reentry_is_within("xn--tda"));
	reentry_leave(before);
	assert_false(reentry_enter(&before));
	reentry_leave(0);
}
